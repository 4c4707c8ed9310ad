"""What makes a version, what only moves an edge, and what is the same as a rebuild."""

from dataclasses import replace

from kg.graph import Graph
from kg.ingest.delta import Differing, StoredEdge, StoredNode, StoredRows, delta, root_edges, seal
from kg.publish.export import export_hash
from kg.publish.snapshots import active
from kg.schema.facts import Artifact, Rows, content_hash
from kg.schema.ids import Uid, Vid, repository_uid
from kg.schema.vocabulary import Kind
from tests.publish.world import (
    Doc,
    Method,
    active_hash,
    active_lines,
    commit,
    load,
    method_uid,
    rebuilt_hash,
    rows,
)
from tests.shell import run

PAY = {
    "pay.py": {"charge": Method("old", calls=("tax.rate",)), "refund": Method("r", line=9)},
    "tax.py": {"rate": Method("0.2")},
    "docs/pay.md": {"Charges": Doc("How to charge", documents=("pay.charge",))},
}


def changed(path: str, **methods: Method | Doc) -> dict[str, dict[str, Method | Doc]]:
    """PAY with some methods of a file changed."""
    return {**PAY, path: {**PAY[path], **methods}}


async def versions(graph: Graph, name: str) -> list[tuple[int, int]]:
    """The intervals of an artifact's versions."""
    rows = await run(
        graph,
        "MATCH (a:Artifact {name: $p.name}) RETURN a.valid_from AS f, a.valid_to AS t ORDER BY f",
        name=name,
    )
    return [(row["f"], row["t"]) for row in rows]


async def test_a_first_load_equals_a_delta_on_nothing(graph: Graph) -> None:
    """Streaming a repository in gives the graph that comparing it with nothing gives."""
    counts = await commit(graph, "shop", PAY)
    by_delta = await active_lines(graph)
    assert counts.missed == counts.doubled == 0
    assert by_delta
    await rebuilt_hash(graph, {"shop": PAY})
    assert await active_lines(graph) == by_delta


async def test_an_unchanged_commit_writes_nothing(graph: Graph) -> None:
    """Equal digests cost one read: no version, no edge."""
    await load(graph, "shop", PAY)
    counts = await commit(graph, "shop", PAY)
    assert (counts.created, counts.closed, counts.edges, counts.ended) == (0, 0, 0, 0)


async def test_a_changed_body_makes_one_version(graph: Graph) -> None:
    """Only the method and its file get a version; the caller and the rest keep theirs."""
    await load(graph, "shop", PAY)
    await commit(graph, "shop", changed("tax.py", rate=Method("0.25")))
    assert await versions(graph, "rate") == [(1, 2), (2, 999999999)]
    assert await versions(graph, "charge") == [(1, 999999999)]
    after = await active_hash(graph)
    assert after == await rebuilt_hash(graph, {"shop": changed("tax.py", rate=Method("0.25"))})


async def test_a_commit_that_moves_lines_makes_no_method_version(graph: Graph) -> None:
    """Lines live on DEFINES: the method keeps its version, its DEFINES is written anew."""
    moved = changed("pay.py", refund=Method("r", line=20))
    await load(graph, "shop", PAY)
    await commit(graph, "shop", moved)
    assert await versions(graph, "refund") == [(1, 999999999)]
    lines = await run(
        graph,
        "MATCH (:File)-[d:DEFINES]->(:Method {name: 'refund'}) RETURN d.start_line AS line",
    )
    assert lines == [{"line": 20}]
    assert await active_hash(graph) == await rebuilt_hash(graph, {"shop": moved})


async def test_lines_that_move_without_their_file_are_one_edge(graph: Graph) -> None:
    """A resolution that changes between artifacts that stay ends one edge and writes one."""
    wanted = rows("shop", PAY)[2]
    moved = replace(wanted, edges=(replace(wanted.edges[0], start_line=7), *wanted.edges[1:]))
    own = repository_uid("shop")
    nodes = [StoredNode(a.uid, Vid(f"{a.uid}@1"), a.origin, content_hash(a)) for a in wanted.artifacts]
    edges = [
        StoredEdge(edge, Vid(f"{edge.source}@1"), Vid(f"{edge.target}@1"))
        for edge in [*wanted.edges, *root_edges([seal(wanted)], own)]
    ]
    changes = delta(
        Differing((seal(moved),), ("pay.py",)), StoredRows(("pay.py",), tuple(nodes), tuple(edges)), own
    )
    assert (changes.created, changes.closed) == ((), ())
    assert {edge.type for edge in changes.added} == {"DEFINES"}
    assert len(changes.added) == len(changes.ended) == 2  # the lines, and the digest of the origin


