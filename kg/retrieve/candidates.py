"""What one statement brings back: candidates with everything the reranker and the evidence need.

Rows become records here; nothing that holds a raw score leaves kg.retrieve. Pure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.retrieve.places import place_of, step_of
from kg.schema.ids import Uid
from kg.schema.question import Channel, Place, Step


@dataclass(frozen=True, slots=True)
class Candidate:
    """One artifact that may answer, in the order that the channels were merged."""

    place: Place
    owner: Uid
    """The class it stands in, or empty."""
    complexity: int
    lines: int
    calls: int
    """Number of call sites in it."""
    entry: str
    modifiers: tuple[str, ...]
    doc_comment: str
    text: str
    words: str
    """The start of its index text: terms by weight."""
    channels: tuple[tuple[Channel, int], ...]
    """The ranks that the channels gave; empty where only the graph led to it."""
    cosine: float | None
    """Absent where the vector search did not find it."""
    trail: tuple[Step, ...]
    neighbours: tuple[tuple[Step, Place], ...]


@dataclass(frozen=True, slots=True)
class Recalled:
    """The candidates of a question, and the index text of the classes that they stand in."""

    candidates: tuple[Candidate, ...]
    classes: Mapping[Uid, str]
    channels: tuple[Channel, ...]
    """Those that brought at least one row."""


def recalled(rows: Sequence[Mapping[str, Any]]) -> Recalled:
    """The rows of `retrieve_hybrid` or `retrieve_lexical`."""
    candidates = tuple(_candidate(row) for row in rows if row["role"] == "candidate")
    classes = {Uid(row["uid"]): row["words"] or "" for row in rows if row["role"] == "class"}
    taking_part = {channel for candidate in candidates for channel, _ in candidate.channels}
    return Recalled(candidates, classes, tuple(c for c in Channel if c in taking_part))


def _candidate(row: Mapping[str, Any]) -> Candidate:
    return Candidate(
        place=place_of(row),
        owner=Uid(row["owner"] or ""),
        complexity=row["complexity"] or 0,
        lines=row["lines"] or 0,
        calls=row["calls"] or 0,
        entry=row["entry"] or "",
        modifiers=tuple(row["modifiers"] or ()),
        doc_comment=row["doc_comment"] or "",
        text=row["text"] or "",
        words=row["words"] or "",
        channels=tuple((Channel(name), rank) for name, rank in row["channels"]),
        cosine=row["cosine"],
        trail=tuple(_step(edge) for edge in row["trail"]),
        neighbours=tuple((_step(one["edge"]), place_of(one["place"])) for one in row["neighbours"]),
    )


def _step(edge: Mapping[str, Any]) -> Step:
    return step_of(edge["type"], edge["source"], edge["target"], edge)
