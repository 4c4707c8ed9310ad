"""The options of the local room: one data folder, and where everything in it lies."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

BIND = "127.0.0.1"


class Progress(Protocol):
    """Called while something long runs: what it is, how many are done, of how many."""

    def __call__(self, what: str, done: int, total: int) -> None: ...


def quiet(what: str, done: int, total: int) -> None:
    """A progress that shows nothing."""


@dataclass(frozen=True, slots=True)
class LocalOptions:
    """How to run the managed Neo4j; `java_home` empty means: look for one."""

    home: Path
    jars: Path
    bolt_port: int = 7687
    http_port: int = 7474
    heap_mb: int = 512
    page_cache_mb: int = 256
    transaction_max_mb: int = 256
    java_home: str = ""
    start_seconds: float = 120.0

    @property
    def uri(self) -> str:
        return f"bolt://{BIND}:{self.bolt_port}"

    @property
    def browser_url(self) -> str:
        return f"http://{BIND}:{self.http_port}/browser/"

    @property
    def server(self) -> Path:
        """Neo4j's own folder: conf, data, logs."""
        return self.home / "neo4j"

    @property
    def conf(self) -> Path:
        return self.server / "conf"

    @property
    def data(self) -> Path:
        return self.server / "data"

    @property
    def password_file(self) -> Path:
        return self.home / "secrets" / "neo4j-password"

    @property
    def logs(self) -> Path:
        return self.home / "logs"

    @property
    def run(self) -> Path:
        """One small file for each process that runs: its pid, and when it was created."""
        return self.home / "run"
