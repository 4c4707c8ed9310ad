"""Configuration keys: one Config for each key of a config set, and who reads it.

In: the Facts of all files of a repository. Out: Config artifacts (sets, keys with their values by
environment, keys that are read but never set) and edges: a set and its files DEFINE keys, code READS
them. Spellings that Spring treats as one key (`connect-timeout`, `connectTimeout`, an environment
variable) are one Config. Pure; knows no format: the parsers have already withheld what must be.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kg.ingest.resolve.config_sets import ConfigSets, Key
from kg.ingest.resolve.constants import GAP, Constants
from kg.ingest.resolve.key_names import is_flag
from kg.ingest.resolve.key_reads import Tied, tied
from kg.ingest.resolve.property_classes import PropertyClasses
from kg.ingest.resolve.settings_objects import SettingsObjects
from kg.schema.details import details
from kg.schema.facts import Artifact, Edge, Facts, KeyRead, KeySet
from kg.schema.ids import Uid, config_set_uid, config_uid
from kg.schema.usages import NAME
from kg.schema.vocabulary import EdgeType, Form, How, Kind

_CONDITION = "ConditionalOnProperty"


def resolve_keys(files: Sequence[Facts]) -> tuple[tuple[Artifact, ...], tuple[Edge, ...]]:
    """Config artifacts and the DEFINES and READS edges that end at them, in a fixed order."""
    if not files:
        return (), ()
    repo = files[0].file.uid.partition(":")[0]
    sets = ConfigSets(files)
    reads = list(_tied(files, sets))
    switches = _switches(files, reads)
    artifacts: list[Artifact] = []
    edges: list[Edge] = []
    for name in sorted(name for name, keys in sets.sets.items() if keys):
        artifacts.append(_set_artifact(repo, name))
        for key in sorted(sets.sets[name].values(), key=lambda key: key.name):
            artifacts.append(_key_artifact(repo, key, id(key) in switches))
            edges += _defines(repo, key)
    return tuple(artifacts), (*edges, *_reads(repo, reads))


def _tied(files: Sequence[Facts], sets: ConfigSets) -> Iterator[Tied]:
    """Each read with its keys; one of a class of properties reads the keys of its fields."""
    classes = PropertyClasses(files)
    objects = SettingsObjects(files)
    constants = Constants(files)
    for facts in sorted(files, key=lambda one: one.file.path):
        for read in facts.reads:
            for meant in _meant(read, facts, constants) if objects.give(read) else ():
                bound = classes.bound(meant, facts, sets) if meant.key.endswith(".") else None
                yield from tied(meant, facts.file.path, sets) if bound is None else bound


def _meant(read: KeyRead, facts: Facts, constants: Constants) -> Iterator[KeyRead]:
    """A read by the key it names, or by each that its constant says."""
    if not read.constant:
        yield read
        return
    for key in constants.texts((NAME, read.constant), facts, read.source):
        if GAP not in key:
            yield replace(read, key=key)


def _switches(files: Iterable[Facts], reads: Iterable[Tied]) -> set[int]:
    """The keys that decide whether a bean is made: an annotation of this name is where they are read."""
    conditions = {(u.source, u.line) for facts in files for u in facts.usages if u.name == _CONDITION}
    return {id(key) for read, key, _, _ in reads if (read.source, read.line) in conditions}


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


def _key_artifact(repo: str, key: Key, is_switch: bool) -> Artifact:
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
        details=details(flag=is_switch or is_flag(key.name, [found.value for _, found in key.places])),
    )


def _values(places: Iterable[KeySet]) -> tuple[str, ...]:
    """`environment=value`, the default environment first."""
    pairs = {(found.environment, found.value) for found in places}
    ordered = sorted(pairs, key=lambda pair: (pair[0] != "default", pair))
    return tuple(f"{environment}={value}" for environment, value in ordered)


def _defines(repo: str, key: Key) -> Iterator[Edge]:
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


def _reads(repo: str, reads: Iterable[Tied]) -> list[Edge]:
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
