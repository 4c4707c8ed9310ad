"""How much memory a local Neo4j gets: modest shares of what this machine (or container) has."""

from pathlib import Path

import psutil

MB = 1024 * 1024
_CGROUP = Path("/sys/fs/cgroup/memory.max")


def total_mb() -> int:
    """Memory of the machine, or of the container when it has less."""
    machine = int(psutil.virtual_memory().total)
    try:
        limit = int(_CGROUP.read_text())
    except (OSError, ValueError):
        limit = machine
    return min(machine, limit) // MB


def available_mb() -> int:
    """What could be used now without swapping."""
    return int(psutil.virtual_memory().available) // MB


def heap_mb() -> int:
    """A quarter of the memory, from 512 MB to 4 GB."""
    return _share(0.25, 512, 4096)


def page_cache_mb() -> int:
    """15 % of the memory, from 128 MB to 2 GB."""
    return _share(0.15, 128, 2048)


def transaction_max_mb(heap: int) -> int:
    """One transaction may take half of the heap, so that a careless query cannot end the server."""
    return max(64, heap // 2)


def _share(part: float, low: int, high: int) -> int:
    return max(low, min(high, int(total_mb() * part)))
