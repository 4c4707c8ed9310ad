"""The order of the hits: a linear score over what is visible. Pure and deterministic.

In: the intent and the candidates. Out: the candidates in order, each with the ranks that may be
shown. The features and weights come from experiments on six repositories (ARCHITECTURE.md,
retrieval). Every statistic is taken from the candidates, which are all visible; equal scores go by
uid. Scores stay here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from statistics import fmean, pstdev

from kg.retrieve.bm25 import Counted, Statistics, count, score, share, statistics
from kg.retrieve.candidates import Candidate, Recalled
from kg.retrieve.intent import Intent
from kg.schema.ids import Uid
from kg.schema.question import Channel
from kg.schema.tokens import tokens
from kg.schema.vocabulary import Kind

FILLER = "_"
"""The padding of the index text, which is no length here."""
RRF_K = 60
_TEST_PARTS = frozenset({"test", "tests", "testing", "it", "spec"})


@dataclass(frozen=True, slots=True)
class Weights:
    """What each feature counts; a repository may fit its own."""

    text: float = 4.4
    class_text: float = 4.0
    directory: float = 2.6
    matched: float = 2.9
    name: float = 1.5
    class_name: float = 1.4
    lines: float = 0.18
    calls: float = 0.29
    trivial: float = -0.81
    abstract: float = -0.86
    cosine: float = 0.3
    fusion: float = 0.5
    symbol: float = 3.0
    """For an identifier that the question names; twice with its class."""
    test: float = -2.0
    file: float = -1.0


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate in its place, with the channel ranks that hidden documents cannot move."""

    candidate: Candidate
    channels: tuple[tuple[Channel, int], ...]


@dataclass(frozen=True, slots=True)
class _Pool:
    """The candidates with what is computed once for all of them."""

    candidates: Sequence[Candidate]
    counted: Sequence[Counted]
    known: Statistics
    texts: Sequence[float]
    classes: Mapping[Uid, float]
    directories: Mapping[tuple[str, str], float]
    cosines: Sequence[float]
    ranks: Sequence[tuple[tuple[Channel, int], ...]]


def rerank(intent: Intent, found: Recalled, weights: Weights) -> tuple[Ranked, ...]:
    """The candidates, best first."""
    pool = _pool(intent, found)
    about_tests = any(term in _TEST_PARTS for term, _ in intent.terms)
    scored = [
        (-round(_score(i, pool, intent, weights, about_tests), 9), candidate.place.uid, i)
        for i, candidate in enumerate(pool.candidates)
    ]
    return tuple(Ranked(pool.candidates[i], pool.ranks[i]) for _, _, i in sorted(scored))


def _pool(intent: Intent, found: Recalled) -> _Pool:
    terms = frozenset(term for term, _ in intent.terms)
    counted = [count(candidate.words, terms, FILLER) for candidate in found.candidates]
    # What only the graph brought depends on the seeds: it is scored, but it is no statistic.
    sampled = [one for one, c in zip(counted, found.candidates, strict=True) if c.channels]
    known = statistics(sampled, intent.terms)
    texts = [score(one, known) for one in counted]
    directories: dict[tuple[str, str], float] = {}
    for candidate, text in zip(found.candidates, texts, strict=True):
        key = _directory(candidate)
        directories[key] = max(directories.get(key, 0.0), text)
    return _Pool(
        found.candidates,
        counted,
        known,
        texts,
        _class_scores(intent, found.classes),
        directories,
        _z([candidate.cosine for candidate in found.candidates]),
        _visible_ranks(found.candidates, texts),
    )


def _class_scores(intent: Intent, classes: Mapping[Uid, str]) -> dict[Uid, float]:
    terms = frozenset(term for term, _ in intent.terms)
    counted = {uid: count(words, terms, FILLER) for uid, words in classes.items()}
    known = statistics(tuple(counted.values()), intent.terms)
    return {uid: score(one, known) for uid, one in counted.items()}


