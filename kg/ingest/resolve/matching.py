"""Which sides of contracts meet: a request and what serves it, a publisher and who consumes it. Pure.

In: the sides of all repositories that have one shape. Out: one match a pair. A request is sent to the serving
path that fits best, as a router would choose it; where several serve it, its host decides, then the folder
that both stand in, and where nothing decides each is a candidate. A topic is met by its name within one kind of broker.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from os.path import commonpath

from kg.schema.contracts import GAP, Side
from kg.schema.ids import Uid
from kg.schema.vocabulary import How

ANY = "ANY"
IN_PROCESS = frozenset({"spring"})
"""Systems whose events do not leave the process."""
MAX_CANDIDATES = 5
"""What so many serve is no hint any more."""
_FEWEST_LETTERS = 3
"""Of a topic with a gap, to say anything."""


@dataclass(frozen=True, slots=True)
class Contract:
    """One side, as the graph holds it."""

    uid: Uid
    repo: str
    side: str
    key: str
    system: str
    """The protocol of an Endpoint, the kind of broker of a Topic."""
    host: str = ""
    """Requests: the host that is asked for. Serves: the name that its application goes by."""

    @property
    def module(self) -> str:
        return self.uid.split(":", 3)[2]

    @property
    def names(self) -> frozenset[str]:
        """What others may call the application that has this side."""
        module = self.module.rpartition("/")[2]
        given = (self.host, self.repo.rpartition("/")[2], module if module != "." else "")
        return frozenset(name.lower() for name in given if name)


@dataclass(frozen=True, slots=True)
class Match:
    source: Uid
    target: Uid
    how: How
    confidence: float


def match(contracts: Sequence[Contract]) -> list[Match]:
    """Every match among contracts of any shapes, in a fixed order."""
    found = [*_requests(contracts), *_topics(contracts)]
    return sorted(found, key=lambda one: (one.source, one.target))


def _requests(contracts: Iterable[Contract]) -> Iterator[Match]:
    serving: dict[tuple[str, int, str], list[Contract]] = defaultdict(list)
    asking: list[Contract] = []
    for one in contracts:
        if one.side == Side.SERVES:
            serving[(one.system, *_place(one.key))].append(one)
        elif one.side == Side.REQUESTS:
            asking.append(one)
    for request in asking:
        count, first = _place(request.key)
        firsts = {first, GAP} if first != GAP else {key[2] for key in serving}
        near = [s for at in sorted(firsts) for s in serving.get((request.system, count, at), ())]
        yield from _served(request, near)


def _place(key: str) -> tuple[int, str]:
    """How many parts a path has, and the first; a key without a path is its own place."""
    _, slash, path = key.partition(" /")
    parts = path.split("/")
    return (len(parts), parts[0]) if slash else (0, key)


def _served(request: Contract, serving: Sequence[Contract]) -> Iterator[Match]:
    fits = [(well, one) for one in serving if (well := fit(request.key, one.key)) > 0]
    if not fits:
        return
    by_host = [(well, one) for well, one in fits if request.host and request.host.lower() in one.names]
    if request.host and not by_host:
        return  # it goes to somebody else
    pool = by_host or [pair for pair in fits if not _is_own(request, pair[1])] or fits
    best = max(well for well, _ in pool)
    chosen = [one for well, one in pool if well == best]
    alike = len(chosen)
    if by_host:
        chosen = _nearest(request, chosen)
    if len(chosen) > MAX_CANDIDATES:
        return
    if len(chosen) > 1:
        how, confidence = How.CANDIDATE, round(1 / len(chosen), 2)
    elif alike > 1:
        how, confidence = How.INFERRED, 0.9
    elif by_host:
        how, confidence = How.EXACT, 1.0
    else:
        if not _says_something(request.key):
            return
        how, confidence = How.INFERRED, 0.8 if _is_own(request, chosen[0]) else 0.9
    for one in chosen:
        yield Match(request.uid, one.uid, how, confidence)


def _nearest(request: Contract, serving: Sequence[Contract]) -> list[Contract]:
    """Of applications of one name those beside the one that asks: a repository may hold several systems."""
    shared = [
        len(commonpath((request.module, one.module))) if one.repo == request.repo else 0 for one in serving
    ]
    most = max(shared)
    return [one for one, count in zip(serving, shared, strict=True) if count == most]


def _is_own(request: Contract, serving: Contract) -> bool:
    return (request.repo, request.module) == (serving.repo, serving.module)


def _says_something(key: str) -> bool:
    """A path of variables alone fits everything."""
    _, _, path = key.partition(" /")
    return any(part and part != GAP for part in path.split("/")) or " /" not in key


def fit(asked: str, served: str) -> float:
    """How well a served key fits a request; 0 where it does not. A part that both name counts most, then a
    variable that takes a name, then a gap in the request."""
    if asked == served:
        return 100.0
    (verb, slash, path), (served_verb, _, served_path) = asked.partition(" /"), served.partition(" /")
    if not slash or (verb != served_verb and ANY not in (verb, served_verb)):
        return 0.0
    well = 1.0 if verb == served_verb else 0.5
    for part, served_part in zip(path.split("/"), served_path.split("/"), strict=True):
        if part == served_part:
            well += 3.0
        elif served_part == GAP:
            well += 1.0
        elif part == GAP:
            well += 0.1
        else:
            return 0.0
    return well


def _topics(contracts: Iterable[Contract]) -> Iterator[Match]:
    consuming: dict[str, list[Contract]] = defaultdict(list)
    publishing: list[Contract] = []
    for one in contracts:
        if one.side == Side.CONSUMES:
            consuming[one.system].append(one)
        elif one.side == Side.PUBLISHES:
            publishing.append(one)
    for source in publishing:
        for target in consuming.get(source.system, ()):
            if source.system in IN_PROCESS and source.repo != target.repo:
                continue
            known = _met(source, target)
            if known is not None:
                yield Match(source.uid, target.uid, *known)


def _met(source: Contract, target: Contract) -> tuple[How, float] | None:
    gaps = (GAP in source.key) + (GAP in target.key)
    if source.key == target.key:
        if gaps:
            return How.INFERRED, 0.8
        return (How.EXACT, 1.0) if source.repo == target.repo else (How.INFERRED, 0.95)
    if gaps == 1:
        pattern, name = (source.key, target.key) if GAP in source.key else (target.key, source.key)
        if len(pattern.replace(GAP, "")) >= _FEWEST_LETTERS and _pattern(pattern).fullmatch(name):
            return How.CANDIDATE, 0.5
    return None


def _pattern(key: str) -> re.Pattern[str]:
    return re.compile(".+".join(map(re.escape, key.split(GAP))))
