"""Where each kind of site keeps its navigation, and what is near a page in it."""

from pathlib import Path

import pytest

from critloop.context.navigation import site_map_of
from critloop.context.outline import outline, under
from tests.context.folders import listed, pages, project, site, tree

MKDOCS = """\
site_name: Ours
markdown_extensions:
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
      options:
        nav: not/this.md
plugins:
  - search
  - i18n: { languages: [en, de] }
repo: !ENV [REPO, "https://example.org"]
nav:
- Home: index.md   # the start
- 'Using it':
    - "First: steps": using/first.md
    - using/second.md
    - Deeper:
        - using/deep.md
- Elsewhere: https://example.org/x.md
- API: [api/one.md, api/two.md]
- Gone: gone.md
extra:
  - api/extra.md
"""


def test_mkdocs_lists_pages_in_order_with_their_groups(tmp_path: Path) -> None:
    names = ("index", "using/first", "using/second", "using/deep", "api/one", "api/two", "api/extra", "not/this")
    pages(tmp_path, *(f"docs/{name}.md" for name in names))
    project(tmp_path, {"mkdocs.yml": MKDOCS})
    assert listed(tmp_path, "docs/index.md") == [
        ("docs/index.md", ()),
        ("docs/using/first.md", ("Using it",)),
        ("docs/using/second.md", ("Using it",)),
        ("docs/using/deep.md", ("Using it", "Deeper")),
        ("docs/api/one.md", ("API",)),
        ("docs/api/two.md", ("API",)),
    ]


def test_mkdocs_takes_its_pages_from_docs_dir(tmp_path: Path) -> None:
    pages(tmp_path, "site/manual/a.md", "docs/a.md")
    project(tmp_path, {"site/mkdocs.yml": 'docs_dir: "manual"\nnav:\n  - a.md\n'})
    assert listed(tmp_path, "site/manual/a.md") == [("site/manual/a.md", ())]
    assert site_map_of(tree(tmp_path), "docs/a.md") is None


def test_mkdocs_without_nav_lists_its_folder_by_itself_and_needs_no_entry(tmp_path: Path) -> None:
    pages(tmp_path, "docs/a.md")
    project(tmp_path, {"mkdocs.yml": "site_name: X\ntheme: material\n"})
    assert site_map_of(tree(tmp_path), "docs/a.md") is None


def test_mkdocs_may_name_whole_folders(tmp_path: Path) -> None:
    pages(tmp_path, "docs/a/x.md", "docs/a/y.md", "docs/b/z.md", "docs/a/deep/w.md")
    project(tmp_path, {"mkdocs.yml": "nav:\n  - A: a/\n  - B: 'b/*.md'\n"})
    assert [path for path, _ in listed(tmp_path, "docs/a/x.md")] == ["docs/a/x.md", "docs/a/y.md", "docs/b/z.md"]


def test_zensical_nests_tables_and_lists(tmp_path: Path) -> None:
    pages(tmp_path, "docs/index.md", "docs/a.md", "docs/b.md")
    text = '[project]\nsite_name = "X"\nnav = [\n  "index.md",\n  { "Guide" = [{ "A" = "a.md" }, "b.md"] },\n]\n'
    project(tmp_path, {"zensical.toml": text})
    assert listed(tmp_path, "docs/a.md") == [
        ("docs/index.md", ()),
        ("docs/a.md", ("Guide",)),
        ("docs/b.md", ("Guide",)),
    ]


@pytest.mark.parametrize("text", ["[project\nnav = [", "nav = 3\n", "project = 1\n", "[project]\nnav = []\n"])
def test_a_broken_zensical_file_is_no_navigation(tmp_path: Path, text: str) -> None:
    pages(tmp_path, "docs/a.md")
    project(tmp_path, {"zensical.toml": text})
    found = site_map_of(tree(tmp_path), "docs/a.md")
    assert found is None or found.entries == ()


RST = """\
Ours
====

.. toctree::
   :maxdepth: 2
   :caption: Guides

   first
   Titled <sub/second>
   /rooted
   self
   https://example.org
   missing

Text in between: alone.

.. toctree::
   :glob:

   api/*
"""


def test_sphinx_toctrees_are_groups_of_their_page(tmp_path: Path) -> None:
    names = ("first.rst", "sub/second.rst", "rooted.rst", "api/b.rst", "api/a.rst", "alone.rst")
    pages(tmp_path, *(f"docs/{name}" for name in names), "docs/deep/x.rst")
    project(tmp_path, {"docs/conf.py": "", "docs/index.rst": RST})
    project(tmp_path, {"docs/deep/index.rst": ".. toctree::\n\n   x\n   /first\n"})
    assert listed(tmp_path, "docs/deep/x.rst") == [
        ("docs/deep/x.rst", ("toctree 1",)),
        ("docs/first.rst", ("toctree 1",)),
    ]
    assert listed(tmp_path, "docs/first.rst") == [
        ("docs/first.rst", ("Guides",)),
        ("docs/sub/second.rst", ("Guides",)),
        ("docs/rooted.rst", ("Guides",)),
        ("docs/api/a.rst", ("toctree 2",)),
        ("docs/api/b.rst", ("toctree 2",)),
    ]
    assert site(tmp_path, "docs/first.rst").file == "docs/index.rst"


