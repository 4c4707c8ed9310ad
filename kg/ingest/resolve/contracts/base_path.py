"""The path before every route of a service, as its settings say."""

from kg.ingest.resolve.contracts.paths import joined
from kg.ingest.resolve.world import World

_SPRING = (
    ("server.servlet.context-path", "server.context-path"),
    ("spring.mvc.servlet.path", "server.servlet-path"),
    ("spring.webflux.base-path",),
)
"""In the order of the path; each with its older name."""


def served_base(world: World, path: str) -> str:
    """Of the module of a file: a sibling's setting says nothing about it. Empty where none is set."""
    said = [next(filter(None, (world.settings.near(key, path) for key in keys)), "") for keys in _SPRING]
    return joined(*said) if any(said) else ""
