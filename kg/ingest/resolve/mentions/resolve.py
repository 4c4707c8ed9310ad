"""What documents speak of: DOCUMENTS edges from a section, or a report, to code, files, settings, routes, tables.

In: the Facts of all files, and the artifacts that no file owns. Out: one edge a section and target, and the
names that name nothing any more. What is written out in full is exact; what only one thing can be is inferred;
what a few can be, and nothing near tells apart, gives weak candidates; common words give nothing. A document
is read twice: what it names for certain says what its other names mean. Pure; knows no document format.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kg.ingest.resolve.mentions.found import Found
from kg.ingest.resolve.mentions.names import Dependents, Names, names_of
from kg.ingest.resolve.mentions.nearness import Near
from kg.ingest.resolve.mentions.others import (
    by_other_name,
    by_route,
    by_served_path,
    by_setting,
    by_spoken_name,
    setting_name,
    spoken_forms,
)
from kg.ingest.resolve.mentions.paths import by_link, by_path
from kg.ingest.resolve.mentions.products import by_product
from kg.ingest.resolve.mentions.reports import Reports
from kg.ingest.resolve.mentions.software import Tied, software
from kg.ingest.resolve.mentions.stale import is_stale
from kg.ingest.resolve.mentions.symbols import by_qualified_name, by_simple_name, by_title
from kg.ingest.resolve.mentions.terms import term_edges
from kg.ingest.resolve.mentions.written import is_path_like, is_type_like, parts_of
from kg.ingest.resolve.world import Around
from kg.schema.facts import Artifact, Edge, Facts, Mention, OpenSite, Resolution
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType, How, Kind, OpenReason


@dataclass(frozen=True, slots=True)
class Mentions:
    """What all documents speak of, and what that rests on."""

    resolution: Resolution
    looked_into: frozenset[Uid] = frozenset()
    """What of code more than names was read of: its text."""
    measured: frozenset[str] = frozenset()
    """Files of which lines were asked."""


def resolve_mentions(files: Sequence[Facts], around: Around) -> Resolution:
    """The DOCUMENTS edges of all documents, in a fixed order, and their unknown names."""
    return tie_mentions(files, around).resolution


def tie_mentions(files: Sequence[Facts], around: Around) -> Mentions:
    """The same, and what it rests on."""
    artifacts = around.artifacts
    edges = term_edges(files, artifacts)
    speaking = [facts for facts in files if facts.mentions or _is_report(facts)]
    if not speaking:
        return Mentions(Resolution(tuple(edges)))
    texts = {m.text for facts in speaking for m in facts.mentions if m.form not in ("link", "product")}
    wanted = {word for text in texts for word in _wanted(text)}
    repo = files[0].file.uid.partition(":file:")[0]
    names = names_of(repo, files, artifacts, wanted)
    names.dependents = Dependents(around.edges)
    reports = Reports(repo, files, artifacts)
    unknown: dict[Uid, list[OpenSite]] = defaultdict(list)
    for facts in speaking:
        tied = list(zip(facts.mentions, _found(facts, names), strict=True))
        tied = [*tied, *software(facts, tied, names)]
        sections = _edges(tied)
        edges += sections
        edges += reports.edges(facts, sections)
        docs = {a.uid: a for a in facts.artifacts}
        for mention, found in tied:
            if not found and is_stale(mention, docs[mention.source], names):
                unknown[mention.source].append(OpenSite(mention.line, 0, OpenReason.UNKNOWN, mention.text))
    sites = {uid: tuple(found) for uid, found in unknown.items()}
    return Mentions(Resolution(tuple(edges), sites), frozenset(names.looked_into), frozenset(names.measured))


def _is_report(facts: Facts) -> bool:
    return any(artifact.kind is Kind.POSTMORTEM for artifact in facts.artifacts[:1])


def _wanted(text: str) -> Iterator[str]:
    """What must be known to say what a mention means: its name and its owner's, or a key."""
    yield from parts_of(text)[-3:]
    text = text.strip()
    yield text
    yield text.lower()
    yield setting_name(text)
    yield from spoken_forms(text)


def _found(facts: Facts, names: Names) -> list[list[Found]]:
    """What each mention was tied to: first those that need no context, then the others."""
    near = Near(facts.file.path, {a.uid: a for a in facts.artifacts if a.kind is Kind.DOC})
    found: list[list[Found]] = [[] for _ in facts.mentions]
    later = []
    for at, mention in enumerate(facts.mentions):
        if _needs_context(mention, names):
            later.append(at)
        else:
            found[at] = _targets(mention, names, near)
            near.add(mention.source, _sure(found[at]))
            near.add_modules(mention.source, _sure(found[at]))
            near.add_libraries(mention, _sure(found[at]))
    for at in sorted(later, key=lambda at: is_path_like(facts.mentions[at].text)):
        mention = facts.mentions[at]
        found[at] = _targets(mention, names, near)
        near.add_modules(mention.source, _sure(found[at]))
    return found


def _sure(found: Sequence[Found]) -> list[Artifact]:
    return [artifact for artifact, how, _ in found if how is not How.CANDIDATE]


def _needs_context(mention: Mention, names: Names) -> bool:
    """A simple name of no type, a file that several folders have."""
    if mention.form == "product":
        return False
    if len(names.files.get(mention.text, ())) > 1:
        return True
    parts = parts_of(mention.text)
    return len(parts) == 1 and not is_type_like(parts[0])


def _targets(mention: Mention, names: Names, near: Near) -> list[Found]:
    if mention.form == "link":
        return by_link(mention.text, near.path, names)
    if mention.form == "route":
        return by_route(mention.text, names)
    if mention.form == "title":
        return by_title(mention, near.path, names)
    if mention.form == "product":
        return by_product(mention.text, names)
    if is_path_like(mention.text) or mention.text.startswith(("./", "../")):
        return by_path(mention, near, names)
    parts = parts_of(mention.text)
    return (
        by_setting(mention, names, near)
        or (by_qualified_name(mention, parts, names, near) if len(parts) > 1 else [])
        or (by_simple_name(mention, parts[0], names, near) if len(parts) == 1 else [])
        or (by_served_path(mention.text, names) if mention.form == "code" else [])
        or by_other_name(mention, names, lambda: near.line_of(mention))
        or by_spoken_name(mention.text, names)
        or (by_product(mention.text, names) if mention.form == "word" and len(parts) == 1 else [])
    )


def _edges(tied: Iterable[Tied]) -> list[Edge]:
    """The edges of one document: of several mentions of a thing, the best known counts."""
    best: dict[tuple[Uid, Uid], tuple[How, float]] = {}
    lines: dict[tuple[Uid, Uid], set[int]] = defaultdict(set)
    for mention, found in tied:
        for target, how, confidence in found:
            pair = (mention.source, target.uid)
            lines[pair].add(mention.line)
            if pair not in best or confidence > best[pair][1]:
                best[pair] = (how, confidence)
    return [
        Edge(EdgeType.DOCUMENTS, source, target, how, confidence, tuple(sorted(lines[source, target])))
        for (source, target), (how, confidence) in sorted(best.items())
    ]
