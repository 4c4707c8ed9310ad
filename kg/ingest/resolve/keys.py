"""Configuration keys: one Config for each key of a config set, and who reads it.

In: the Facts of all files of a repository. Out: Config artifacts (sets, keys with their values by
environment, keys that are read but never set) and edges: a set and its files DEFINE keys, code READS
them. Spellings that Spring treats as one key (`connect-timeout`, `connectTimeout`, an environment
variable) are one Config. Pure; knows no format: the parsers have already withheld what must be.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kg.ingest.resolve.key_names import is_variable, preferred, relaxed, squeezed, variables_of
from kg.schema.facts import Artifact, Edge, Facts, KeyRead, KeySet
from kg.schema.ids import Uid, config_set_uid, config_uid
from kg.schema.vocabulary import EdgeType, Form, How, Kind

_MAX_SETS = 3
"""A key read in a module without settings of its own and set in more places than this is none of them."""


@dataclass(slots=True)
class _Key:
    """One key of a set, while its spellings are gathered."""

    config_set: str
    spellings: set[str] = field(default_factory=set)
    places: list[tuple[Facts, KeySet]] = field(default_factory=list)

    @property
    def name(self) -> str:
        return preferred(self.spellings)


_Sets = dict[str, dict[str, _Key]]
"""By config set, by relaxed name."""


def resolve_keys(files: Sequence[Facts]) -> tuple[tuple[Artifact, ...], tuple[Edge, ...]]:
    """Config artifacts and the DEFINES and READS edges that end at them, in a fixed order."""
    if not files:
        return (), ()
    repo = files[0].file.uid.partition(":")[0]
    sets = _gathered(files)
    reads = list(_tied_reads(files, sets))
    artifacts: list[Artifact] = []
    edges: list[Edge] = []
    for name in sorted(sets):
        artifacts.append(_set_artifact(repo, name))
        for key in sorted(sets[name].values(), key=lambda key: key.name):
            artifacts.append(_key_artifact(repo, key))
            edges += _defines(repo, key)
    return tuple(artifacts), (*edges, *_reads(repo, reads))


def _gathered(files: Iterable[Facts]) -> _Sets:
    sets: _Sets = defaultdict(dict)
    variables: list[tuple[Facts, KeySet]] = []
    for facts in files:
        for found in facts.sets:
            if is_variable(found.key):
                variables.append((facts, found))
            else:
                _add(sets[found.config_set], relaxed(found.key), facts, found)
    for facts, found in variables:
        keys = sets[found.config_set]
        same = _squeezed_alike(keys, found.key)
        _add(keys, same[0] if len(same) == 1 else found.key, facts, found)
    return sets


def _add(keys: dict[str, _Key], name: str, facts: Facts, found: KeySet) -> None:
    key = keys.setdefault(name, _Key(found.config_set))
    key.spellings.add(found.key)
    key.places.append((facts, found))


def _set_artifact(repo: str, name: str) -> Artifact:
    return Artifact(
        kind=Kind.CONFIG,
        uid=config_set_uid(repo, name),
        name=name,
        qualified_name=name,
        origin=f"config:{name}",
        path="" if name == "." else name,
        form=Form.SET,
    )


def _key_artifact(repo: str, key: _Key) -> Artifact:
    paths = sorted({facts.file.path for facts, _ in key.places})
    return Artifact(
        kind=Kind.CONFIG,
        uid=config_uid(repo, key.config_set, key.name),
        name=key.name,
        qualified_name=key.name,
        origin=f"config:{key.config_set}",
        path=paths[0] if paths else "",
        form=Form.KEY,
        values=_values(found for _, found in key.places),
    )


def _values(places: Iterable[KeySet]) -> tuple[str, ...]:
    """`environment=value`, the default environment first."""
    pairs = {(found.environment, found.value) for found in places}
    ordered = sorted(pairs, key=lambda pair: (pair[0] != "default", pair))
    return tuple(f"{environment}={value}" for environment, value in ordered)


def _defines(repo: str, key: _Key) -> Iterator[Edge]:
    uid = config_uid(repo, key.config_set, key.name)
    yield Edge(EdgeType.DEFINES, config_set_uid(repo, key.config_set), uid)
    places: dict[Uid, list[KeySet]] = defaultdict(list)
    for facts, found in key.places:
        places[facts.file.uid].append(found)
    for file, sets in sorted(places.items()):
        first = min(found.line for found in sets)
        lines = {line for found in sets for line in (found.line, *found.before)}
        yield Edge(
            EdgeType.DEFINES,
            file,
            uid,
            sites=tuple(sorted(lines - {first})),
            start_line=first,
            end_line=first,
        )


_Read = tuple[KeyRead, _Key, How, float]


def _tied_reads(files: Iterable[Facts], sets: _Sets) -> Iterator[_Read]:
    """Each read with the keys it may mean; a key that nothing sets is added to its module's set."""
    for facts in files:
        for read in facts.reads:
            if read.key.endswith("."):
                yield from _prefix_read(read, facts.file.path, sets)
            else:
                yield from _single_read(read, facts.file.path, sets)


