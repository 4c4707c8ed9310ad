"""Services as artifacts: where each is declared, what it depends on, and which runbook is for it. Pure.

DEPENDS_ON follows names: of services, and of APIs that one consumes and another provides. A runbook that
is a document of this repository DOCUMENTS its service. What belongs to a service is no edge: every artifact
says so itself (see `owners`).
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kg.ingest.resolve.services.declared import Declared, declared_services
from kg.ingest.resolve.world import Around, World
from kg.schema.details import details
from kg.schema.facts import Artifact, Edge, Facts
from kg.schema.ids import service_uid
from kg.schema.vocabulary import EdgeType, Kind

_NO_WORD = re.compile(r"[\W_]+")


def resolve_services(world: World) -> Around:
    """Service artifacts and the edges around them, in a fixed order."""
    services = declared_services(world.files)
    if not services:
        return Around()
    docs = _documents(world.files)
    edges = [
        *(_defines(world.repo, one) for one in services),
        *_dependencies(world.repo, services),
        *(edge for one in services for edge in _runbook(world.repo, one, docs)),
    ]
    return Around(tuple(_artifact(world.repo, one) for one in services), tuple(edges))


def _artifact(repo: str, one: Declared) -> Artifact:
    entry = one.entry
    own = details(
        owner=entry.owner,
        on_call=entry.on_call,
        runbook=entry.runbook,
        lifecycle=entry.lifecycle,
        system=entry.system,
        depends_on=entry.depends_on,
        provides=entry.provides,
        consumes=entry.consumes,
    )
    return Artifact(
        kind=Kind.SERVICE,
        uid=service_uid(repo, entry.name),
        name=entry.name,
        qualified_name=entry.name,
        origin=f"service:{entry.name}",
        path=one.facts.file.path,
        doc_comment=entry.description,
        text="\n".join(f"{name}: {_shown(value)}" for name, value in own),
        details=own,
    )


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _defines(repo: str, one: Declared) -> Edge:
    return Edge(
        EdgeType.DEFINES,
        one.facts.file.uid,
        service_uid(repo, one.entry.name),
        start_line=one.entry.line,
        end_line=max(one.entry.line, one.entry.end_line),
    )


def _dependencies(repo: str, services: Sequence[Declared]) -> Iterator[Edge]:
    names = {one.entry.name for one in services}
    providers: dict[str, list[str]] = {}
    for one in services:
        for api in one.entry.provides:
            providers.setdefault(api, []).append(one.entry.name)
    for one in services:
        needed = [*one.entry.depends_on]
        needed += [name for api in one.entry.consumes for name in providers.get(api, ())]
        for name in sorted(set(needed) & names - {one.entry.name}):
            yield Edge(EdgeType.DEPENDS_ON, service_uid(repo, one.entry.name), service_uid(repo, name))


_Documents = Mapping[str, Sequence[Artifact]]


def _documents(files: Iterable[Facts]) -> _Documents:
    found = {}
    for facts in files:
        if docs := [a for a in facts.artifacts if a.kind is Kind.DOC]:
            found[facts.file.path] = docs
    return found


def _runbook(repo: str, one: Declared, documents: _Documents) -> Iterator[Edge]:
    """The section that a runbook names, or the document's first."""
    path, _, heading = one.entry.runbook.partition("#")
    sections = _at(repo, one, path, documents)
    wanted = _words(heading)
    named = [doc for doc in sections if wanted and _words(doc.name) == wanted]
    for doc in (named or sections)[:1]:
        yield Edge(EdgeType.DOCUMENTS, doc.uid, service_uid(repo, one.entry.name), sites=(0,))


def _at(repo: str, one: Declared, path: str, documents: _Documents) -> Sequence[Artifact]:
    """The document at a path from the root or from the declaring file; an address counts where it is that of
    a file of this very repository."""
    inside = path.partition(f"/{repo}/")[2] if "://" in path else path
    inside = re.sub(r"^(?:-/)?(?:blob|tree|raw|edit)/[^/]+/", "", inside)
    clean = inside.removeprefix("./").lstrip("/")
    for candidate in (one.folder + clean, clean):
        if candidate in documents:
            return documents[candidate]
    return ()


def _words(heading: str) -> str:
    """A heading or its anchor, to compare them."""
    return _NO_WORD.sub(" ", heading).strip().lower()
