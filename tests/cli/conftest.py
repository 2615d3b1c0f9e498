from pathlib import Path

import pytest

from tests.support.commands import Commands


@pytest.fixture
def critloop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Commands:
    """Commands in an empty project that is no repository."""
    project, place = tmp_path / "project", tmp_path / "place"
    project.mkdir()
    place.mkdir()
    commands = Commands(project, place, capsys)
    for name, value in commands.environment.items():
        monkeypatch.setenv(name, value)
    for name in ("CRITLOOP_MAKER", "CRITLOOP_CRITIC"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(project)
    return commands
