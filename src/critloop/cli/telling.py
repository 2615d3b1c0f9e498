"""Plain lines on standard error."""

import contextlib
import sys


def tell(message: str, remedy: str = "") -> None:
    """Say what is wrong, and what to do, on standard error; a line each."""
    with contextlib.suppress(OSError):
        for prefix, text in (("critloop: ", message), ("  ", remedy)):
            if text:
                print(prefix + " ".join(_visible(text).split()), file=sys.stderr)
        sys.stderr.flush()


def _visible(text: str) -> str:
    return "".join(char if char.isprintable() else " " for char in text)
