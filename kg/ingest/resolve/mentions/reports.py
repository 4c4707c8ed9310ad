"""What a report of an incident speaks of as a whole: all that its sections name, and the services it lists.

In: the Facts of a document, the edges of its sections, what the repository has. Out: DOCUMENTS of its
Postmortem. A service is named by whole name: a Service, else the only module of that name (by its build
file), else the repository itself. Pure.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from kg.ingest.resolve.modules import BUILD_FILES, Modules
from kg.schema.facts import Artifact, Edge, Facts
from kg.schema.ids import Uid, repository_uid
from kg.schema.vocabulary import EdgeType, How, Kind

_SERVICE, _MODULE = 0.95, 0.85


class Reports:
    """Ties the reports of one repository; looks at its modules only where a report names a service."""

    def __init__(self, repo: str, files: Sequence[Facts], around: Iterable[Artifact]) -> None:
        self._repo = repo
        self._files = files
        self._around = around
        self._services: Mapping[str, Uid] | None = None
        self._modules: Modules | None = None

    def edges(self, facts: Facts, sections: Sequence[Edge]) -> Iterator[Edge]:
        report = next((a for a in facts.artifacts if a.kind is Kind.POSTMORTEM), None)
        if report is None:
            return
        starts = {e.target: e.start_line - 1 for e in facts.edges if e.type is EdgeType.DEFINES}
        found = _joined(report.uid, sections, starts)
        services = dict(report.details).get("services", ())
        for name in services if isinstance(services, tuple) else ():
            for target, confidence in self._named(name):
                found.setdefault(
                    target, Edge(EdgeType.DOCUMENTS, report.uid, target, How.INFERRED, confidence)
                )
        yield from (found[target] for target in sorted(found))

    def _named(self, name: str) -> Iterator[tuple[Uid, float]]:
        if self._services is None or self._modules is None:
            self._services = {a.name.lower(): a.uid for a in self._around if a.kind is Kind.SERVICE}
            self._modules = Modules(self._files)
        folder = self._modules.named(name)
        if service := self._services.get(name.lower()):
            yield service, _SERVICE
        elif folder and (built := self._build_file(folder)):
            yield built, _MODULE
        elif name.lower() == self._repo.rpartition("/")[2].lower():
            yield repository_uid(self._repo), _SERVICE

    def _build_file(self, folder: str) -> Uid | None:
        paths = {f"{folder}/{name}" if folder != "." else name for name in BUILD_FILES}
        return next((facts.file.uid for facts in self._files if facts.file.path in paths), None)


def _joined(report: Uid, sections: Sequence[Edge], starts: Mapping[Uid, int]) -> dict[Uid, Edge]:
    """One edge a target, as sure as the surest of its sections; its lines are those of the document."""
    best: dict[Uid, Edge] = {}
    lines: dict[Uid, set[int]] = {}
    for edge in sections:
        lines.setdefault(edge.target, set()).update(starts.get(edge.source, 0) + site for site in edge.sites)
        known = best.get(edge.target)
        if known is None or edge.confidence > known.confidence:
            best[edge.target] = edge
    return {
        target: Edge(
            EdgeType.DOCUMENTS, report, target, edge.how, edge.confidence, tuple(sorted(lines[target]))
        )
        for target, edge in best.items()
        if target != report
    }
