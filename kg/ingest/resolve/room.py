"""Room for a resolver to work in: it asks in deep recursion, and keeps almost all that it makes. Pure."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_DEEPEST = 20_000
"""Frames: a fluent chain of Java takes four a call, of Python ten, and chains of several hundred calls exist."""


@contextmanager
def room_to_work() -> Iterator[None]:
    """Deep calls allowed, and no search for garbage: all that is made here is kept, and it doubles the time."""
    limit, collecting = sys.getrecursionlimit(), gc.isenabled()
    sys.setrecursionlimit(max(limit, _DEEPEST))
    gc.disable()
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
        if collecting:
            gc.enable()
