import os
from pathlib import Path

import pytest

from critloop.workspace.git import GitWorkspace
from tests.support.user_repository import TEXT, UserRepository


@pytest.fixture(autouse=True)
def no_developer_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))


@pytest.fixture
def workspace(tmp_path: Path) -> GitWorkspace:
    return GitWorkspace(tmp_path / "data")


@pytest.fixture
def user(tmp_path: Path) -> UserRepository:
    repository = UserRepository(tmp_path / "project")
    repository.write("docs/pay.md", TEXT)
    repository.write("src/pay.py", "tries = 3\n")
    repository.commit("Begin")
    return repository
