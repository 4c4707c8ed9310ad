"""A space of Confluence over real HTTP: pages, versions, restrictions, and a server that misbehaves."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.errors import SourceError, SourceUnavailable
from kg.ingest.pipeline import open_source
from kg.ingest.source import web
from kg.ingest.source.git import Source
from tests.ingest.repository import run_git
from tests.sources.server import Fault, Server, serving
from tests.sources.wiki import TOKEN, Wiki, WikiPage


@pytest.fixture
def wiki() -> Wiki:
    return Wiki({
        "1": WikiPage("Home", "<p>All of it.</p>"),
        "2": WikiPage("Refunds: a runbook", "<p>Call <code>refund()</code>.</p>", parent="1"),
        "3": WikiPage("Salaries", "<p>secret-of-few</p>", parent="1", readers=("ben",)),
        "4": WikiPage("Bonus", "<p>secret-below</p>", parent="3"),
        "5": WikiPage("News", "<p>Hello.</p>", kind="blogpost"),
    })  # fmt: skip


@pytest.fixture
def server(wiki: Wiki) -> Iterator[Server]:
    with serving(wiki.answer) as opened:
        yield opened


async def opened(server: Server, cache: Path, token: str = "a%20wiki%20token") -> Source:
    return await open_source(
        f"confluence+{server.url.replace('://', f'://{token}@')}/wiki/spaces/OPS", "", cache
    )


def files(source: Source) -> list[str]:
    return run_git(Path(source.git_dir), "ls-tree", "-r", "--name-only", source.commit).splitlines()


def written_to(folder: Path) -> str:
    return "".join(path.read_text(errors="replace") for path in folder.rglob("*") if path.is_file())


async def test_pages_are_files_and_restricted_ones_are_left_out(server: Server, tmp_path: Path) -> None:
    """A restriction holds for all that stands below; the note counts, and the mirror never had the text."""
    source = await opened(server, tmp_path)
    assert files(source) == [
        "OPS/home.1.confluence", "OPS/news.5.confluence", "OPS/refunds-a-runbook.2.confluence",
    ]  # fmt: skip
    assert source.notes == ("2 restricted pages left out",)
    assert source.repo == "confluence/OPS" and "@" not in source.url
    assert not any(path.endswith(("content/3", "content/4")) for path in server.paths())
    text = run_git(Path(source.git_dir), "show", f"{source.commit}:OPS/refunds-a-runbook.2.confluence")
    assert text == "<h1>Refunds: a runbook</h1>\n<p>Call <code>refund()</code>.</p>"
    assert TOKEN not in written_to(tmp_path)


async def test_an_edit_is_a_commit_of_its_author_and_asks_for_one_page(
    server: Server, wiki: Wiki, tmp_path: Path
) -> None:
    """The same state asks for no body and makes no commit; an edited page comes alone, a deleted one goes."""
    first = await opened(server, tmp_path)
    server.asked.clear()
    assert (await opened(server, tmp_path)).commit == first.commit
    assert {path.rpartition("/")[2] for path in server.paths()} == {"OPS", "content"}
    wiki.edit("2", "<p>Call <code>pay_back()</code>.</p>")
    server.asked.clear()
    second = await opened(server, tmp_path)
    assert [path for path in server.paths() if "/content/" in path] == ["/wiki/rest/api/content/2"]
    log = run_git(Path(second.git_dir), "log", "-1", "--format=%an|%ae|%aI|%s", second.commit)
    assert log == "Ada Ray|ada@127.0.0.1|2026-02-02T00:00:00+00:00|Refunds: a runbook: version 2"
    del wiki.pages["5"]
    assert "OPS/news.5.confluence" not in files(await opened(server, tmp_path))


async def test_a_restriction_takes_a_page_away_though_its_version_stays(
    server: Server, wiki: Wiki, tmp_path: Path
) -> None:
    """Confluence makes no new version of it; and what is below an unknown page is not readable to everybody."""
    await opened(server, tmp_path)
    wiki.pages["2"].readers = ("ben",)
    wiki.pages["5"].parent = "99"
    assert files(await opened(server, tmp_path)) == ["OPS/home.1.confluence"]


async def test_a_list_in_parts_is_read_to_its_end_on_the_same_server(
    server: Server, wiki: Wiki, tmp_path: Path
) -> None:
    """However short the parts are; the login never goes where a link leads."""
    wiki.part = 1
    assert len(files(await opened(server, tmp_path))) == 3


async def test_a_busy_or_cut_answer_is_asked_for_again(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """429 with Retry-After, a bad gateway, half an answer: the state is whole all the same."""
    server.faults = [
        Fault(429, {"retry-after": "1"}), Fault(502), Fault(cut=True), Fault(), Fault(cut=True), Fault(503),
    ]  # fmt: skip
    assert len(files(await opened(server, tmp_path))) == 3
    monkeypatch.setattr(web, "TRIES", 2)
    server.faults = [Fault(429, {"retry-after": "0"})] * 9
    with pytest.raises(SourceUnavailable, match="HTTP 429"):
        await opened(server, tmp_path)
    server.faults = [Fault(429, {"retry-after": "3600"})]
    with pytest.raises(SourceUnavailable):
        await opened(server, tmp_path)


async def test_what_may_not_be_read_is_said_without_the_login(server: Server, tmp_path: Path) -> None:
    """A wrong token, no such space, no space at all, a server that sends us elsewhere."""
    with pytest.raises(SourceError, match="wants a login") as refused:
        await opened(server, tmp_path, "hunter2")
    assert "hunter2" not in str(refused.value) and not refused.value.temporary
    with pytest.raises(SourceError, match="names no space"):
        await open_source(f"confluence+{server.url}/wiki", "", tmp_path)
    server.faults = [Fault(302, {"location": "http://elsewhere.example/"})]
    with pytest.raises(SourceError, match="leads elsewhere"):
        await opened(server, tmp_path)


def entity(kind: str, number: str, **properties: str) -> str:
    inside = "".join(
        f'<property name="{name}" class="X"><id name="id">{value[1:]}</id></property>'
        if value.startswith("@")
        else f'<property name="{name}"><![CDATA[{value}]]></property>'
        for name, value in properties.items()
    )
    return f'<object class="{kind}"><id name="id">{number}</id>{inside}</object>'


async def test_an_xml_export_is_read_by_the_same_rules(tmp_path: Path) -> None:
    """Current pages only, restricted ones and what is below them left out; a document type is refused."""
    page = {"space": "@90", "contentStatus": "current", "version": "2"}
    when = "2026-01-02 03:04:05.678"
    objects = [
        entity("Space", "90", key="OPS"),
        entity("Page", "1", title="Refunds", lastModificationDate=when, lastModifier="@ada", **page),
        entity("Page", "2", title="Refunds", originalVersion="@1", **page),
        entity("Page", "3", title="Salaries", **page),
        entity("Page", "4", title="Bonus", parent="@3", **page),
        entity("BodyContent", "11", body="<p>By <code>pay()</code></p>", content="@1", bodyType="2"),
        entity("BodyContent", "13", body="<p>secret-of-few</p>", content="@3", bodyType="2"),
        entity("ContentPermissionSet", "21", type="View", owningContent="@3"),
        entity("ContentPermissionSet", "22", type="Edit", owningContent="@1"),
    ]
    archive = tmp_path / "ops.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("entities.xml", f"<hibernate-generic>{''.join(objects)}</hibernate-generic>")
    source = await open_source(f"confluence+file://{archive}", "", tmp_path / "cache")
    assert files(source) == ["OPS/refunds.1.confluence"]
    assert source.notes == ("2 restricted pages left out",)
    log = run_git(Path(source.git_dir), "log", "-1", "--format=%an|%aI|%s", source.commit)
    assert log == "ada|2026-01-02T03:04:05+00:00|Refunds: version 2"
    folder = tmp_path / "evil"
    folder.mkdir()
    (folder / "entities.xml").write_text('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')
    with pytest.raises(SourceError, match="document type"):
        await open_source(f"confluence+file://{folder}", "", tmp_path / "cache")
