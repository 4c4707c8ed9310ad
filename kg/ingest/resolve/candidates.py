"""Calls by name alone, for languages that are read through a `.scm` query: candidates, never facts.

In: the facts of all files of a language. Out: CALLS with `how: candidate` and the sites left open.
What a call's text says (a bare name, `self.name`, `Class.name`, `value.name`) and how near a definition
stands decide which definitions come into question, and how likely they are: `_LIKELY` was measured.
Several share their likelihood; more than `MOST`, or too unlikely ones, leave the site open. Pure.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from kg.schema.facts import Edge, Facts, OpenSite, Resolution
from kg.schema.ids import Uid
from kg.schema.scm import ScmCall, ScmDefinition, ScmFacts
from kg.schema.vocabulary import EdgeType, How, OpenReason

MOST = 4
"""Candidates of one site; more say nothing."""

_SELF = frozenset({"self", "this", "$this", "Self", "static", "cls"})
_WORD = re.compile(r"\w+")
_SEVERAL_WORDS = re.compile(r"[a-z0-9]_[a-z]|[a-z][A-Z]")


class Way(Enum):
    """What a call's text says of its target."""

    OWN = "own"
    """`self.name()`: a member of the caller's class."""
    BARE = "bare"
    NAMED = "named"
    """`Class.name()`, `module::name()`: the text names the owner."""
    CREATED = "created"
    """`new Class()`."""
    MEMBER = "member"
    """`value.name()`: a member of a class that nobody knows."""


class Near(Enum):
    """How near to the call the definitions stand."""

    HINTED = "hinted"
    """The receiver is called like the owner: `searcher.run()` of `Searcher`."""
    FILE = "file"
    FOLDER = "folder"
    """Of the same folder, or named by an import."""
    REPOSITORY = "repository"


_PLAIN, _TELLING = 0, 1
"""Names of one word (`push`), which many types have, and of several (`add_child_path`)."""

_LIKELY = {
    (Way.OWN, Near.FILE): ((0.98, 0.95), (0.98, 0.95)),
    (Way.OWN, Near.FOLDER): ((0.85, 0.8), (0.9, 0.8)),
    (Way.OWN, Near.REPOSITORY): ((0.6, 0.6), (0.7, 0.6)),
    (Way.BARE, Near.FILE): ((0.97, 0.95), (0.98, 0.95)),
    (Way.BARE, Near.FOLDER): ((0.97, 0.95), (0.98, 0.95)),
    (Way.BARE, Near.REPOSITORY): ((0.7, 0.5), (0.8, 0.6)),
    (Way.NAMED, Near.FILE): ((0.98, 0.97), (0.98, 0.97)),
    (Way.NAMED, Near.FOLDER): ((0.98, 0.97), (0.95, 0.97)),
    (Way.NAMED, Near.REPOSITORY): ((0.75, 0.75), (0.85, 0.85)),
    (Way.CREATED, Near.FILE): ((0.98, 0.95), (0.98, 0.95)),
    (Way.CREATED, Near.FOLDER): ((0.97, 0.95), (0.97, 0.95)),
    (Way.CREATED, Near.REPOSITORY): ((0.75, 0.75), (0.85, 0.85)),
    (Way.MEMBER, Near.HINTED): ((0.9, 0.7), (0.94, 0.97)),
    (Way.MEMBER, Near.FILE): ((0.5, 0.27), (0.65, 0.5)),
    (Way.MEMBER, Near.FOLDER): ((0.5, 0.33), (0.9, 0.6)),
    (Way.MEMBER, Near.REPOSITORY): ((0.03, 0.05), (0.25, 0.2)),
}
"""For a plain and a telling name: how often the only candidate found this way is the right one, and how
often one of several is. Measured on Rust against rust-analyzer (tests/bench/callgraph/candidates.py);
OWN and CREATED beyond the file, which Rust has not, are estimates."""
LEAST = 0.1
"""A site whose candidates are less likely together has none: `value.push()` is that of the standard library."""


@dataclass(frozen=True, slots=True)
class Target:
    """A definition and where it stands."""

    definition: ScmDefinition
    path: str
    folder: str
    words: frozenset[str]
    """By which an import would name it: its own name, its owner's, its file's."""


@dataclass(frozen=True, slots=True)
class Found:
    """What one site comes to."""

    targets: tuple[Target, ...] = ()
    confidence: float = 0.0
    """Of each of them."""
    reason: OpenReason | None = None