def _single_read(read: KeyRead, path: str, sets: _Sets) -> Iterator[_Read]:
    name = read.key if is_variable(read.key) else relaxed(read.key)
    for config_set in _above(path, sets):
        key = _find(sets[config_set], read.key)
        if key:
            spelled = read.key in key.spellings or not key.places
            yield read, key, How.EXACT if spelled else How.INFERRED, 1.0 if spelled else 0.9
            return
    elsewhere = [
        key for config_set in sorted(sets) if (key := _find(sets[config_set], read.key)) and key.places
    ]
    if 0 < len(elsewhere) <= _MAX_SETS:
        for key in elsewhere:
            yield read, key, How.INFERRED, 0.8 if len(elsewhere) == 1 else 0.5
        return
    home = _home(path, sets)
    key = sets.setdefault(home, {}).setdefault(name, _Key(home))
    key.spellings.add(read.key)
    yield read, key, How.EXACT, 1.0


def _prefix_read(read: KeyRead, path: str, sets: _Sets) -> Iterator[_Read]:
    """`payment.` of @ConfigurationProperties reads every key below it."""
    prefix = relaxed(read.key)
    for config_set in [*_above(path, sets), *sorted(sets)]:
        below = [key for name, key in sets[config_set].items() if name.startswith(prefix) and key.places]
        if below:
            for key in sorted(below, key=lambda key: key.name):
                yield read, key, How.INFERRED, 0.9
            return


def _find(keys: Mapping[str, _Key], key: str) -> _Key | None:
    if not is_variable(key):
        return next((keys[name] for name in (relaxed(key), *variables_of(key)) if name in keys), None)
    same = _squeezed_alike(keys, key)
    return keys.get(key) or (keys[same[0]] if len(same) == 1 else None)


def _squeezed_alike(keys: Mapping[str, _Key], variable: str) -> list[str]:
    """The keys that an environment variable may mean."""
    bare = squeezed(variable)
    return [name for name in keys if not is_variable(name) and squeezed(name) == bare]


def _above(path: str, sets: _Sets) -> list[str]:
    """The sets of the folders above a file, the nearest first."""
    parts = path.split("/")[:-1]
    folders = ["/".join(parts[:depth]) for depth in range(len(parts), 0, -1)]
    return [folder for folder in (*folders, ".") if folder in sets]


def _home(path: str, sets: _Sets) -> str:
    """Where a key belongs that nothing sets: the nearest set, else the module, else the root."""
    above = [name for name in _above(path, sets) if name != "."]
    if above:
        return above[0]
    module, found, _ = f"/{path}".partition("/src/")
    return module.strip("/") or "." if found else "."


def _reads(repo: str, reads: Iterable[_Read]) -> list[Edge]:
    """One edge a reader and key, with all its lines and the best way it is known."""
    found: dict[tuple[Uid, Uid], list[tuple[int, How, float]]] = defaultdict(list)
    for read, key, how, confidence in reads:
        target = config_uid(repo, key.config_set, key.name)
        found[read.source, target].append((read.line, how, confidence))
    edges = []
    for (source, target), sites in sorted(found.items()):
        _, how, confidence = max(sites, key=lambda site: site[2])
        lines = tuple(sorted({line for line, _, _ in sites}))
        edges.append(Edge(EdgeType.READS, source, target, how, confidence, lines))
    return edges
