"""Where the terms of a glossary occur: in documents, and in the names of code, tables, topics, keys.

In: the Facts of all files, and the artifacts that no file owns. Out: DOCUMENTS edges: from a section to the
terms that it uses, from a term to what carries it (or an alias) in its name, by whole words. A term that is a
word of every program, or that a large part of the names carry, tells nothing. Pure.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kg.ingest.resolve.mentions.written import identifier_words, is_common, is_test
from kg.schema.facts import Artifact, Edge, Facts
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType, How, Kind

_CARRIERS = (
    Kind.SERVICE,
    Kind.TABLE,
    Kind.TOPIC,
    Kind.ENDPOINT,
    Kind.JOB,
    Kind.CLASS,
    Kind.CONFIG,
    Kind.METHOD,
)
"""In this order, up to the cap."""
_MOST_CARRIERS = 40
_TOO_MANY = 400
_MOST_SECTIONS = 200
_MOST_LINES = 10
_SHORTEST = 4
"""Letters of a single Latin word."""
_Words = tuple[str, ...]


def term_edges(files: Sequence[Facts], around: Iterable[Artifact]) -> list[Edge]:
    """The edges of all terms, in a fixed order; none without a glossary."""
    others = list(around)
    terms = [a for a in others if a.kind is Kind.TERM]
    if not terms:
        return []
    carriers = [a for facts in files for a in facts.artifacts if a.kind in _CARRIERS]
    return [*_uses(files, terms), *_carried(terms, [*carriers, *(a for a in others if a.kind in _CARRIERS)])]


def _uses(files: Sequence[Facts], terms: Sequence[Artifact]) -> Iterator[Edge]:
    """From sections to the terms that they use; the glossary itself uses none."""
    names = [(name, term) for term in terms for name in _names(term)]
    if not names:
        return
    by_key = {_key(name): term.uid for name, term in names}
    forms = re.compile("|".join(_form(name) for name, _ in sorted(names, key=lambda n: -len(n[0]))))
    glossaries = {term.path for term in terms}
    used: Counter[Uid] = Counter()
    for facts in files:
        for doc in facts.artifacts:
            if doc.kind is Kind.DOC and doc.path not in glossaries:
                for uid, lines in sorted(_lines(doc, forms, by_key).items()):
                    used[uid] += 1
                    if used[uid] <= _MOST_SECTIONS:
                        sites = tuple(sorted(lines))[:_MOST_LINES]
                        yield Edge(EdgeType.DOCUMENTS, doc.uid, uid, How.INFERRED, 0.8, sites)


def _lines(doc: Artifact, forms: re.Pattern[str], by_key: Mapping[str, Uid]) -> dict[Uid, set[int]]:
    """The lines of a section that use a term, by the term."""
    found: dict[Uid, set[int]] = defaultdict(set)
    for number, line in enumerate(doc.text.split("\n")):
        for match in forms.finditer(line):
            found[by_key[_key(match.group(0))]].add(number)
    return found


def _key(name: str) -> str:
    return re.sub(r"[\s-]", " ", name).casefold()


def _form(name: str) -> str:
    """Whole words of Latin letters, an abbreviation as it is written; a word of another script has no end
    that could be seen."""
    form = re.escape(name).replace(r"\ ", r"[\s-]")
    form = form if name.isupper() else f"(?i:{form})"
    return rf"(?<![A-Za-z0-9_]){form}(?![A-Za-z0-9_])" if name[0].isascii() or name[-1].isascii() else form


def _carried(terms: Sequence[Artifact], carriers: Sequence[Artifact]) -> Iterator[Edge]:
    wanted: dict[str, list[tuple[_Words, Artifact]]] = defaultdict(list)
    for term in terms:
        for words in {tuple(identifier_words(name)) for name in _names(term) if name.isascii()}:
            if len("".join(words)) >= _SHORTEST:  # `CB` is a callback somewhere
                wanted[words[0]].append((words, term))
    found: dict[Uid, list[Artifact]] = defaultdict(list)
    for artifact in carriers:
        for uid in _terms_in(artifact, wanted):
            found[uid].append(artifact)
    for term in terms:
        targets = found[term.uid]
        if len(targets) <= _TOO_MANY:
            for target in sorted(targets, key=_importance)[:_MOST_CARRIERS]:
                yield Edge(EdgeType.DOCUMENTS, term.uid, target.uid, How.INFERRED, 0.7)


def _terms_in(artifact: Artifact, wanted: Mapping[str, list[tuple[_Words, Artifact]]]) -> set[Uid]:
    """The terms whose words stand one after the other in its name."""
    if is_test(artifact.path):
        return set()
    words = identifier_words(artifact.name)
    return {
        term.uid
        for at, word in enumerate(words)
        for whole, term in wanted.get(word, ())
        if tuple(words[at : at + len(whole)]) == whole
    }


def _names(term: Artifact) -> list[str]:
    """What a term is called, as far as it is no common word."""
    aliases = dict(term.details).get("aliases", ())
    names = (term.name, *(aliases if isinstance(aliases, tuple) else ()))
    return [name for name in names if _is_distinctive(name)]


def _is_distinctive(name: str) -> bool:
    if not name.isascii():
        return len(name) > 1
    if " " in name.strip() or "-" in name:
        return True
    return not is_common(name) and (len(name) >= _SHORTEST or (name.isupper() and len(name) > 1))


def _importance(artifact: Artifact) -> tuple[int, str]:
    return _CARRIERS.index(artifact.kind), artifact.uid