@dataclass(slots=True)
class Names:
    """Every definition of a language by its name."""

    callables: dict[str, list[Target]] = field(default_factory=lambda: defaultdict(list))
    constructors: dict[str, list[Target]] = field(default_factory=lambda: defaultdict(list))
    classes: set[str] = field(default_factory=set)
    stems: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Paths by the name of the file and of its folder: how a module is named."""


def resolve_candidates(files: Sequence[Facts]) -> Resolution:
    """What the files of one language may call."""
    known = [one.code for one in files if isinstance(one.code, ScmFacts)]
    names = names_of(known)
    edges: list[Edge] = []
    open_sites: dict[Uid, tuple[OpenSite, ...]] = {}
    for facts in known:
        for caller in facts.definitions:
            found = [(call, find(names, facts, caller, call)) for call in caller.calls]
            edges += _edges(caller, found)
            left = tuple(_open(caller, call, one.reason) for call, one in found if one.reason is not None)
            if left:
                open_sites[caller.uid] = left
    return Resolution(tuple(edges), open_sites)


def names_of(files: Iterable[ScmFacts]) -> Names:
    names = Names()
    for facts in files:
        folder, _, file = facts.path.rpartition("/")
        stem = file.partition(".")[0]
        names.stems[stem].add(facts.path)
        names.stems[folder.rpartition("/")[2]].add(facts.path)
        for one in facts.definitions:
            target = Target(one, facts.path, folder, frozenset({one.name, one.owner, stem}))
            if one.is_class:
                names.classes.add(one.name)
            elif one.is_constructor:
                names.constructors[one.owner].append(target)
            else:
                names.callables[one.name].append(target)
    return names


def find(names: Names, facts: ScmFacts, caller: ScmDefinition, call: ScmCall) -> Found:
    """The candidates of one call, or why it stays open."""
    way, owner = _way(names, caller, call)
    if way is Way.CREATED:
        named = names.constructors.get(call.name, [])
        if not named:
            written = call.name in names.classes
            return Found(reason=OpenReason.GENERATED if written else OpenReason.EXTERNAL)
    else:
        named = names.callables.get(call.name, [])
    pool = [one for one in named if _may_be(way, owner, caller, one, names)]
    if not pool:
        return Found(reason=OpenReason.EXTERNAL if not named or way is Way.NAMED else OpenReason.AMBIGUOUS)
    fitting = [one for one in pool if _fits(way, one.definition, call.arity)]
    near, nearest = _nearest(facts, call, way, fitting)
    one, several = _LIKELY[way, near][_TELLING if _SEVERAL_WORDS.search(call.name) else _PLAIN]
    likely = one if len(nearest) == 1 else several
    if not 0 < len(nearest) <= MOST or likely < LEAST:
        return Found(reason=OpenReason.AMBIGUOUS)
    return Found(tuple(nearest), round(likely / len(nearest), 2))


def _way(names: Names, caller: ScmDefinition, call: ScmCall) -> tuple[Way, str]:
    """What the text says, and the name of the owner where it says one."""
    if call.creates:
        return Way.CREATED, call.name
    if not call.receiver:
        return Way.BARE, caller.owner
    if call.receiver in _SELF:
        return Way.OWN, caller.owner
    last = _last(call.receiver)
    is_plain = call.receiver.endswith(last) and last != ""
    if is_plain and (last in names.classes or ("::" in _joined(call) and last in names.stems)):
        return Way.NAMED, last
    is_path = "::" in call.receiver or last[:1].isupper()
    return (Way.NAMED if is_path and is_plain else Way.MEMBER), last


def _joined(call: ScmCall) -> str:
    """The receiver with what stands behind it: a lower-case name is a module only before `::`."""
    return f"{call.receiver}::" if call.receiver.islower() else call.receiver


def _may_be(way: Way, owner: str, caller: ScmDefinition, target: Target, names: Names) -> bool:
    """Whether a definition of that name comes into question at all."""
    of = target.definition.owner
    if way is Way.CREATED:
        return True
    if way is Way.NAMED:
        return of == owner or (not of and target.path in names.stems.get(owner, ()))
    if way is Way.OWN:
        return of == owner and of != ""
    if way is Way.BARE:
        return not of or of == caller.owner
    return of != ""


def _fits(way: Way, definition: ScmDefinition, arity: int) -> bool:
    """As many arguments as it takes; `Class::name(value, …)` may write the receiver as the first."""
    more = 1 if way is Way.NAMED and definition.owner else 0
    return arity < 0 or definition.lowest <= arity <= definition.highest + more


def _nearest(facts: ScmFacts, call: ScmCall, way: Way, pool: list[Target]) -> tuple[Near, list[Target]]:
    """The definitions of the nearest ring that has any."""
    if way is Way.MEMBER:
        hint = "" if call.receiver.endswith(")") else _plain(_last(call.receiver))
        hinted = [one for one in pool if len(hint) > 2 and _plain(one.definition.owner).endswith(hint)]
        if hinted:
            return Near.HINTED, hinted
    own = [one for one in pool if one.path == facts.path]
    if own:
        return Near.FILE, own
    folder = facts.path.rpartition("/")[0]
    imported = frozenset(facts.imports)
    near = [one for one in pool if one.folder == folder or one.words & imported]
    return (Near.FOLDER, near) if near else (Near.REPOSITORY, pool)


def _last(receiver: str) -> str:
    words = _WORD.findall(re.sub(r"<[^<>]*>", "", receiver))
    return words[-1] if words else ""


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


def _edges(caller: ScmDefinition, found: Iterable[tuple[ScmCall, Found]]) -> list[Edge]:
    """One edge a target; it is as likely as its likeliest site."""
    sites: dict[Uid, set[int]] = defaultdict(set)
    best: dict[Uid, float] = defaultdict(float)
    for call, one in found:
        for target in one.targets:
            uid = target.definition.uid
            sites[uid].add(call.row - caller.row)
            best[uid] = max(best[uid], one.confidence)
    return [
        Edge(EdgeType.CALLS, caller.uid, uid, How.CANDIDATE, best[uid], tuple(sorted(rows)))
        for uid, rows in sites.items()
    ]


def _open(caller: ScmDefinition, call: ScmCall, reason: OpenReason) -> OpenSite:
    name = f"{call.receiver}.{call.name}" if call.receiver else call.name
    return OpenSite(call.row - caller.row, call.column, reason, name)
