"""Takes the pictures of docs/browser.md anew: `python -m tests.browser.screenshots`.

Needs Chromium and an empty-able server (KG_TEST_NEO4J_URI, KG_TEST_NEO4J_PASSWORD); brings the shop
in and walks the page's way. Look at the pictures before you commit them.
"""

import asyncio
import os
import tempfile
from pathlib import Path

from kg.graph import GraphOptions, connect
from kg.graph.migrate import migrate
from kg.graph.statements import statements
from tests.browser.driving import FOLDER, STYLE, Browser, browser_url, chromium, open_browser
from tests.empty import empty
from tests.shop import bring, shop

DRAWN = {
    "call-flow": "browse_call_flow",
    "class-members": "browse_class_members",
    "documents": "browse_documents",
}


async def main() -> None:
    if not chromium():
        raise SystemExit("there is no Chromium here (Debian: apt install chromium)")
    options = GraphOptions(
        os.environ["KG_TEST_NEO4J_URI"], password=os.environ.get("KG_TEST_NEO4J_PASSWORD", "")
    )
    async with connect(options) as graph:
        await empty(graph)
        await migrate(graph)
        with tempfile.TemporaryDirectory() as cache:
            for location in shop().values():
                await bring(graph, location, Path(cache))
        url = await browser_url(graph)
        async with open_browser(1100, 640) as browser:
            await browser.fill_in(url, graph)
            await _picture(browser, "connect")
            await browser.log_in(url, graph)
            await browser.paste(statements()["browse_call_flow"].text)
            await _picture(browser, "paste")
        for name, statement in DRAWN.items():
            async with open_browser(1100, 640) as browser:
                await browser.log_in(url, graph)
                await browser.drop("kg.grass", STYLE)
                await browser.paste(statements()[statement].text)
                await browser.run()
                await browser.drawn()
                await browser.fill_window()
                await _picture(browser, name)


async def _picture(browser: Browser, name: str) -> None:
    await browser.page.wait_for_timeout(700)
    await browser.page.screenshot(path=FOLDER / f"{name}.png")


if __name__ == "__main__":
    asyncio.run(main())
