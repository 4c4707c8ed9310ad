"""Opening a repository: a folder, a bare repository, a URL; and every way it can fail."""

import base64
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from kg.errors import SourceError, SourceUnavailable
from kg.ingest.source.blobs import Blobs
from kg.ingest.source.command import clear_line, without_credentials
from kg.ingest.source.git import is_url, open_source, repo_key, without_login
from kg.ingest.source.mirror import mirror_folder
from tests.ingest.repository import commit, make_repository, run_git
from tests.server import free_ports


def holding(folder: Path, secret: bytes) -> list[Path]:
    """The files below a folder that hold a secret."""
    return [path for path in folder.rglob("*") if path.is_file() and secret in path.read_bytes()]


@contextmanager
def served(folder: Path, login: str) -> Iterator[int]:
    """A web server for a folder that asks for a login; gives its port."""
    wanted = "Basic " + base64.b64encode(login.encode()).decode()

    class Door(SimpleHTTPRequestHandler):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments, directory=str(folder))

        def do_GET(self) -> None:
            if self.headers.get("Authorization") == wanted:
                return super().do_GET()
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="git"')
            self.end_headers()

        def log_message(self, *arguments: Any) -> None:
            pass

    with ThreadingHTTPServer(("localhost", 0), Door) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "shop", {"a.py": "x = 1\n"})


async def test_a_work_tree_is_opened_at_its_head(shop: Path, tmp_path: Path) -> None:
    """Branch, commit, time and key are those of the folder's HEAD."""
    source = await open_source(str(shop), "", tmp_path / "cache")
    assert (source.repo, source.ref, source.url) == ("shop", "main", str(shop))
    assert source.commit == run_git(shop, "rev-parse", "HEAD")
    assert source.committed_at == "2026-01-02T03:04:05+00:00"
    assert source.notes == ()


async def test_what_is_not_committed_is_said(shop: Path, tmp_path: Path) -> None:
    """A changed and a new file are not ingested, and the source says so."""
    (shop / "a.py").write_text("x = 2\n")
    (shop / "b.py").write_text("y = 2\n")
    source = await open_source(str(shop), "", tmp_path)
    assert source.notes[0].startswith("2 uncommitted changes not ingested")


async def test_a_branch_a_tag_and_a_commit_are_refs(shop: Path, tmp_path: Path) -> None:
    """Any name of a commit opens that commit; the work tree stays as it is."""
    first = run_git(shop, "rev-parse", "HEAD")
    run_git(shop, "tag", "v1")
    run_git(shop, "checkout", "--quiet", "-b", "feature/x")
    commit(shop, {"b.py": "y = 1\n"})
    run_git(shop, "checkout", "--quiet", "main")
    for ref in ("v1", first, first[:10], "main", "feature/x~1"):
        assert (await open_source(str(shop), ref, tmp_path)).commit == first
    assert (await open_source(str(shop), "feature/x", tmp_path)).commit != first


async def test_a_bare_repository_and_a_linked_work_tree_are_opened(shop: Path, tmp_path: Path) -> None:
    """Both lead to the same commit as the folder they came from."""
    run_git(tmp_path, "clone", "--quiet", "--bare", str(shop), str(tmp_path / "bare.git"))
    run_git(shop, "worktree", "add", "--quiet", str(tmp_path / "linked"), "-b", "other")
    for path, key in (("bare.git", "bare"), ("linked", "linked"), ("shop/.git", "shop")):
        source = await open_source(str(tmp_path / path), "", tmp_path)
        assert (source.repo, source.commit) == (key, run_git(shop, "rev-parse", "HEAD"))


async def test_a_url_is_mirrored_and_follows_the_remote(shop: Path, tmp_path: Path) -> None:
    """A second opening sees the remote's new commit, and one more after a force-push."""
    url = f"file://{shop}"
    first = await open_source(url, "", tmp_path / "cache")
    assert (first.repo, first.ref, first.url) == ("shop", "main", url)
    commit(shop, {"b.py": "y = 1\n"})
    second = await open_source(url, "main", tmp_path / "cache")
    assert second.commit == run_git(shop, "rev-parse", "HEAD") != first.commit
    run_git(shop, "reset", "--quiet", "--hard", first.commit)
    commit(shop, {"c.py": "z = 1\n"})
    third = await open_source(url, "", tmp_path / "cache")
    assert third.commit == run_git(shop, "rev-parse", "HEAD")
    assert second.git_dir == third.git_dir


