"""Django: tables of urls that include each other, and the routers of its REST framework.

A table is a variable that holds `path(…)`; it answers below every `include` that leads to it. Views are read
in `django_views`. Pure.
"""

from collections import defaultdict
from collections.abc import Iterator

from kg.ingest.resolve.constants import names_of, scope_of
from kg.ingest.resolve.contracts.contract import SERVES, Contract
from kg.ingest.resolve.contracts.django_views import DjangoViews, Served
from kg.ingest.resolve.contracts.mounts import Mounts, variable
from kg.ingest.resolve.contracts.paths import joined
from kg.ingest.resolve.contracts.values import argument, nth
from kg.ingest.resolve.python_names import is_python_code, rooted
from kg.ingest.resolve.world import Used, World
from kg.schema.contracts import GAP
from kg.schema.usages import CALL, LIST, NAME, Given, Value
from kg.schema.vocabulary import How

_PATHS = ("path", "re_path", "url")
_WRAPPERS = ("i18n_patterns", "format_suffix_patterns")
_PATTERNS = "urlpatterns"
_MOST_NESTED = 5
_EXTERNAL_VIEW = 0.8


def django_routes(world: World) -> Iterator[Contract]:
    tables = _Tables(world)
    for table, used, path, served in tables.leaves:
        facts, usage = used
        for prefix in tables.mounts.prefixes(table):
            for method, below, source in served:
                known = source != usage.source
                yield Contract(
                    SERVES, method, joined(prefix, path, below), source, facts, usage.line, usage.source,
                    how=How.EXACT if known else How.INFERRED, confidence=1.0 if known else _EXTERNAL_VIEW,
                )  # fmt: skip


class _Tables:
    def __init__(self, world: World) -> None:
        self.world = world
        self.views = DjangoViews(world)
        self.mounts = Mounts(world)
        self.leaves: list[tuple[str, Used, str, list[Served]]] = []
        entries = [used for used in world.usages(*_PATHS, *_WRAPPERS) if _is_entry(used)]
        registered = self._registered()
        for _, usage in (*entries, *(used for each in registered.values() for used in each)):
            self.mounts.own.setdefault(variable(usage.to or _PATTERNS, usage.source), "")
        for router in registered:
            self.mounts.own[router] = ""
        self._included: set[str] = set()
        for used in entries:
            self._entry(variable(used[1].to, used[1].source), used, used[1].name, used[1].arguments, "", 0)
        self._routed(registered)

    def _registered(self) -> dict[str, list[Used]]:
        """What is registered with each router of the REST framework."""
        found: dict[str, list[Used]] = defaultdict(list)
        for used in self.world.usages("register"):
            facts, usage = used
            if (
                is_python_code(facts)
                and usage.on.endswith("Router")
                and usage.receiver
                and "." not in usage.receiver
            ):
                found[variable(usage.receiver, usage.source)].append(used)
        return found

    def _routed(self, registered: dict[str, list[Used]]) -> None:
        """The urls of a router that nothing includes are those of its module: `urlpatterns = router.urls`."""
        for router, uses in registered.items():
            if router not in self._included:
                self.mounts.mount(f"{router.rpartition('.')[0]}.{_PATTERNS}", "", router)
            for used in uses:
                facts, usage = used
                view = argument(usage, "viewset") or nth(usage, 1)
                prefix = argument(usage, "prefix") or nth(usage, 0)
                if isinstance(view, tuple) and view[0] == NAME:
                    served = self.views.view_set(view[1], facts, usage.source)
                    path = self.world.text(prefix, facts, usage)
                    self.leaves.append((router, used, _cleaned(path), served))

    def _entry(self, table: str, used: Used, name: str, given: Given, above: str, deep: int) -> None:
        """`path("orders/", target)` in a table, below what is written around it."""
        if deep == _MOST_NESTED:
            return
        if name in _WRAPPERS:
            for _, value in given:
                self._listed(table, used, value, above, deep + 1)
            return
        told = [value for key, value in given if key in ("", "route", "view", "regex")]
        if len(told) < 2:
            return
        texts = ("",) if told[0] == "" else self.world.texts(told[0], *used) or (GAP,)
        for text in texts:
            self._target(table, used, joined(above, _cleaned(text)), told[1], deep)

    def _target(self, table: str, used: Used, path: str, target: Value, deep: int) -> None:
        if not isinstance(target, tuple):
            return
        facts, usage = used
        if target[0] == NAME:
            self._leaf(table, used, path, self.views.function(target[1], facts, usage.source))
        elif target[0] == CALL and target[1].rpartition(".")[2] == "include":
            self._include(table, used, path.removesuffix(f"/{GAP}"), target[2], deep)
        elif target[0] == CALL and target[1].endswith(".as_view"):
            view = target[1].removesuffix(".as_view")
            self._leaf(table, used, path, self.views.view(view, facts, usage.source))
        elif target[0] == CALL:
            for _, inner in target[2]:
                if isinstance(inner, tuple) and inner[0] in (NAME, CALL):
                    self._target(table, used, path, inner, deep + 1)
                    return

    def _leaf(self, table: str, used: Used, path: str, served: list[Served]) -> None:
        if served:
            self.leaves.append((table, used, path, served))

    def _include(self, table: str, used: Used, path: str, given: Given, deep: int) -> None:
        """`include("shop.urls")`, `include((patterns, "shop"))`, `include(router.urls)`, `include([…])`."""
        target = given[0][1] if given else None
        if isinstance(target, tuple) and target[0] == LIST and len(target) > 1:
            if isinstance(target[1], tuple) and target[1][0] == CALL:
                self._listed(table, used, target, path, deep + 1)
                return
            target = target[1]
        child = self._table(used, target)
        if child and child != table:
            self._included.add(child)
            self.mounts.mount(table, path, child)

    def _listed(self, table: str, used: Used, value: Value, above: str, deep: int) -> None:
        parts = value[1:] if isinstance(value, tuple) and value[0] == LIST else (value,)
        for part in parts:
            if isinstance(part, tuple) and part[0] == CALL and part[1].rpartition(".")[2] in _PATHS:
                self._entry(table, used, part[1].rpartition(".")[2], part[2], above, deep)

    def _table(self, used: Used, target: Value) -> str:
        facts, usage = used
        if isinstance(target, str):
            names = rooted(f"{target}.{_PATTERNS}", facts)
        elif isinstance(target, tuple) and target[0] == NAME:
            bare = target[1].removesuffix(".urls")
            scope = scope_of(usage.source)
            names = iter(
                [
                    *names_of(bare, facts, scope),
                    *(f"{name}.{_PATTERNS}" for name in names_of(target[1], facts, scope)),
                ]
            )
        else:
            return ""
        return self.world.python_names.of(names, self.mounts.own)


def _is_entry(used: Used) -> bool:
    facts, usage = used
    return (
        is_python_code(facts)
        and bool(usage.to)
        and (usage.on.startswith("django") or (not usage.on and bool(facts.code and facts.code.stars)))
    )


def _cleaned(path: str) -> str:
    """A regular expression without its anchors and the marks that make a part optional."""
    bare = path.removeprefix("^").removesuffix("$").removesuffix("\\Z")
    return bare.replace("/?", "/").replace(")?", ")").replace("\\.", ".").replace("\\/", "/")
