"""What is imported when: heavy libraries only by those who use them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SCREEN = {"textual", "rich"}
HEAVY = SCREEN | {"anthropic", "git"}
WATCHED = HEAVY | {"pydantic", "typer", "jinja2", "markdown_it", "rapidfuzz", "watchfiles", "sqlite3", "asyncio"}

REPORT = """
import json, sys
try:
    {code}
except SystemExit as ended:
    assert not ended.code, ended.code
json.dump(sorted(name for name in sys.modules if "." not in name), sys.stderr)
"""


def imported(code: str, folder: Path) -> set[str]:
    """The watched top-level modules that are imported after running some code in a fresh process."""
    environment = os.environ | {"CRITLOOP_DATA": str(folder / "data"), "CRITLOOP_CONFIG": str(folder / "user.toml")}
    (folder / "user.toml").touch()
    done = subprocess.run(
        [sys.executable, "-c", REPORT.format(code=code)],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return WATCHED & set(json.loads(done.stderr.splitlines()[-1]))


def command(*arguments: str) -> str:
    """Code that runs a command as the console script does."""
    return f"sys.argv = ['critloop', *{arguments!r}]; from critloop.__main__ import main; main()"


def test_the_version_imports_nothing(tmp_path: Path) -> None:
    assert imported(command("--version"), tmp_path) == set()


def test_help_imports_nothing_heavy(tmp_path: Path) -> None:
    assert imported(command("--help"), tmp_path) <= {"typer"}


def test_help_of_a_command_imports_nothing_of_what_it_does(tmp_path: Path) -> None:
    # typer itself reads the values of a command's parameters with pydantic; nothing else does.
    assert imported(command("spec", "--help"), tmp_path) <= {"typer", "pydantic"}


@pytest.mark.parametrize("name", ["check", "spec"])
def test_working_without_a_dashboard_imports_no_screen(tmp_path: Path, name: str) -> None:
    (tmp_path / "s.md").write_text("# T\n\nText.\n")
    arguments = (name, "s.md", "--headless") if name == "spec" else (name, "s.md")
    found = imported(command(*arguments), tmp_path)
    assert "typer" in found
    assert not found & SCREEN


@pytest.mark.parametrize(
    "module", ["loop.driver", "workflows.registry", "reports.spec", "model.ports", "export.result"]
)
def test_the_core_imports_neither_screen_nor_git_nor_store(tmp_path: Path, module: str) -> None:
    found = imported(f"import critloop.{module}", tmp_path)
    assert not found & (HEAVY | {"typer", "sqlite3", "jinja2"})


def test_the_composition_imports_git_and_agents_only_when_used(tmp_path: Path) -> None:
    found = imported("import critloop.app", tmp_path)
    assert not found & (HEAVY | {"typer", "markdown_it"})
