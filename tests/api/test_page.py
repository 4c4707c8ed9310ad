"""The GraphQL page in a real Chromium: it works with nothing but this server."""

import asyncio
import os
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import uvicorn

from api.portal import HERE, graphiql_folder
from api.server import make_app
from kg.graph import Graph
from tests.api.serving import TOKEN, options, service_of

CHROMIUM = os.environ.get("KG_TEST_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def test_every_file_the_page_names_is_there() -> None:
    """The page loads nothing from anywhere else, and its scripts are installed with kg."""
    html = (HERE / "index.html").read_text(encoding="utf-8")
    assert "http://" not in html and "https://" not in html and "<script>" not in html
    for name in (
        "graphiql.min.css",
        "graphiql.min.js",
        "react.production.min.js",
        "react-dom.production.min.js",
    ):
        assert f"/assets/graphiql/{name}" in html
        assert (graphiql_folder() / name).stat().st_size > 1000
    for name in ("page.css", "page.js", "icon.svg"):
        assert f"/assets/{name}" in html and (HERE / "static" / name).is_file()


@asynccontextmanager
async def listening(graph: Graph) -> AsyncIterator[str]:
    """The address of a running server."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    app = make_app(options(port=port), lambda: service_of(graph))
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_config=None, ws="none"))
    running = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110  # uvicorn offers no event
        await asyncio.sleep(0.05)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        await running


@pytest.mark.skipif(
    not CHROMIUM, reason="no Chromium here: install Debian's `chromium`, or set KG_TEST_CHROMIUM"
)
async def test_a_person_asks_on_the_page(town: Graph, tmp_path: Path) -> None:
    """A wrong token is refused, the right one opens the editor, a query is answered, the schema is shown."""
    from playwright.async_api import async_playwright, expect

    expect.set_options(timeout=20_000)
    async with listening(town) as address, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = await browser.new_page(viewport={"width": 1400, "height": 850})
        troubles: list[str] = []
        elsewhere: list[str] = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on(
            "console",
            lambda message: (
                message.type == "error" and "401" not in message.text and troubles.append(message.text)
            ),
        )
        page.on(
            "request", lambda r: None if r.url.startswith((address, "data:")) else elsewhere.append(r.url)
        )

        await page.goto(f"{address}/graphql")
        await page.fill("#token", "a wrong one")
        await page.click("#ask-form button")
        await expect(page.locator("#ask-problem")).to_have_text("That token is not accepted here.")
        await page.fill("#token", TOKEN)
        await page.click("#ask-form button")
        await page.wait_for_selector(".graphiql-execute-button")

        await page.click(".graphiql-query-editor .CodeMirror")
        await page.keyboard.press("Control+A")
        await page.keyboard.insert_text('{ method(name: "Pay#charge") { ... on Method { location } } }')
        await page.wait_for_timeout(600)  # GraphiQL reads the operations once typing has paused
        await page.keyboard.press("Control+Enter")
        await expect(page.locator(".result-window")).to_contain_text("src/main/java/acme/Pay.java:10")
        assert await page.inner_text("#state") == "snapshot 1"
        await page.click("button[aria-label*='Documentation']")
        await page.click("a.graphiql-doc-explorer-type-name >> text=Query")
        await page.wait_for_selector("text=The knowledge graph of the source code")
        await page.screenshot(path=tmp_path / "page.png")
        await browser.close()
    assert troubles == [] and elsewhere == []
