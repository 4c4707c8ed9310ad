"""Express, Koa, Fastify and Hono: routes that calls on applications and routers serve.

A router is a variable made by one of these, here or in another file; a plugin of Fastify is a function that is
registered, below a prefix. A parameter counts where its type says what it is. Tests serve nothing.
"""

from collections import defaultdict
from collections.abc import Iterator

from kg.ingest.parse.typescript.entries import is_test_file
from kg.ingest.resolve.constants import scope_of
from kg.ingest.resolve.contracts.contract import ANY, SERVES, Contract
from kg.ingest.resolve.contracts.mounts import Mounts, handler
from kg.ingest.resolve.contracts.paths import joined
from kg.ingest.resolve.contracts.values import in_map, nth
from kg.ingest.resolve.world import Used, World
from kg.schema.ids import Uid
from kg.schema.usages import CALL, CALLED, NAME, Value
from kg.schema.vocabulary import How

SCRIPTS = ("typescript", "javascript")
_VERBS = {
    **{name: name.upper() for name in ("get", "post", "put", "delete", "patch", "head", "options")},
    "del": "DELETE", "all": ANY,
}  # fmt: skip
_KOA = ("koa-router", "@koa/router")
_MAKERS = {
    "express": ("express",), "Router": ("express", *_KOA, "express-promise-router"), "new Router": _KOA,
    "new KoaRouter": _KOA, "new Hono": ("hono", "hono/tiny", "hono/quick"), "fastify": ("fastify",),
    "Fastify": ("fastify",), "basePath": ("hono.Hono",),
}  # fmt: skip
"""Call -> what it is imported from, or stands on."""
_TYPES = frozenset(
    ("Express", "Application", "express.Application", "express.Express", "Router", "express.Router", "IRouter",
     "FastifyInstance", "Hono", "KoaRouter")
)  # fmt: skip
_TYPED = 0.85
_UNSEEN_HANDLER = 0.8
_CHAIN = ".route()"


def script_routes(world: World) -> Iterator[Contract]:
    rule = _Routes(world)
    for used in world.usages(*_VERBS):
        if is_script(used):
            yield from rule.served(used)


def is_script(used: Used) -> bool:
    """A call of code that is no test."""
    facts, usage = used
    return usage.form == CALLED and facts.file.language in SCRIPTS and not is_test_file(facts.file.path)


class _Routes:
    def __init__(self, world: World) -> None:
        self.world = world
        self.mounts = Mounts(world)
        for used in filter(is_script, world.usages(*_MAKERS)):
            if used[1].to and used[1].on in _MAKERS[used[1].name]:
                self.mounts.make(used[1], self._own_prefix(used))
        for used in filter(is_script, world.usages("prefix")):
            self.mounts.own |= {
                router: self.world.text(nth(used[1], 0), *used) for router in self._found(used)
            }
        for used in filter(is_script, world.usages("register")):
            self._plugin(used)
        for used in filter(is_script, world.usages("use", "route", "mount", "register")):
            self._mount(used)
        self._chains: dict[tuple[Uid, str], list[Used]] = defaultdict(list)
        for used in filter(is_script, world.usages("route")):
            self._chains[used[1].source, _receiver(used)].append(used)

    def _own_prefix(self, used: Used) -> str:
        """`new Router({ prefix: "/v1" })`, `new Hono().basePath("/v1")`."""
        given = nth(used[1], 0)
        return self.world.text(given if used[1].name == "basePath" else in_map(given, "prefix"), *used)

    def _found(self, used: Used, receiver: str = "") -> list[str]:
        """The router that a call is made on; the function around it where that is a plugin."""
        facts, usage = used
        found = self.mounts.find(receiver or _receiver(used), facts, usage.source)
        around = scope_of(usage.source)
        return [found] if found else [around] if around in self.mounts.own else []

    def _plugin(self, used: Used) -> None:
        """`app.register(routes, { prefix: "/v1" })`: what the function `routes` adds."""
        facts, usage = used
        name = _named(nth(usage, 0))
        plugin = self.world.meaning(name, facts, usage.source, self.world.placed) if name else ""
        if plugin and plugin != scope_of(usage.source):
            self.mounts.own.setdefault(plugin, "")

    def _mount(self, used: Used) -> None:
        """`app.use("/api", auth, router)`, `app.route("/api", routes)`, `router.use("/x", other.routes())`."""
        facts, usage = used
        given = [value for _, value in usage.arguments]
        first = self.world.texts(given[0], facts, usage) if given and _named(given[0]) == "" else ()
        prefix = next(iter(first), "") or self.world.text(in_map(nth(usage, 1), "prefix"), facts, usage)
        for parent in self._found(used):
            for value in given:
                child = self._child(value, used)
                if child and child != parent:
                    self.mounts.mount(parent, joined(prefix, self.mounts.own[child]), child)

    def _child(self, value: Value, used: Used) -> str:
        facts, usage = used
        if isinstance(value, tuple) and value[0] == CALL and value[1] == "require":
            names = self.world.constants.typescript.required(str(value[2][0][1]), facts)
            return next((name for name in names if name in self.mounts.own), "")
        name = _named(value).removesuffix(".routes").removesuffix(".default")
        return self.mounts.find(name, facts, usage.source) if name else ""

    def served(self, used: Used) -> Iterator[Contract]:
        facts, usage = used
        receiver = _receiver(used)
        chained = _CHAIN in receiver
        table = receiver.partition(_CHAIN)[0] if chained else receiver
        where = self._route_of(used, table) if chained else used
        routers = self._found(used, table)
        if where is None or not (routers or usage.on in _TYPES):
            return
        paths = self.world.texts(nth(where[1], 0), *where)
        handlers = usage.arguments if chained else usage.arguments[1:]
        if not handlers:
            return
        source, how, confidence = self._handler(handlers[-1][1], used)
        if not routers:
            how, confidence = How.INFERRED, _TYPED
        for router in routers or [""]:
            for prefix in self.mounts.prefixes(router):
                for path in (path for path in paths if path[:1] in ("/", "*", "")):
                    yield Contract(
                        SERVES, _VERBS[usage.name], joined(prefix, path), source, facts, usage.line,
                        usage.source, how=how, confidence=confidence,
                    )  # fmt: skip

    def _route_of(self, used: Used, table: str) -> Used | None:
        """The `route("/x")` that a chained `get(…)` stands behind."""
        before = [
            each
            for each in self._chains.get((used[1].source, table), ())
            if each[0] is used[0] and each[1].line <= used[1].line
        ]
        return max(before, key=lambda each: each[1].line, default=None)

    def _handler(self, value: Value, used: Used) -> tuple[Uid, How, float]:
        """A function by its name; one that is written in place belongs to the code around it."""
        facts, usage = used
        name = _named(value)
        if not name:
            return usage.source, How.EXACT, 1.0
        found = handler(self.world, name, facts, usage.source)
        return (found, How.EXACT, 1.0) if found else (usage.source, How.INFERRED, _UNSEEN_HANDLER)


def _receiver(used: Used) -> str:
    return used[1].receiver or used[1].on


def _named(value: Value) -> str:
    """The name in `orders`, `orders.routes()`, `orders.list.bind(orders)`."""
    if not isinstance(value, tuple) or value[0] not in (NAME, CALL):
        return ""
    return str(value[1]).removesuffix(".bind")
