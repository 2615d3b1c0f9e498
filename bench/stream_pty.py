"""Runs a program in a terminal of 120 × 40 of its own, presses a key now and then, and looks for its echo."""

import contextlib
import fcntl
import os
import pty
import struct
import subprocess
import termios
import threading
import time
from collections.abc import Sequence

COLUMNS, ROWS = 120, 40
KEY_EVERY = 0.1


class Terminal:
    """A pseudo-terminal whose output is read at once by a thread, as a real terminal would."""

    def __init__(self, command: Sequence[str], environment: dict[str, str]) -> None:
        """Start the command in it."""
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
        )
        os.close(slave)
        self.output = b""
        self.changed = threading.Condition()
        self.reader = threading.Thread(target=self._drain, daemon=True)
        self.reader.start()

    def _drain(self) -> None:
        """Keep the last few kilobytes of what the program writes."""
        while True:
            try:
                data = os.read(self.master, 65536)
            except OSError:
                data = b""
            with self.changed:
                self.output = (self.output + data)[-65536:]
                self.changed.notify_all()
            if not data:
                return

    def saw(self, wanted: bytes, seconds: float) -> bool:
        """Wait until the output has these bytes."""
        with self.changed:
            return self.changed.wait_for(lambda: wanted in self.output, seconds)

    def press_keys(self) -> list[float]:
        """Press a key ten times a second until the program ends; the seconds until each was shown."""
        delays: list[float] = []
        if not self.saw(b"K00000;", 20):
            return delays
        time.sleep(1.5)
        while self.process.poll() is None:
            with contextlib.suppress(OSError):
                os.write(self.master, b"x")
            start = time.perf_counter()
            if self.saw(f"K{len(delays) + 1:05};".encode(), 5):
                delays.append(time.perf_counter() - start)
            elif self.process.poll() is None:
                delays.append(5.0)
            time.sleep(KEY_EVERY)
        return delays

    def close(self) -> None:
        """Wait for the program and close the terminal."""
        self.process.wait()
        self.reader.join(2)
        os.close(self.master)
