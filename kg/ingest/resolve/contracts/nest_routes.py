"""Nest and its like: routes that decorators on the methods of controllers serve.

`@Get(":id")` stands below `@Controller("orders")` of its class, all of it below the global prefix that the
application is given. Tests serve nothing.
"""

from collections.abc import Iterator

from kg.ingest.parse.typescript.entries import is_test_file
from kg.ingest.resolve.constants import scope_of
from kg.ingest.resolve.contracts.contract import ANY, SERVES, Contract
from kg.ingest.resolve.contracts.paths import joined
from kg.ingest.resolve.contracts.script_routes import SCRIPTS
from kg.ingest.resolve.contracts.values import in_map, nth
from kg.ingest.resolve.world import Used, World
from kg.schema.contracts import GAP
from kg.schema.usages import ANNOTATION, LIST, MAP

_VERBS = {
    **{name: name.upper() for name in ("Get", "Post", "Put", "Delete", "Patch", "Head", "Options", "Search")},
    "All": ANY,
}  # fmt: skip
_CONTROLLERS = ("Controller", "JsonController", "RestController")


def nest_routes(world: World) -> Iterator[Contract]:
    controllers = {
        scope_of(usage.source): (facts, usage)
        for facts, usage in world.usages(*_CONTROLLERS)
        if usage.form == ANNOTATION and facts.file.language in SCRIPTS and not is_test_file(facts.file.path)
    }
    if not controllers:
        return
    globals_ = {
        world.modules.of(facts.file.path): world.text(nth(usage, 0), facts, usage)
        for facts, usage in world.usages("setGlobalPrefix")
    }
    for facts, usage in world.usages(*_VERBS):
        of_class = controllers.get(scope_of(usage.source).rpartition(".")[0])
        if usage.form != ANNOTATION or of_class is None:
            continue
        common = globals_.get(world.modules.of(facts.file.path), "")
        for prefix in _paths(world, of_class):
            for path in _paths(world, (facts, usage)):
                whole = joined(common, prefix, path)
                yield Contract(
                    SERVES, _VERBS[usage.name], whole, usage.source, facts, usage.line, usage.source
                )


def _paths(world: World, used: Used) -> tuple[str, ...]:
    """`("x")`, `(["x", "y"])`, `({ path: "x" })`, `()`."""
    value = nth(used[1], 0)
    if isinstance(value, tuple) and value[0] == MAP:
        value = in_map(value, "path")
    if value is None or value == "":
        return ("",) if not used[1].arguments or value == "" or value is None else (GAP,)
    parts = value[1:] if isinstance(value, tuple) and value[0] == LIST else (value,)
    return tuple(
        text for part in parts for text in (world.texts(part, *used) or ("" if part == "" else GAP,))
    )
