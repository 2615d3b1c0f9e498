"""What is put together for a critic of a page."""

import subprocess
from pathlib import Path

from critloop.context.gather import gather_page
from critloop.model.context import RelatedPage
from tests.context.folders import pages, project

SITE = {
    "mkdocs.yml": "nav:\n  - index.md\n  - Parts:\n    - parts/a.md\n    - parts/b.md\n    - parts/c.md\n",
    "docs/index.md": "# Home\n\n[a](parts/a.md)\n",
    "docs/parts/a.md": "# A\n\nSee [b](b.md), [far](/far/x.html), [r][r].\n\n[r]: ../refs/\n",
    "docs/parts/b.md": "# B\n\n```md\n[a](a.md)\n```\n",
    "docs/parts/c.md": "# C\n\n[a](./a.md#top)\n",
    "docs/parts/d.md": "# D\n",
    "docs/far/x.md": "# X\n",
    "docs/refs/index.md": "# R\n",
    "CHANGELOG.md": "# Changes\n\n[a](docs/parts/a.md)\n",
}


def test_related_pages_say_why_and_the_closest_comes_first(tmp_path: Path) -> None:
    found = gather_page(project(tmp_path, SITE), "docs/parts/a.md")
    near = "navigation neighbour in mkdocs.yml"
    assert (
        found.related
        == (
            RelatedPage(path="docs/parts/b.md", why=f"linked from the page, {near}, sibling"),
            RelatedPage(path="docs/far/x.md", why="linked from the page"),
            RelatedPage(path="docs/parts/c.md", why=f"{near}, links to the page, sibling"),
            RelatedPage(path="docs/refs/index.md", why="linked from the page"),
            RelatedPage(path="docs/index.md", why=f"{near}, links to the page"),
            RelatedPage(path="docs/parts/d.md", why="sibling"),
        )
        or {page.path: page.why for page in found.related} == {}
    )
    assert found.navigation == "mkdocs.yml"


def test_links_are_read_in_all_the_forms_of_sphinx(tmp_path: Path) -> None:
    text = "A\n=\n\nSee :doc:`b`, :doc:`the c </c>`, `d <d.html>`_ and :ref:`nothing`.\n"
    root = project(pages(tmp_path, "docs/b.rst", "docs/c.rst", "docs/d.rst"), {"docs/a.rst": text})
    project(root, {"docs/conf.py": "", "docs/index.rst": ".. toctree::\n\n   a\n"})
    found = gather_page(root, "docs/a.rst").related
    assert {page.path for page in found if page.why.startswith("linked")} == {"docs/b.rst", "docs/c.rst", "docs/d.rst"}


def test_a_link_may_count_from_the_folder_that_a_page_becomes(tmp_path: Path) -> None:
    root = project(pages(tmp_path, "docs/parts/b.md"), {"docs/a.md": "# A\n\n[b](../parts/b/)\n"})
    assert [page.why for page in gather_page(root, "docs/a.md").related] == ["linked from the page"]


def test_pages_tied_by_their_folder_alone_are_few_and_those_of_the_same_names_first(tmp_path: Path) -> None:
    root = pages(tmp_path, *(f"docs/s{number}.md" for number in range(9)))
    project(root, {"docs/a.md": "# A\n\n`Alpha`\n", "docs/s8.md": "# S\n\nAlpha\n", "x.py": "class Alpha: ...\n"})
    found = gather_page(root, "docs/a.md").related
    assert [page.path for page in found] == ["docs/s8.md", "docs/s0.md", "docs/s1.md", "docs/s2.md"]


def test_what_explains_nothing_is_related_only_where_the_page_points_to_it(tmp_path: Path) -> None:
    root = project(tmp_path, {"a.md": "# A\n\n[c](CHANGELOG.md)\n", "LICENSE.md": "[a](a.md)", "CHANGELOG.md": "C"})
    assert [page.path for page in gather_page(root, "a.md").related] == ["CHANGELOG.md"]


def test_a_page_that_its_navigation_lacks_gets_a_note(tmp_path: Path) -> None:
    root = project(tmp_path, SITE)
    found = gather_page(root, "docs/parts/d.md")
    assert found.navigation == "mkdocs.yml"
    assert "mkdocs.yml does not list the page." in found.notes
    assert not any("list" in note for note in gather_page(root, "docs/parts/a.md").notes)


def test_an_unknown_kind_is_said_to_skip_the_sections(tmp_path: Path) -> None:
    root = project(tmp_path, {"docs/a.md": "# A\n", "docs/reference/b.md": "# B\n", "docs/concepts/c.md": "# C\n"})
    found = gather_page(root, "docs/a.md")
    assert (found.kind, found.required, found.missing) == (None, (), ())
    assert any("kind is unknown" in note and "not checked" in note for note in found.notes)
    assert gather_page(root, "docs/reference/b.md").notes == ()
    assert gather_page(root, "docs/concepts/c.md").notes == ("No sections are required of an explanation page.",)


