"""A GitLab that we wrote: the few addresses that kg calls, real git over HTTP, and faults on order.

Real HTTP on a free port. A project is a bare repository at `root/<path>.git`; pushing to it goes through a clone.
`fault(…)` makes the next answers 429, 502, or cut in the middle. Hooks are sent by `Hooks` (hooks.py).
"""

import base64
import json
import re
import shutil
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

from tests.gitlab.git_http import serve_git
from tests.publish.remote import Remote

TOKEN = "glpat-of-the-tests"
LIMITED, GATEWAY, CUT, ELSEWHERE = "429", "502", "cut", "elsewhere"
"""Faults: too many requests (with Retry-After), a gateway's 502, half a page, a redirect to `elsewhere`."""


@dataclass
class FakeProject:
    """One project at the fake."""

    id: int
    path: str
    remote: Remote
    size: int = 100_000
    hooks: list[dict[str, Any]] = field(default_factory=list)
    statuses: list[dict[str, Any]] = field(default_factory=list)
    notes: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    own_token: str = ""
    """The one token that sees it; empty: the host's."""
    without_deployments: bool = False
    """They are switched off: nobody may ask for them."""
    deployments: list[dict[str, Any]] = field(default_factory=list)
    archived: bool = False
    empty: bool = False


@dataclass
class FakeGitLab:
    """The state of the server; tests read and change it directly."""

    root: Path
    url: str = ""
    projects: dict[int, FakeProject] = field(default_factory=dict)
    faults: deque[str] = field(default_factory=deque)
    asked: list[tuple[str, str]] = field(default_factory=list)
    """Every call of the API: method and path with query."""
    fetched: list[str] = field(default_factory=list)
    """Every fetch of the keys."""
    jwks: dict[str, Any] = field(default_factory=lambda: {"keys": []})
    token: str = TOKEN
    elsewhere: str = ""
    may_write: bool = True
    git_refuses: tuple[int, str] | None = None
    """What git is told instead of an answer: a status, and words as plain text."""
    page: int = 2
    """Entries of a page: small, so that every list has several."""

    @property
    def host(self) -> str:
        return urlsplit(self.url).netloc

    @property
    def tokens(self) -> set[str]:
        return {self.token, *(one.own_token for one in self.projects.values())} - {""}

    def create(self, path: str, files: dict[str, str] | None = None) -> FakeProject:
        """A project, with a first commit where files are given."""
        made = FakeProject(len(self.projects) + 11, path, Remote(self.root / f"{path}.git"))
        self.projects[made.id] = made
        made.empty = not files
        if files:
            made.remote.push(files)
        return made

    def rename(self, project: FakeProject, path: str) -> None:
        """Move it, as a rename or a transfer does."""
        (self.root / f"{path}.git").parent.mkdir(parents=True, exist_ok=True)
        project.remote.path.rename(self.root / f"{path}.git")
        shutil.rmtree(project.remote.path.with_suffix(".clone"))
        project.path, project.remote = path, Remote(self.root / f"{path}.git")

    def delete(self, project: FakeProject) -> None:
        shutil.rmtree(project.remote.path)
        del self.projects[project.id]

    def fault(self, *faults: str) -> None:
        self.faults.extend(faults)

    def shown(self, project: FakeProject) -> dict[str, Any]:
        return {
            "id": project.id,
            "path_with_namespace": project.path,
            "http_url_to_repo": f"{self.url}/{project.path}.git",
            "web_url": f"{self.url}/{project.path}",
            "default_branch": "main",
            "archived": project.archived,
            "empty_repo": project.empty,
            "statistics": {"repository_size": project.size},
        }


