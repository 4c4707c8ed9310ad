"""A place without git as a mirror: a commit for each state, none for the same one."""

from pathlib import Path

from kg.ingest.pipeline import open_source
from kg.ingest.source.kept import Seen, State, held_in, keep
from tests.ingest.repository import run_git


async def kept(folder: Path, *files: Seen) -> str:
    return await keep(folder, await held_in(folder), State(files), "place")


async def test_a_state_is_a_commit_and_the_same_state_is_none(tmp_path: Path) -> None:
    """What comes, changes and goes is committed; the same files, whatever their order, change nothing."""
    mirror = tmp_path / "m.git"
    one, two = Seen('a/ö "q".md', b"# A\n"), Seen("b.md", b"\xff\0raw")
    first = await kept(mirror, one, two)
    assert await kept(mirror, two, one) == first
    assert run_git(mirror, "show", 'main:a/ö "q".md') == "# A"
    second = await kept(mirror, Seen("b.md", None), Seen("c.md", b""))
    assert (
        run_git(mirror, "-c", "core.quotePath=false", "ls-tree", "-r", "--name-only", "main") == "b.md\nc.md"
    )
    assert run_git(mirror, "rev-list", "main").splitlines() == [second, first]


async def test_a_place_with_nothing_in_it_has_a_commit(tmp_path: Path) -> None:
    """So that it can be ingested, and what comes later has something to be compared with."""
    first = await kept(tmp_path / "m.git")
    assert first and await kept(tmp_path / "m.git") == first
    assert await kept(tmp_path / "m.git", Seen("a", b"1")) != first


async def test_who_changed_a_file_and_when_is_in_its_commit(tmp_path: Path) -> None:
    """In the order of the times; a name that could break out of its line cannot."""
    mirror = tmp_path / "m.git"
    late = Seen("late.md", b"2", 1_700_000_100, "Ben <ben@wiki>", "Late: version 2")
    evil = Seen(
        "evil.md", b"1", 1_700_000_000, "Eve\ncommitter x <e>\nM 100644 inline p", "Evil\nfrom nowhere"
    )
    await kept(mirror, late, evil)
    log = run_git(mirror, "log", "--format=%an|%ae|%at|%s", "main").splitlines()
    assert log[0] == "Ben|ben@wiki|1700000100|Late: version 2"
    assert log[1].startswith("Eve committer x|") and log[1].endswith("|1700000000|Evil from nowhere")
    assert len(log) == 2


async def test_a_folder_without_git_is_a_source(tmp_path: Path) -> None:
    """Its files come, what its links lead to outside does not, and an older state can be opened again."""
    folder = tmp_path / "runbooks"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "a.md").write_text("# A\n")
    (folder / "big.bin").write_bytes(b"x" * 5_000_001)
    (tmp_path / "outside").write_text("secret")
    (folder / "link").symlink_to(tmp_path / "outside")
    first = await open_source(f"folder:{folder}", "", tmp_path / "cache")
    assert (first.repo, first.ref, first.url) == ("runbooks", "main", f"folder:{folder}")
    assert run_git(Path(first.git_dir), "ls-tree", "-r", "--name-only", first.commit) == "deep/a.md"
    assert first.notes == ("2 files left out: links, too large, or not readable",)
    assert (await open_source(f"folder:{folder}", "main", tmp_path / "cache")).commit == first.commit
    (folder / "deep" / "a.md").write_text("# B\n")
    assert (await open_source(f"folder:{folder}", "", tmp_path / "cache")).commit != first.commit
    (folder / "deep" / "a.md").unlink()
    again = await open_source(f"folder:{folder}", first.commit, tmp_path / "cache")
    assert (again.commit, again.git_dir) == (first.commit, first.git_dir)
