"""Lays an index over our own resolution: it wins where it speaks of one of our call sites, nowhere else.

In: facts, resolutions, a `Lookup`. Out: the resolutions with those sites tied as the index says (`exact`)
or open as external. A site without an occurrence, a symbol that is neither
defined here nor of another package, and a definition we do not know leave our own answer. Pure.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kg.ingest.scip.index import Encoding
from kg.ingest.scip.lookup import Lookup
from kg.ingest.scip.sites import Places, Site, Standing, all_sites, places_of
from kg.ingest.scip.symbols import Suffix, symbol_of
from kg.schema.facts import Artifact, Edge, Facts, OpenSite, Resolution
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType, Form, How, Kind, OpenReason

_CALLED = frozenset({Suffix.METHOD, Suffix.TYPE, Suffix.TERM, Suffix.MACRO})
_FARTHEST = 80
"""Columns between `new` and the name of the class behind it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the index says of one site."""

    site: Site
    target: Uid | None
    """None: something outside of the repository, …"""
    external: str
    """… called so, …"""
    library: str
    """… of this package."""
    names: tuple[str, ...]
    """The last words of its symbol."""


def upgrade(
    files: Sequence[Facts], resolutions: Sequence[Resolution], lookup: Lookup
) -> tuple[Resolution, ...]:
    """The resolutions with what the indexes say in place of our own answers."""
    if not lookup.references:
        return tuple(resolutions)
    places = places_of(files)
    open_sites = {uid: sites for one in resolutions for uid, sites in one.open_sites.items()}
    calls = _calls(resolutions)
    verdicts: dict[Uid, list[Verdict]] = {}
    sites: dict[Uid, list[Site]] = {}
    for standing, own in all_sites(places, open_sites):
        caller = standing.artifact.uid
        found = [verdict_of(standing, site, places, lookup) for site in own]
        said = [one for one in found if one is not None and not _misnamed(one, calls[caller], places)]
        if said:
            verdicts[caller], sites[caller] = said, own
    kept = _without(resolutions, verdicts.keys())
    edges: list[Edge] = []
    left: dict[Uid, tuple[OpenSite, ...]] = {}
    for caller, said in verdicts.items():
        open_here = open_sites.get(caller, ())
        edges += _tied(caller, calls[caller], sites[caller], open_here, said, places)
        left[caller] = _left(open_here, said)
    return (*kept, Resolution(tuple(edges), left))


def verdict_of(standing: Standing, site: Site, places: Places, lookup: Lookup) -> Verdict | None:
    """What the index says of a site, or None where it leaves our answer."""
    path = standing.artifact.path
    references = lookup.references.get(path)
    if not references:
        return None
    key = _reference(standing, site, references, lookup.encodings[path])
    if key is None:
        return None
    symbol = symbol_of(key)
    for defined_path, line in lookup.definitions.get(key, ()):
        target = _target(places.artifact(defined_path, line + 1, symbol.name or site.name), places)
        if target is not None:
            return Verdict(site, target, "", "", symbol.names[-2:])
    is_outside = symbol.package and symbol.package not in lookup.packages and symbol.suffix in _CALLED
    return (
        Verdict(site, None, symbol.qualified_name, symbol.library, symbol.names[-2:]) if is_outside else None
    )


def _reference(
    standing: Standing, site: Site, references: dict[tuple[int, int], str], encoding: Encoding
) -> str | None:
    """The symbol at a site's name."""
    line = standing.start - 1 + site.line
    column = _column(standing.artifact, site, encoding)
    if not site.creates:
        return references.get((line, column))
    for ahead in range(_FARTHEST):
        key = references.get((line, column + ahead))
        if key is not None and site.name in symbol_of(key).names[-2:]:
            return key
    return None


