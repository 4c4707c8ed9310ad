"""Settings in documents of any format: the keys they set, flattened (`a.b[0].c`), and harmless values.

In: the documents of a file that may be settings. Out: KeySets, one environment a document where Spring
profiles say so, or a table where dynaconf's environments do; and the keys that placeholders in values read.
A list of scalars is one key. Manifests, pipelines and API descriptions say nothing here.
"""

from collections.abc import Iterable, Iterator

from kg.ingest.parse.config_files import ENVIRONMENTS, environment_of, is_message_bundle
from kg.ingest.parse.key_sets import KeyLine, key_sets
from kg.ingest.parse.readers import NOTHING, Said
from kg.ingest.parse.tree import Branch, Documents, Leaf, Series, Tree, leaves
from kg.ingest.parse.unit import Unit
from kg.schema.facts import KeyRead, KeySet, Problem
from kg.schema.placeholders import named_keys

_PROFILE_KEYS = frozenset(
    ("spring.config.activate.on-profile", "spring.config.activate.onProfile", "spring.profiles")
)
_NO_SETTINGS_KEYS = (
    "apiVersion",
    "openapi",
    "swagger",
    "asyncapi",
    "databaseChangeLog",
    "AWSTemplateFormatVersion",
    "on",
    "jobs",
    "stages",
    "repos",
)


def read_settings(unit: Unit, documents: Documents) -> Said:
    """The keys of all documents; each is its own environment when it names a profile."""
    if is_message_bundle(unit.path):
        return NOTHING
    sets: list[KeySet] = []
    problems: list[Problem] = []
    texts: list[tuple[int, str]] = []
    for document in documents.branches:
        if _is_settings(document):
            for environment, branch in _environments(document, unit.path):
                part = list(setting_lines(branch))
                found, wrong = key_sets(unit.path, part, _profile(part) or environment)
                sets += found
                problems += wrong
                texts += scalars(branch)
    return Said(sets=tuple(sets), problems=tuple(problems), reads=value_reads(unit, texts))


def _is_settings(document: Branch) -> bool:
    """Whether it is none of the other documents that its keys tell, a JSON schema among them."""
    is_schema = document.has("$schema") and document.has("properties", "definitions", "$defs")
    return not is_schema and not document.has(*_NO_SETTINGS_KEYS)


def setting_lines(tree: Tree, name: str = "") -> Iterator[KeyLine]:
    """Every key of a tree; a list of scalars is one."""
    if isinstance(tree, Branch):
        for pair in tree.pairs:
            yield from setting_lines(pair.value, f"{name}.{pair.key}" if name else pair.key)
    elif isinstance(tree, Leaf):
        if name:
            yield tree.line, name, tree.text
    elif name and tree.items and all(isinstance(item, Leaf) for item in tree.items):
        yield tree.line, name, _texts(tree)
    else:
        for index, item in enumerate(tree.items):
            yield from setting_lines(item, f"{name}[{index}]")


def scalars(tree: Tree) -> Iterator[tuple[int, str]]:
    """Every value of a tree with its line."""
    return ((line, text) for line, _, text in leaves(tree))


def value_reads(unit: Unit, texts: Iterable[tuple[int, str]]) -> tuple[KeyRead, ...]:
    """The keys that values are made of: `${db.host:localhost}`."""
    return tuple(KeyRead(unit.uid, key, line - 1) for line, key in named_keys(texts))


def _each(value: str | tuple[str, ...]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value


def _texts(series: Series) -> tuple[str, ...]:
    return tuple(item.text for item in series.items if isinstance(item, Leaf))


def _profile(lines: list[KeyLine]) -> str:
    """The profile that a document is for, as written: `prod & !eu`."""
    return next(
        (", ".join(_each(value)) for _, key, value in lines if key in _PROFILE_KEYS and "".join(value)), ""
    )


def _environments(document: Branch, path: str) -> Iterator[tuple[str, Branch]]:
    """A document's parts by environment: dynaconf writes `[default]` and `[production]` in one file."""
    tables = [(pair.key, pair.value) for pair in document.pairs if isinstance(pair.value, Branch)]
    names = {key.lower() for key, _ in tables}
    if "default" in names and names & ENVIRONMENTS and names <= {"default", "global", *ENVIRONMENTS}:
        yield from tables
    else:
        yield environment_of(path), document
