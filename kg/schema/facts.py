"""What a file says, and the rows of the graph that follow from it.

`parse` gives one `Facts` a file; `resolve` gives edges; the pipeline folds both into `Rows`, one
for each origin. An origin is the unit that is compared between two commits: a file's path, or
`config:<set>` for the keys of a config set, which several files may set.
Lines are 1-based and inclusive. Knows nothing of any language, of git or of Neo4j.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from hashlib import blake2b
from operator import attrgetter
from typing import Any

from kg.schema.details import Details
from kg.schema.ids import Uid
from kg.schema.quick import quick_pickle, quick_pickle_sharing
from kg.schema.usages import Constant, Usage
from kg.schema.vocabulary import EdgeType, How, Kind, OpenReason


@quick_pickle_sharing("modifiers", names=("name", "path", "language", "package", "encoding", "entry"))
@dataclass(frozen=True, slots=True)
class Artifact:
    """One thing in the graph as its bytes describe it: the *content* properties, nothing derived.

    A change of any field but `uid` makes a new version. Where it stands (lines) is not here: lines
    live on DEFINES, because most commits only move them.
    """

    kind: Kind
    uid: Uid
    name: str
    """The last part of its name: `charge`, `Pay`, `pay.md`, `payment.timeout`."""
    qualified_name: str
    """`acme.Pay#charge(Order,long)` (Java), `app.pricing.refund` (Python), a path, a key."""
    origin: str
    """The file path it was read from, or `config:<set>`."""
    path: str = ""
    language: str = ""
    form: str = ""
    text: str = ""
    """Method: its own code. Class: header, fields and member signatures. Doc: the section."""
    signature: str = ""
    package: str = ""
    modifiers: tuple[str, ...] = ()
    annotations: tuple[str, ...] = ()
    """Annotations or decorators as written, without the `@`."""
    doc_comment: str = ""
    call_sites: tuple[str, ...] = ()
    """Every call site, resolved or not, `line:column name/arity`; lines relative to its start (0)."""
    imports: tuple[str, ...] = ()
    """File: what it imports, as written (first-party and external)."""
    complexity: int = 0
    """Cyclomatic complexity; 0 for a trivial body (getter, setter, empty): no vector, ranked down."""
    lines: int = 0
    """Number of lines it spans."""
    entry: str = ""
    """Why nothing needs to call it: `main`, `init`, `test`, `route`, `listener`, `scheduler`, `reflective`
    (found by its name), `declared` (in `.kg.yaml`), or empty."""
    doc_type: str = ""
    values: tuple[str, ...] = ()
    """Config: `environment=value` where plainly harmless, `environment=<withheld:type>` otherwise."""
    encoding: str = ""
    blob: str = ""
    """File: the git blob id of its bytes."""
    problems: tuple[str, ...] = ()
    """File: what could not be read, `line: reason`; or why it was skipped."""
    details: Details = ()
    """What only its kind has, by name in order: `kg.schema.details` lists them all."""


@quick_pickle_sharing("confidence", names=("source", "target"))
@dataclass(frozen=True, slots=True)
class Edge:
    """One relationship; it belongs to the origin of its source. At most one of a type joins two
    artifacts: several sites are a list on it."""

    type: EdgeType
    source: Uid
    target: Uid
    how: How = How.EXACT
    confidence: float = 1.0
    sites: tuple[int, ...] = ()
    """CALLS, READS, REQUESTS: lines of the sites relative to the start of the source (0 = its first line)."""
    start_line: int = 0
    end_line: int = 0
    """DEFINES: where the target stands in its file."""
    open_sites: tuple[str, ...] = ()
    """DEFINES of a Method: call sites tied to nothing, `line:column reason name` (lines relative), and
    ` from group:name` where the dependency is known."""
    digest: str = ""
    """DEFINES from a Repository to the root of an origin: the digest of that origin's rows."""
    details: Details = ()
    """What only its type has, by name in order: `access` of QUERIES, `version` of DEPENDS_ON."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class OpenSite:
    """A call site that could not be tied to a first-party method, and why."""

    line: int
    """Relative to the start of the caller (0 = its first line)."""
    column: int
    reason: OpenReason
    name: str
    """What is called: a qualified name where it is known to be external, else as written."""
    library: str = ""
    """The dependency that has it, where stubs or imports tell: `org.slf4j:slf4j-api`, `gorm.io/gorm`."""

    def __str__(self) -> str:
        told = f" from {self.library}" if self.library else ""
        return f"{self.line}:{self.column} {self.reason} {self.name}{told}"


@quick_pickle
@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a file that could not be read. Broken source is input, not failure."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.line}: {self.reason}"


@quick_pickle
@dataclass(frozen=True, slots=True)
class Mention:
    """A document names something: a path, a qualified name, a key, a route, a code span."""

    source: Uid
    """The Doc section."""
    text: str
    """As written, without the back-ticks or the link's brackets."""
    form: str
    """`link` (a path), `code` (a code span), `word` (a qualified name in running text), `title` (of a page),
    `product` (capitalised words)."""
    line: int
    """Relative to the start of the section (0 = its first line)."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class KeyRead:
    """Code reads a configuration key."""

    source: Uid
    """The Method or Class that reads it, else the File."""
    key: str
    """As written: `payment.timeout`, `PAYMENT_TIMEOUT`; a `prefix.` of @ConfigurationProperties ends in a dot."""
    line: int
    """Relative to the start of the source."""
    constant: str = ""
    """Instead of a key: the name of the constant that has it, as written."""
    through: str = ""
    """What it is read from, qualified, where another file says whether that gives settings: a settings
    module, or a SettingsObject."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class KeySet:
    """A file sets a configuration key."""

    config_set: str
    key: str
    environment: str
    """`default`, `prod`, …"""
    value: str
    """The value where plainly harmless, else `<withheld:type>`."""
    line: int
    before: tuple[int, ...] = ()
    """Lines of the same document that set it before: the last counts."""
    application: str = ""
    """What it is set for, where the file says so: a workload, a compose service."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class Facts:
    """Everything one file says. Small and picklable: trees are dropped in the worker."""

    file: Artifact
    artifacts: tuple[Artifact, ...] = ()
    """What the file defines, in order of appearance, without the file itself."""
    edges: tuple[Edge, ...] = ()
    """What is known from this file alone: DEFINES with lines."""
    code: Any = None
    """The language's own compact facts for its resolver (`JavaFacts`, `PythonFacts`), or None."""
    mentions: tuple[Mention, ...] = ()
    reads: tuple[KeyRead, ...] = ()
    sets: tuple[KeySet, ...] = ()
    usages: tuple[Usage, ...] = ()
    """Annotations and calls that a framework gives meaning to."""
    constants: tuple[Constant, ...] = ()
    """Texts that code gives a name."""
    found: tuple[Any, ...] = ()
    """Records of `kg.schema` that a resolver looks for by their type: a statement of a mapper, a route of
    an API description, a job, a dependency."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a resolver ties together: edges, and the sites it leaves open by caller."""

    edges: tuple[Edge, ...] = ()
    open_sites: dict[Uid, tuple[OpenSite, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of one origin as they must be in the graph: what is compared and written."""

    origin: str
    root: Uid
    """The artifact that stands for the origin: the File, or the Config set."""
    artifacts: tuple[Artifact, ...]
    edges: tuple[Edge, ...]


def content_hash(artifact: Artifact) -> str:
    """A digest of every content property (16 hex digits of BLAKE2b); the uid is not content."""
    text = "\x1f".join(map(str, _CONTENT(artifact)))  # of enum members `str` is fast, `repr` is not
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def edge_hash(edge: Edge) -> str:
    """A digest of an edge with its ends and properties, without its interval."""
    return blake2b(_edge_text(edge).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def rows_digest(rows: Rows) -> str:
    """A digest of an origin's rows, in any order: equal digests need no comparison."""
    return digest_of(rows, [(artifact.uid, content_hash(artifact)) for artifact in rows.artifacts])


def digest_of(rows: Rows, hashes: Iterable[tuple[Uid, str]]) -> str:
    """`rows_digest` where the content hash of each artifact is known already."""
    parts = sorted([f"{uid}\x1f{digest}" for uid, digest in hashes] + [_edge_text(e) for e in rows.edges])
    return blake2b("\n".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _edge_text(edge: Edge) -> str:
    """An edge as one text: enum members as their words, since their `repr` is slow."""
    return "\x1f".join((edge.type, edge.source, edge.target, edge.how, repr(_EDGE_PROPERTIES(edge))))


_CONTENT = attrgetter(*(f.name for f in fields(Artifact) if f.name != "uid"))
_EDGE_PROPERTIES = attrgetter(
    *(f.name for f in fields(Edge) if f.name not in ("type", "source", "target", "how"))
)
