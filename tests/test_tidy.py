"""Statements are files with callers, words come from the vocabulary, reads check scope and validity."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.errors import GraphError
from kg.graph.statements import Statement, read, statements
from kg.schema.vocabulary import EdgeType, Kind

ROOT = Path(__file__).parent.parent
ROOM_OF = {"schema": "graph", "explore": "retrieve"}
"""Prefixes that are not the name of the room that calls them."""
CONTROL = {
    "Artifact", "Pointer", "Snapshot", "Counter", "Lease", "Registration", "Watermark",
    "VectorSlot", "TextIndex", "Migration", "Commit", "Verdict",
}  # fmt: skip
SURE = re.compile(
    r"\b(?:MATCH|MERGE)\s*\(|\bUNWIND\s+\$|\bDETACH DELETE\b|\bRETURN\s+\w+\s+AS\b|\bCREATE\s*\("
)
NODE = re.compile(r"\((?:\w+)?:([A-Za-z|&:]+)")
RELATIONSHIP = re.compile(r"\[(?:\w+)?:([A-Z_|]+)")
LABEL_SET = re.compile(r"\b(?:SET|REMOVE)\s+\w+:([A-Za-z:]+)")


def code_of(statement: Statement) -> str:
    """The statement without its comments and without the texts in it."""
    lines = [line for line in statement.text.splitlines() if not line.lstrip().startswith("//")]
    return re.sub(r"'[^']*'", "''", re.sub(r"\s//.*", "", "\n".join(lines)))


def sources() -> Iterator[tuple[Path, ast.Module]]:
    for room in ("kg", "api"):
        for path in sorted((ROOT / room).rglob("*.py")):
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def strings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every string in the code that is not documentation."""
    documentation = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.lineno, node.value


def test_there_is_no_cypher_in_python() -> None:
    """Queries are files; a string in kg/ or api/ that looks like one has no place."""
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text[:60]}"
        for path, tree in sources()
        for line, text in strings(tree)
        if SURE.search(text)
    ]
    assert found == []


@pytest.mark.parametrize("text", ["MATCH (a) RETURN a", "UNWIND $p.rows AS r", "x MERGE (a:Artifact)"])
def test_cypher_in_python_would_be_found(text: str) -> None:
    """The check above sees what it is for."""
    assert SURE.search(text)


def test_every_statement_has_a_caller_in_its_room() -> None:
    """A statement is named by the Python of the room in its prefix, and of no other."""
    callers: dict[str, set[str]] = {}
    for path, tree in sources():
        parts = path.relative_to(ROOT).parts
        room = parts[1].removesuffix(".py") if parts[0] == "kg" else "api"
        for _, text in strings(tree):
            callers.setdefault(text, set()).add(room)
    wrong = {
        name: sorted(callers.get(name, ()))
        for name in statements()
        if not name.startswith("browse_")
        and not re.match(r"schema_\d+_", name)
        and callers.get(name, set()) != {room_of(name)}
    }
    assert wrong == {}


def room_of(name: str) -> str:
    prefix = name.partition("_")[0]
    return ROOM_OF.get(prefix, prefix)


def test_the_head_of_a_statement_names_its_room() -> None:
    """Prefix and `room` agree, the mode is known, and the purpose is a sentence."""
    rooms = {"schema", "graph", "ingest", "publish", "history", "retrieve", "browse", "purge"}
    for statement in statements().values():
        prefix = statement.name.partition("_")[0]
        assert statement.room in {prefix, ROOM_OF.get(prefix)} & rooms, statement.name
        assert statement.mode in ("read", "write", "schema"), statement.name
        assert statement.purpose.endswith("."), statement.name
        assert "\nCYPHER 25\n" in statement.text, statement.name


def test_a_statement_that_uses_what_it_does_not_declare_is_refused(tmp_path: Path) -> None:
    """Declared and used parameters are the same, or kg does not start."""
    head = "// A.\n// mode: read\n// params: {}\n// returns: a\n// room: retrieve\nRETURN $p.seq AS a\n"
    path = tmp_path / "retrieve_a.cypher"
    path.write_text(head.format("seq"))
    assert read(path).params == ("seq",)
    for params in ("-", "seq, limit"):
        path.write_text(head.format(params))
        with pytest.raises(GraphError, match="declared"):
            read(path)


def test_labels_and_edge_types_come_from_the_vocabulary() -> None:
    """A word that the vocabulary does not know is a typing error, or a word to add there."""
    kinds, edges = {kind.value for kind in Kind}, {edge.value for edge in EdgeType}
    unknown: dict[str, set[str]] = {}
    for statement in statements().values():
        code = code_of(statement)
        labels = set(re.split(r"[|&:]", ":".join(NODE.findall(code) + LABEL_SET.findall(code))))
        types = set("|".join(RELATIONSHIP.findall(code)).split("|"))
        if wrong := (labels - kinds - CONTROL | types - edges) - {""}:
            unknown[statement.name] = wrong
    assert unknown == {}


INNER = {"history_list_repositories", "history_pick"}
"""Reads of `history` that serve no caller: what they give is written back, and shown by others."""
READS = sorted(
    s.name
    for s in statements().values()
    if s.name.startswith(("retrieve_", "explore_"))
    or (s.name.startswith("history_") and s.mode == "read" and s.name not in INNER)
)


@pytest.mark.parametrize("name", READS)
def test_a_read_uses_no_kind_label(name: str) -> None:
    """Kind labels follow the pointer later; kg's own reads look at `kind` and at intervals."""
    code = code_of(statements()[name])
    labels = re.split(r"[|&:]", ":".join(NODE.findall(code)))
    assert set(labels) & {kind.value for kind in Kind} == set()


@pytest.mark.parametrize("name", READS)
def test_a_read_checks_scope_and_validity_wherever_it_touches_artifacts(name: str) -> None:
    """Every `:Artifact` in a pattern, and every hop, is held against the caller's scopes and the seq."""
    code = code_of(statements()[name])
    # What compares two snapshots reads some artifacts at the earlier one.
    seqs = "(?:seq|before)" if name.startswith("explore_diff_") else "seq"
    starts = len(re.findall(r"\(\w+:Artifact\b", code))
    hops = len(re.findall(r"\[\w+:[A-Z_|]+", code))
    # The far end of a hop has no label: an index on its validity must not become the start of the plan.
    patterns = starts + len(re.findall(r"\[\w+:[A-Z_|]+[^]]*\]->?\s*\(\w+\)", code))
    scopes = len(re.findall(r"\.scope IN \$p\.scopes", code))
    valid = len(re.findall(rf"\.valid_from <= \$p\.{seqs}", code))
    until = len(re.findall(rf"valid_to(?:, 999999999\))? > \$p\.{seqs}", code))
    assert scopes >= patterns, "an artifact is read without its scope"
    assert valid >= patterns and until >= patterns, "an artifact is read without its validity"
    held = len(re.findall(r"coalesce\(\w+\.valid_to, 999999999\) > \$p\.seq", code))
    assert held >= hops, "an edge is crossed without its interval"


@pytest.mark.parametrize("name", READS)
def test_a_read_crosses_edges_that_ended_or_wait(name: str) -> None:
    """An edge type is never matched without WAS and NEXT beside it: the reader's seq may be another."""
    code = code_of(statements()[name])
    crossed = {kind for types in RELATIONSHIP.findall(code) for kind in types.split("|")}
    assert not crossed or {"WAS", "NEXT"} <= crossed
