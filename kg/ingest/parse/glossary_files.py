"""Glossaries in CSV and YAML.

In: a Unit. Out: Facts whose `found` holds GlossaryEntry records. Which columns or keys say what is in
`glossary`.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence

from kg.ingest.parse.glossary import columns, entry, of_row, role_of
from kg.ingest.parse.tree import Branch, Leaf, Pair, Series, Tree, Unreadable, texts_at
from kg.ingest.parse.unit import Unit
from kg.ingest.parse.yaml import load_yaml
from kg.schema.facts import Facts
from kg.schema.glossary import GlossaryEntry

_MAX_ENTRIES = 2_000
_LISTS = ("terms", "glossary", "entries", "용어", "术语")


def parse_glossary(unit: Unit) -> Facts:
    try:
        entries = tuple(_of_yaml(unit) if unit.language == "yaml" else _of_csv(unit))
    except Unreadable as error:
        return Facts(unit.file(problems=(error.problem,)))
    return Facts(unit.file(), found=entries[:_MAX_ENTRIES])


def _of_csv(unit: Unit) -> Iterator[GlossaryEntry]:
    first = unit.text.partition("\n")[0]
    delimiter = max("\t;,", key=first.count)
    header: Mapping[str, list[int]] = {}
    reader = csv.reader(unit.text.split("\n"), delimiter=delimiter)
    line = 1
    try:
        for row in reader:
            if header:
                yield from of_row(row, header, line)
            elif any(cell.strip() for cell in row):
                header = columns(row)
                if not header:
                    return
            line = reader.line_num + 1
    except csv.Error as error:
        raise Unreadable(line, f"not valid CSV ({error})") from error


def _of_yaml(unit: Unit) -> Iterator[GlossaryEntry]:
    for tree in load_yaml(unit).trees:
        yield from _of_tree(tree)


def _of_tree(tree: Tree) -> Iterator[GlossaryEntry]:
    """`terms: [...]`, a list of mappings, or a mapping from terms to meanings."""
    if isinstance(tree, Series):
        for item in tree.items:
            if isinstance(item, Branch):
                yield from _of_branch([], item)
        return
    if not isinstance(tree, Branch):
        return
    inner = [pair for pair in tree.pairs if pair.key.lower() in _LISTS and not isinstance(pair.value, Leaf)]
    if inner:
        for pair in inner:
            yield from _of_tree(pair.value)
        return
    for pair in tree.pairs:
        yield from _of_pair(pair)


def _of_pair(pair: Pair) -> Iterator[GlossaryEntry]:
    if isinstance(pair.value, Leaf):
        yield from entry([pair.key], [], [pair.value.text], pair.line)
    elif isinstance(pair.value, Branch):
        yield from _of_branch([pair.key], pair.value)


def _of_branch(names: Sequence[str], branch: Branch) -> Iterator[GlossaryEntry]:
    said: dict[str, list[str]] = {"term": list(names), "aliases": [], "meaning": []}
    for pair in branch.pairs:
        if role := role_of(pair.key):
            said[role] += [text.strip() for text in texts_at(pair.value) if text.strip()]
    yield from entry(said["term"][:1], said["term"][1:] + said["aliases"], said["meaning"], branch.line)
