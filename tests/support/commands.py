"""Commands, run in this process as the console script runs them, or in one of their own."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from critloop.cli.errors import guarded
from tests.support.user_repository import plain_environment


@dataclass(frozen=True)
class Ran:
    """What a command left: its exit code and both outputs."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Standard output as JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def result(self) -> dict[str, Any]:
        """The result, which is the last line of ``--json``."""
        return self.lines[-1]


class Commands:
    """Runs commands in a project folder, with a store and settings of their own."""

    def __init__(self, project: Path, place: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.project = project
        self.data = place / "data"
        self.user_settings = place / "user.toml"
        self.user_settings.write_text("")
        self._capture = capture

    @property
    def environment(self) -> dict[str, str]:
        """What the commands see of the outside."""
        return {"CRITLOOP_DATA": str(self.data), "CRITLOOP_CONFIG": str(self.user_settings)}

    def __call__(self, *arguments: object) -> Ran:
        """Run one command in this process."""
        self._capture.readouterr()
        code = guarded([str(argument) for argument in arguments])
        out, err = self._capture.readouterr()
        return Ran(code, out, err)

    def start(
        self, *arguments: object, environment: dict[str, str] | None = None, **options: Any
    ) -> subprocess.Popen[str]:
        """Start a command in a process of its own; to be used in a ``with`` statement."""
        return subprocess.Popen(
            self.command(*arguments),
            cwd=self.project,
            env=plain_environment() | self.environment | (environment or {}),
            **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
            | options,
        )

    @staticmethod
    def command(*arguments: object) -> Sequence[str]:
        """The command line of a command."""
        return [sys.executable, "-m", "critloop", *map(str, arguments)]

    def write(self, name: str, text: str | bytes) -> Path:
        """Write a file of the project."""
        path = self.project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def recording(self, *turns: dict[str, Any], pace: int = 0) -> str:
        """Write a replay file with these turns; the agent that plays it."""
        lines = [{"schema": "critloop.replay/1", "pace": pace}, *turns]
        path = self.data.parent / "turns.jsonl"
        path.write_text("\n".join(json.dumps(line) for line in lines))
        return f"replay:{path}"


def files_below(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {
        str(Path(place, name).relative_to(folder)): Path(place, name).read_bytes()
        for place, _, names in os.walk(folder)
        for name in names
    }
