"""Structured logs and timings. Secrets and texts of users are never logged: names and counts are."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

log = logging.getLogger("kg")


@contextmanager
def timed(what: str, **facts: object) -> Iterator[None]:
    """Log how long a step took, with a few facts about it."""
    start = time.perf_counter()
    try:
        yield
    finally:
        seconds = time.perf_counter() - start
        log.info("%s %.3f s %s", what, seconds, " ".join(f"{k}={v}" for k, v in facts.items()))
