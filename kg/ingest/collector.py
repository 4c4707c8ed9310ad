"""Pauses Python's cycle collector while a repository is read.

Facts are hundreds of thousands of long-lived records without cycles; the collector walks them all
again and again, for a fifth of the CPU of an ingest (alibaba/nacos: 2 s of 12) and nothing found. What a
worker keeps of them from one ingest to the next is not walked at all, but for every so many ingests.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

_WALKS_ALL = 50
"""Ingests after which everything is walked once: what became a cycle later is found then (a second)."""
_ingests = count(1)


@contextmanager
def collected_apart() -> Iterator[None]:
    """What is made inside and dropped again, cycles too, is gone at the end; what was there before, and
    is far more, is not walked for it."""
    gc.freeze()
    yield
    gc.collect()


@contextmanager
def paused_collector() -> Iterator[None]:
    """Off inside, as it was afterwards; what an ingest left is collected once."""
    was_on = gc.isenabled()
    gc.disable()
    gc.freeze()
    try:
        yield
    finally:
        if next(_ingests) % _WALKS_ALL == 0:
            gc.unfreeze()
        if was_on:
            gc.enable()
            gc.collect()
