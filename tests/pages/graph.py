"""docs/graph.md: labels, properties and edges with their meaning, held against the vocabulary."""

import ast
from collections.abc import Iterator
from dataclasses import fields
from itertools import pairwise
from pathlib import Path

from kg.schema import facts
from kg.schema.details import OF_EDGE, OF_KIND
from kg.schema.facts import Artifact, Edge
from kg.schema.vocabulary import EdgeType, Form, How, Kind, OpenReason
from tests.pages.made import MADE, table

KINDS = {
    Kind.REPOSITORY: "a git repository",
    Kind.FILE: "a file of its commit, also one that could not be read (`form` `skipped`)",
    Kind.CLASS: "a class, interface, enum, record or annotation; in Python also a module",
    Kind.METHOD: "a method, constructor, initializer or function",
    Kind.CONFIG: "a configuration set (`form` `set`) or one of its keys (`form` `key`)",
    Kind.TABLE: "a table or view of a database, as migrations and mappings leave it",
    Kind.STATEMENT: "one SQL statement: of a script, a mapper, a query annotation",
    Kind.ENDPOINT: "one side (`serves`, `requests`) of a contract in one module: an HTTP route, a gRPC method",
    Kind.TOPIC: "one side (`publishes`, `consumes`) of a topic or queue in one module",
    Kind.JOB: "what runs by itself: a CI job, a scheduled task, a workload, a step of a workflow",
    Kind.DOC: "a section of a document",
    Kind.POSTMORTEM: "an incident report, with the facts that it states",
    Kind.SERVICE: "what a team runs: owner, on-call, runbook",
    Kind.TERM: "an entry of a glossary",
    Kind.LIBRARY: "a package of others that a build file names",
}
EDGES = {
    EdgeType.DEFINES: "contains; with the lines where the target stands",
    EdgeType.CALLS: "a method calls the declared method; `sites` are the lines of the calls",
    EdgeType.EXTENDS: "a class extends a class (an interface an interface)",
    EdgeType.IMPLEMENTS: "a class implements an interface",
    EdgeType.OVERRIDES: "a method overrides or implements a method: it may run where that one is called",
    EdgeType.INJECTS: "a class is given an instance of a class by its framework",
    EdgeType.READS: "code reads a configuration key; `sites` are the lines",
    EdgeType.EXECUTES: "a method runs a statement",
    EdgeType.INCLUDES: "a statement contains a fragment",
    EdgeType.QUERIES: "a statement or a method reads or writes (`access`) a table",
    EdgeType.REFERENCES: "a table has a foreign key to a table",
    EdgeType.SERVES: "code answers what comes to an Endpoint",
    EdgeType.REQUESTS: "code sends requests to an Endpoint; `sites` are the lines",
    EdgeType.PUBLISHES: "code sends to a Topic",
    EdgeType.CONSUMES: "code is given what comes from a Topic",
    EdgeType.MATCHES: "one side of a contract reaches the other: REQUESTS to SERVES, PUBLISHES to CONSUMES; also between repositories",
    EdgeType.RUNS: "a job starts a method, a script, another job",
    EdgeType.TRANSITIONS: "a method moves a state machine: an enum of states, `transitions` `FROM>TO`",
    EdgeType.DEPENDS_ON: "a build file names a library, or another module of its build; in which `version`",
    EdgeType.DOCUMENTS: "a document speaks of its target",
    EdgeType.CHANGED_IN: "a version was last changed by a `:Commit` (filled in behind, see [history.md](history.md))",
    EdgeType.WAS: "an edge that has ended; its type is in the property `type`",
    EdgeType.NEXT: "an edge of a snapshot that is not published yet; its type is in `type`",
}
HOWS = {
    How.EXACT: "proven by the code",
    How.INFERRED: "deduced from a convention",
    How.CANDIDATE: "one of several possibilities",
}
REASONS = {
    OpenReason.EXTERNAL: "leads to a library, named in full",
    OpenReason.DYNAMIC: "what is called is decided at run time, or its type is not known here",
    OpenReason.AMBIGUOUS: "several targets fit and none is better",
    OpenReason.GENERATED: "a member that no source writes: a record's accessor, a default constructor, Lombok's",
    OpenReason.UNKNOWN: "a document names what is not there (any more): a member, a class, a file",
}
PROPERTIES = {
    "kind": "the label, also as a property",
    "uid": "its name in the graph: readable, the same in every version",
    "path": "the file it stands in, from the repository's root",
    "language": "`java`, `python`, …",
    "form": "what it is in its language: " + ", ".join(f"`{form.value}`" for form in Form),
    "signature": "as written, without the body",
    "package": "its package or module",
    "modifiers": "`public`, `static`, `async`, …",
    "doc_comment": "its documentation comment or docstring",
    "doc_type": "Doc: `adr`, `runbook`, … where its path says so",
    "encoding": "File: how its bytes are decoded",
    "how": "how the edge is known (see below)",
    "confidence": "1.0 where it is proven, less where it is deduced",
    "start_line": "DEFINES: the first line of its target in the file",
    "end_line": "DEFINES: its last line",
}
STORED = (
    ("vid", "one version: `uid@seq`; unique"),
    ("repo", "key of its repository"),
    ("content_hash", "digest of the content properties"),
    ("valid_from, valid_to", "the snapshots that hold it: from the first up to, not including, the second"),
    ("vf, vt", "the same as text, for the full text index"),
    ("scope", "who may see it (a token); changed in place on every version"),
    (
        "service, owner_team",
        "whose it is today ([services.md](services.md)); changed in place on every version",
    ),
    ("search_text", "derived: what the full text index holds"),
    ("embedding_a, embedding_b", "derived: the vector, in the slot that is active"),
    ("embedding_key", "derived: the digest of what the vector was made from"),
    ("changed_at, changed_in, changes", "derived: the last commit that changed its lines, and how many did"),
    ("history_text", "derived: the index terms of what past commits that touched it said"),
    ("history_key", "derived: by which recipe the four above were filled"),
    ("touched", "the last snapshot that changed an edge between it and a version that stays"),
)
CONTROL = (
    ("Pointer", "the published snapshot: its number in `seq`"),
    ("Snapshot", "a snapshot, its state, and the commit of each repository"),
    ("Counter", "the last number that was given to a snapshot"),
    ("Lease", "who may write now, with a fence"),
    ("Registration", "a repository: its key, URL, ref and scope"),
    ("Watermark", "the report of an ingest"),
    ("Verdict", "the gates of a snapshot: tier, figures and bounds"),
    ("Commit", "a commit that made versions: `sha`, `author`, `committed_at`, `subject`, `merge_request`"),
    ("VectorSlot", "the model and dimension of a vector index"),
    ("Migration", "a `schema_*` statement that has run"),
)