def _score(i: int, pool: _Pool, intent: Intent, weights: Weights, about_tests: bool) -> float:
    candidate, text = pool.candidates[i], pool.texts[i]
    place = candidate.place
    name = tokens(place.name)
    of_class = tokens(class_name(candidate))
    class_text = pool.classes.get(candidate.owner or place.uid, text if place.kind == Kind.CLASS else 0.0)
    return (
        weights.text * text
        + weights.class_text * class_text
        + weights.directory * pool.directories[_directory(candidate)]
        + weights.matched * share(tuple(pool.counted[i].counts), pool.known)
        + weights.name * share(name, pool.known)
        + weights.class_name * share(of_class, pool.known)
        + weights.lines * log(max(1, candidate.lines))
        + weights.calls * log(1 + candidate.calls)
        + weights.cosine * pool.cosines[i]
        + weights.fusion * _fused(pool.ranks[i])
        + _priors(candidate, weights, about_tests)
        + weights.symbol * _named(candidate, intent)
    )


def _priors(candidate: Candidate, weights: Weights, about_tests: bool) -> float:
    """What a candidate is, whatever was asked."""
    prior = 0.0
    if candidate.place.kind == Kind.METHOD and candidate.complexity == 0:
        prior += weights.abstract if "abstract" in candidate.modifiers else weights.trivial
    if candidate.place.kind in (Kind.FILE, Kind.REPOSITORY):
        prior += weights.file
    if not about_tests and is_test(candidate):
        prior += weights.test
    return prior


def is_test(candidate: Candidate) -> bool:
    folders = candidate.place.path.lower().split("/")[:-1]
    return candidate.entry == "test" or not _TEST_PARTS.isdisjoint(folders)


def class_name(candidate: Candidate) -> str:
    """The class (or module) of a member, the file's stem of anything else."""
    before = candidate.place.qualified_name.partition("(")[0].rpartition(candidate.place.name)[0]
    parts = [part for part in before.replace("#", ".").replace("$", ".").split(".") if part]
    if candidate.owner and parts:
        return parts[-1]
    return candidate.place.path.rpartition("/")[2].partition(".")[0]


def _named(candidate: Candidate, intent: Intent) -> int:
    """2 for an identifier that the question names with its class, 1 for one it names, else 0."""
    name, of_class = candidate.place.name, class_name(candidate)
    named = [symbol for symbol in intent.symbols if symbol.name == name]
    return 2 if any(symbol.owner == of_class for symbol in named) else len(named[:1])


def _directory(candidate: Candidate) -> tuple[str, str]:
    return candidate.place.repo, candidate.place.path.rpartition("/")[0]


def _fused(ranks: Sequence[tuple[Channel, int]]) -> float:
    """Reciprocal rank fusion, 1 for the first of one channel."""
    return sum((RRF_K + 1) / (RRF_K + rank) for _, rank in ranks)


def _visible_ranks(
    candidates: Sequence[Candidate], texts: Sequence[float]
) -> tuple[tuple[tuple[Channel, int], ...], ...]:
    """The channels' ranks, that of full text replaced by the rank among the visible candidates."""
    sparse = [i for i, c in enumerate(candidates) if any(ch is Channel.SPARSE for ch, _ in c.channels)]
    sparse.sort(key=lambda i: (-round(texts[i], 9), candidates[i].place.uid))
    own = {i: rank for rank, i in enumerate(sparse, 1)}
    return tuple(
        tuple((channel, own[i] if channel is Channel.SPARSE else rank) for channel, rank in c.channels)
        for i, c in enumerate(candidates)
    )


def _z(cosines: Sequence[float | None]) -> list[float]:
    """Cosines as standard scores; what the vector search did not find is as far as its last row."""
    known = [cosine for cosine in cosines if cosine is not None]
    spread = pstdev(known) if len(known) > 1 else 0.0
    if spread == 0.0:
        return [0.0] * len(cosines)
    lowest, middle = min(known), fmean(known)
    return [((lowest if cosine is None else cosine) - middle) / spread for cosine in cosines]
