"""Dashboards without movement, and without a garbage collection in the middle of a frame."""

import gc
import os
from collections.abc import Iterator

import pytest

os.environ["TEXTUAL_ANIMATIONS"] = "none"


@pytest.fixture(autouse=True)
def collected_afterwards() -> Iterator[None]:
    """Collect what a dashboard leaves when it is gone: every search through its many parts costs a quarter more."""
    gc.disable()
    yield
    gc.enable()
    gc.collect(1)
