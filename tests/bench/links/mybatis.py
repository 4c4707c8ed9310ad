"""How many statements of the mapper files of macrozheng/mall some method runs, and are tied to a table.

In: the repository at its commit. Out: `mybatis.{files,statements,linked,with_tables,fragments,included}`. A
statement counts as linked where an EXECUTES leads to it.
"""

from typing import Any

from kg.schema.facts import Artifact
from kg.schema.vocabulary import EdgeType, Form, Kind
from tests.bench.callgraph.store import Store
from tests.bench.links.repositories import COMMITS, Known, read

_NAME = "macrozheng/mall"


def measure(store: Store) -> dict[str, Any]:
    return {"mybatis": counted(read(store, _NAME, COMMITS[_NAME]))}


def counted(repository: Known) -> dict[str, int]:
    """The figures of one repository."""
    mapped = [a for a in repository.artifacts.values() if a.kind is Kind.STATEMENT and _is_mapped(a)]
    statements = [a for a in mapped if a.form != Form.FRAGMENT]
    fragments = [a for a in mapped if a.form == Form.FRAGMENT]
    targets = {kind: {e.target for e in repository.edges if e.type is kind} for kind in EdgeType}
    sources = {e.source for e in repository.edges if e.type is EdgeType.QUERIES}
    return {
        "files": len({a.path for a in mapped}),
        "statements": len(statements),
        "linked": sum(a.uid in targets[EdgeType.EXECUTES] for a in statements),
        "with_tables": sum(a.uid in sources for a in statements),
        "fragments": len(fragments),
        "included": sum(a.uid in targets[EdgeType.INCLUDES] for a in fragments),
    }


def _is_mapped(artifact: Artifact) -> bool:
    return artifact.path.endswith(".xml")
