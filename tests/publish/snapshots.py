"""A history of eight snapshots in which everything happens that versions and edges can do."""

from kg.graph import Graph
from kg.publish.snapshots import active
from tests.publish.test_versions import PAY, changed
from tests.publish.world import Method, active_hash, commit, load


async def history(graph: Graph) -> dict[int, str]:
    """Bodies that change, calls that come and go between versions that stay, a file that goes and returns, a
    second repository. Gives the hash of each snapshot."""
    await load(graph, "shop", PAY)
    linked = changed("pay.py", refund=Method("r", line=9, calls=("tax.rate",)))
    worlds = [
        linked,  # an edge between two versions that stay
        PAY,
        {**linked, "tax.py": {"rate": Method("0.3")}},
        {path: items for path, items in PAY.items() if path != "tax.py"},
        {**PAY, "tax.py": {"rate": Method("0.4")}},
    ]
    hashes = {1: await active_hash(graph)}
    for world in worlds:
        await commit(graph, "shop", world)
        hashes[await active(graph)] = await active_hash(graph)
    await load(graph, "lib", {"a.py": {"f": Method(calls=("a.g",)), "g": Method()}})
    hashes[await active(graph)] = await active_hash(graph)
    await commit(graph, "lib", {"a.py": {"f": Method("x")}})
    hashes[await active(graph)] = await active_hash(graph)
    assert list(hashes) == [1, 2, 3, 4, 5, 6, 7, 8]
    return hashes
