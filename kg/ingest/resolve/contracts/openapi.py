"""What OpenAPI documents declare: routes that their module serves, and the Docs that speak of them.

Code says more exactly what it serves, so the base of a server is left out where code of the module serves
the path without it. An `operationId` names the handler: a function by its qualified name, or a method of a
controller that implements what a generator made. Pure.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from kg.ingest.resolve.contracts.contract import NOBODY, SERVES, Contract
from kg.ingest.resolve.contracts.paths import joined, key_path, template
from kg.ingest.resolve.world import World
from kg.schema.facts import Artifact, Facts
from kg.schema.ids import Uid
from kg.schema.openapi import ApiOperation
from kg.schema.vocabulary import How, Kind

_GENERATED = ("Api", "ApiDelegate", "ApiService", "Delegate")
"""How generators name what a handler implements."""
_BY_NAME = 0.9


def openapi(world: World, served: Sequence[Contract]) -> Iterator[Contract]:
    """A route for each operation; `served` is what code serves by itself."""
    operations = world.found(ApiOperation)
    if not operations:
        return
    keys = _keys(world, served)
    handlers = _Handlers(world)
    for facts, operation in operations:
        module = world.modules.of(facts.file.path)
        path = operation.path
        if f"{operation.method} {key_path(template(path))}" not in keys[module]:
            path = joined(operation.base, path)
        handler = handlers.of(operation.operation_id, module)
        yield Contract(
            side=SERVES,
            method=operation.method,
            path=path,
            source=handler,
            facts=facts,
            line=operation.line - 1,
            at=facts.file.uid,
            how=How.INFERRED,
            confidence=_BY_NAME,
            doc=operation.doc,
        )


def _keys(world: World, served: Iterable[Contract]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for each in served:
        if each.side == SERVES:
            module = world.modules.of(each.facts.file.path)
            found[module].add(f"{each.method} {key_path(template(each.path))}")
    return found


class _Handlers:
    """The code that operations name."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._methods: dict[tuple[str, str], list[Uid]] = defaultdict(list)
        for facts in world.files:
            for artifact in facts.artifacts:
                if artifact.kind is Kind.CLASS and _implements_generated(artifact):
                    self._add(facts, artifact)

    def _add(self, facts: Facts, of: Artifact) -> None:
        module = self._world.modules.of(facts.file.path)
        for each in facts.artifacts:
            if each.kind is Kind.METHOD and each.uid.startswith(f"{of.uid}#"):
                self._methods[module, each.name].append(each.uid)

    def of(self, operation_id: str, module: str) -> Uid:
        """The only handler of an operation; nobody where there is none, or several."""
        if not operation_id:
            return NOBODY
        if "." in operation_id:
            named = self._world.named.get(operation_id, [])
            return named[0].uid if len(named) == 1 else NOBODY
        found = self._methods.get((module, operation_id), [])
        return found[0] if len(found) == 1 else NOBODY


def _implements_generated(of: Artifact) -> bool:
    _, implements, types = of.signature.partition(" implements ")
    names = (name.split("<")[0].strip().rpartition(".")[2] for name in types.split(","))
    return bool(implements) and any(name.endswith(_GENERATED) for name in names)
