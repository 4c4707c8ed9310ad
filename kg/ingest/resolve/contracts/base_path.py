"""The path before every route of a service, as its settings say."""

from kg.ingest.resolve.contracts.paths import joined
from kg.ingest.resolve.world import World

_SPRING = (
    ("server.servlet.context-path", "server.context-path"),
    ("spring.mvc.servlet.path", "server.servlet-path"),
    ("spring.webflux.base-path",),
    ("micronaut.server.context-path",),
)
"""In the order of the path; each with its older name."""


_QUARKUS = (("quarkus.http.root-path",), ("quarkus.rest.path", "quarkus.resteasy.path"))


def served_base(world: World, path: str) -> str:
    """Of the module of a file: a sibling's setting says nothing about it. Empty where none is set."""
    return _base(world, path, _SPRING)


def quarkus_base(world: World, path: str) -> str:
    """Likewise, of Quarkus."""
    return _base(world, path, _QUARKUS)


def _base(world: World, path: str, settings: tuple[tuple[str, ...], ...]) -> str:
    said = [next(filter(None, (world.settings.near(key, path) for key in keys)), "") for keys in settings]
    return joined(*said) if any(said) else ""
