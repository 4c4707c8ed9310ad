"""Pauses Python's cycle collector while a repository is read.

Facts are hundreds of thousands of long-lived records without cycles; the collector walks them all
again and again, for a fifth of the CPU of an ingest (alibaba/nacos: 2 s of 12) and nothing found.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collected_apart() -> Iterator[None]:
    """What is made inside and dropped again, cycles too, is gone at the end; what was there before, and
    is far more, is not walked for it."""
    gc.freeze()
    try:
        yield
        gc.collect()
    finally:
        gc.unfreeze()


@contextmanager
def paused_collector() -> Iterator[None]:
    """Off inside, as it was afterwards; what an ingest left is collected once."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
            gc.collect()
