"""The real Neo4j Browser draws a call flow in kg's colours."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.graph import Graph
from kg.graph.statements import statements
from kg.publish.export import export
from kg.publish.snapshots import active
from tests.browser.driving import EDGES, NODES, STYLE, browser_url, chromium, open_browser
from tests.cypher.exported import Exported, call_flow
from tests.shop import bring, shop

METHOD_BLUE = "#2a6fdb"


@pytest.fixture(autouse=True)
def needs_chromium() -> Iterator[None]:
    if not chromium():
        pytest.skip("there is no Chromium here (Debian: apt install chromium); Neo4j Browser was not tried")
    yield


@pytest.mark.timeout(600)
async def test_a_pasted_call_flow_is_drawn(graph: Graph, tmp_path: Path) -> None:
    """Log in, drop the style file, paste the call flow: its methods and the edges between them are drawn, in colour."""
    await bring(graph, shop()["orders"], tmp_path)
    found = Exported.of([line async for line in export(graph, await active(graph))])
    walks = call_flow(found, "refund")
    async with open_browser(1280, 800) as browser:
        await browser.log_in(await browser_url(graph), graph)
        await browser.drop("kg.grass", STYLE)
        await browser.paste(statements()["browse_call_flow"].text)
        await browser.run()
        await browser.drawn()
        nodes = await browser.page.locator(NODES).count()
        edges = await browser.page.locator(EDGES).count()
        colours = await browser.page.locator(f"{NODES} circle[fill='{METHOD_BLUE}']").count()
        captions = await browser.page.locator(f"{NODES} text").all_text_contents()
    shown = {uid for walk in walks for uid in walk[::2]}
    assert nodes == len(shown)
    # Browser joins the nodes of a result by every edge that is between them.
    assert edges == sum(edge["source"] in shown and edge["target"] in shown for edge in found.edges)
    assert colours == nodes
    assert "refund" in {caption.strip() for caption in captions}
