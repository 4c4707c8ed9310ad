"""The one place that turns contracts into the graph: an Endpoint a side, module, host and key, and edges.

Several handlers of a key in one module serve one Endpoint. A request to another host is another Endpoint:
what is called there may be another service. Pure; knows no framework.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kg.ingest.resolve.contracts.contract import HTTP, SERVES, Contract
from kg.ingest.resolve.contracts.hosts import Hosts, is_test
from kg.ingest.resolve.contracts.paths import Target, key_path, says_something, target, template
from kg.ingest.resolve.modules import Modules
from kg.ingest.resolve.starts import Starts
from kg.ingest.resolve.world import Around
from kg.schema.details import details
from kg.schema.facts import Artifact, Edge
from kg.schema.ids import Uid, endpoint_uid
from kg.schema.vocabulary import EdgeType, How, Kind

_UNKNOWN_BASE = 0.9
"""The confidence of a request whose base URL is not known: that may have a path too."""


def endpoints(repo: str, modules: Modules, hosts: Hosts, contracts: Iterable[Contract]) -> Around:
    """Endpoint artifacts, the DEFINES that say where they stand, SERVES and REQUESTS, in a fixed order."""
    found: dict[Uid, list[tuple[Contract, Target]]] = defaultdict(list)
    for contract in contracts:
        written = _written(contract, hosts)
        if contract.side == SERVES or written.host or says_something(written):
            found[_uid(repo, modules, contract, written)].append((contract, written))
    artifacts: list[Artifact] = []
    edges: list[Edge] = []
    starts = Starts()
    for uid in sorted(found):
        group = found[uid]
        artifacts.append(_artifact(uid, *group[0]))
        first = group[0][0]
        edges.append(starts.defines(uid, first.facts, first.place, first.line))
        edges += _edges(uid, group)
        edges += [Edge(EdgeType.DOCUMENTS, doc, uid) for doc in sorted({c.doc for c, _ in group if c.doc})]
    return Around(tuple(artifacts), tuple(edges))


def _written(contract: Contract, hosts: Hosts) -> Target:
    """The path as people read it, and the host: whom a request is sent to, as whom a route is served."""
    own = hosts.of(contract.facts.file.path) if contract.side == SERVES else ""
    if contract.protocol != HTTP:
        return Target(own, contract.path, known=True)
    if contract.side == SERVES:
        return Target(own, template(contract.path), known=True)
    asked = target(contract.path)
    host = hosts.asked(asked.host)
    if not host and is_test(contract.facts.file.path) and says_something(asked):
        host = hosts.of(contract.facts.file.path)
    return replace(asked, host=host)


def _key(contract: Contract, path: str) -> str:
    """`GET /orders/{}`."""
    return f"{contract.method} {key_path(path) if contract.protocol == HTTP else path}".strip()


def _uid(repo: str, modules: Modules, contract: Contract, written: Target) -> Uid:
    """Its key, with the host that a client names: `GET /orders/{} @order-service`."""
    host = f" @{written.host}" if written.host and contract.side != SERVES else ""
    key = _key(contract, written.path)
    return endpoint_uid(repo, modules.of(contract.facts.file.path), contract.side, key + host)


def _artifact(uid: Uid, contract: Contract, written: Target) -> Artifact:
    name = f"{contract.method} {written.path}".strip()
    return Artifact(
        kind=Kind.ENDPOINT,
        uid=uid,
        name=name,
        qualified_name=name,
        origin=f"endpoint:{uid.split(':', 2)[2]}",
        path=contract.facts.file.path,
        details=details(
            key=_key(contract, written.path),
            side=contract.side,
            protocol=contract.protocol,
            host=written.host,
        ),
    )


def _edges(uid: Uid, group: Iterable[tuple[Contract, Target]]) -> Iterator[Edge]:
    """One edge a source, known in the best way that one of its sites is."""
    by_source: dict[Uid, list[tuple[Contract, Target]]] = defaultdict(list)
    for contract, written in group:
        if contract.source:
            by_source[contract.source].append((contract, written))
    for source in sorted(by_source):
        contracts = by_source[source]
        side = contracts[0][0].side
        how, confidence = max((_known(*each) for each in contracts), key=lambda known: known[1])
        if side == SERVES:
            yield Edge(EdgeType.SERVES, source, uid, how, confidence)
        else:
            sites = tuple(sorted({contract.line for contract, _ in contracts}))
            yield Edge(EdgeType.REQUESTS, source, uid, how, confidence, sites)


def _known(contract: Contract, written: Target) -> tuple[How, float]:
    if written.known:
        return contract.how, contract.confidence
    how = How.INFERRED if contract.how is How.EXACT else contract.how
    return how, min(contract.confidence, _UNKNOWN_BASE)
