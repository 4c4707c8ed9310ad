"""Spring MVC, WebFlux and HTTP interfaces, and Micronaut: routes that annotated controllers serve.

`@RequestMapping` and its short forms on a method, below those of its class; either may stand on an interface
or a parent. An interface of a client (`@FeignClient`) serves nothing: see `spring_clients`.
"""

from collections.abc import Iterator

from kg.ingest.resolve.contracts.base_path import BasePaths
from kg.ingest.resolve.contracts.contract import SERVES, Contract
from kg.ingest.resolve.contracts.inherited import Handler, handlers, owner_of
from kg.ingest.resolve.contracts.mappings import Dialect, Mappings, known
from kg.ingest.resolve.contracts.paths import joined
from kg.ingest.resolve.jvm_types import JvmTypes, Type
from kg.ingest.resolve.world import Used, World
from kg.schema.vocabulary import How

SPRING = Dialect(
    verbs={
        "RequestMapping": "", "GetMapping": "GET", "PostMapping": "POST", "PutMapping": "PUT",
        "DeleteMapping": "DELETE", "PatchMapping": "PATCH", "HttpExchange": "", "GetExchange": "GET",
        "PostExchange": "POST", "PutExchange": "PUT", "DeleteExchange": "DELETE", "PatchExchange": "PATCH",
    },
    of_class=("RequestMapping", "HttpExchange"),
    paths=("value", "path", "url", ""),
)  # fmt: skip
MICRONAUT = Dialect(
    verbs={
        "Get": "GET", "Post": "POST", "Put": "PUT", "Delete": "DELETE", "Patch": "PATCH", "Head": "HEAD",
        "Options": "OPTIONS",
    },
    of_class=("Controller",),
    paths=("value", "uri", "uris", ""),
    package="io.micronaut",
)  # fmt: skip
_CONTROLLERS = frozenset({"RestController", "Controller", *SPRING.of_class})
_NO_CONTROLLER = 0.8
"""Of a class with routes of its own that no annotation known here calls a controller."""


def spring(world: World) -> Iterator[Contract]:
    """What controllers serve."""
    for dialect in (SPRING, MICRONAUT):
        mappings = Mappings(world, dialect)
        if mappings.methods:
            yield from _served(world, mappings)


def _served(world: World, mappings: Mappings) -> Iterator[Contract]:
    types, bases = world.jvm, BasePaths(world)
    controllers = _CONTROLLERS | {each.name.rpartition(".")[2] for each in _meta_controllers(types)}
    for handler in handlers(types, mappings.methods):
        certain = _is_controller(types, handler.of, controllers)
        if certain or owner_of(handler.annotated) == handler.of.uid:
            how, confidence = (How.EXACT, 1.0) if certain else (How.INFERRED, _NO_CONTROLLER)
            for used, verb, path in mappings.routes(types, handler.of, handler.annotated):
                base = bases.spring(handler.of.facts.file.path)
                yield _contract(handler, used, verb, joined(base, path), *known(path, how, confidence))


def _meta_controllers(types: JvmTypes) -> Iterator[Type]:
    """Annotations of this repository that stand for `@RestController`."""
    return (each for each in types.annotation_types() if _CONTROLLERS.intersection(each.annotations))


def _is_controller(types: JvmTypes, of: Type, controllers: frozenset[str]) -> bool:
    return any(controllers.intersection(each.annotations) for each in types.ancestors(of))


def _contract(handler: Handler, used: Used, method: str, path: str, how: How, confidence: float) -> Contract:
    facts, usage = used
    return Contract(
        side=SERVES,
        method=method,
        path=path,
        source=handler.runs.uid,
        facts=facts,
        line=usage.line,
        at=usage.source,
        how=how,
        confidence=confidence,
    )
