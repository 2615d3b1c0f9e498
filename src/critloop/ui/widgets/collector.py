"""Keeps the garbage collector from holding up a stream, or the start."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache


@cache
def spare_what_is_loaded() -> None:
    """Take all that exists now (modules, styles, widgets) out of full collections, once in a process.

    A full collection looks at every object. With a whole dashboard loaded that takes 30 to 50 ms
    several times a minute while text streams in; what is made from now on takes a few.
    """
    gc.freeze()


@contextmanager
def uncollected() -> Iterator[None]:
    """Don't look for garbage meanwhile, nor at what was made: what imports make stays, and looking takes its time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()
