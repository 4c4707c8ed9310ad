"""net/http, gorilla/mux, gin, echo, chi and fiber: routes that Go code serves.

Which framework a call belongs to is said by what its file imports, and for names that many things have (`Get`)
by what the receiver is made from or declared as. Tests serve nothing.
"""

import re
from collections.abc import Iterator

from kg.ingest.resolve.contracts.contract import ANY, METHODS, SERVES, Contract
from kg.ingest.resolve.contracts.go_groups import Groups, within
from kg.ingest.resolve.contracts.paths import joined
from kg.ingest.resolve.contracts.values import argument, last_names
from kg.ingest.resolve.go_names import is_go_code
from kg.ingest.resolve.world import Used, World
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.usages import CALL, NAME, Value
from kg.schema.vocabulary import How

_UPPER = {name: name for name in METHODS} | {"Any": ANY}
_TITLE = {name.title(): name for name in METHODS}
_HANDLES = ("Handle", "HandleFunc", "Handler", "HandlerFunc")
_BY_METHOD = ("Method", "MethodFunc", "Add", "Match")
_UPPER_OF = ("github.com/gin-gonic/gin", "github.com/labstack/echo", "github.com/julienschmidt/httprouter")
_TITLE_OF = (
    "github.com/go-chi/chi",
    "github.com/gofiber/fiber",
    "github.com/kataras/iris",
    "github.com/pressly/chi",
)
_TITLE_ON = ("chi.", "fiber.", "iris.")
_HTTP = ("net/http", "github.com/gorilla/mux", *_UPPER_OF, *_TITLE_OF)
_PATTERN = re.compile(r"(?:(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)\s+)?([^/\s]*)(/.*)", re.DOTALL)
_UNSEEN_HANDLER = 0.8
_GROUPS = ("Group", "Subrouter", "Route")


def go_routes(world: World) -> Iterator[Contract]:
    names = (*_UPPER, *_TITLE, *_HANDLES, *_BY_METHOD)
    used = [each for each in world.usages(*names, *_GROUPS) if _serves(each[0])]
    if not used:
        return
    rule = _Routes(world, Groups(world, used))
    for each in used:
        if each[1].name not in _GROUPS:
            yield from rule.served(each)


def _serves(facts: Facts) -> bool:
    return is_go_code(facts) and _imports(facts, _HTTP)


def _imports(facts: Facts, wanted: tuple[str, ...]) -> bool:
    return any(path.startswith(wanted) for _, path in facts.code.imports)


class _Routes:
    def __init__(self, world: World, groups: Groups) -> None:
        self.world = world
        self.groups = groups

    def served(self, used: Used) -> Iterator[Contract]:
        facts, usage = used
        given = [value for name, value in usage.arguments if not name]
        method = self._method(used, given)
        if method is None or len(given) < 2:
            return
        first, *rest = given
        if usage.name in _BY_METHOD or (usage.name == "Handle" and self._is_method(first)):
            first, *rest = rest
        if not rest:
            return
        source, how, confidence = self._handler(rest[-1], used)
        root = argument(usage, "root")
        router = (root if isinstance(root, str) else usage.receiver or usage.on).partition(".")[0]
        for prefix in self.groups.prefixes(usage.source, router, usage.on):
            for text in ("",) if first == "" else self.world.texts(first, facts, usage):
                found = _PATTERN.fullmatch(text) if text else None
                if text and (found is None or "{" in found[2]):
                    continue
                for verb in (found[1],) if found is not None and found[1] else method:
                    path = joined(prefix, within(self.world, used), found[3] if found is not None else "")
                    yield Contract(
                        SERVES, verb, path, source, facts, usage.line, usage.source, how=how,
                        confidence=confidence,
                    )  # fmt: skip

    def _is_method(self, value: Value) -> bool:
        return (isinstance(value, str) and value.isupper()) or any(
            name.startswith("Method") for name in last_names(value)
        )

    def _method(self, used: Used, given: list[Value]) -> tuple[str, ...] | None:
        """The methods that a call serves; None where it is no route."""
        facts, usage = used
        if usage.name in _UPPER:
            return (_UPPER[usage.name],) if _imports(facts, _UPPER_OF) else None
        if usage.name in _TITLE:
            known = usage.on.startswith(_TITLE_ON) or argument(usage, "within") is not None
            return (_TITLE[usage.name],) if known and _imports(facts, _TITLE_OF) else None
        if usage.name in _BY_METHOD or (usage.name == "Handle" and given and self._is_method(given[0])):
            told = self._verbs(given[0] if given else None, used)
            return told if told and _imports(facts, (*_UPPER_OF, *_TITLE_OF)) else None
        return self._restricted(used) or (ANY,)

    def _verbs(self, value: Value, used: Used) -> tuple[str, ...]:
        if not self._is_method(value):
            return ()
        names = [name.removeprefix("Method").upper() for name in last_names(value)]
        return tuple(names) or self.world.texts(value, *used)

    def _restricted(self, used: Used) -> tuple[str, ...]:
        """`.Methods("GET")` that is chained to a route of gorilla/mux."""
        facts, usage = used
        chained = f"{usage.receiver}.{usage.name}()"
        for each in facts.usages:
            if (
                each.name == "Methods"
                and each.receiver == chained
                and each.source == usage.source
                and 0 <= each.line - usage.line <= 3
            ):
                values = [value for name, value in each.arguments if not name]
                return tuple(verb for value in values for verb in self._verbs(value, (facts, each)))
        return ()

    def _handler(self, value: Value, used: Used) -> tuple[Uid, How, float]:
        """A function by its name, a method by the type of its variable; else the code around it."""
        facts, usage = used
        name = ""
        while isinstance(value, tuple) and value[0] in (NAME, CALL):
            name = str(value[1])
            if value[0] == NAME or not value[2]:
                break
            value = value[2][-1][1]
        if not name or value is None:
            return usage.source, How.EXACT, 1.0
        for each in _readings(name):
            found = self.world.meaning(each, facts, usage.source, self.world.placed)
            if found:
                return self.world.placed[found], How.EXACT, 1.0
        return usage.source, How.INFERRED, _UNSEEN_HANDLER


def _readings(name: str) -> Iterator[str]:
    """`orders.NewHandler().One` is a method of what the constructor is named after."""
    yield name
    if "New" in name and "()" in name:
        made = name.replace("()", "", 1)
        yield made.replace("New", "", 1)
