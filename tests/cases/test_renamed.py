"""Case 26, its second half: code is renamed, the document is not."""

from pathlib import Path

import pytest

from kg.graph import Graph
from kg.retrieve.scope import Policy, scope_of
from kg.retrieve.stale import stale_mentions
from kg.schema.access import Principal
from kg.schema.vocabulary import EdgeType, Kind
from tests.cases.repository import CASES, as_repository, case_folder, ingest_again, rewrite

pytestmark = pytest.mark.skipif(
    not CASES.is_dir(), reason="the outside cases do not lie beside this checkout"
)


async def test_a_section_that_names_a_renamed_method_is_stale(graph: Graph, tmp_path: Path) -> None:
    """It is kept as it was, says at its line what is gone, and has no edge to the new name; edges to what
    is still there stay."""
    repository = as_repository(case_folder("26"), tmp_path)
    scope = await scope_of(graph, Principal("local"), Policy())
    before = await ingest_again(graph, repository, tmp_path)
    assert await stale_mentions(graph, (), scope, before.outcome.snapshot) == ()
    rewrite(repository, "src/com/acme/Pay.java", "capture", "settle")
    after = await ingest_again(graph, repository, tmp_path)
    (doc,) = (a for a in after.stored.artifacts if a.kind == Kind.DOC)
    assert doc in before.stored.artifacts
    scope = await scope_of(graph, Principal("local"), Policy())
    (mention,) = await stale_mentions(graph, (), scope, after.outcome.snapshot)
    assert (mention.place.uid, mention.line, mention.text) == (doc.uid, 3, "com.acme.Pay#capture")
    documented = {e.target for e in after.stored.edges if e.type == EdgeType.DOCUMENTS}
    names = {a.qualified_name for a in after.stored.artifacts if a.uid in documented}
    assert "com.acme.Pay#settle()" not in names
    assert "src/com/acme/Pay.java" in names
