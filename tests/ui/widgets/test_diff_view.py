"""The diff view: hunks, forms, and large diffs."""

import difflib

from critloop.ui.widgets.diff_view import DiffView
from tests.support.line_app import LineApp, painted, until

OLD = [f"line {number} about the retry limit" for number in range(5000)]
NEW = [line.replace("limit", "bound") if number % 10 == 0 else line for number, line in enumerate(OLD)]
LARGE = "\n".join(difflib.unified_diff(OLD, NEW, "a/docs/spec.md", "b/docs/spec.md", lineterm="", n=2))
SMALL = "diff --git a/x.md b/x.md\n--- a/x.md\n+++ b/x.md\n@@ -1,2 +1,2 @@\n-old one\n+new one\n same\n"


async def test_a_large_diff_goes_from_hunk_to_hunk() -> None:
    view = DiffView()
    async with LineApp(view).at(100, 30) as pilot:
        view.show(LARGE)
        await until(pilot, lambda: painted(view)[0] == "docs/spec.md")
        assert view.hunk_count == 500
        assert [view.next_hunk(), view.next_hunk(), view.previous_hunk(), view.hunk] == [True, True, True, 0]
        for _ in range(300):
            view.next_hunk()
        await until(pilot, lambda: painted(view)[0].startswith("@@ line 2999"))
        await until(pilot, lambda: view.flow.settled)
        assert painted(view)[0].startswith("@@ line 2999")


async def test_past_the_first_and_the_last_hunk_nothing_happens() -> None:
    view = DiffView()
    async with LineApp(view).at(80, 24):
        view.show(SMALL)
        assert not view.previous_hunk()
        assert view.next_hunk()
        assert not view.next_hunk()
        assert view.hunk == 0


async def test_the_form_can_be_changed_at_the_same_hunk() -> None:
    view = DiffView()
    async with LineApp(view).at(100, 24) as pilot:
        view.show(LARGE)
        view.next_hunk()
        view.next_hunk()
        view.side_by_side = True
        await until(pilot, lambda: painted(view)[0].startswith("@@ line 9 "))
        assert any("limit" in row and "│" in row and "bound" in row for row in painted(view))


async def test_files_outside_the_unit_are_marked() -> None:
    view = DiffView()
    async with LineApp(view).at(80, 24) as pilot:
        view.show(SMALL, outside={"x.md"})
        await until(pilot, lambda: painted(view)[0] == "x.md  ! outside the unit")


async def test_without_changes_it_says_so() -> None:
    view = DiffView()
    async with LineApp(view).at(80, 24) as pilot:
        view.show("")
        await until(pilot, lambda: painted(view)[0] == "no changes")
        assert not view.next_hunk()


async def test_removed_and_added_rows_are_told_apart_by_sign_and_ink() -> None:
    view = DiffView()
    async with LineApp(view).at(80, 24) as pilot:
        view.show(SMALL)
        await until(pilot, lambda: "1   - old one" in painted(view))
        assert "  1 + new one" in painted(view)
        removed, added = painted(view).index("1   - old one"), painted(view).index("  1 + new one")
        assert ("old", "removed removed-word") in view.line_at(removed)
        assert ("new", "added added-word") in view.line_at(added)
