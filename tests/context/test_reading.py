"""Whatever a file holds, reading it ends and gives something."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from critloop.context.front import read_front_matter
from critloop.context.gather import gather_page
from critloop.context.kinds import kind_of, missing_of
from critloop.context.names import MOST_NAMES, names_of
from critloop.context.page import read_page
from tests.context.folders import project

PIECES = st.one_of(
    st.sampled_from(
        ["# ", "\n", "`", "```", "~~~", "---\n", "- ", "toctree", ".. toctree::\n", "nav:\n", "a.md", "../"]
    ),
    st.sampled_from(["  ", "\t", "Alpha", "id", "=\n", "::", "/*", "//", *"[](){}<>:'\"*#,|\\"]),
)
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=5)), max_size=40).map("".join)
FILES = ("mkdocs.yml", "zensical.toml", "_toc.yml", "sidebars.js", "SUMMARY.md", "index.md", "index.rst")


@given(TEXTS, st.sampled_from(["docs/a.md", "docs/reference/a.rst", "tutorials/x.mdx"]))
def test_any_text_is_a_page(text: str, path: str) -> None:
    page = read_page(path, text)
    assert len(names_of(page)) <= MOST_NAMES
    for kind in (kind_of(page), "reference", "how-to", "tutorial"):
        missing_of(kind, page)


@given(TEXTS)
def test_front_matter_and_body_are_all_of_a_text(text: str) -> None:
    front = read_front_matter(text)
    assert text.replace("\r\n", "\n").endswith(front.body)


@pytest.mark.parametrize("name", FILES)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=TEXTS)
def test_any_text_may_stand_in_a_navigation_file(tmp_path: Path, name: str, text: str) -> None:
    root = project(tmp_path, {"docs/a.md": "# A\n", "conf.py": "", name: text, f"docs/{name}": text})
    found = gather_page(root, "docs/a.md")
    assert all((root / page.path).is_file() for page in found.related)