async def test_an_unchanged_doc_describes_the_new_version(graph: Graph) -> None:
    """The doc keeps its version; its edge leads to the method's new one, and only there."""
    await load(graph, "shop", PAY)
    await commit(graph, "shop", changed("pay.py", charge=Method("new", calls=("tax.rate",))))
    assert await versions(graph, "Charges") == [(1, 999999999)]
    described = await run(
        graph, "MATCH (:Doc {name: 'Charges'})-[e:DOCUMENTS]->(m) RETURN m.text AS text, e.sites AS sites"
    )
    assert described == [{"text": "new", "sites": [1]}]


async def test_a_revert_is_a_new_version_with_the_old_content(graph: Graph) -> None:
    """Going back to earlier content makes a third version and the first hash."""
    await load(graph, "shop", PAY)
    first = await active_hash(graph)
    await commit(graph, "shop", changed("tax.py", rate=Method("0.25")))
    assert await active_hash(graph) != first
    await commit(graph, "shop", PAY)
    assert await active_hash(graph) == first
    assert await versions(graph, "rate") == [(1, 2), (2, 3), (3, 999999999)]


async def test_delete_and_add_again(graph: Graph) -> None:
    """A method that comes back has a new version; calls to it end and come back too."""
    without = {path: items for path, items in PAY.items() if path != "tax.py"}
    await load(graph, "shop", PAY)
    first = await active_hash(graph)
    await commit(graph, "shop", without)
    assert await run(graph, "MATCH (m:Method {name: 'rate'}) RETURN m") == []
    gone = await active_hash(graph)
    await commit(graph, "shop", PAY)
    assert await active_hash(graph) == first
    assert await versions(graph, "rate") == [(1, 2), (3, 999999999)]
    assert gone == await rebuilt_hash(graph, {"shop": without})


async def test_a_method_that_moves_to_another_file_keeps_its_uid(graph: Graph) -> None:
    """An artifact that another origin defines from now on is replaced, not doubled."""
    there = Artifact(Kind.METHOD, Uid("m"), "m", "m", "b.py", path="b.py")
    stored = StoredRows(("a.py", "b.py"), (StoredNode(Uid("m"), Vid("m@1"), "a.py", "h"),), ())
    twice = Rows("b.py", Uid("f"), (there, replace(there)), ())
    changes = delta(Differing((seal(twice),), ("b.py",)), stored, Uid("r"))
    assert [change.old for change in changes.replaced] == ["m@1"]
    assert (changes.closed, changes.doubled) == (("m@1",), ("m",))


async def test_calls_from_another_repository_follow_the_new_version(graph: Graph) -> None:
    """A caller in a repository that was not ingested calls the new version of its target."""
    shop = {"web.py": {"checkout": Method("c", calls=("lib/tax.rate",))}}
    await load(graph, "lib", {"tax.py": {"rate": Method("0.2")}})
    await commit(graph, "shop", shop, others=frozenset({method_uid("lib", "tax.rate")}))
    before = [line for line in await active_lines(graph) if "shop:" in line]
    await commit(graph, "lib", {"tax.py": {"rate": Method("0.3")}})
    assert [line for line in await active_lines(graph) if "shop:" in line] == before
    called = await run(graph, "MATCH (:Method {name: 'checkout'})-[:CALLS]->(m:Method) RETURN m.text AS t")
    assert called == [{"t": "0.3"}]


async def test_an_older_snapshot_stays_readable(graph: Graph) -> None:
    """What a snapshot held is the same after later publishes, with all its edges."""
    await load(graph, "shop", PAY)
    first = await export_hash(graph, 1)
    for body in ("a", "b", "c"):
        await commit(graph, "shop", changed("pay.py", charge=Method(body)))
    assert await active(graph) == 4
    assert await export_hash(graph, 1) == first
