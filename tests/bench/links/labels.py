"""What readers said of edges and of whole files, as it is committed beside this module.

`<kind>.tsv`: repository, type, source, target, first reader, second reader (empty where not read twice), note.
A reader says `right`, `wrong` or `unsure`. `files.tsv`: the whole files that were read. `occurrences.tsv`:
repository, path, kind, line (1-based, of the occurrence), type, target (its name or key), note: everything
that a reader found in them, whether kg finds it or not.
"""

import csv
from dataclasses import dataclass
from pathlib import Path

from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType
from tests.bench.links.sample import Link

FOLDER = Path(__file__).parent / "labels"
RIGHT, WRONG, UNSURE = "right", "wrong", "unsure"


@dataclass(frozen=True, slots=True)
class Label:
    first: str
    second: str
    note: str


@dataclass(frozen=True, slots=True)
class Occurrence:
    repo: str
    path: str
    kind: str
    line: int
    type: EdgeType
    target: str


def read_labels(kind: str) -> dict[Link, Label]:
    return {
        Link(repo, EdgeType(type), Uid(source), Uid(target)): Label(first, second, note)
        for repo, type, source, target, first, second, note in _rows(f"{kind}.tsv")
    }


def read_files() -> list[tuple[str, str]]:
    """(repository, path) of the files that were read whole."""
    return [(repo, path) for repo, path, *_ in _rows("files.tsv")]


def read_occurrences() -> list[Occurrence]:
    return [
        Occurrence(repo, path, kind, int(line), EdgeType(type), target)
        for repo, path, kind, line, type, target, _ in _rows("occurrences.tsv")
    ]


def _rows(name: str) -> list[list[str]]:
    place = FOLDER / name
    if not place.is_file():
        return []
    with place.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]
