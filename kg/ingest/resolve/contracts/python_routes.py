"""FastAPI, Flask, Starlette, aiohttp and their like: routes that decorators and tables of Python code serve.

A route stands on a router: a variable made by a class of these frameworks, here or in another file. A
decorator on a variable nobody saw being made counts where its file imports a framework.
"""

from collections.abc import Iterator
from dataclasses import replace

from kg.ingest.resolve.contracts.contract import SERVES, VERBS, Contract
from kg.ingest.resolve.contracts.mounts import Mounts, handler
from kg.ingest.resolve.contracts.paths import joined
from kg.ingest.resolve.contracts.values import argument, nth
from kg.ingest.resolve.python_names import is_python_code
from kg.ingest.resolve.world import Used, World
from kg.schema.contracts import GAP
from kg.schema.ids import Uid
from kg.schema.usages import ANNOTATION, CALL, CALLED, NAME, Value
from kg.schema.vocabulary import How

_MAKERS = {
    "FastAPI": "", "APIRouter": "prefix", "Flask": "", "Blueprint": "url_prefix", "APIBlueprint": "url_prefix",
    "Quart": "", "Starlette": "", "Router": "", "Sanic": "", "Application": "", "RouteTableDef": "",
    "NinjaAPI": "", "Api": "prefix", "Namespace": "path",
}  # fmt: skip
"""Class -> the argument that is its prefix."""
_FRAMEWORKS = frozenset(
    ("fastapi", "flask", "quart", "starlette", "sanic", "aiohttp", "ninja", "flask_restful", "flask_restx",
     "flask_smorest", "apiflask", "litestar", "connexion", "robyn", "blacksheep")
)  # fmt: skip
_ANY_VERB = ("route", "api_route", "websocket", "websocket_route")
_TABLES = (
    "Route",
    "add_route",
    "add_api_route",
    "add_url_rule",
    "add_resource",
    "add_view",
    "WebSocketRoute",
)
_ROUTES = ("Route", "WebSocketRoute")
_ADDERS = {f"add_{verb}": method for verb, method in VERBS.items()}
_INCLUDERS = {
    "include_router": ("prefix",), "register_blueprint": ("url_prefix",), "mount": ("path",),
    "add_subapp": ("prefix",), "add_router": ("prefix",), "add_namespace": ("path",),
}  # fmt: skip
_PATHS = ("path", "rule", "uri", "")
_HANDLERS = ("view_func", "endpoint", "handler", "route", "resource", "view", "")
_AIOHTTP = "aiohttp.web"
_UNKNOWN_PREFIX = 0.6
_UNSEEN_ROUTER = 0.85


def python_routes(world: World) -> Iterator[Contract]:
    rule = _Routes(world)
    for used in world.usages(*VERBS, *_ANY_VERB):
        if used[1].form == ANNOTATION and is_python_code(used[0]):
            yield from rule.decorated(used)
    for used in world.usages(*_TABLES, *_ADDERS, *VERBS):
        is_plain = used[1].name in VERBS and not used[1].on.startswith(_AIOHTTP)
        if used[1].form == CALLED and is_python_code(used[0]) and not is_plain:
            yield from rule.listed(used)


