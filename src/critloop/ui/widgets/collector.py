"""Keeps the garbage collector from stopping a stream."""

import gc
from functools import cache


@cache
def spare_what_is_loaded() -> None:
    """Take all that exists now (modules, styles, widgets) out of full collections, once in a process.

    A full collection looks at every object. With a whole dashboard loaded that takes 30 to 50 ms
    several times a minute while text streams in; what is made from now on takes a few.
    """
    gc.freeze()