async def test_a_branch_that_is_gone_is_gone_from_the_mirror(shop: Path, tmp_path: Path) -> None:
    """A deleted branch is an unknown ref, not an old commit."""
    run_git(shop, "branch", "old")
    url = f"file://{shop}"
    await open_source(url, "old", tmp_path)
    run_git(shop, "branch", "-D", "old")
    with pytest.raises(SourceError, match="no branch, tag or commit 'old'"):
        await open_source(url, "old", tmp_path)


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("plain", "plain is not a git repository"),
        ("empty", "has no commit yet"),
        ("shop/sub", "inside the repository .*/shop; give that one"),
        ("a-file", "is a file, not a git repository"),
        ("missing", "no such folder, and not a git URL"),
        ("ext::sh -c touch% /tmp/kg-pwned", "no such folder, and not a git URL"),
        ("--upload-pack=touch", "no such folder, and not a git URL"),
        ("file:///no/such/repository.git", "cannot be reached"),
    ],
)
async def test_what_cannot_be_opened_says_why_in_one_line(
    shop: Path, tmp_path: Path, what: str, message: str
) -> None:
    """Each failure is one clear line."""
    (tmp_path / "plain").mkdir()
    (shop / "sub").mkdir()
    (tmp_path / "a-file").write_text("x")
    (tmp_path / "empty").mkdir()
    run_git(tmp_path / "empty", "init", "--quiet")
    given = what if ":" in what or what.startswith("-") else str(tmp_path / what)
    with pytest.raises(SourceError, match=message) as caught:
        await open_source(given, "", tmp_path / "cache")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "ref", ["nope", "--output=/tmp/x", "main..other", "HEAD:a.py", ":/first", "@{-1}", "a b"]
)
async def test_a_hostile_or_unknown_ref_is_refused(shop: Path, tmp_path: Path, ref: str) -> None:
    """A ref can be neither an option nor an expression."""
    with pytest.raises(SourceError, match=r"no branch, tag or commit|not a name git allows"):
        await open_source(str(shop), ref, tmp_path)


async def test_an_empty_remote_says_so(tmp_path: Path) -> None:
    """A URL without any commit is an error of its own."""
    (tmp_path / "empty").mkdir()
    run_git(tmp_path / "empty", "init", "--quiet")
    with pytest.raises(SourceError, match="has no commit yet"):
        await open_source(f"file://{tmp_path / 'empty'}", "", tmp_path)


async def test_credentials_in_a_url_are_kept_nowhere(tmp_path: Path) -> None:
    """Neither an error nor a stored URL nor a mirror's name holds the password that was typed."""
    url = "https://robot:hunter2@localhost:1/group/shop.git"
    with pytest.raises(SourceError, match="cannot be reached") as caught:
        await open_source(url, "", tmp_path)
    stored = without_login(url)
    assert stored == "https://localhost:1/group/shop.git"
    assert "hunter2" not in f"{caught.value}{stored}{mirror_folder(stored, tmp_path)}{repo_key(url)}"
    assert not holding(tmp_path, b"hunter2")


async def test_credentials_in_a_url_open_the_door_and_are_kept_nowhere(shop: Path, tmp_path: Path) -> None:
    """A login typed into a URL reaches the server, and no file of the mirror."""
    run_git(tmp_path, "clone", "--quiet", "--bare", str(shop), str(tmp_path / "served" / "shop.git"))
    run_git(tmp_path / "served" / "shop.git", "update-server-info")
    with served(tmp_path / "served", "robot:hunter2") as port:
        source = await open_source(
            f"http://robot:hunter2@localhost:{port}/shop.git", "main", tmp_path / "cache"
        )
        assert source.commit == run_git(shop, "rev-parse", "HEAD")
        assert source.url == f"http://localhost:{port}/shop.git"
        with pytest.raises(SourceError, match="wants a login"):
            await open_source(f"http://localhost:{port}/shop.git", "main", tmp_path / "cache")
    assert not holding(tmp_path / "cache", b"hunter2")


