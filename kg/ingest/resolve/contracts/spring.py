"""Spring MVC, WebFlux and HTTP interfaces: routes that annotations on methods serve.

`@RequestMapping` and its short forms on a method, below those of its class; either may stand on an interface
or a parent. An interface of a client (`@FeignClient`) serves nothing: see `spring_clients`.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from kg.ingest.resolve.contracts.base_path import served_base
from kg.ingest.resolve.contracts.contract import ANY, SERVES, Contract
from kg.ingest.resolve.contracts.inherited import Handler, handlers, owner_of
from kg.ingest.resolve.contracts.paths import GAP, joined
from kg.ingest.resolve.contracts.values import argument, last_names
from kg.ingest.resolve.jvm_types import JvmTypes, Type
from kg.ingest.resolve.world import Used, World
from kg.schema.ids import Uid
from kg.schema.usages import ANNOTATION, LIST
from kg.schema.vocabulary import How

MAPPINGS = {
    "RequestMapping": "", "GetMapping": "GET", "PostMapping": "POST", "PutMapping": "PUT",
    "DeleteMapping": "DELETE", "PatchMapping": "PATCH", "HttpExchange": "", "GetExchange": "GET",
    "PostExchange": "POST", "PutExchange": "PUT", "DeleteExchange": "DELETE", "PatchExchange": "PATCH",
}  # fmt: skip
"""Annotation -> its method; nothing where `method` says it."""
_OF_CLASS = ("RequestMapping", "HttpExchange")
_CONTROLLERS = frozenset({"RestController", "Controller", *_OF_CLASS})
_PATHS = ("value", "path", "url", "")
_NO_CONTROLLER = 0.8
"""Of a class with routes of its own that no annotation known here calls a controller."""
_UNKNOWN_PART = 0.6


class Mappings:
    """Every mapping of a repository, by what it stands on."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._on: dict[Uid, list[Used]] = defaultdict(list)
        for facts, usage in world.usages(*MAPPINGS):
            if usage.form == ANNOTATION and not usage.member:
                self._on[usage.source].append((facts, usage))
        self.methods = [uid for uid in self._on if "#" in uid]

    def of(self, uid: Uid) -> Sequence[Used]:
        return self._on.get(uid, ())

    def paths(self, used: Used) -> tuple[str, ...]:
        """What one mapping says; an empty text where it says nothing."""
        facts, usage = used
        value = argument(usage, *_PATHS)
        parts = value[1:] if isinstance(value, tuple) and value[0] == LIST else (value,)
        if not parts or not any(name in _PATHS for name, _ in usage.arguments):
            return ("",)
        said = [self.world.texts(part, facts, usage) or ("" if part == "" else GAP,) for part in parts]
        return tuple(dict.fromkeys(text for texts in said for text in texts))

    def methods_of(self, used: Used) -> tuple[str, ...]:
        usage = used[1]
        value = argument(usage, "method")
        said = (value,) if isinstance(value, str) else last_names(value)
        return (MAPPINGS[usage.name],) if MAPPINGS[usage.name] else said

    def of_class(self, types: JvmTypes, of: Type) -> Used | None:
        """The mapping of a class: its own, else the nearest parent's."""
        for each in types.ancestors(of):
            for used in self.of(each.uid):
                if used[1].name in _OF_CLASS:
                    return used
        return None

    def routes(self, types: JvmTypes, of: Type, method: Uid) -> Iterator[tuple[Used, str, str]]:
        """The mapping, method and path of each route of a method in a class."""
        outer = self.of_class(types, of)
        prefixes = self.paths(outer) if outer else ("",)
        common = self.methods_of(outer) if outer else ()
        for used in self.of(method):
            for verb in dict.fromkeys((*common, *self.methods_of(used))) or (ANY,):
                for prefix in prefixes:
                    for path in self.paths(used):
                        yield used, verb, joined(prefix, path)


def spring(world: World) -> Iterator[Contract]:
    """What annotated controllers serve."""
    mappings = Mappings(world)
    if not mappings.methods:
        return
    types = world.jvm
    controllers = _CONTROLLERS | {each.name.rpartition(".")[2] for each in _meta_controllers(types)}
    for handler in handlers(types, mappings.methods):
        known = _is_controller(types, handler.of, controllers)
        if known or owner_of(handler.annotated) == handler.of.uid:
            for found in mappings.routes(types, handler.of, handler.annotated):
                yield _contract(world, handler, *found, known)


def _meta_controllers(types: JvmTypes) -> Iterator[Type]:
    """Annotations of this repository that stand for `@RestController`."""
    return (each for each in types.annotation_types() if _CONTROLLERS.intersection(each.annotations))


def _is_controller(types: JvmTypes, of: Type, controllers: frozenset[str]) -> bool:
    return any(controllers.intersection(each.annotations) for each in types.ancestors(of))


def _contract(world: World, handler: Handler, used: Used, method: str, path: str, known: bool) -> Contract:
    facts, usage = used
    how, confidence = (How.EXACT, 1.0) if known else (How.INFERRED, _NO_CONTROLLER)
    if GAP in path:
        how, confidence = How.INFERRED, _UNKNOWN_PART
    base = served_base(world, handler.of.facts.file.path)
    return Contract(
        side=SERVES,
        method=method,
        path=joined(base, path),
        source=handler.runs.uid,
        facts=facts,
        line=usage.line,
        at=usage.source,
        how=how,
        confidence=confidence,
    )
