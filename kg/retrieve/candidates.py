"""What one statement brings back: candidates with everything the reranker and the evidence need.

Rows become records here; nothing that holds a raw score leaves kg.retrieve. Pure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.retrieve.places import place_of, step_of
from kg.schema.ids import Uid, Vid
from kg.schema.question import Channel, Place, Step

_CHANNELS = {channel.value: channel for channel in Channel}


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


FIELDS = (
    *(
        "role",
        "uid",
        "vid",
        "kind",
        "name",
        "qualified_name",
        "repo",
        "path",
        "signature",
        "form",
        "language",
    ),
    *("start_line", "end_line", "owner", "complexity", "lines", "entry", "modifiers", "calls"),
    *("doc_comment", "text", "words", "channels", "cosine", "trail", "neighbours"),
)
"""What each list of the statement holds, in order."""
_ROLE, _UID, _WORDS = FIELDS.index("role"), FIELDS.index("uid"), FIELDS.index("words")


def recalled(rows: Sequence[Mapping[str, Any]]) -> Recalled:
    """The one row of `retrieve_hybrid` or `retrieve_lexical`."""
    lists = rows[0]["candidates"]
    candidates = tuple(_candidate(*one) for one in lists if one[_ROLE] == "candidate")
    classes = {Uid(one[_UID]): one[_WORDS] or "" for one in lists if one[_ROLE] == "class"}
    taking_part = {channel for candidate in candidates for channel, _ in candidate.channels}
    return Recalled(candidates, classes, tuple(c for c in Channel if c in taking_part))


def _candidate(
    role: str, uid: str, vid: str, kind: str, name: str, qualified_name: str, repo: str, path: str | None,
    signature: str | None, form: str | None, language: str | None, start_line: int | None,
    end_line: int | None, owner: str | None, complexity: int | None, lines: int | None, entry: str | None,
    modifiers: list[str] | None, calls: int | None, doc_comment: str | None, text: str | None,
    words: str | None, channels: list[Any], cosine: float | None, trail: list[Any], neighbours: list[Any],
) -> Candidate:  # fmt: skip
    place = Place(
        Uid(uid), Vid(vid), kind, name, qualified_name, repo, path or "", start_line or 0, end_line or 0,
        signature or "", form or "", language or "",
    )  # fmt: skip
    return Candidate(
        place=place,
        owner=Uid(owner or ""),
        complexity=complexity or 0,
        lines=lines or 0,
        calls=calls or 0,
        entry=entry or "",
        modifiers=tuple(modifiers or ()),
        doc_comment=doc_comment or "",
        text=text or "",
        words=words or "",
        channels=tuple((_CHANNELS[name], rank) for name, rank in channels),
        cosine=cosine,
        trail=tuple(_step(edge) for edge in trail),
        neighbours=tuple((_step(one["edge"]), place_of(one["place"])) for one in neighbours),
    )


def _step(edge: Mapping[str, Any]) -> Step:
    return step_of(edge["type"], edge["source"], edge["target"], edge)
