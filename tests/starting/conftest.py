from pathlib import Path

import pytest

from tests.support.user_repository import UserRepository


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> UserRepository:
    """An empty repository; no settings but its own, and a data folder that nothing is written to."""
    (tmp_path / "user.toml").write_text("")
    monkeypatch.setenv("CRITLOOP_CONFIG", str(tmp_path / "user.toml"))
    monkeypatch.setenv("CRITLOOP_DATA", str(tmp_path / "data"))
    for name in ("CRITLOOP_MAKER", "CRITLOOP_CRITIC"):
        monkeypatch.delenv(name, raising=False)
    repository = UserRepository(tmp_path / "project")
    monkeypatch.chdir(repository.root)
    return repository
