"""The tables that files describe, as one text each, for tests."""

from textwrap import dedent

from kg.ingest.parse.file import parse_file
from kg.ingest.resolve.around import resolve_around
from kg.ingest.resolve.world import Around
from kg.schema.facts import Artifact
from kg.schema.vocabulary import EdgeType, Kind


def around(files: dict[str, str]) -> Around:
    """Everything around the code of these files."""
    facts = [parse_file("r", path, "", dedent(text).encode()) for path, text in files.items()]
    return resolve_around("r", facts)


def tables(found: Around) -> dict[str, str]:
    """`{"orders": "id bigint, total int | id"}`: columns and, after a bar, the primary key."""
    return {a.uid.split(":", 2)[2]: _shape(a) for a in found.artifacts if a.kind == Kind.TABLE}


def _shape(table: Artifact) -> str:
    told = dict(table.details)
    columns, key = told.get("columns", ()), told.get("primary_key", ())
    assert isinstance(columns, tuple) and isinstance(key, tuple)
    return ", ".join(columns) + (f" | {', '.join(key)}" if key else "")


def references(found: Around) -> set[str]:
    """`orders(customer_id -> id) customer`."""
    return {
        f"{_name(e.source)}({', '.join(dict(e.details)['columns'])}) {_name(e.target)}"  # type: ignore[arg-type] # names of columns
        for e in found.edges
        if e.type == EdgeType.REFERENCES
    }


def queries(found: Around) -> set[str]:
    """`db/data.sql#1 write orders(id, total)`; ` inferred` after it where it is not exact."""
    told = set()
    for edge in found.edges:
        if edge.type == EdgeType.QUERIES:
            given = dict(edge.details)
            columns = given.get("columns", ())
            assert isinstance(columns, tuple)
            named = f"({', '.join(columns)})" if columns else ""
            sure = "" if edge.how == "exact" else f" {edge.how}"
            told.add(f"{_name(edge.source)} {given['access']} {_name(edge.target)}{named}{sure}")
    return told


def places(found: Around, table: str) -> set[tuple[str, int, int]]:
    """Where a table is defined: files and lines."""
    return {
        (_name(e.source), e.start_line, e.end_line)
        for e in found.edges
        if e.type == EdgeType.DEFINES and _name(e.target) == table
    }


def _name(uid: str) -> str:
    return uid.split(":", 2)[2]
