"""Looks at everything that the local room needs; each finding says what to do. Changes nothing."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from kg.errors import KgError, LocalError
from kg.graph import GraphOptions
from kg.local import process
from kg.local.checks import require_disk, require_memory, require_ports
from kg.local.java import find_java
from kg.local.memory import available_mb, total_mb
from kg.local.options import LocalOptions
from kg.local.server import NAME, server_version

_LOW_DISK_MB = 1000


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at."""

    what: str
    good: bool
    text: str


async def examine_machine(options: LocalOptions) -> list[Finding]:
    """Whether this machine can run the managed Neo4j."""
    checks = {
        "java": _java,
        "jars": _jars,
        "memory": _memory,
        "disk": _disk,
        "ports": _ports,
        "secrets": _secrets,
    }
    return [await asyncio.to_thread(_look, what, check, options) for what, check in checks.items()]


async def examine_server(graph: Callable[[], GraphOptions]) -> Finding:
    """Whether Neo4j answers, lets us in, and is new enough."""
    try:
        reached = graph()
        return Finding("neo4j", True, f"{await server_version(reached)} at {reached.uri}")
    except KgError as error:
        return Finding("neo4j", False, str(error))


def _look(what: str, check: Callable[[LocalOptions], str], options: LocalOptions) -> Finding:
    try:
        return Finding(what, True, check(options))
    except KgError as error:
        return Finding(what, False, str(error))


def _java(options: LocalOptions) -> str:
    java = find_java(options.java_home)
    vector = "with" if java.vector else "without"
    return f"Java {java.version} from {java.origin}, {vector} the vector module ({java.path})"


def _jars(options: LocalOptions) -> str:
    from kg.local.jars import wrong_jars  # here, since jgo takes a quarter of a second to import

    wrong = wrong_jars(options.jars)
    if wrong:
        raise LocalError(
            f"local: {len(wrong)} jars in {options.jars} are missing or differ from the lock"
            f" (such as {wrong[0]}); delete that folder, the next `kg up` fetches them"
        )
    return f"all as locked, in {options.jars}"


def _memory(options: LocalOptions) -> str:
    if not process.running(options.run, NAME):
        require_memory(options)
    return f"{available_mb()} of {total_mb()} MB free; heap {options.heap_mb}, page cache {options.page_cache_mb}"


def _disk(options: LocalOptions) -> str:
    require_disk(options.home, _LOW_DISK_MB, "work without worry", "KG_HOME")
    return f"enough free at {options.home}"


def _ports(options: LocalOptions) -> str:
    if process.running(options.run, NAME):
        return f"{options.bolt_port} and {options.http_port} are held by kg's own Neo4j"
    require_ports(options)
    return f"{options.bolt_port} and {options.http_port} are free"


def _secrets(options: LocalOptions) -> str:
    folder = options.password_file.parent
    files = sorted(folder.glob("*")) if folder.is_dir() else []
    for path in files:
        if path.stat().st_mode & 0o077:
            raise LocalError(f"local: others can read {path}; run `chmod 600 {path}`")
    return f"{len(files)} files that only you can read, in {folder}"
