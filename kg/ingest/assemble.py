"""Folds what was parsed and resolved into the rows of each origin. Pure; knows no Neo4j.

In: the facts of every file of a repository, the edges and open sites that the resolvers found, and
the artifacts that no single file owns (config sets). Out: `Rows`, one for each origin, the
repository's own last.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count

from kg.schema.facts import Artifact, Edge, Facts, OpenSite, Resolution, Rows
from kg.schema.ids import Uid, ordinal, repository_uid
from kg.schema.vocabulary import EdgeType, Kind

REPOSITORY_ORIGIN = "/"
"""No path of a file, and not empty: empty values are not stored."""


def without_twins(files: Sequence[Facts]) -> tuple[Facts, ...]:
    """The same facts, each uid in one file only: of two files that define the same name the first
    by path keeps it, the other stays a bare File that says so (nothing is dropped in silence). A module
    comes before a notebook of its name, which is often made from it."""
    owners: dict[Uid, str] = {}
    kept = []
    for facts in sorted(files, key=lambda one: (one.file.language == "notebook", one.file.path)):
        facts = _renumbered(facts, owners)
        twin = next((owners[a.uid] for a in facts.artifacts if a.uid in owners), None)
        if twin is not None:
            facts = _bare(facts, f"0: not read: {twin} defines the same names")
        owners.update((a.uid, facts.file.path) for a in facts.artifacts)
        kept.append(facts)
    return tuple(sorted(kept, key=lambda one: one.file.path))


OpenEdges = Mapping[Uid, tuple[Edge, tuple[OpenSite, ...], Edge]]
"""Of each target the edge that a file gave, the open sites, and the edge that has both."""


def assemble(
    repo: str, files: Sequence[Facts], shared: Iterable[Artifact], resolutions: Iterable[Resolution]
) -> tuple[Rows, ...]:
    """The rows of a repository: one `Rows` a file and config set, then the repository's own."""
    return assemble_again(repo, files, shared, resolutions, {})[0]


def assemble_again(
    repo: str,
    files: Sequence[Facts],
    shared: Iterable[Artifact],
    resolutions: Iterable[Resolution],
    before: OpenEdges,
) -> tuple[tuple[Rows, ...], OpenEdges]:
    """The same; edges that were made of the very same things are taken from before, and given for the next
    time."""
    artifacts: dict[str, list[Artifact]] = defaultdict(list)
    edges: dict[str, list[Edge]] = defaultdict(list)
    roots: dict[str, Uid] = {}
    origin_of: dict[Uid, str] = {}
    open_sites: dict[Uid, tuple[OpenSite, ...]] = {}
    resolutions = tuple(resolutions)
    for resolution in resolutions:
        open_sites.update(resolution.open_sites)
    for artifact in _all(files, shared):
        artifacts[artifact.origin].append(artifact)
        roots.setdefault(artifact.origin, artifact.uid)
        origin_of[artifact.uid] = artifact.origin
    made: dict[Uid, tuple[Edge, tuple[OpenSite, ...], Edge]] = {}
    for facts in files:
        edges[facts.file.path].extend(_with_open_sites(facts.edges, open_sites, before, made))
    for resolution in resolutions:
        for edge in resolution.edges:
            edges[origin_of[edge.source]].append(edge)
    rows = [Rows(o, roots[o], tuple(artifacts[o]), tuple(edges[o])) for o in sorted(roots)]
    return (*rows, _repository(repo)), made


def _all(files: Sequence[Facts], shared: Iterable[Artifact]) -> Iterator[Artifact]:
    for facts in files:
        yield facts.file
        yield from facts.artifacts
    yield from shared


def _with_open_sites(
    edges: Sequence[Edge],
    open_sites: Mapping[Uid, tuple[OpenSite, ...]],
    before: OpenEdges,
    made: dict[Uid, tuple[Edge, tuple[OpenSite, ...], Edge]],
) -> Iterator[Edge]:
    for edge in edges:
        sites = open_sites.get(edge.target) if edge.type is EdgeType.DEFINES else None
        if not sites:
            yield edge
            continue
        known = before.get(edge.target)
        if known is None or known[0] is not edge or known[1] is not sites:
            known = (edge, sites, replace(edge, open_sites=tuple(map(str, sites))))
        made[edge.target] = known
        yield known[2]


def _repository(repo: str) -> Rows:
    uid = repository_uid(repo)
    itself = Artifact(
        kind=Kind.REPOSITORY,
        uid=uid,
        name=repo.rpartition("/")[2],
        qualified_name=repo,
        origin=REPOSITORY_ORIGIN,
    )
    return Rows(REPOSITORY_ORIGIN, uid, (itself,), ())


def _renumbered(facts: Facts, owners: Mapping[Uid, str]) -> Facts:
    """Modules may each have a mapper of one namespace: their statements stand side by side, as `~2`."""
    twins = [a.uid for a in facts.artifacts if a.kind is Kind.STATEMENT and a.uid in owners]
    if not twins:
        return facts
    taken = {*owners, *(a.uid for a in facts.artifacts)}
    new = {uid: next(each for n in count(2) if (each := ordinal(uid, n)) not in taken) for uid in twins}
    return replace(
        facts,
        artifacts=tuple(replace(a, uid=new.get(a.uid, a.uid)) for a in facts.artifacts),
        edges=tuple(replace(e, target=new.get(e.target, e.target)) for e in facts.edges),
        found=tuple(replace(f, uid=new[f.uid]) if getattr(f, "uid", None) in new else f for f in facts.found),
    )


def _bare(facts: Facts, problem: str) -> Facts:
    return Facts(file=replace(facts.file, problems=(*facts.file.problems, problem)))
