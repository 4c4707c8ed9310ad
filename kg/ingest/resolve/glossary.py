"""Terms: one for each entry of the glossaries of a repository.

In: the entries that parsers found. Out: Term artifacts with their aliases and meaning, and the DEFINES that
say where each stands. Entries of one term in several glossaries (one a language, say) are one Term. Where
terms occur is said in `mentions.terms`. Pure.
"""

from collections import defaultdict
from collections.abc import Sequence

from kg.ingest.resolve.world import Around, World
from kg.schema.details import details
from kg.schema.facts import Artifact, Edge, Facts
from kg.schema.glossary import GlossaryEntry
from kg.schema.ids import term_uid
from kg.schema.vocabulary import EdgeType, Kind

_Given = Sequence[tuple[Facts, GlossaryEntry]]


def resolve_glossary(world: World) -> Around:
    by_term: dict[str, list[tuple[Facts, GlossaryEntry]]] = defaultdict(list)
    for facts, entry in world.found(GlossaryEntry):
        by_term[entry.term.casefold()].append((facts, entry))
    terms = [_term(world.repo, given) for _, given in sorted(by_term.items())]
    places = [_places(term, given) for term, (_, given) in zip(terms, sorted(by_term.items()), strict=True)]
    return Around(tuple(terms), tuple(edge for edges in places for edge in edges))


def _term(repo: str, given: _Given) -> Artifact:
    facts, first = given[0]
    aliases = dict.fromkeys(alias for _, entry in given for alias in entry.aliases)
    meaning = "\n".join(dict.fromkeys(entry.meaning for _, entry in given if entry.meaning))
    return Artifact(
        kind=Kind.TERM,
        uid=term_uid(repo, first.term),
        name=first.term,
        qualified_name=first.term,
        origin=f"term:{first.term}",
        path=facts.file.path,
        text="\n".join(filter(None, (first.term, ", ".join(aliases), meaning))),
        details=details(aliases=tuple(aliases), meaning=meaning),
    )


def _places(term: Artifact, given: _Given) -> list[Edge]:
    """One DEFINES a file; only the first has lines."""
    files = list(dict.fromkeys(facts.file.uid for facts, _ in given))
    line = given[0][1].line
    first = Edge(EdgeType.DEFINES, files[0], term.uid, start_line=line, end_line=line)
    return [first, *(Edge(EdgeType.DEFINES, file, term.uid) for file in files[1:])]
