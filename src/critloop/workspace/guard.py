"""A small process beside a test command: where critloop dies, it ends the command's process group."""

import os
import subprocess
import sys
from contextlib import suppress

# Its input ends when the process that holds the other end does, however that came about.
WATCH = """
import os, signal, sys
group = sys.stdin.readline().strip()
if group and not sys.stdin.read(1):
    try:
        os.killpg(int(group), signal.SIGKILL)
    except OSError:
        pass
"""


class Guard:
    """Watches over one process group, begun before it so that no moment is left unwatched but the first."""

    def __init__(self) -> None:
        """Begin to watch; over what, ``over`` says."""
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", WATCH],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=os.sep,
            start_new_session=True,
        )

    def over(self, group: int) -> None:
        """End this process group when this process is gone."""
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.write(b"%d\n" % group)
                self._process.stdin.flush()

    def end(self) -> None:
        """Watch no longer."""
        self._process.kill()
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()
        self._process.wait()
