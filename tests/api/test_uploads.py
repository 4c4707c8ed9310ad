"""`POST /scip`: a CI job brings an index; it lies there until its commit is ingested."""

from pathlib import Path

from kg.graph import Graph
from kg.records.indexes import IndexFolder
from tests.api.serving import serving

COMMIT = "a" * 40
ADDRESS = f"/scip?repo=group/shop&commit={COMMIT}"


async def test_an_upload_is_kept(server: Graph, tmp_path: Path) -> None:
    """The local token may; the bytes lie in the folder that the ingest reads, far beyond a query's size."""
    folder = IndexFolder(tmp_path, 1 << 20)
    data = b"x" * (1 << 19)
    async with serving(server, indexes=folder) as client:
        response = await client.http.post(ADDRESS, content=data, headers=client.headers())
        assert response.status_code == 201, response.text
        (kept,) = await folder.of("group/shop", COMMIT)
        assert response.json() == {
            "repo": "group/shop",
            "commit": COMMIT,
            "name": kept.name,
            "bytes": len(data),
        }
    assert (kept.bytes, kept.path.read_bytes()) == (len(data), data)


async def test_only_who_may_upload_does(server: Graph, tmp_path: Path) -> None:
    """A stranger gets what every address gives; a caller without the right is told so; with it, not."""
    folder = IndexFolder(tmp_path, 1 << 20)
    async with serving(server, indexes=folder) as client:
        assert (await client.http.post(ADDRESS, content=b"x")).status_code == 401
        other = client.as_other()
        response = await other.http.post(ADDRESS, content=b"x", headers=other.headers())
        assert (response.status_code, response.json()["errors"][0]["extensions"]["code"]) == (
            403,
            "FORBIDDEN",
        )
    assert await folder.kept() == ()
    async with serving(server, indexes=folder, uploaders=frozenset({"somebody"})) as client:
        other = client.as_other()
        assert (await other.http.post(ADDRESS, content=b"x", headers=other.headers())).status_code == 201
        assert (await client.http.post(ADDRESS, content=b"x", headers=client.headers())).status_code == 403


async def test_an_index_beyond_the_bound_is_refused(server: Graph, tmp_path: Path) -> None:
    """Declared or only sent: it is not read to its end, and nothing is left of it."""
    folder = IndexFolder(tmp_path, 1000)

    async def pieces():  # type: ignore[no-untyped-def]
        for _ in range(40):
            yield b" " * 50

    async with serving(server, indexes=folder) as client:
        response = await client.http.post(ADDRESS, content=b"x" * 1001, headers=client.headers())
        assert response.status_code == 413
        response = await client.http.post(ADDRESS, content=pieces(), headers=client.headers())
        assert (response.status_code, response.json()["errors"][0]["extensions"]["code"]) == (400, "INDEX")
    assert await folder.kept() == ()


async def test_an_upload_names_repository_and_commit(server: Graph, tmp_path: Path) -> None:
    """Without a key or a full commit id nothing is kept, and no path leaves the folder."""
    folder = IndexFolder(tmp_path / "scip", 1000)
    async with serving(server, indexes=folder) as client:
        for query in (
            "",
            "?repo=shop",
            "?repo=shop&commit=abc",
            f"?commit={COMMIT}",
            f"?repo=../x&commit={COMMIT}",
        ):
            response = await client.http.post(f"/scip{query}", content=b"x", headers=client.headers())
            assert response.status_code == 400, query
        assert (await client.http.get(ADDRESS, headers=client.headers())).status_code == 405
    assert list(tmp_path.rglob("*")) == []  # noqa: ASYNC240 - a test's own folder
