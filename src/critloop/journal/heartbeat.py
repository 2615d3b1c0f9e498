"""A thread that does one thing at a steady pace while it is wanted."""

import threading
from collections.abc import Callable


class Heartbeat:
    """Calls ``beat`` every ``seconds`` between ``start`` and ``stop``, in one daemon thread.

    It never keeps the process alive. Both calls may come from any thread, ``stop`` also from ``beat``.
    """

    def __init__(self, beat: Callable[[], None], seconds: float) -> None:
        """Does nothing before ``start``."""
        self._beat = beat
        self._seconds = seconds
        self._stopped: threading.Event | None = None

    def start(self) -> None:
        """Begin, unless it beats already. The caller keeps two threads from starting at once."""
        if self._stopped is None:
            self._stopped = threading.Event()
            threading.Thread(
                target=self._run, args=(self._stopped,), name="critloop-lease-heartbeat", daemon=True
            ).start()

    def stop(self) -> None:
        """End after the present beat; ``start`` begins anew."""
        if self._stopped is not None:
            self._stopped.set()
            self._stopped = None

    def _run(self, stopped: threading.Event) -> None:
        while not stopped.wait(self._seconds):
            self._beat()
