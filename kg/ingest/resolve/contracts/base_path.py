"""The path before every route of a service, as its settings say."""

from kg.ingest.resolve.contracts.paths import joined
from kg.ingest.resolve.world import World

_Settings = tuple[tuple[str, ...], ...]
_SPRING: _Settings = (
    ("server.servlet.context-path", "server.context-path"),
    ("spring.mvc.servlet.path", "server.servlet-path"),
    ("spring.webflux.base-path",),
    ("micronaut.server.context-path",),
)
"""In the order of the path; each with its older name."""


_CONTEXT: _Settings = _SPRING[:1]
_QUARKUS: _Settings = (("quarkus.http.root-path",), ("quarkus.rest.path", "quarkus.resteasy.path"))


class BasePaths:
    """By module: a sibling's setting says nothing about another one. Empty where none is set."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._known: dict[tuple[str, _Settings], str] = {}

    def spring(self, path: str) -> str:
        """Of the Spring (or Micronaut) service that a file is part of."""
        return self._base(path, _SPRING)

    def context(self, path: str) -> str:
        """The part of it that a TestRestTemplate puts before the paths it is given."""
        return self._base(path, _CONTEXT)

    def quarkus(self, path: str) -> str:
        return self._base(path, _QUARKUS)

    def _base(self, path: str, settings: _Settings) -> str:
        key = (path.rpartition("/")[0], settings)
        if key not in self._known:
            said = [next(filter(None, (self._said(name, path) for name in names)), "") for names in settings]
            self._known[key] = joined(*said) if any(said) else ""
        return self._known[key]

    def _said(self, name: str, path: str) -> str:
        """What is not known adds nothing: most services have no such path."""
        settings = self._world.settings
        said = settings.expanded(settings.near(name, path), path)
        return "" if "${" in said else said
