"""What a glob over a project's paths means."""

import pytest

from critloop.context.globs import matches

PATHS = ["a.md", "ab.md", "b/a.md", "b/c/a.md", "b/c/d.py", "b.x+y/[1].md", "b/^.md"]


@pytest.mark.parametrize(
    ("glob", "found"),
    [
        ("*.md", ["a.md", "ab.md"]),
        ("./a?.md", ["ab.md"]),
        ("b?a.md", []),
        ("b[!x]a.md", []),
        ("**/a.md", ["a.md", "b/a.md", "b/c/a.md"]),
        ("b/**/*.md", ["b/a.md", "b/c/a.md", "b/^.md"]),
        ("b/**", ["b/a.md", "b/c/a.md", "b/c/d.py", "b/^.md"]),
        ("b/c", ["b/c/a.md", "b/c/d.py"]),
        ("b/c/", ["b/c/a.md", "b/c/d.py"]),
        ("b/[!a-c].md", ["b/^.md"]),
        ("b/[^].md", ["b/^.md"]),
        ("[a]*.md", ["a.md", "ab.md"]),
        ("b.x+y/[[]1].md", ["b.x+y/[1].md"]),
        ("b/*/*.*", ["b/c/a.md", "b/c/d.py"]),
        ("[z-a].md", []),
        ("nothing", []),
    ],
)
def test_a_glob_means_these_paths(glob: str, found: list[str]) -> None:
    assert matches(glob, PATHS) == found


def test_two_stars_alone_mean_everything() -> None:
    assert matches("**", PATHS) == PATHS
