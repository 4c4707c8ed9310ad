"""The only list of kinds, edge types and how-words. Cypher, GraphQL and docs use these words.

`tests/test_tidy.py` holds every statement and the docs against this list.
"""

from enum import StrEnum


class Kind(StrEnum):
    """The kind label of an artifact; every artifact also carries `:Artifact`."""

    REPOSITORY = "Repository"
    FILE = "File"
    CLASS = "Class"
    METHOD = "Method"
    CONFIG = "Config"
    TABLE = "Table"
    STATEMENT = "Statement"
    ENDPOINT = "Endpoint"
    TOPIC = "Topic"
    JOB = "Job"
    DOC = "Doc"
    POSTMORTEM = "Postmortem"
    SERVICE = "Service"
    TERM = "Term"
    LIBRARY = "Library"


class EdgeType(StrEnum):
    """Relationship types between artifacts. `WAS` and `NEXT` hold closed and coming edges, their
    type in the property `type` (see ARCHITECTURE.md, snapshots)."""

    DEFINES = "DEFINES"
    CALLS = "CALLS"
    EXTENDS = "EXTENDS"
    IMPLEMENTS = "IMPLEMENTS"
    OVERRIDES = "OVERRIDES"
    INJECTS = "INJECTS"
    READS = "READS"
    EXECUTES = "EXECUTES"
    INCLUDES = "INCLUDES"
    QUERIES = "QUERIES"
    REFERENCES = "REFERENCES"
    SERVES = "SERVES"
    REQUESTS = "REQUESTS"
    PUBLISHES = "PUBLISHES"
    CONSUMES = "CONSUMES"
    MATCHES = "MATCHES"
    RUNS = "RUNS"
    TRANSITIONS = "TRANSITIONS"
    DEPENDS_ON = "DEPENDS_ON"
    TESTS = "TESTS"
    DOCUMENTS = "DOCUMENTS"
    CHANGED_IN = "CHANGED_IN"
    """From a version to the Commit (provenance, no artifact) that changed it last."""
    WAS = "WAS"
    NEXT = "NEXT"


class How(StrEnum):
    """How an edge is known: proven, deduced from a convention, or one of several possibilities."""

    EXACT = "exact"
    INFERRED = "inferred"
    CANDIDATE = "candidate"


class Form(StrEnum):
    """What a Class (or a Method, File, Config) is in its language."""

    CLASS = "class"
    INTERFACE = "interface"
    ENUM = "enum"
    RECORD = "record"
    OBJECT = "object"
    TRAIT = "trait"
    ANNOTATION = "annotation"
    STRUCT = "struct"
    TYPE = "type"
    """A named type that is neither struct nor interface: `type Celsius float64`."""
    ALIAS = "alias"
    MODULE = "module"
    METHOD = "method"
    CONSTRUCTOR = "constructor"
    FUNCTION = "function"
    INITIALIZER = "initializer"
    FRAGMENT = "fragment"
    """A part of SQL statements that has a name: `<sql>` of a mapper."""
    SET = "set"
    KEY = "key"
    JOB = "job"
    STEP = "step"
    """Of a Job: a part of a larger one, a function of a shell script, a target of a Makefile."""
    WORKLOAD = "workload"
    """Of a Job: what runs in a cluster or a container."""
    SOURCE = "source"
    SKIPPED = "skipped"


class OpenReason(StrEnum):
    """Why a call site has no CALLS edge."""

    EXTERNAL = "external"
    DYNAMIC = "dynamic"
    AMBIGUOUS = "ambiguous"
    GENERATED = "generated"
    """A member that no source writes: a record's accessor, a default constructor, what Lombok makes."""
    UNKNOWN = "unknown"
    """A document names what is not there (any more): a member, a class, a file."""
