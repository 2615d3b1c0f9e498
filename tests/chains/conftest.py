"""Commands in a repository with a spec, a plan and a chain over both."""

from pathlib import Path

import pytest

from tests.support.chained import CHAIN, PLAN, SPEC
from tests.support.commands import Commands
from tests.support.user_repository import UserRepository


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Commands:
    repository = UserRepository(tmp_path / "project")
    commands = Commands(repository.root, tmp_path, capsys)
    for name, value in commands.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(commands.project)
    commands.write("spec.md", SPEC)
    commands.write("plan.md", PLAN)
    commands.write("chain.toml", CHAIN)
    return commands
