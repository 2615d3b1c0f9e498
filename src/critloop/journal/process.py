"""Which process this is, and whether another one still lives."""

import os
import socket
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True)
class Process:
    """A process as others can recognise it.

    ``place`` is equal for two processes exactly when one can look the other's ``pid`` up.
    ``started`` tells it from a later process with the same number; None where that isn't known.
    """

    host: str
    place: str
    pid: int
    started: str | None

    def is_dead(self) -> bool:
        """True only when it is certain: it was here, and is no more."""
        if self.place != _place():
            return False
        if not _exists(self.pid):
            return True
        started = _started(self.pid)
        return None not in (started, self.started) and started != self.started

    def __str__(self) -> str:
        """``process 4711 on this machine``."""
        if self.host != socket.gethostname():
            return f"process {self.pid} on {self.host}"
        return "this process" if self == this_process() else f"process {self.pid} on this machine"


def this_process() -> Process:
    """The running process."""
    pid = os.getpid()
    return Process(socket.gethostname(), _place(), pid, _started(pid))


@cache
def _place() -> str:
    # Containers share a kernel and may share a name; their process numbers are their own.
    parts = [socket.gethostname()]
    try:
        parts.append(Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip())
        parts.append(str(Path("/proc/self/ns/pid").readlink()))
    except OSError:
        pass  # not Linux
    return " ".join(parts)


def _exists(pid: int) -> bool:
    if os.name == "nt":
        return True  # os.kill would end it; the heartbeat decides instead
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # another user's
    return True


def _started(pid: int) -> str | None:
    """Clock ticks since boot at its start on Linux, ``ended`` for one that only waits to be reaped; else None."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    fields = stat.rpartition(")")[2].split()  # the name before it may hold blanks
    return "ended" if fields[0] in ("Z", "X") else fields[19]