@contextmanager
def fake_gitlab(root: Path) -> Iterator[FakeGitLab]:
    """The server, up until the end of the block."""
    state = FakeGitLab(root)

    class Handler(_Handler):
        gitlab = state

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    state.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    gitlab: FakeGitLab
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        if parts.path == "/oauth/discovery/keys":
            self.gitlab.fetched.append(self.path)
            self._json(200, self.gitlab.jwks)
        elif parts.path.startswith("/api/v4/"):
            self._api()
        else:
            self._git()

    def do_POST(self) -> None:
        if self.path.startswith("/api/v4/"):
            self._api()
        else:
            self._git()

    def do_PUT(self) -> None:
        self._api()

    def _git(self) -> None:
        """As GitLab does: a login, then `git http-backend`."""
        wanted = base64.b64encode(f"oauth2:{self.gitlab.token}".encode()).decode()
        if self.headers.get("authorization") != f"Basic {wanted}":
            self.send_response(401)
            self.send_header("www-authenticate", 'Basic realm="GitLab"')
            self.send_header("content-length", "0")
            self.end_headers()
        elif self.gitlab.git_refuses is not None:
            status, words = self.gitlab.git_refuses
            self._send(status, words.encode(), {"content-type": "text/plain"})
        else:
            serve_git(self, self.gitlab.root)

    def _api(self) -> None:
        length = int(self.headers.get("content-length") or 0)
        body = json.loads(self.rfile.read(length) or b"{}")
        self.gitlab.asked.append((self.command, self.path))
        fault = self.gitlab.faults.popleft() if self.gitlab.faults else ""
        if fault == LIMITED:
            self._json(429, {"message": "Too many requests"}, {"Retry-After": "1"})
        elif fault == ELSEWHERE:
            self._json(302, {}, {"Location": f"{self.gitlab.elsewhere}{self.path}"})
        elif fault == GATEWAY:
            self._json(502, {"message": "Bad gateway"})
        elif (token := self.headers.get("private-token", "")) not in self.gitlab.tokens:
            self._json(401, {"message": "401 Unauthorized"})
        elif self.command != "GET" and not self.gitlab.may_write:
            self._json(403, {"message": "403 Forbidden"})
        else:
            parts = urlsplit(self.path)
            path, query = parts.path.removeprefix("/api/v4"), parse_qs(parts.query)
            status, found = answer(self.gitlab, token, self.command, path, query, body)
            self._page(status, found, query, fault == CUT)

    def _page(self, status: int, found: Any, query: dict[str, list[str]], cut: bool) -> None:
        headers = {}
        if isinstance(found, list):
            after = int(query.get("id_after", ["0"])[0])
            rest = sorted((one for one in found if one["id"] > after), key=lambda one: one["id"])
            found = rest[: self.gitlab.page]
            if len(rest) > len(found):
                keep = {name: values[0] for name, values in query.items()} | {"id_after": found[-1]["id"]}
                path = urlsplit(self.path).path
                text = "&".join(f"{name}={quote(str(value))}" for name, value in keep.items())
                headers["Link"] = f'<{self.gitlab.url}{path}?{text}>; rel="next"'
        self._json(status, found, headers, cut)

    def _json(self, status: int, body: Any, headers: dict[str, str] | None = None, cut: bool = False) -> None:
        data = json.dumps(body).encode()
        data = data[: len(data) // 2] if cut else data
        self._send(status, data, {"content-type": "application/json"} | (headers or {}))

    def _send(self, status: int, data: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


def answer(
    gitlab: FakeGitLab, token: str, method: str, path: str, query: dict[str, list[str]], body: dict[str, Any]
) -> tuple[int, Any]:
    """What an address of the API gives to whom."""
    seen = [one for one in gitlab.projects.values() if token == (one.own_token or gitlab.token)]
    if path.endswith("/notes") and query.get("order_by", ["created_at"]) not in (
        ["created_at"],
        ["updated_at"],
    ):
        return 400, {"error": "order_by does not have a valid value"}
    if found := re.fullmatch(r"/groups/([^/]+)/projects", path):
        group = unquote(found[1])
        inside = [one for one in seen if one.path.startswith(f"{group}/")]
        return (
            (200, [gitlab.shown(one) for one in inside])
            if inside
            else (404, {"message": "404 Group Not Found"})
        )
    found = re.fullmatch(r"/projects/([^/]+)(/.*)?", path)
    project = _project(seen, unquote(found[1])) if found else None
    if found is None or project is None:
        return 404, {"message": "404 Project Not Found"}
    return _of_project(gitlab, project, method, found[2] or "", body)


def _project(seen: Sequence[FakeProject], named: str) -> FakeProject | None:
    return next((one for one in seen if named in (str(one.id), one.path)), None)


def _of_project(
    gitlab: FakeGitLab, project: FakeProject, method: str, rest: str, body: dict[str, Any]
) -> tuple[int, Any]:
    if not rest:
        return 200, gitlab.shown(project)
    if rest == "/hooks":
        return _listed(project.hooks, method, body)
    if rest == "/deployments":
        return (
            (403, {"message": "403 Forbidden"}) if project.without_deployments else (200, project.deployments)
        )
    if found := re.fullmatch(r"/statuses/([0-9a-f]{40})", rest):
        return _listed(project.statuses, method, {**body, "sha": found[1]})
    if found := re.fullmatch(r"/merge_requests/(\d+)/notes(?:/(\d+))?", rest):
        notes = project.notes.setdefault(int(found[1]), [])
        if found[2]:
            (note,) = [one for one in notes if one["id"] == int(found[2])]
            note.update(body)
            return 200, note
        return _listed(notes, method, body)
    return 404, {"message": "404 Not Found"}


def _listed(entries: list[dict[str, Any]], method: str, body: dict[str, Any]) -> tuple[int, Any]:
    if method == "GET":
        return 200, entries
    entries.append({**body, "id": len(entries) + 1})
    return 201, entries[-1]
