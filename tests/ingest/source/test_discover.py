"""Which files are read, and why others are not."""

from pathlib import Path

from kg.ingest.source.discover import DiscoverOptions, Discovery, discover
from kg.ingest.source.git import open_source
from tests.ingest.repository import commit, make_repository, run_git


async def found(folder: Path, options: DiscoverOptions | None = None) -> Discovery:
    return await discover(await open_source(str(folder), "", folder / "cache"), options)


def paths(discovery: Discovery) -> list[str]:
    return [entry.path for entry in discovery.entries]


def reasons(discovery: Discovery) -> dict[str, str]:
    return {item.path: item.reason for item in discovery.skipped}


async def test_other_peoples_code_and_build_output_are_left_out(tmp_path: Path) -> None:
    """Vendored and built trees are one line each in the report, with a count."""
    files = {
        "src/App.java": "class App {}",
        "node_modules/left/index.js": "1",
        "node_modules/left/package.json": "{}",
        "vendor/x/y.go": "package x",
        "target/generated/G.java": "class G {}",
        "web/third_party/lib.js": "1",
        "dist/app.min.js": "1",
        "site/jquery.min.js": "1",
        "package-lock.json": "{}",
        "logo.png": b"\x89PNG\r\n",
    }
    discovery = await found(make_repository(tmp_path / "r", files))
    assert paths(discovery) == ["src/App.java"]
    assert reasons(discovery) == {
        "dist/": "build output (dist)",
        "logo.png": "binary",
        "node_modules/": "vendored (node_modules)",
        "package-lock.json": "lock file",
        "site/jquery.min.js": "minified",
        "target/": "build output (target)",
        "vendor/": "vendored (vendor)",
        "web/third_party/": "vendored (third_party)",
    }
    assert next(item.count for item in discovery.skipped if item.path == "node_modules/") == 2


async def test_a_package_that_is_only_called_so_is_read(tmp_path: Path) -> None:
    """`build` and `vendor` below a source root, or as a Python package, are code."""
    files = {
        "src/main/java/acme/vendor/Vendor.java": "class Vendor {}",
        "tool/build/__init__.py": "",
        "tool/build/steps.py": "x = 1",
    }
    assert paths(await found(make_repository(tmp_path / "r", files))) == sorted(files)


async def test_kgignore_leaves_out_and_takes_back(tmp_path: Path) -> None:
    """`.kgignore` speaks gitignore, and `!` switches a default rule off."""
    files = {
        ".kgignore": "*.sql\n/docs/private/\n!vendor/ours/**\n",
        "a.py": "",
        "db/a.sql": "",
        "docs/private/x.md": "",
        "vendor/ours/a.go": "",
        "vendor/theirs/b.go": "",
    }
    discovery = await found(make_repository(tmp_path / "r", files))
    assert paths(discovery) == [".kgignore", "a.py", "vendor/ours/a.go"]
    assert reasons(discovery) == {
        "db/a.sql": ".kgignore",
        "docs/private/x.md": ".kgignore",
        "vendor/": "vendored (vendor)",
    }


async def test_gitattributes_mark_and_unmark(tmp_path: Path) -> None:
    """Generated and vendored files are left out where attributes say so; the deeper file and the later
    line win, and an unmarked one is read in spite of its folder."""
    files = {
        ".gitattributes": "gen/** linguist-generated\n*.pb.go linguist-generated=true\nlib/*.js linguist-vendored\n"
        "gen/kept.py -linguist-generated\nthird_party/mine/** linguist-vendored=false\n",
        "sub/.gitattributes": "*.pb.go !linguist-generated\n",
        "gen/a.py": "",
        "gen/kept.py": "",
        "api.pb.go": "",
        "sub/api.pb.go": "",
        "lib/x.js": "",
        "third_party/mine/m.py": "",
    }
    discovery = await found(make_repository(tmp_path / "r", files))
    assert paths(discovery) == [
        ".gitattributes",
        "gen/kept.py",
        "sub/.gitattributes",
        "sub/api.pb.go",
        "third_party/mine/m.py",
    ]
    assert reasons(discovery)["lib/x.js"] == "linguist-vendored"


