"""gRPC: the methods that .proto files declare, who implements and who calls them.

A class that comes from what the generator makes of a service (`OrdersGrpc.OrdersImplBase`, `OrdersServicer`,
`UnimplementedOrdersServer`) serves with its methods. Code that has a stub of the service requests what it
calls by the names of its methods. Only services whose .proto is in the repository are known.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from kg.ingest.resolve.contracts.contract import GRPC, NOBODY, REQUESTS, SERVES, Contract
from kg.ingest.resolve.world import World
from kg.schema.facts import Artifact, Facts
from kg.schema.go import GoFacts
from kg.schema.grpc import Rpc
from kg.schema.ids import Uid
from kg.schema.vocabulary import How, Kind

_IMPLEMENTED = re.compile(r"\b(\w+?)(?:CoroutineImplBase|ImplBase|Servicer)\b")
_EMBEDDED = re.compile(r"(?:^|\.)Unimplemented(\w+)Server$")
_STUB = re.compile(r"\b(\w+?)(?:BlockingV2Stub|BlockingStub|FutureStub|CoroutineStub|AsyncStub|Stub)\b")
_GO_CLIENT = re.compile(r"(?:^|\.)(\w+)Client$")
_CALLED = re.compile(r"^(\d+):\d+ (?:.*\.)?(\w+)/")
_BY_NAME = 0.9
_LANGUAGES = ("java", "kotlin", "python", "go")


def grpc(world: World) -> Iterator[Contract]:
    rpcs = world.found(Rpc)
    if not rpcs:
        return
    services: dict[str, list[tuple[Facts, Rpc]]] = defaultdict(list)
    for facts, rpc in rpcs:
        services[rpc.service].append((facts, rpc))
    used: set[str] = set()
    for facts in world.files:
        if facts.file.language in _LANGUAGES and _knows_grpc(facts) and not _is_generated(facts):
            for contract in (*_served(facts, services), *_requested(facts, services)):
                used.add(contract.path)
                yield contract
    for facts, rpc in rpcs:
        if rpc.key not in used:
            yield _declared(facts, rpc)


def _knows_grpc(facts: Facts) -> bool:
    """Go imports what was made of a .proto under any name; elsewhere the word is in an import."""
    return facts.file.language == "go" or any("grpc" in each or "Grpc" in each for each in facts.file.imports)


def _is_generated(facts: Facts) -> bool:
    """What protoc writes holds both sides of every service."""
    path = facts.file.path
    return "generated" in facts.file.modifiers or path.endswith(
        (".pb.go", "_pb2.py", "_pb2_grpc.py", "Grpc.java", "GrpcKt.kt")
    )


def _declared(facts: Facts, rpc: Rpc) -> Contract:
    return Contract(SERVES, "", rpc.key, NOBODY, facts, rpc.line - 1, facts.file.uid, GRPC)


def _served(facts: Facts, services: dict[str, list[tuple[Facts, Rpc]]]) -> Iterator[Contract]:
    """The methods of a class that implements a service; the Endpoint stands where the .proto declares it."""
    for owner, names in _implementers(facts):
        methods = _methods(facts, owner)
        for where, rpc in (each for name in names for each in services.get(name, ())):
            found = methods.get(rpc.method) or methods.get(_lowered(rpc.method))
            if found is not None:
                yield Contract(
                    SERVES, "", rpc.key, found.uid, where, rpc.line - 1, where.file.uid, GRPC
                )  # fmt: skip


def _implementers(facts: Facts) -> Iterator[tuple[Artifact, list[str]]]:
    embedded: dict[Uid, list[str]] = {}
    if isinstance(facts.code, GoFacts):
        for declared in facts.code.types:
            names = [found[1] for name in _fields(declared.type) if (found := _EMBEDDED.search(name[1]))]
            embedded[declared.uid] = names
    for artifact in facts.artifacts:
        if artifact.kind is Kind.CLASS:
            names = embedded.get(artifact.uid) or _IMPLEMENTED.findall(artifact.signature)
            if names:
                yield artifact, names


def _fields(of: object) -> Sequence[tuple[str, str]]:
    """(name, type) of the fields of a struct."""
    if isinstance(of, tuple) and of and of[0] == "struct":
        return [(name, _plain(type_)) for name, type_, _ in of[1]]
    return ()


def _plain(of: object) -> str:
    while isinstance(of, tuple) and len(of) > 1 and of[0] == "*":
        of = of[1]
    return of if isinstance(of, str) else ""


def _methods(facts: Facts, owner: Artifact) -> dict[str, Artifact]:
    start = owner.qualified_name
    return {
        each.name: each
        for each in facts.artifacts
        if each.kind is Kind.METHOD
        and re.split(r"[#(]", each.qualified_name)[0].removesuffix(f".{each.name}") == start
    }


def _lowered(name: str) -> str:
    return name[:1].lower() + name[1:]


def _requested(facts: Facts, services: dict[str, list[tuple[Facts, Rpc]]]) -> Iterator[Contract]:
    """What a file with stubs of a service calls by the names of its methods."""
    names = {name for name in _stubs(facts) if name in services}
    if not names:
        return
    camel = facts.file.language in ("java", "kotlin")
    rpcs = {_lowered(rpc.method) if camel else rpc.method: rpc for name in names for _, rpc in services[name]}
    for artifact in facts.artifacts:
        for site in artifact.call_sites if artifact.kind is Kind.METHOD else ():
            called = _CALLED.match(site)
            if called is not None and called[2] in rpcs:
                yield Contract(
                    REQUESTS, "", rpcs[called[2]].key, artifact.uid, facts, int(called[1]), protocol=GRPC,
                    how=How.INFERRED, confidence=_BY_NAME,
                )  # fmt: skip


def _stubs(facts: Facts) -> Iterator[str]:
    if isinstance(facts.code, GoFacts):
        for usage in facts.usages:
            if usage.name.startswith("New") and (found := _GO_CLIENT.search(usage.name)):
                yield found[1].removeprefix("New")
        for declared in facts.code.types:
            for _, of in _fields(declared.type):
                if found := _GO_CLIENT.search(of):
                    yield found[1]
        return
    for artifact in facts.artifacts:
        if "Stub" in artifact.text:
            yield from _STUB.findall(artifact.text)
