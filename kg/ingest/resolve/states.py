"""State machines: TRANSITIONS from a method to the enum whose constants are the states.

In: changes of a status (`StateChange`), transitions of Spring's state machine and of django-fsm. Out: one edge
a method and enum, with `NEW>PAID` for each change; `*` where nothing says what was before. Only constants of
classes of the repository that have `states`. Pure.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from kg.ingest.resolve.constants import names_of, scope_of
from kg.ingest.resolve.world import Around, World
from kg.schema.details import details
from kg.schema.facts import Artifact, Edge, Facts
from kg.schema.ids import Uid
from kg.schema.states import StateChange
from kg.schema.usages import Usage, names_in
from kg.schema.vocabulary import EdgeType, Kind

ANY = "*"


@dataclass(frozen=True, slots=True)
class _Transition:
    source: Uid
    states: Uid
    words: str
    line: int


def resolve_states(world: World) -> Around:
    found: dict[tuple[Uid, Uid], list[_Transition]] = defaultdict(list)
    for each in (*_changes(world), *_spring(world), *_django(world)):
        found[each.source, each.states].append(each)
    edges = []
    for (source, states), group in sorted(found.items()):
        sites = tuple(sorted({each.line for each in group}))
        words = tuple(sorted({each.words for each in group}))
        edges.append(
            Edge(EdgeType.TRANSITIONS, source, states, sites=sites, details=details(transitions=words))
        )
    return Around((), tuple(edges))


def _changes(world: World) -> Iterator[_Transition]:
    for facts, change in world.found(StateChange):
        yield from _between(world, facts, change.source, change.out_of, (change.into,), change.line)


def _between(
    world: World, facts: Facts, source: Uid, out_of: tuple[str, ...], into: tuple[str, ...], line: int
) -> Iterator[_Transition]:
    """From each state to each, where the target is one; a start that is no state of the same enum is any.

    A case of a switch names its constant alone."""
    for target in into:
        meant = _state(world, facts, source, target)
        if meant is None:
            continue
        states, last = meant
        known = dict(states.details)["states"]
        bare = [each.rpartition(".")[2] for each in out_of]
        before = [each for each in bare if isinstance(known, tuple) and each in known] or [ANY]
        for each in dict.fromkeys(before):
            yield _Transition(source, states.uid, f"{each}>{last}", line)


def _state(world: World, facts: Facts, source: Uid, written: str) -> tuple[Artifact, str] | None:
    """The class and the state that a constant means where it is used."""
    for name in names_of(written, facts, scope_of(source)):
        owner, _, last = name.rpartition(".")
        for each in world.named.get(owner, ()):
            states = dict(each.details).get("states", ()) if each.kind == Kind.CLASS else ()
            if isinstance(states, tuple) and last in states:
                return each, last
    return None


def _spring(world: World) -> Iterator[_Transition]:
    """`.source(A).target(B)` of a configurer, as often as a method says it."""
    sources: dict[Uid, list[tuple[Facts, Usage]]] = defaultdict(list)
    targets: dict[Uid, list[tuple[Facts, Usage]]] = defaultdict(list)
    for name, found in (("source", sources), ("target", targets)):
        for facts, usage in world.usages(name):
            if ".with" in usage.on:
                found[usage.source].append((facts, usage))
    for method, ends in targets.items():
        starts = sources.get(method, [])
        if len(starts) == len(ends):
            ends, starts = sorted(ends, key=_line), sorted(starts, key=_line)
            for (_, start), (facts, end) in zip(starts, ends, strict=True):
                yield from _between(world, facts, method, _names(start), _names(end), end.line)


def _line(used: tuple[Facts, Usage]) -> int:
    return used[1].line


def _django(world: World) -> Iterator[_Transition]:
    """`@transition(field=status, source=[A, B], target=C)`."""
    for facts, usage in world.usages("transition"):
        given = dict(usage.arguments)
        starts, ends = tuple(names_in(given.get("source"))), tuple(names_in(given.get("target")))
        yield from _between(world, facts, usage.source, starts, ends, usage.line)


def _names(usage: Usage) -> tuple[str, ...]:
    return tuple(text for _, value in usage.arguments for text in names_in(value))
