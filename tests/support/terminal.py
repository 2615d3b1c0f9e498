"""A real terminal for end-to-end tests: a tmux server of its own."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

LIMIT_SECONDS = 60.0
LOOK = 0.05


@dataclass(frozen=True)
class Terminal:
    """One window. ``socket`` names the server."""

    socket: Path

    def tmux(self, *arguments: str) -> str:
        """Run a tmux command; its output."""
        line = ["tmux", "-S", str(self.socket), "-f", "/dev/null", *arguments]
        env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "TMUX")}
        return subprocess.run(line, check=True, capture_output=True, text=True, env=env).stdout

    def start(self, command: str, folder: Path, size: tuple[int, int], env: Mapping[str, str]) -> None:
        """Open the window with a shell command in it; the window stays when it ends."""
        columns, rows = size
        variables = [part for name, value in env.items() for part in ("-e", f"{name}={value}")]
        window = ["new-session", "-d", "-s", "test", "-x", str(columns), "-y", str(rows), "-c", str(folder)]
        self.tmux(*window, *variables, f"{command}; echo ended with $?; exec cat")

    def screen(self) -> str:
        """What the window shows."""
        return self.tmux("capture-pane", "-p", "-t", "test")

    def press(self, *keys: str) -> None:
        """Press keys by their tmux names."""
        self.tmux("send-keys", "-t", "test", *keys)

    def type(self, text: str) -> None:
        """Type a text."""
        self.tmux("send-keys", "-t", "test", "-l", text)

    def wait_for(self, *words: str, without: str = "\0") -> str:
        """The screen, once it shows all these words, and no more one that has to go."""
        deadline = time.monotonic() + LIMIT_SECONDS
        while without in (shown := self.screen()) or not all(word in shown for word in words):
            assert time.monotonic() < deadline, f"waited in vain for {words}; the screen:\n{shown}"
            time.sleep(LOOK)
        return shown


@contextmanager
def terminal(folder: Path) -> Iterator[Terminal]:
    """A terminal whose server ends with the block."""
    window = Terminal(folder / "tmux")
    try:
        yield window
    finally:
        subprocess.run(["tmux", "-S", str(window.socket), "kill-server"], check=False, capture_output=True)


def has_tmux() -> bool:
    """Whether tmux is installed."""
    return shutil.which("tmux") is not None