def page() -> str:
    kinds = [(f"`:{kind.value}`", meaning) for kind, meaning in KINDS.items()]
    edges = [(f"`{edge.value}`", meaning) for edge, meaning in EDGES.items()]
    own = [(f"`:{kind.value}`", ", ".join(f"`{name}`" for name in names)) for kind, names in OF_KIND.items()]
    own += [(f"`{edge.value}`", ", ".join(f"`{name}`" for name in names)) for edge, names in OF_EDGE.items()]
    later_edges = ", ".join(f"`{edge.value}`" for edge in EdgeType if edge not in EDGES)
    return f"""# The graph
{MADE}

Every searchable thing is a node `:Artifact`, one for each version of its content. A version of the
published snapshot also carries its kind as a label; so a plain `(:Method)` is what is published, and
an `:Artifact` without a kind label was, or is to come.
How versions and snapshots work is in [ARCHITECTURE.md](../ARCHITECTURE.md), Neo4j Browser in
[browser.md](browser.md), the GraphQL view in [graphql.md](graphql.md).

## Kinds

{table(("label", "what it is"), kinds)}

## Edges

{table(("type", "meaning, from source to target"), edges)}

Reserved, and made by nothing yet: {later_edges}.

Properties of an edge (beside `valid_from` and `valid_to`; what is empty is not stored):

{table(("property", "meaning"), _properties(Edge, ("type", "source", "target")))}

{table(("`how`", "meaning"), [(f"`{how.value}`", HOWS[how]) for how in How])}

A call site without an edge is in `open_sites` of the DEFINES edge that leads to its method, with the reason:

{table(("reason", "meaning"), [(f"`{reason.value}`", REASONS[reason]) for reason in OpenReason])}

## Properties of an artifact

Content, as its bytes say it (what is empty is not stored):

{table(("property", "meaning"), _properties(Artifact, ()))}

What only some kinds, or types of edges, have:

{table(("kind or type", "properties"), own)}

Beside it:

{table(("property", "meaning"), [(f"`{name}`", meaning) for name, meaning in STORED])}

## Nodes that steer

{table(("label", "what it holds"), [(f"`:{name}`", meaning) for name, meaning in CONTROL])}
"""


def _properties(record: type, without: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    told = _told(record.__name__)
    for item in fields(record):
        if item.name not in without:
            yield f"`{item.name}`", told.get(item.name) or PROPERTIES[item.name]


def _told(record: str) -> dict[str, str]:
    """Fields with the text that stands under them in kg/schema/facts.py."""
    tree = ast.parse(Path(facts.__file__).read_text(encoding="utf-8"))
    body = next(n.body for n in tree.body if isinstance(n, ast.ClassDef) and n.name == record)
    return {
        field.target.id: " ".join(str(text.value.value).split())
        for field, text in pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
    }
