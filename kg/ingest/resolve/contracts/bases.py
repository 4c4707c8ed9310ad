"""Base URLs that clients are built with, for the relative paths that are requested through them.

A base belongs to the requests of its own file; where that has none, the only one of the module is taken
(a bean that a configuration class builds). Several different ones decide nothing. Pure.
"""

from collections import defaultdict
from collections.abc import Iterable

from kg.ingest.resolve.contracts.paths import below, is_whole
from kg.ingest.resolve.contracts.urls import urls
from kg.ingest.resolve.contracts.values import is_on, nth
from kg.ingest.resolve.world import World
from kg.schema.contracts import GAP
from kg.schema.facts import Facts


class Bases:
    """What calls of some names on some types set as base URL, by file and by module."""

    def __init__(self, world: World, names: Iterable[str], types: tuple[str, ...]) -> None:
        self._module_of = world.modules.of
        self._of_file: dict[str, set[str]] = defaultdict(set)
        self._of_module: dict[str, set[str]] = defaultdict(set)
        for facts, usage in world.usages(*names):
            if not is_on(usage, *types):
                continue
            path = facts.file.path
            for url in urls(world, nth(usage, 0), facts, usage) or (GAP,):
                self._of_file[path].add(url)
                self._of_module[self._module_of(path)].add(url)

    def below(self, url: str, facts: Facts) -> str:
        """A relative path below its base URL; what names a host stays."""
        if is_whole(url):
            return url
        path = facts.file.path
        bases = self._of_file.get(path) or self._of_module.get(self._module_of(path), set())
        if len(bases) != 1:
            return below(GAP, url) if bases else url
        return below(next(iter(bases)), url)
