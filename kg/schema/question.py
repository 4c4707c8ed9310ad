"""A question and what retrieval gives for it: hits with place, trail and the channels that found them."""

from dataclasses import dataclass
from enum import StrEnum

from kg.schema.details import Details
from kg.schema.ids import Uid, Vid
from kg.schema.snapshot import Coverage


class Channel(StrEnum):
    """One way to find candidates; RRF merges them."""

    DENSE = "dense"
    SPARSE = "sparse"
    SYMBOL = "symbol"


@dataclass(frozen=True, slots=True)
class Filters:
    """Narrow a question; an empty tuple means no limit."""

    repos: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A text in any language; limit is the number of hits wanted (1-100)."""

    text: str
    limit: int = 10
    filters: Filters = Filters()


@dataclass(frozen=True, slots=True)
class Step:
    """One edge on the way from a seed to a hit, in the words of the graph."""

    edge: str
    source: Uid
    target: Uid
    how: str
    confidence: float
    via: str = ""
    """A call that may end at `target` only by what the called method is overridden by: `OVERRIDES`, or
    `INJECTS` where a container puts just that class in. Empty for an edge as it stands."""


@dataclass(frozen=True, slots=True)
class Place:
    """An artifact as an answer shows it: what it is called and where it stands."""

    uid: Uid
    vid: Vid
    kind: str
    name: str
    qualified_name: str
    repo: str
    path: str
    start_line: int
    end_line: int
    signature: str = ""
    form: str = ""
    language: str = ""

    def __str__(self) -> str:
        return f"{self.path}:{self.start_line}" if self.start_line else self.path


@dataclass(frozen=True, slots=True)
class Hit:
    """A ranked piece of evidence. Ranks are shown, raw scores never are: they leak (DESIGN, access)."""

    place: Place
    rank: int
    """From 1."""
    channels: tuple[tuple[Channel, int], ...]
    """Which channels found it, and at what rank (from 1); empty where only the graph led to it."""
    trail: tuple[Step, ...]
    """The edges from the seed that led here; empty for a seed."""
    neighbours: tuple[tuple[Step, Place], ...]
    """What stands next to it: callers, callees, docs, configs, capped."""
    excerpt: str
    """The lines that fit the question best, already redacted."""


@dataclass(frozen=True, slots=True)
class Hits:
    """The result of one search; `degraded` names what did not take part, in plain words."""

    snapshot: int
    hits: tuple[Hit, ...]
    channels: tuple[Channel, ...]
    degraded: tuple[str, ...]
    coverage: Coverage


@dataclass(frozen=True, slots=True)
class Flow:
    """A bounded call graph around one artifact; `cut` says that a bound was reached."""

    snapshot: int
    root: Uid
    nodes: tuple[Place, ...]
    edges: tuple[Step, ...]
    cut: bool


@dataclass(frozen=True, slots=True)
class Incident:
    """A report that speaks of an artifact, or of something that happens from it on."""

    report: Place
    about: Place
    """What the report names: the artifact itself, or what the way leads to."""
    step: Step
    """The report's edge to it."""
    way: tuple[Step, ...]
    """From the artifact to what is named; empty where the report names the artifact itself."""
    severity: str = ""
    started_at: str = ""
    """As far as the report states them."""


@dataclass(frozen=True, slots=True)
class Trail:
    """Something that a hit leads to, and how."""

    start: Uid
    """The hit."""
    place: Place
    steps: tuple[Step, ...]
    """From the hit to it; a document's edge comes last and stands against the way."""


@dataclass(frozen=True, slots=True)
class Detail:
    """An artifact with its content, as a reader sees it in one snapshot."""

    place: Place
    owner: Uid
    """What defines it (class, config set, repository); empty where nothing but its file does."""
    package: str = ""
    modifiers: tuple[str, ...] = ()
    annotations: tuple[str, ...] = ()
    doc_comment: str = ""
    text: str = ""
    call_sites: tuple[str, ...] = ()
    open_sites: tuple[str, ...] = ()
    """Call sites tied to nothing, `line:column reason name` (lines relative to its start)."""
    imports: tuple[str, ...] = ()
    complexity: int = 0
    lines: int = 0
    entry: str = ""
    doc_type: str = ""
    values: tuple[str, ...] = ()
    encoding: str = ""
    problems: tuple[str, ...] = ()
    details: Details = ()
    """What only its kind has (`kg.schema.details`)."""
    service: str = ""
    """What it runs in today; empty where nobody says."""
    owner_team: str = ""
    """Who owns it today, as CODEOWNERS or the service has it."""
    changed_at: str = ""
    """When its lines last changed; empty where its history is not filled yet."""
    changed_in: str = ""
    changes: int = 0


DIRECT = Uid("")
"""`through` of a call that names what it reaches."""


@dataclass(frozen=True, slots=True)
class Linked:
    """An artifact at the other end of an edge, seen from `asked`."""

    asked: Uid
    place: Place
    step: Step
    """The edge as it stands: a call ends at the declared method."""
    drawn: Step
    """The same between `asked` and `place`: what may run, and how sure that is."""
    sites: tuple[int, ...] = ()
    """Lines of the sites relative to the start of the edge's source (0 = its first line)."""
    through: Uid = DIRECT
    """The declared method that a call names, where `asked` or `place` only overrides or implements it."""
    details: Details = ()
    """What only its type of edge has: `access` of QUERIES."""
    target_changed_since: bool | None = None
    """DOCUMENTS: whether the target changed after the document did; None while the history of one of them is
    not filled."""


@dataclass(frozen=True, slots=True)
class RepositoryState:
    """A repository as a snapshot holds it."""

    uid: Uid
    repo: str
    url: str
    ref: str
    commit: str
    committed_at: str


@dataclass(frozen=True, slots=True)
class KeyValues:
    """A configuration key and what it is set to, `environment=value`; nothing where no file sets it."""

    place: Place
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileProblems:
    """A file and what could not be read in it, `line: reason` each."""

    place: Place
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StaleMention:
    """A section of a document names what is not there (any more)."""

    place: Place
    """The section."""
    line: int
    """Of its file, from 1."""
    text: str
    """As the document writes it."""
    key: str
    """Where the row stands in the list."""
