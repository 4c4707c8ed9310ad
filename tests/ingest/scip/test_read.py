"""Which indexes an ingest uses: those of its commit that agree with the sources."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kg.errors import IndexRefused
from kg.ingest.scip.read import read_indexes
from kg.records.indexes import KEPT_COMMITS, IndexFolder
from tests.ingest.scip.encoding import defined, index
from tests.ingest.scip.laying import facts_of

A, B = "a" * 40, "b" * 40
SYMBOL = "t python shop 1 "


async def chunks(data: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(data), 7):
        yield data[start : start + 7]


def methods(count: int, shift: int = 0) -> bytes:
    return index({"a.py": [defined(2 * n + shift, 4, f"{SYMBOL}f{n}().") for n in range(count)]})


FILES = facts_of({"a.py": "".join(f"def f{n}():\n    pass\n" for n in range(20))})


async def test_an_index_of_another_commit_is_never_used(tmp_path: Path) -> None:
    """It is said, and the ingest goes on with its own answers."""
    folder = IndexFolder(tmp_path, 1 << 20)
    await folder.keep("shop", A, chunks(methods(20)))
    found = await read_indexes(folder, "shop", B, FILES)
    assert found.lookup.definitions == {}
    assert found.notes == (f"the SCIP index of {A[:10]} is not used: this is {B[:10]}",)
    assert (await read_indexes(folder, "other", A, FILES)).notes == ()


async def test_a_damaged_index_is_left_out(tmp_path: Path) -> None:
    """The others of the commit are used; of the damaged one nothing is."""
    folder = IndexFolder(tmp_path, 1 << 20)
    await folder.keep("shop", A, chunks(methods(20)[:-5]))
    found = await read_indexes(folder, "shop", A, FILES)
    assert found.lookup.definitions == {} and "left out" in found.notes[0]
    await folder.keep("shop", A, chunks(methods(20)))
    found = await read_indexes(folder, "shop", A, FILES)
    assert len(found.lookup.definitions) == 20 and len(found.notes) == 1


async def test_an_index_of_other_sources_is_left_out(tmp_path: Path) -> None:
    """A wrong commit id on it does not help: its definitions do not stand where it says."""
    folder = IndexFolder(tmp_path, 1 << 20)
    await folder.keep("shop", A, chunks(methods(20, shift=9)))
    found = await read_indexes(folder, "shop", A, FILES)
    assert found.lookup.definitions == {} and "made from other sources" in found.notes[0]


def left(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


async def test_an_index_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    """Too large, empty, without a proper key or commit: refused, and nothing is left behind."""
    folder = IndexFolder(tmp_path, 1000)
    for repo, commit, data in (
        ("shop", A, b"x" * 1001), ("shop", A, b""), ("shop", "abc", b"x"), ("../shop", A, b"x"), ("", A, b"x"),
    ):  # fmt: skip
        with pytest.raises(IndexRefused):
            await folder.keep(repo, commit, chunks(data))
    assert await folder.kept() == ()
    assert left(tmp_path) == []


async def test_indexes_are_listed_removed_and_forgotten(tmp_path: Path) -> None:
    """The same bytes are kept once; of one repository the newest commits stay."""
    folder = IndexFolder(tmp_path, 1000)
    for _ in range(2):
        await folder.keep("group/shop", A, chunks(b"one"))
    await folder.keep("group/shop", A, chunks(b"two"))
    assert [(one.repo, one.commit, one.bytes) for one in await folder.kept()] == [("group/shop", A, 3)] * 2
    assert await folder.remove("group/shop", A) == 2
    assert await folder.remove("group/shop", A) == 0
    for n in range(KEPT_COMMITS + 2):
        await folder.keep("shop", f"{n:040x}", chunks(b"one"))
    assert len(await folder.kept()) == KEPT_COMMITS
