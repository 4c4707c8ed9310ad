"""What services call each other: the name that a module's application goes by, and whom a host means.

A registry, a mesh and a load balancer know a service by that name (`http://order-service/…`, `lb://…`). A
port of this machine means the application of this repository that has it, else nobody. Pure.
"""

import re

from kg.ingest.resolve.config_values import Settings

_NAMES = (
    "spring.application.name",
    "quarkus.application.name",
    "micronaut.application.name",
    "dubbo.application.name",
)
_PORTS = ("server.port", "quarkus.http.port", "micronaut.server.port")
_USUAL_PORT = "8080"
_THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "0.0.0.0", "[::1]", "host.docker.internal"})  # noqa: S104 - a word in a URL
_UNFILLED = re.compile(r"\$\{|@.+@")
"""What only a build or a start fills in."""
_CLUSTER = (".svc.cluster.local", ".svc")


class Hosts:
    """The applications of a repository, by what settings call them."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._known: dict[str, str] = {}

    def of(self, path: str) -> str:
        """The name of the application that a file is part of; empty where no setting says it."""
        folder = path.rpartition("/")[0]
        if folder not in self._known:
            said = (self._settings.expanded(self._settings.near(key, path), path) for key in _NAMES)
            self._known[folder] = next((name for name in said if name and not _UNFILLED.search(name)), "")
        return self._known[folder]

    def asked(self, host: str) -> str:
        """The service that a host of a URL means: without its port, its namespace in a cluster."""
        name, _, port = host.partition(":")
        if name.lower() in _THIS_MACHINE:
            return self._at(port)
        service = next((name.removesuffix(each) for each in _CLUSTER if name.endswith(each)), "")
        return service.partition(".")[0] or name

    def _at(self, port: str) -> str:
        """The only application with this port; the only one that sets none has what is usual."""
        ports = {where: value for key in _PORTS for where, value in self._settings.everywhere(key)}
        found = {self.of(_inside(where)) for where, value in ports.items() if value == port}
        if not found and port == _USUAL_PORT:
            named = (each for key in _NAMES for each in self._settings.everywhere(key))
            found = {name for where, name in named if where not in ports}
        return found.pop() if len(found) == 1 else ""


def is_test(path: str) -> bool:
    """Whether a file of Java or Kotlin is a test: what it asks without a host is its own application."""
    return "src/test/" in path


def _inside(config_set: str) -> str:
    return "" if config_set == "." else f"{config_set}/"
