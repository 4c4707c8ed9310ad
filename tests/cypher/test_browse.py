"""What people see in Neo4j Browser is the active snapshot, and nothing of what was or is to come."""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import neo4j

from kg.graph import Graph
from kg.graph.statements import statements
from kg.publish.export import export
from kg.publish.snapshots import active, list_snapshots
from kg.schema.snapshot import SnapshotState
from tests.cypher import exported
from tests.cypher.exported import Drawn, Exported, Record
from tests.cypher.standing import stand_up

PATHS: dict[str, tuple[Callable[[Exported, str], Counter[Drawn]], tuple[str, ...]]] = {
    "browse_call_flow": (exported.call_flow, ("Method",)),
    "browse_callers": (exported.callers, ("Method",)),
    "browse_class_members": (exported.class_members, ("Class",)),
    "browse_documents": (exported.documents, ("Class", "Method", "Config")),
    "browse_table_users": (exported.table_users, ("Table",)),
    "browse_contract": (exported.contract, ("Endpoint",)),
    "browse_topic": (exported.topic, ("Topic",)),
    "browse_incidents": (exported.incidents, ("Class", "Method", "Config", "Table", "File")),
}
"""Statements that draw: what they must draw for a name, and the kinds that a name may mean."""

TABLES: dict[str, Callable[[Exported], list[Record]]] = {
    "browse_most_called": exported.most_called,
    "browse_open_calls": exported.open_calls,
}
NAMED: dict[str, tuple[Callable[[Exported, str], list[Record]], str]] = {
    "browse_config_readers": (exported.config_readers, "Config"),
    "browse_libraries": (exported.libraries, "Library"),
}
"""Tables for a name, and the kind that the name means."""
FIRST_LINE = re.compile(r"^WITH '([^']+)' AS (?:name|key)$", re.MULTILINE)


def test_each_statement_is_held_against_the_export() -> None:
    """A `browse_*` file that nobody compares is none of ours."""
    assert {*PATHS, *TABLES, *NAMED} == {n for n in statements() if n.startswith("browse_")}


async def test_browser_shows_the_export_of_the_active_graph(graph: Graph, tmp_path: Path) -> None:
    """With two old snapshots and a candidate beside it, every statement gives what the export says,
    for each name that there is."""
    await stand_up(graph, tmp_path)
    states = [snapshot.state for snapshot in await list_snapshots(graph) if not snapshot.active]
    assert states.count(SnapshotState.CANDIDATE) == 1 and states.count(SnapshotState.PUBLISHED) >= 2
    found = Exported.of([line async for line in export(graph, await active(graph))])
    for name, expected_rows in TABLES.items():
        rows = await paste(graph, statements()[name].text)
        assert rows == expected_rows(found) and rows, name
    for name, (expected_paths, kinds) in PATHS.items():
        assert expected_paths(found, told(name)), f"{name}: the name in the file draws nothing"
        for artifact in found.names(*kinds):
            expected = expected_paths(found, artifact)
            rows = await paste(graph, with_name(name, artifact))
            assert Counter(map(drawn, rows)) == expected, (name, artifact)
    for name, (expected_records, kind) in NAMED.items():
        assert expected_records(found, told(name)), f"{name}: the name in the file gives nothing"
        for key in found.names(kind):
            rows = await paste(graph, with_name(name, key))
            assert rows == expected_records(found, key), (name, key)


async def test_a_name_is_looked_up_in_an_index(graph: Graph) -> None:
    """A statement that takes a name starts from the index of that label, and scans no label."""
    for name in (*PATHS, *NAMED):
        plan = await explained(graph, statements()[name].text)
        assert any("IndexSeek" in operator for operator in plan), (name, " ".join(plan))
        assert not any("Scan" in operator for operator in plan), (name, " ".join(plan))


def told(name: str) -> str:
    """The name that the file itself asks for."""
    found = FIRST_LINE.search(statements()[name].text)
    assert found, f"{name} does not begin with the line that takes a name"
    return found[1]


def with_name(name: str, artifact: str) -> str:
    """The statement as a person changes it: another name in its first line."""
    text = statements()[name].text
    return text.replace(f"WITH '{told(name)}' AS", f"WITH '{artifact}' AS", 1)


def drawn(row: Record) -> Drawn:
    (path,) = row.values()
    assert isinstance(path, neo4j.graph.Path)
    words = [str(path.start_node["uid"] if path.start_node else "")]
    at: neo4j.graph.Node | None = path.start_node
    for edge in path.relationships:
        at = edge.end_node if edge.start_node == at else edge.start_node
        words += [edge.type, str(at["uid"] if at else "")]
    return tuple(words)


async def paste(graph: Graph, text: str) -> list[Record]:
    """Run a text as Neo4j Browser does: no parameters."""
    async with graph._driver.session() as session:
        result = await session.run(text)
        return [dict(record) async for record in result]


async def explained(graph: Graph, text: str) -> list[str]:
    async with graph._driver.session() as session:
        result = await session.run("EXPLAIN " + text)
        plan = (await result.consume()).plan
    return list(_operators(plan)) if plan else []


def _operators(plan: dict[str, Any]) -> list[str]:
    below = [name for child in plan.get("children", ()) for name in _operators(child)]
    return [str(plan["operatorType"]), *below]
