"""Labels against what kg says now: precision of a sample, recall over whole files, agreement. Pure."""

from collections.abc import Iterator, Sequence
from typing import Any

from kg.schema.facts import Edge
from kg.schema.vocabulary import EdgeType, How
from tests.bench.links.labels import RIGHT, UNSURE, Occurrence, read_files, read_labels, read_occurrences
from tests.bench.links.repositories import Known
from tests.bench.links.sample import KINDS, SIZE, Link, links


def judged_kind(repositories: Sequence[Known], kind: str) -> dict[str, Any]:
    """The figures of one kind."""
    sample = list(links(repositories, kind).items())[:SIZE]
    labels = read_labels(kind)
    said = [(link, edge, labels[link].first) for link, edge in sample if link in labels]
    sure = [word for _, edge, word in said if edge.how is not How.CANDIDATE and word != UNSURE]
    guessed = [word for _, edge, word in said if edge.how is How.CANDIDATE and word != UNSURE]
    found, wanted = recalled(repositories, kind)
    return {
        "precision": _share(sure.count(RIGHT), len(sure)),
        "recall": _share(len(found), len(wanted)),
        "labelled": len(said),
        "unlabelled": len(sample) - len(said),
        "unsure": sum(word == UNSURE for _, _, word in said),
        "candidates": len(guessed),
        "candidates_right": _share(guessed.count(RIGHT), len(guessed)),
        "occurrences": len(wanted),
        "edges": len(links(repositories, kind)),
        "wrong": [
            f"{link.repo} {link.type} {link.source} -> {link.target}"
            for link, _, word in said
            if word == "wrong"
        ],
        "missed": [
            f"{one.repo} {one.path}:{one.line} {one.type} {one.target}" for one in wanted if one not in found
        ],
    }


def agreement() -> dict[str, Any]:
    """Over all edges that two readers judged: how many, and how often they said the same."""
    twice = [label for kind in KINDS for label in read_labels(kind).values() if label.second]
    return {
        "read_twice": len(twice),
        "share": _share(sum(one.first == one.second for one in twice), len(twice)),
    }


def recalled(repositories: Sequence[Known], kind: str) -> tuple[list[Occurrence], list[Occurrence]]:
    """The occurrences of the whole files of a kind that kg has, and all of them."""
    whole = set(read_files())
    wanted = [one for one in read_occurrences() if one.kind == kind and (one.repo, one.path) in whole]
    known = {one.name: one for one in repositories}
    return [one for one in wanted if _has(known[one.repo], one)], wanted


def _has(repository: Known, wanted: Occurrence) -> bool:
    return any(
        _says(repository, edge, wanted)
        for edge in repository.edges
        if edge.type is wanted.type and repository.place(edge.source)[0] == wanted.path
    )


def _says(repository: Known, edge: Edge, wanted: Occurrence) -> bool:
    """The target by its name or key, and the line among the sites, or inside of what the edge starts from."""
    target = repository.artifacts.get(edge.target)
    names = {target.name, target.qualified_name, *_keys(repository, edge)} if target else set()
    return wanted.target.lower() in {name.lower() for name in names} and wanted.line in _lines(
        repository, edge
    )


def _keys(repository: Known, edge: Edge) -> Iterator[str]:
    yield from (str(value) for name, value in repository.artifacts[edge.target].details if name == "key")
    yield edge.target


def _lines(repository: Known, edge: Edge) -> range | set[int]:
    _, first, last = repository.place(edge.source)
    if edge.sites and edge.type in (EdgeType.READS, EdgeType.REQUESTS, EdgeType.DOCUMENTS):
        return {first + site + off for site in edge.sites for off in (-1, 0, 1)}
    return range(first - 1, last + 2)


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


__all__ = ["Link", "agreement", "judged_kind", "recalled"]