@pytest.mark.parametrize(
    "block",
    ["```{toctree}\n:caption: Parts\na\nb\n```", "::::{toctree}\n---\ncaption: Parts\nhidden: true\n---\na\nb\n::::"],
)
def test_myst_toctrees_are_read_in_both_forms_of_options(tmp_path: Path, block: str) -> None:
    pages(tmp_path, "a.md", "b.md")
    project(tmp_path, {"conf.py": "", "index.md": f"# Ours\n\n{block}\n\nc\n"})
    assert listed(tmp_path, "a.md") == [("a.md", ("Parts",)), ("b.md", ("Parts",))]


def test_the_toctree_nearest_to_a_page_should_list_it(tmp_path: Path) -> None:
    pages(tmp_path, "docs/a.md", "docs/sub/b.md", "docs/sub/new.md")
    project(tmp_path, {"docs/conf.py": "", "docs/index.md": "```{toctree}\na\nsub/index\n```\n"})
    project(tmp_path, {"docs/sub/index.md": "```{toctree}\nb\n```\n"})
    found = site(tmp_path, "docs/sub/new.md")
    assert (found.file, found.position("docs/sub/new.md")) == ("docs/sub/index.md", None)


def test_a_jupyter_book_has_parts_chapters_and_sections(tmp_path: Path) -> None:
    pages(tmp_path, "intro.md", "a.md", "a1.md", "b.md")
    text = (
        "format: jb-book\nroot: intro\nparts:\n  - caption: One\n    chapters:\n      - file: a\n"
        "        sections:\n          - file: a1\n  - caption: Two\n    chapters:\n      - file: b\n        title: B\n"
    )
    project(tmp_path, {"_toc.yml": text})
    assert listed(tmp_path, "a.md") == [
        ("intro.md", ()),
        ("a.md", ("One",)),
        ("a1.md", ("One", "a")),
        ("b.md", ("Two",)),
    ]


def test_a_book_is_grouped_by_parts_and_nesting(tmp_path: Path) -> None:
    pages(tmp_path, "src/start.md", "src/a.md", "src/a/x.md", "src/b.md")
    text = (
        "# Summary\n\n[Start](start.md)\n\n# Part\n\n- [A](a.md)\n    - [X](./a/x.md#here)\n- [Draft]()\n* [B](b.md)\n"
    )
    project(tmp_path, {"src/SUMMARY.md": text})
    assert listed(tmp_path, "src/a.md") == [
        ("src/a.md", ("Part",)),
        ("src/a/x.md", ("Part", "A")),
        ("src/b.md", ("Part",)),
    ]


def test_pages_of_a_group_are_nearer_the_closer_they_stand(tmp_path: Path) -> None:
    pages(tmp_path, *(f"docs/{name}.md" for name in "abcdx"))
    project(
        tmp_path, {"mkdocs.yml": "nav:\n  - G:\n    - a.md\n    - b.md\n    - c.md\n  - H:\n    - d.md\n    - x.md\n"}
    )
    near = dict(site(tmp_path, "docs/c.md").neighbours("docs/c.md"))
    assert near == {"docs/b.md": 1, "docs/a.md": 0.5, "docs/d.md": 0.5}


def test_a_page_has_one_navigation_the_one_that_lists_it(tmp_path: Path) -> None:
    pages(tmp_path, "docs/a.md", "docs/in/b.md")
    project(tmp_path, {"mkdocs.yml": "nav:\n  - in/b.md\n", "docs/in/SUMMARY.md": "- [Other](../a.md)\n"})
    assert site(tmp_path, "docs/in/b.md").file == "mkdocs.yml"


def test_an_entry_never_leads_out_of_the_project(tmp_path: Path) -> None:
    pages(tmp_path, "secret.md", "p/docs/a.md")
    project(tmp_path, {"p/mkdocs.yml": "nav:\n  - ../../secret.md\n  - /etc/passwd.md\n  - a.md\n"})
    assert listed(tmp_path / "p", "docs/a.md") == [("docs/a.md", ())]


def test_a_list_may_stand_at_the_depth_of_its_key() -> None:
    lines = list(outline("a: 1\nnav:\n-\n  x\n- T: y\n-\tw\nb:\n- z\n"))
    assert [line.value for line in under(lines, "nav")][-2:] == ["y", "w"]