async def test_only_tracked_files_are_read(tmp_path: Path) -> None:
    """What is not in the commit is not there, ignored or not; what is tracked is wanted."""
    folder = make_repository(tmp_path / "r", {".gitignore": "*.log\n", "kept.log.py": "", "forced.log": "x"})
    (folder / "untracked.py").write_text("")
    assert paths(await found(folder)) == [".gitignore", "forced.log", "kept.log.py"]


async def test_links_and_submodules_are_never_followed(tmp_path: Path) -> None:
    """A symbolic link and a submodule are reported, not read."""
    folder = make_repository(tmp_path / "r", {"a.py": ""})
    (folder / "link.py").symlink_to("/etc/passwd")
    commit(folder, {})
    head = run_git(folder, "rev-parse", "HEAD")
    run_git(folder, "update-index", "--add", "--cacheinfo", f"160000,{head},sub")
    run_git(folder, "commit", "--quiet", "--message", "sub")
    discovery = await found(folder)
    assert paths(discovery) == ["a.py"]
    assert reasons(discovery) == {"link.py": "symbolic link", "sub": "submodule"}


async def test_a_large_file_is_a_file_only(tmp_path: Path) -> None:
    """Beyond the cap a file is kept without being read, and says so; the cap is a setting."""
    folder = make_repository(tmp_path / "r", {"gen/Big.java": "x" * 2000, "a.java": ""})
    big, small = (await found(folder, DiscoverOptions(max_bytes=1000))).entries[::-1]
    assert (big.path, small.path) == ("gen/Big.java", "a.java")
    assert big.file_only == "2,000 bytes, more than the cap of 1,000: kept as a File only"
    assert (await found(folder)).entries[1].file_only == ""


async def test_a_missing_blob_is_reported(tmp_path: Path) -> None:
    """In a partial copy of a repository, what is not in the object store is left out with the reason."""
    folder = make_repository(tmp_path / "r", {"a.py": "x = 1", "b.py": "y = 1"})
    blob = run_git(folder, "rev-parse", "HEAD:a.py")
    (folder / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    discovery = await found(folder)
    assert paths(discovery) == ["b.py"]
    assert reasons(discovery) == {"a.py": "missing from the object store"}


async def test_a_partial_clone_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    """A clone without blobs fetches none behind the reader's back: what is not there is reported."""
    origin = make_repository(tmp_path / "origin", {"a.py": "x = 1", "b.py": "y = 1"})
    run_git(origin, "config", "uploadpack.allowFilter", "true")
    run_git(tmp_path, "clone", "--quiet", "--bare", "--filter=blob:none", f"file://{origin}", "partial")
    run_git(tmp_path / "partial", "cat-file", "-p", "HEAD:a.py")
    discovery = await found(tmp_path / "partial")
    assert paths(discovery) == ["a.py"]
    assert reasons(discovery) == {"b.py": "missing from the object store"}


async def test_paths_in_any_script_are_read(tmp_path: Path) -> None:
    """Spaces, quotes, Korean and Chinese in a path come through as they are."""
    files = {"문서/환불 정책.md": "#", "库存/a'b\".py": "", "-x.py": ""}
    assert paths(await found(make_repository(tmp_path / "r", files))) == sorted(files)


async def test_case_twins_are_noted(tmp_path: Path) -> None:
    """Two paths that differ by case only are both read, and noted."""
    discovery = await found(make_repository(tmp_path / "r", {"A.py": "", "a.py": ""}))
    assert paths(discovery) == ["A.py", "a.py"]
    assert discovery.notes == ("paths that differ only by case: A.py, a.py",)


async def test_a_folder_full_of_one_kind_is_one_line(tmp_path: Path) -> None:
    """Many files of one folder that are left out for one reason are counted, not listed."""
    files = {f"img/{n}.png": b"x" for n in range(9)} | {"a.py": ""}
    skipped = (await found(make_repository(tmp_path / "r", files))).skipped
    assert [(item.path, item.reason, item.count) for item in skipped] == [("img/", "binary", 9)]