def _column(artifact: Artifact, site: Site, encoding: Encoding) -> int:
    """A site's column as the index counts it."""
    if encoding is Encoding.UTF32 or artifact.text.isascii():
        return site.column
    lines = artifact.text.split("\n")
    if artifact.kind is not Kind.METHOD or site.line >= len(lines):
        return site.column
    line = lines[site.line]
    before = line[: site.column] if site.line else line[: max(site.column - _indent(artifact, site), 0)]
    size = len(before.encode("utf-8" if encoding is Encoding.UTF8 else "utf-16-le", "surrogatepass"))
    return site.column + (size if encoding is Encoding.UTF8 else size // 2) - len(before)


def _indent(artifact: Artifact, site: Site) -> int:
    """How far a method's first line begins behind the margin: its text begins at its first word."""
    at = artifact.text.split("\n")[0].find(site.name)
    return max(site.column - at, 0) if at >= 0 else 0


def _target(artifact: Artifact | None, places: Places) -> Uid | None:
    """The method that a call of this definition runs."""
    if artifact is None or artifact.kind is Kind.METHOD:
        return artifact.uid if artifact is not None else None
    constructor = places.constructor(artifact)
    return constructor.uid if constructor is not None else None


def _misnamed(verdict: Verdict, edges: Iterable[Edge], places: Places) -> bool:
    """Whether the index names another thing than what is written, where we have exactly what is written.
    (scip-python takes all names that a package re-exports from one module for the first of them.)"""
    site = verdict.site
    return site.name not in verdict.names and any(
        edge.how is How.EXACT and site.line in edge.sites and site.name in _names(edge.target, places)
        for edge in edges
    )


def _calls(resolutions: Iterable[Resolution]) -> dict[Uid, list[Edge]]:
    """The calls of each caller."""
    calls: dict[Uid, list[Edge]] = defaultdict(list)
    for one in resolutions:
        for edge in one.edges:
            if edge.type is EdgeType.CALLS:
                calls[edge.source].append(edge)
    return calls


def _without(resolutions: Iterable[Resolution], callers: Iterable[Uid]) -> list[Resolution]:
    """The resolutions without what these callers call and leave open."""
    chosen = frozenset(callers)
    return [
        replace(
            one,
            edges=tuple(
                edge for edge in one.edges if edge.type is not EdgeType.CALLS or edge.source not in chosen
            ),
            open_sites={uid: sites for uid, sites in one.open_sites.items() if uid not in chosen},
        )
        for one in resolutions
    ]


def _tied(
    caller: Uid,
    edges: list[Edge],
    sites: list[Site],
    open_here: Sequence[OpenSite],
    said: list[Verdict],
    places: Places,
) -> list[Edge]:
    """The calls of one caller: what the index says in place of what we had at those sites."""
    lines = {edge.target: set(edge.sites) for edge in edges}
    untied = {(one.line, one.column) for one in open_here}
    tied = [site for site in sites if (site.line, site.column) not in untied]
    spoken = {(verdict.site.line, verdict.site.column) for verdict in said}
    silent = [site for site in tied if (site.line, site.column) not in spoken]
    for verdict in said:
        if verdict.site in tied:
            for target in _own_targets(verdict, edges, silent, tied, places):
                lines[target].discard(verdict.site.line)
    exact: dict[Uid, set[int]] = defaultdict(set)
    for verdict in said:
        if verdict.target is not None:
            exact[verdict.target].add(verdict.site.line)
    kept = [
        replace(edge, sites=tuple(sorted(lines[edge.target])))
        for edge in edges
        if edge.target not in exact and (lines[edge.target] or not edge.sites)
    ]
    return kept + [
        Edge(EdgeType.CALLS, caller, target, How.EXACT, 1.0, tuple(sorted(found | lines.get(target, set()))))
        for target, found in exact.items()
    ]


def _own_targets(
    verdict: Verdict, edges: list[Edge], silent: list[Site], sites: list[Site], places: Places
) -> list[Uid]:
    """The targets we had for a site. An edge knows lines only: it is of this site when it is called so
    and no other site of that name on the line keeps our answer, or when only the two are left over.
    (Not where the index says external: `map(price, orders)` runs `price` all the same.)"""
    site = verdict.site
    here = [edge.target for edge in edges if site.line in edge.sites]
    if any(other.line == site.line and other.name == site.name for other in silent):
        return []
    named = [target for target in here if site.name in _names(target, places)]
    if named:
        return named
    if verdict.target is None:
        return []
    words = {other.name for other in sites if other.line == site.line and other != site}
    rest = [target for target in here if not words & _names(target, places)]
    return rest if len(rest) == 1 and len(words) == len(here) - 1 else []


def _names(target: Uid, places: Places) -> set[str]:
    """How a call may write a target: its name; a constructor's class."""
    standing = places.standing.get(target)
    if standing is None:
        return set()
    artifact = standing.artifact
    if artifact.form is not Form.CONSTRUCTOR:
        return {artifact.name}
    owner = (
        artifact.qualified_name.partition("(")[0]
        .replace("#", ".")
        .replace("::", ".")
        .replace("\\", ".")
        .split(".")
    )
    return {artifact.name, *owner[-2:]}


def _left(open_sites: Sequence[OpenSite], said: list[Verdict]) -> tuple[OpenSite, ...]:
    """The open sites of one caller: without those the index speaks of, with those it calls external."""
    spoken = {(verdict.site.line, verdict.site.column) for verdict in said}
    kept = [one for one in open_sites if (one.line, one.column) not in spoken]
    outside = [
        OpenSite(
            verdict.site.line, verdict.site.column, OpenReason.EXTERNAL, verdict.external, verdict.library
        )
        for verdict in said
        if verdict.target is None
    ]
    return tuple(sorted((*kept, *outside), key=lambda one: (one.line, one.column)))