class _Routes:
    def __init__(self, world: World) -> None:
        self.world = world
        self.classes = world.python_classes
        self.mounts = Mounts(world)
        self._frameworks: dict[str, bool] = {}
        for facts, usage in world.usages(*_MAKERS):
            if usage.to and facts.file.language == "python":
                prefix = argument(usage, _MAKERS[usage.name]) if _MAKERS[usage.name] else None
                self.mounts.make(usage, world.text(prefix, facts, usage))
        for used in world.usages(*_INCLUDERS):
            if used[0].file.language == "python":
                self._include(used)

    def _include(self, used: Used) -> None:
        """`app.include_router(router, prefix="/v1")`; Flask's prefix takes the place of the blueprint's own."""
        facts, usage = used
        parent = self._router(used)
        named = [value for _, value in usage.arguments if isinstance(value, tuple) and value[0] == NAME]
        child = next(filter(None, (self.mounts.find(v[1], facts, usage.source) for v in named)), "")
        if not child or child == parent:
            return
        prefix = argument(usage, *_INCLUDERS[usage.name])
        if prefix is None:
            prefix = next((value for name, value in usage.arguments if not name and value != named[0]), None)
        said = self.world.text(prefix, facts, usage) or (GAP if prefix not in (None, "") else "")
        own = self.mounts.own[child]
        if usage.name != "register_blueprint":
            said = joined(said, own)
        self.mounts.mount(parent, said or own, child)

    def _router(self, used: Used) -> str:
        facts, usage = used
        return self.mounts.find(usage.receiver or usage.on, facts, usage.source)

    def decorated(self, used: Used) -> Iterator[Contract]:
        facts, usage = used
        written = argument(usage, *_PATHS)
        router = self._router(used) if usage.on else ""
        if not router and not self._is_route(used, written):
            return
        how, confidence = (How.EXACT, 1.0) if router else (How.INFERRED, _UNSEEN_ROUTER)
        handlers = self._handlers(usage.source) if usage.name == "route" else {}
        for prefix in self.mounts.prefixes(router) if router else [""]:
            for path in self._paths(written, used):
                for method, source in handlers.items() or ((m, usage.source) for m in self._methods(used)):
                    contract = Contract(
                        SERVES, method, joined(prefix, path), source, facts, usage.line, usage.source,
                        how=how, confidence=confidence,
                    )  # fmt: skip
                    yield (
                        contract
                        if GAP not in prefix
                        else replace(contract, how=How.INFERRED, confidence=_UNKNOWN_PREFIX)
                    )

    def _is_route(self, used: Used, written: Value) -> bool:
        """On a variable that was not seen being made: a path, and a file that imports a framework."""
        facts, usage = used
        if facts.file.path not in self._frameworks:
            roots = {imported.partition(".")[0] for imported in facts.file.imports}
            self._frameworks[facts.file.path] = not _FRAMEWORKS.isdisjoint(roots)
        return (
            bool(usage.on)
            and self._frameworks[facts.file.path]
            and any(path.startswith("/") for path in self._paths(written, used))
        )

    def _paths(self, written: Value, used: Used) -> tuple[str, ...]:
        if written == "":
            return ("",)
        return self.world.texts(written, *used) or (GAP,)

    def _methods(self, used: Used) -> tuple[str, ...]:
        """`methods=["GET", "POST"]`; a route of Flask answers to GET alone."""
        facts, usage = used
        if usage.name in VERBS:
            return (VERBS[usage.name],)
        told = self.world.texts(argument(usage, "methods", "method"), facts, usage)
        return tuple(each.upper() for each in told) or ("GET",)

    def _handlers(self, uid: Uid) -> dict[str, Uid]:
        """The methods of a class by the HTTP method that they are named after."""
        found = self.classes.at(uid)
        methods = self.classes.methods(found) if found is not None else {}
        return {verb: methods[name] for name, verb in VERBS.items() if name in methods}

    def listed(self, used: Used) -> Iterator[Contract]:
        """`Route("/x", endpoint=f)`, `app.add_url_rule("/x", view_func=f)`, `router.add_get("/x", f)`."""
        facts, usage = used
        router = self.mounts.find((usage.receiver or usage.on).removesuffix(".router"), facts, usage.source)
        known = router or usage.name in _ROUTES or usage.on.startswith(_AIOHTTP)
        source = self._target(used) if known else Uid("")
        if not source:
            return
        handlers = self._handlers(source)
        methods = tuple(handlers) or self._listed_methods(used)
        for prefix in self.mounts.prefixes(router) if router else [""]:
            for path in self._listed_paths(used):
                for method in methods:
                    yield Contract(
                        SERVES, method, joined(prefix, path), handlers.get(method, source), facts,
                        usage.line, usage.source,
                    )  # fmt: skip

    def _target(self, used: Used) -> Uid:
        facts, usage = used
        for name, value in usage.arguments:
            if name in _HANDLERS and isinstance(value, tuple) and value[0] in (NAME, CALL):
                found = handler(self.world, value[1].removesuffix(".as_view"), facts, usage.source)
                if found:
                    return found
        return Uid("")

    def _listed_paths(self, used: Used) -> tuple[str, ...]:
        """Every path of a call: the texts among its first arguments that begin with a slash, or `path=`."""
        facts, usage = used
        given = [value for name, value in usage.arguments if name in _PATHS]
        texts = [text for value in given for text in self.world.texts(value, facts, usage)]
        return tuple(dict.fromkeys(text for text in texts if text.startswith("/")))

    def _listed_methods(self, used: Used) -> tuple[str, ...]:
        facts, usage = used
        if usage.name in _ADDERS or usage.name in VERBS:
            return (_ADDERS.get(usage.name) or VERBS[usage.name],)
        told = self.world.texts(argument(usage, "methods"), facts, usage)
        if not told and usage.name == "add_route" and usage.on.startswith("aiohttp"):
            told = self.world.texts(nth(usage, 0), facts, usage)
        return tuple(each.upper() for each in told) or ("GET",)
