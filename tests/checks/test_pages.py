"""What a page lacks by its kind, and whether the navigation lists it."""

from pathlib import Path

import pytest

from critloop.checks.findings import is_ours, to_finding
from critloop.checks.pages import page_kind
from critloop.checks.run import check_file, check_text
from critloop.checks.surroundings import Surroundings
from tests.support.loop_turns import write_files

PAGE = "# Words\n\nAll of them.\n"


@pytest.mark.parametrize(
    ("path", "text", "kind"),
    [
        ("docs/reference/words.md", PAGE, "reference"),
        ("docs/words.md", f"---\ntype: tutorial\n---\n\n{PAGE}", "tutorial"),
        ("docs/words.md", "# How to count words\n\nCount.\n", "how-to"),
        ("docs/guides/words.md", "# How to count words\n\nCount.\n", "how-to"),
        ("docs/guides/words.md", PAGE, None),
        ("docs/guide.md", PAGE, None),
        ("docs/words.md", PAGE, None),
        ("docs/reference/index.md", PAGE, None),
    ],
)
def test_a_kind_counts_only_where_it_is_certain(path: str, text: str, kind: str | None) -> None:
    assert page_kind(path, text) == kind


def test_each_section_that_a_page_lacks_is_a_finding_of_its_own_that_can_be_recognised() -> None:
    around = Surroundings(path="docs/reference/words.md")
    found = [p for p in check_text(PAGE, around, loop="docs") if p.check.id == "page-section"]
    assert [problem.title for problem in found] == [
        "no section on overview or motivation",
        "no section on construction, installation or signature",
        "no section on operations or API",
        "no section on examples",
    ]
    assert all(is_ours(to_finding(problem)) for problem in found)
    assert check_text(PAGE, around, loop="spec") == ()


def listed(folder: Path, files: dict[str, str | None], path: str) -> list[str]:
    write_files(folder, files)
    problems = check_file(folder / path, root=folder, loop="docs").problems
    return [problem.title for problem in problems if problem.check.id == "page-unlisted"]


MKDOCS = "nav:\n  - One: one.md\n"
SIDEBARS = 'module.exports = { docs: ["one", { type: "category", label: "B", items: ["b/two"] }] };\n'


@pytest.mark.parametrize(
    ("files", "path", "found"),
    [
        ({"mkdocs.yml": MKDOCS, "docs/one.md": PAGE, "docs/two.md": PAGE}, "docs/two.md", True),
        ({"mkdocs.yml": MKDOCS, "docs/one.md": PAGE, "docs/two.md": PAGE}, "docs/one.md", False),
        ({"mkdocs.yml": MKDOCS, "docs/one.md": PAGE, "docs/b/two.md": PAGE}, "docs/b/two.md", False),
        ({"mkdocs.yml": "site_name: x\n", "docs/one.md": PAGE, "docs/two.md": PAGE}, "docs/two.md", False),
        ({"docs/one.md": PAGE, "docs/two.md": PAGE}, "docs/two.md", False),
        ({"docs/sidebars.js": SIDEBARS, "docs/one.md": PAGE, "docs/b/two.md": PAGE}, "docs/b/two.md", False),
        (
            {"docs/sidebars.js": SIDEBARS, "docs/one.md": PAGE, "docs/b/two.md": PAGE, "docs/b/three.md": PAGE},
            "docs/b/three.md",
            True,
        ),
        ({"mkdocs.yml": MKDOCS, "docs/one.md": PAGE, "notes.md": PAGE}, "notes.md", False),
    ],
)
def test_a_page_is_missing_from_the_navigation_only_where_that_lists_its_folder(
    tmp_path: Path, files: dict[str, str | None], path: str, found: bool
) -> None:
    assert bool(listed(tmp_path, files, path)) is found


@pytest.mark.parametrize("key", ["draft", "unlisted", "orphan", "hidden"])
def test_a_page_that_is_meant_to_stay_out_is_not_missed(tmp_path: Path, key: str) -> None:
    page = f"---\n{key}: true\n---\n\n{PAGE}"
    assert listed(tmp_path, {"mkdocs.yml": MKDOCS, "docs/one.md": PAGE, "docs/two.md": page}, "docs/two.md") == []