async def test_a_git_hooks_environment_does_not_mislead(
    shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run from a git hook (GIT_DIR set), the repository that was asked for is opened."""
    other = make_repository(tmp_path / "other", {"b.py": "y = 1\n"}, "another")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    source = await open_source(str(shop), "", tmp_path)
    monkeypatch.delenv("GIT_DIR")
    assert source.commit == run_git(shop, "rev-parse", "HEAD")


async def test_a_name_can_be_given(shop: Path, tmp_path: Path) -> None:
    """The caller's name is the key; one that would break ids is refused."""
    assert (await open_source(str(shop), "", tmp_path, "team/shop")).repo == "team/shop"
    with pytest.raises(SourceError, match="letters, digits"):
        await open_source(str(shop), "", tmp_path, "a:b")


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("https://gitlab.example.com/group/sub/shop.git", "group/sub/shop"),
        ("git@example.com:group/shop.git", "group/shop"),
        ("ssh://git@example.com:2222/group/shop.git/", "group/shop"),
        ("https://example.com/a/my shop", "a/my-shop"),
        ("/srv/repos/shop.git", "shop"),
        ("/srv/repos/shop/.git", "shop"),
    ],
)
def test_the_key_is_read_off_the_url_or_the_folder(url: str, key: str) -> None:
    """A repository's key is what people call it."""
    assert repo_key(url) == key


def test_what_is_a_url() -> None:
    """Only what git may fetch from is a URL."""
    assert all(map(is_url, ("https://a/b", "ssh://git@a/b", "git@a.b:c/d", "host:path/x.git")))
    assert not any(map(is_url, ("ext::sh", "-x://y", "/a/b", "a/b", "C", "fd::17/x")))


def test_the_login_of_an_ssh_url_stays_but_not_a_password() -> None:
    """`git@` is a part of an SSH address; a password never is."""
    assert without_login("ssh://git@h/x.git") == "ssh://git@h/x.git"
    assert without_login("https://tok@h:8/x.git?private_token=1") == "https://h:8/x.git"
    assert without_credentials("fatal: https://u:p@h/x and ssh://g@h") == "fatal: https://h/x and ssh://h"


def test_gits_complaint_is_one_line() -> None:
    """Hints and warnings are left out."""
    text = "warning: x\nhint: y\nfatal: repository 'https://u:p@h/x' not found\n"
    assert clear_line(text) == "repository 'https://h/x' not found"


def test_what_ssh_says_comes_before_what_git_makes_of_it() -> None:
    """Git alone says the same of a host that is away and of one that lets nobody in."""
    end = "fatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\n"
    refused = "ssh: connect to host git.example port 22: Connection refused"
    assert clear_line(f"{refused}\n{end}") == refused
    assert (
        clear_line(f"git@h: Permission denied (publickey).\n{end}") == "git@h: Permission denied (publickey)."
    )
    assert clear_line(end) == "Could not read from remote repository."


async def test_a_host_that_is_away_is_asked_again(tmp_path: Path) -> None:
    """Over SSH too; one that wants a login is not."""
    if shutil.which("ssh") is None:
        pytest.skip("ssh is not on the PATH")
    url = f"ssh://git@127.0.0.1:{free_ports(1)[0]}/shop.git"
    with pytest.raises(SourceUnavailable):
        await open_source(url, "", tmp_path, "shop")


async def test_blobs_are_read_and_missing_ones_are_none(shop: Path, tmp_path: Path) -> None:
    """One process reads many blobs; an id that is not there does not disturb the next."""
    known = run_git(shop, "rev-parse", "HEAD:a.py")
    with Blobs(str(shop / ".git")) as blobs:
        assert blobs.read(known) == b"x = 1\n"
        assert blobs.read("0" * 40) is None
        assert blobs.read(known) == b"x = 1\n"


async def test_a_folder_of_another_user_says_what_to_do(
    shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """git's refusal of foreign folders comes with the command that lifts it."""
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    with pytest.raises(SourceError, match=r"git config --global --add safe\.directory"):
        await open_source(str(shop), "", tmp_path)
