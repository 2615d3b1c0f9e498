"""Runs a test command in a work copy: no shell, no terminal, no secrets, not for ever, not beyond critloop's end."""

import os
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO

from critloop.model.errors import WorkspaceProblem
from critloop.model.tests_ran import RanTests
from critloop.workspace.environment import environment_for_tests
from critloop.workspace.guard import Guard

SECONDS = 20 * 60.0
"""How long a command may take."""
OUTPUT_BYTES = 64 * 1024
"""How much of the output is kept: its end."""
GRACE_SECONDS = 5.0
"""How long a group has between being asked to end and being killed, and the pipe to be read empty."""
NOT_FOUND = 127
NOT_EXECUTABLE = 126
BLOCK = 65536
Child = subprocess.Popen[bytes]


class CommandLine:
    """Implements ``model.ports.CommandRunner``. Safe to call from any thread."""

    def __init__(self, *, seconds: float = SECONDS, environment: Mapping[str, str] | None = None) -> None:
        """Give commands ``seconds``, and of the environment (None: this process's) what tools need."""
        self._seconds = seconds
        self._environment = environment
        self._running: set[Child] = set()
        self._lock = threading.Lock()

    def run(self, command: str, folder: Path) -> RanTests:
        """Run a command and wait for it; what it said and how it ended. ``tree`` is left empty.

        It is cut into words as a shell would, but no shell starts it: a pipe or a variable in it
        means nothing. Ended by a signal, its ``exit`` is 128 and the signal's number. What it left
        running in its process group is ended with it.

        Raises:
            WorkspaceProblem: The folder is gone.
        """
        if not folder.is_dir():
            raise WorkspaceProblem(f"{folder} is no folder, or it is gone")
        began = time.monotonic()
        guard = Guard()
        try:
            started = self._start(command, folder)
            if isinstance(started, RanTests):
                return started
            guard.over(started.pid)
            code, output = self._wait(started)
        finally:
            guard.end()
        return RanTests(command=command, tree="", exit=code, output=output, seconds=time.monotonic() - began)

    def stop(self) -> None:
        """End whatever is running right now, for a process that wants to end."""
        with self._lock:
            running = list(self._running)
        for child in running:
            _kill(child, signal.SIGKILL)

    def _start(self, command: str, folder: Path) -> Child | RanTests:
        try:
            words = shlex.split(command)
        except ValueError as error:
            return _not_run(command, NOT_FOUND, f"{command}: it can't be read as a command: {error}")
        if not words:
            return _not_run(command, NOT_FOUND, "the command is empty")
        whole = os.environ if self._environment is None else self._environment
        environment = environment_for_tests(whole) | {"PWD": str(folder)}
        try:
            child = subprocess.Popen(
                words,
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except (FileNotFoundError, NotADirectoryError):
            return _not_run(command, NOT_FOUND, f"{words[0]}: command not found (it is started without a shell)")
        except (OSError, ValueError) as error:
            return _not_run(command, NOT_EXECUTABLE, f"{words[0]}: it can't be started: {error}")
        with self._lock:
            self._running.add(child)
        return child

    def _wait(self, child: Child) -> tuple[int | None, str]:
        tail = Tail(child.stdout)
        try:
            code: int | None = child.wait(self._seconds)
        except subprocess.TimeoutExpired:
            code = None
            _end(child)
        finally:
            _kill(child, signal.SIGKILL)
            child.wait()
            with self._lock:
                self._running.discard(child)
        output = tail.text()
        if code is None:
            return None, f"{output}\n[ended: it took longer than {self._seconds:g} seconds]"
        return (128 - code if code < 0 else code), output


class Tail:
    """Reads a pipe to its end in a thread, and keeps the last bytes."""

    def __init__(self, pipe: IO[bytes] | None) -> None:
        self._pipe = pipe
        self._kept = bytearray()
        self._cut = 0
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def text(self) -> str:
        """What was read, with a line on top that says how much was cut; waits for the end of the pipe.

        A process that has left the group may hold the pipe open for ever: it is not waited for.
        """
        self._thread.join(GRACE_SECONDS)
        with self._lock:
            text = bytes(self._kept).decode("utf-8", "replace")
            return f"[the first {self._cut:,} bytes are left out]\n{text}" if self._cut else text

    def _read(self) -> None:
        if self._pipe is None:
            return
        with self._pipe:
            while block := os.read(self._pipe.fileno(), BLOCK):
                with self._lock:
                    self._kept += block
                    over = max(0, len(self._kept) - OUTPUT_BYTES)
                    del self._kept[:over]
                    self._cut += over


def _end(child: Child) -> None:
    _kill(child, signal.SIGTERM)
    with suppress(subprocess.TimeoutExpired):
        child.wait(GRACE_SECONDS)


def _kill(child: Child, number: int) -> None:
    # The group's number is the child's, and stays taken while one of the group lives.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, number)


def _not_run(command: str, code: int, words: str) -> RanTests:
    return RanTests(command=command, tree="", exit=code, output=words)
