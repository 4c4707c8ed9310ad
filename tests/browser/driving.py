"""Drives the real Neo4j Browser in Debian's Chromium, as a person would: log in, drop a file, paste, run.

Every host but this machine is blocked: Neo4j Browser asks for fonts and tells of its use. Finds
things by the test ids that Neo4j Browser itself carries.
"""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from playwright.async_api import Page, Route, async_playwright

from kg.graph import Graph

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NODES, EDGES = "g.node", "g.relationship"
FOLDER = Path(__file__).parent.parent.parent / "docs" / "browser"
STYLE = (FOLDER / "kg.grass").read_text(encoding="utf-8")


def chromium() -> str:
    """The Chromium of this machine, or nothing."""
    found = (shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
    return next((path for path in found if path), "")


async def browser_url(graph: Graph) -> str:
    """Where the server of this graph serves Neo4j Browser."""
    async with graph._driver.session() as session:
        result = await session.run(
            "SHOW SETTINGS 'server.http.listen_address' YIELD value RETURN value AS address"
        )
        record = await result.single(strict=True)
    return f"http://127.0.0.1:{record['address'].rpartition(':')[2]}/browser/"


@dataclass(frozen=True)
class Browser:
    """Neo4j Browser in a page."""

    page: Page

    async def log_in(self, url: str, graph: Graph) -> None:
        await self.fill_in(url, graph)
        await self.page.get_by_test_id("connect").click()
        await self.page.get_by_test_id("disconnectedBanner").wait_for(state="detached")
        await self.page.get_by_text(":play start").wait_for()

    async def fill_in(self, url: str, graph: Graph) -> None:
        """Open the page and fill in the form, up to its button."""
        await self.page.goto(f"{url}?connectURL={graph.options.uri}")
        await self.page.get_by_test_id("username").fill(graph.options.user)
        await self.page.get_by_test_id("password").fill(graph.options.password)

    async def drop(self, name: str, text: str) -> None:
        """Drop a file of this name on the page."""
        dropped = await self.page.evaluate_handle(
            "([name, text]) => { const held = new DataTransfer();"
            " held.items.add(new File([text], name)); return held }",
            [name, text],
        )
        for event in ("dragenter", "dragover", "drop"):
            await self.page.dispatch_event("[data-testid=main]", event, {"dataTransfer": dropped})
        await self.page.get_by_text(":style").first.wait_for()

    async def paste(self, text: str) -> None:
        """Put a text into the editor, unsent."""
        await self.page.get_by_test_id("activeEditor").click()
        await self.page.keyboard.insert_text(text)

    async def run(self) -> None:
        await self.page.get_by_test_id("editor-Run").click()

    async def drawn(self) -> None:
        """Wait until a graph is drawn and has come to rest."""
        await self.page.locator(NODES).first.wait_for()
        await self.page.wait_for_timeout(3_000)

    async def fill_window(self) -> None:
        """Let the newest frame fill the window, and fit the graph into it."""
        frame = self.page.get_by_test_id("frame").first
        await frame.get_by_title("Fullscreen").click()
        await self.page.get_by_title("Collapse the node properties display").click()
        await self.page.get_by_label("zoom-to-fit").click()
        await self.page.wait_for_timeout(1_000)


@asynccontextmanager
async def open_browser(width: int, height: int) -> AsyncIterator[Browser]:
    """A fresh profile each time: nothing is remembered from an earlier run."""
    async with async_playwright() as playwright:
        program = await playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        context = await program.new_context(viewport={"width": width, "height": height})
        await context.route("**/*", _only_this_machine)
        yield Browser(await context.new_page())
        await program.close()


async def _only_this_machine(route: Route) -> None:
    address = urlsplit(route.request.url)
    if address.hostname == "127.0.0.1" or address.scheme in ("data", "blob"):
        await route.continue_()
    else:
        await route.abort()
