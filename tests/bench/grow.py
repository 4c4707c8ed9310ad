"""Makes a graph larger: a synthetic code base beside what is there, in the active snapshot.

Its versions began before and hold on; no repository of it is ever ingested. Tests may hold Cypher.
"""

from kg.graph import Graph
from tests.bench.late import mark_filled
from tests.bench.load import lay
from tests.bench.synthetic import generate
from tests.retrieve.planted import run

_SIZE = """
MATCH (p:Pointer {name: 'active'}) MATCH (a:Artifact)
WHERE a.valid_from <= p.seq AND a.valid_to > p.seq RETURN count(a) AS size
"""


async def size_of(graph: Graph) -> int:
    """The artifacts of the active snapshot."""
    return int((await run(graph, _SIZE, {}))[0]["size"])


async def grow(graph: Graph, artifacts: int) -> None:
    """So many versions more, a fifth of them old ones, with edges. Without vectors: no commit asks for those of
    others, and an index of 600,000 takes longer to fill than all the rest."""
    made, _, _ = generate(artifacts)
    await lay(graph, made, with_vectors=False)
    await mark_filled(graph)  # else the worker embeds them all
