"""What must be true before Neo4j can be fetched or started: disk, memory, ports. One clear line each."""

import shutil
import socket
from pathlib import Path

from kg.errors import LocalError
from kg.local.memory import MB, available_mb, total_mb
from kg.local.options import BIND, LocalOptions

_START_DISK_MB = 500
_BESIDES_HEAP_MB = 200


def require_disk(folder: Path, needed_mb: int, purpose: str, setting: str) -> None:
    """Enough free disk where `folder` is or will be."""
    free = shutil.disk_usage(_existing(folder)).free // MB
    if free < needed_mb:
        raise LocalError(
            f"local: {free} MB are free on the disk of {folder}, {needed_mb} are needed to {purpose};"
            f" free some, or set {setting} to a folder on another disk"
        )


def require_memory(options: LocalOptions) -> None:
    """The heap and page cache fit in the machine, and the start fits in what is free now."""
    asked = options.heap_mb + options.page_cache_mb
    if asked > total_mb():
        raise LocalError(
            f"local: heap and page cache take {asked} MB but there are {total_mb()} MB of memory;"
            " lower KG_NEO4J_HEAP_MB and KG_NEO4J_PAGE_CACHE_MB"
        )
    # The heap grows with use: half of it is what a start and a small graph take.
    needed = options.heap_mb // 2 + _BESIDES_HEAP_MB
    if available_mb() < needed:
        raise LocalError(
            f"local: {available_mb()} MB of memory are free, Neo4j needs about {needed} to start;"
            " end something, or lower KG_NEO4J_HEAP_MB"
        )


def require_port(port: int, setting: str) -> None:
    """The port can be listened on."""
    if not port_is_free(port):
        raise LocalError(
            f"local: port {port} is taken by another program; set {setting} to a free one"
            " (such as 1 + itself), or stop that program"
        )


def port_is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((BIND, port))
        except OSError:
            return False
        return True


def before_start(options: LocalOptions) -> None:
    """Everything that a start needs."""
    require_disk(options.home, _START_DISK_MB, "start Neo4j", "KG_HOME")
    require_memory(options)
    require_ports(options)


def require_ports(options: LocalOptions) -> None:
    """Both ports of Neo4j are free."""
    require_port(options.bolt_port, "KG_NEO4J_BOLT_PORT")
    require_port(options.http_port, "KG_NEO4J_HTTP_PORT")


def _existing(folder: Path) -> Path:
    return next(place for place in (folder, *folder.parents) if place.exists())
