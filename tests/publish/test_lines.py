"""Lines: a further ref of a repository is held beside it, and read only when it is named."""

from pathlib import Path
from typing import Any

import pytest

from kg.errors import NotFound, SourceError
from kg.graph import Graph
from kg.publish.snapshots import active
from kg.retrieve.explore import list_kind
from kg.retrieve.scope import LOCAL, Policy
from kg.retrieve.session import Wanted, open_session
from kg.schema.access import Principal
from kg.schema.ids import line_base, line_key
from kg.schema.vocabulary import Kind
from tests.api.serving import serving
from tests.history.repository import Past
from tests.publish.world import active_lines
from tests.shop import bring

LINE = line_key("pay", "release/2")
ROUTE = "from fastapi import FastAPI\n\napp = FastAPI()\n\n\n@app.get('/fees')\ndef {name}():\n    return 1\n"
CLIENT = "import requests\n\n\ndef ask():\n    return requests.get('http://pay/fees')\n"


@pytest.fixture
async def pay(graph: Graph, tmp_path: Path) -> Graph:
    """`pay` at its default branch and, as a line, at release/2; and a client of it."""
    past = Past(tmp_path / "pay", {"app.py": ROUTE.format(name="now")})
    past.git("checkout", "--quiet", "-b", "release/2")
    past.commit("release", {"app.py": ROUTE.format(name="then")})
    past.git("checkout", "--quiet", "-")
    await bring(graph, past.folder, tmp_path, name="pay")
    await bring(graph, past.folder, tmp_path, "release/2", LINE)
    await bring(graph, Past(tmp_path / "shop", {"client.py": CLIENT}).folder, tmp_path)
    return graph


async def methods(graph: Graph, wanted: Wanted) -> set[str]:
    session = await open_session(graph, Principal(LOCAL), Policy(), wanted)
    found = await list_kind(graph, Kind.METHOD, "", session.scope, session.seq)
    return {f"{one.repo} {one.name}" for one in found}


async def test_a_line_is_read_only_when_it_is_named(pay: Graph) -> None:
    """Then it stands for its repository; the others are as always."""
    assert await methods(pay, Wanted()) == {"pay now", "shop ask"}
    assert await methods(pay, Wanted(line=LINE)) == {f"{LINE} then", "shop ask"}
    for unknown in ("pay", "pay@other", "shop@release/2"):
        with pytest.raises(NotFound, match="no line"):
            await methods(pay, Wanted(line=unknown))


async def test_contracts_are_matched_with_the_default_ref_alone(pay: Graph) -> None:
    """One client, one server: the line's route is no second one, so the match stays sure."""
    matches = [line for line in await active_lines(pay) if '"type":"MATCHES"' in line]
    assert len(matches) == 1 and LINE not in matches[0]


async def test_graphql_reads_a_line(pay: Graph) -> None:
    """One argument for every read; a request reads one; its snapshot is the same."""
    ask = """query ($line: String) { artifacts(kind: METHOD, line: $line) { nodes { name repository } snapshot } }"""
    async with serving(pay) as client:
        found: dict[str, Any] = (await client.data(ask, line=LINE))["artifacts"]
        two = '{ a: artifacts(kind: METHOD, line: "x@1") { snapshot } b: artifacts(kind: METHOD, line: "x@2") { snapshot } }'
        assert await client.codes(two) == ["ARGUMENT"]
    assert {one["name"] for one in found["nodes"]} == {"then", "ask"}
    assert found["snapshot"] == await active(pay)


async def test_a_line_has_a_key_that_uids_can_carry(graph: Graph, tmp_path: Path) -> None:
    """The repository's key, an at sign, the ref."""
    assert (line_base(LINE), line_base("pay")) == ("pay", "")
    past = Past(tmp_path / "pay", {"app.py": "def f(): pass\n"})
    for name in ("pay@a:b", "pay@a@b", "p y@a", "pay@a..b"):
        with pytest.raises(SourceError):
            await bring(graph, past.folder, tmp_path, name=name)