def test_a_page_that_does_not_exist_yet_has_a_place_and_a_name(tmp_path: Path) -> None:
    root = project(tmp_path, SITE | {"pkg/queue.py": "class WorkQueue: ...\n"})
    found = gather_page(root, "docs/reference/work-queue.md")
    assert (found.kind, found.missing, found.navigation) == ("reference", (), "mkdocs.yml")
    assert [hit.path for hit in found.sources] == ["pkg/queue.py"]


def test_globs_say_where_to_look_and_few_files_are_all_listed(tmp_path: Path) -> None:
    files = {"docs/a.md": "# A\n\n`Alpha`\n", "old/a.py": "class Alpha: ...\n", "new/a.py": "class Alpha: ...\n"}
    root = project(tmp_path, files | {"new/deep/b.py": "x = 1\n", "new/notes.cfg": "y\n"})
    found = gather_page(root, "docs/a.md", sources=("new/**/*.py", "*.toml"))
    assert [(hit.path, hit.names) for hit in found.sources] == [("new/a.py", ("Alpha",)), ("new/deep/b.py", ())]
    assert "No source matches *.toml." in found.notes
    folder = gather_page(root, "docs/a.md", sources=("new",))
    assert [hit.path for hit in folder.sources] == ["new/a.py", "new/deep/b.py", "new/notes.cfg"]


def test_globs_that_mean_many_files_list_those_with_names(tmp_path: Path) -> None:
    files = {f"src/m{number:02}.py": "x = 1\n" for number in range(13)} | {"docs/a.md": "# A\n\n`Alpha`\n"}
    found = gather_page(project(tmp_path, files | {"src/m03.py": "class Alpha: ...\n"}), "docs/a.md", sources=("src",))
    assert [hit.path for hit in found.sources] == ["src/m03.py"]
    assert any(note.startswith("13 files match") for note in found.notes)


def test_pages_asked_for_come_first_and_once(tmp_path: Path) -> None:
    root = project(tmp_path, SITE)
    found = gather_page(root, "docs/parts/a.md", related=("docs/parts/[ad].md",)).related
    assert found[0] == RelatedPage(path="docs/parts/d.md", why="asked for")
    assert [page.path for page in found].count("docs/parts/d.md") == 1
    assert "docs/parts/a.md" not in [page.path for page in found]


def test_what_git_ignores_is_left_out_and_new_files_are_not(tmp_path: Path) -> None:
    files = {"docs/a.md": "# A\n\n`Alpha`\n", ".gitignore": "gen/\n", "gen/a.py": "class Alpha: ...\n"}
    root = project(tmp_path, files | {"new.py": "class Alpha: ...\n", "vendor/v.py": "class Alpha: ...\n"})
    project(root, {"gone.py": "class Alpha: ...\n", "docs/gone.md": "# Gone\n"})
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    subprocess.run(["git", "-C", str(root), "add", "gone.py", "docs/gone.md"], check=True)
    (root / "gone.py").unlink()
    (root / "docs/gone.md").unlink()
    found = gather_page(root, "docs/a.md")
    assert [hit.path for hit in found.sources] == ["new.py"]
    assert found.related == ()


def test_without_git_built_and_hidden_folders_are_left_out(tmp_path: Path) -> None:
    names = ("src/a.py", "node_modules/a.py", ".venv/a.py", "build/a.py")
    root = project(tmp_path, {"docs/a.md": "# A\n\n`Alpha`\n"} | dict.fromkeys(names, "class Alpha: ...\n"))
    assert [hit.path for hit in gather_page(root, "docs/a.md").sources] == ["src/a.py"]


def test_symbolic_links_are_not_followed(tmp_path: Path) -> None:
    outside = project(tmp_path / "outside", {"secret.py": "class Alpha: ...\n"})
    root = project(tmp_path / "inside", {"docs/a.md": "# A\n\n`Alpha`\n"})
    (root / "link.py").symlink_to(outside / "secret.py")
    (root / "folder").symlink_to(outside)
    assert gather_page(root, "docs/a.md").sources == ()


def test_a_page_that_is_itself_navigation_is_tied_to_what_it_lists(tmp_path: Path) -> None:
    root = pages(tmp_path, "docs/a.md", "docs/deep/b.md")
    project(root, {"docs/conf.py": "", "docs/index.md": "# Home\n\n```{toctree}\na\ndeep/b\n```\n"})
    found = gather_page(root, "./docs/index.md")
    assert [page.path for page in found.related] == ["docs/a.md", "docs/deep/b.md"]
    assert not any("list" in note for note in found.notes)


def test_gathering_twice_gives_the_same(tmp_path: Path) -> None:
    root = project(tmp_path, SITE)
    assert gather_page(root, "docs/parts/a.md") == gather_page(root, "docs/parts/a.md")
