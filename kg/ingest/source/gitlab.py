"""GitLab's API, and the only module that knows python-gitlab.

In: the address, a token, and what is wanted. Out: records of `kg.schema.remote`. Waits where GitLab says that
it was asked too often, tries again what a gateway or a cut page spoilt, and gives up after a while with
SourceUnavailable. Follows a list's next page only at the same host: the token goes nowhere else.
"""

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

import gitlab
import requests
import stamina

from kg.errors import KgError, NotFound, SourceError, SourceUnavailable
from kg.schema.remote import RemoteDeployment, RemoteProject

T = TypeVar("T")
TIMEOUT_SECONDS = 30.0
RETRIES = 5
"""After 429 (as long as it says), 5xx and broken connections, each time a little later."""
CUT_ATTEMPTS = 4
PAGE = 100


@dataclass(frozen=True, slots=True)
class GitLabOptions:
    url: str
    token: str = field(default="", repr=False)
    timeout_seconds: float = TIMEOUT_SECONDS


class _Cut(Exception):
    """A page that ends in the middle."""


class GitLab:
    """The API of one GitLab, for one token."""

    def __init__(self, options: GitLabOptions) -> None:
        self._url = options.url.rstrip("/")
        self._client = gitlab.Gitlab(
            self._url,
            private_token=options.token or None,
            timeout=options.timeout_seconds,
            retry_transient_errors=True,
            user_agent="kg",
            keep_base_url=True,
        )
        # Followed, a redirect would take the token along, to whatever host it names.
        self._client.session.max_redirects = 0

    @property
    def host(self) -> str:
        """Its name (and port) as projects keep it."""
        return host_of(self._url)

    async def projects(self, group: str) -> tuple[RemoteProject, ...]:
        """Every project of a group and of the groups in it, archived ones too."""
        path = f"/groups/{quote(group, safe='')}/projects"
        query = {"include_subgroups": "true", "with_shared": "false", "statistics": "true"}
        return await self._ask(group, lambda: tuple(_project(row) for row in self._rows(path, query)))

    async def project(self, named: str | int) -> RemoteProject:
        """One project, by its path or its number; NotFound also where the token may not see it."""
        path = f"/projects/{quote(str(named), safe='')}"
        return await self._ask(str(named), lambda: _project(self._get(path, {"statistics": "true"})))

    async def deployments(self, project: int) -> tuple[RemoteDeployment, ...]:
        """What was deployed well, the newest page only: older ones have been replaced."""
        query = {"order_by": "id", "sort": "desc", "status": "success", "per_page": PAGE}
        rows = await self._ask(str(project), lambda: self._page(f"/projects/{project}/deployments", query)[0])
        return tuple(_deployment(row) for row in rows)

    async def add_hook(self, project: int, address: str, secrets: Mapping[str, str]) -> bool:
        """Let a project tell us what happens; False when it does so already."""
        path = f"/projects/{project}/hooks"
        wanted = {
            "url": address,
            "push_events": True,
            "tag_push_events": True,
            "merge_requests_events": True,
            "deployment_events": True,
            "enable_ssl_verification": True,
            **secrets,
        }

        def add() -> bool:
            if any(row.get("url") == address for row in self._rows(path, {})):
                return False
            self._send("post", path, wanted)
            return True

        return await self._ask(str(project), add)

    async def set_status(self, project: int, commit: str, status: Mapping[str, str]) -> None:
        """What is shown beside a commit: `state`, `name`, `description`, `target_url`."""
        path = f"/projects/{project}/statuses/{commit}"
        await self._ask(str(project), lambda: self._send("post", path, status))

    async def write_note(self, project: int, request: int, marker: str, text: str) -> bool:
        """Our one note at a merge request, known by a text in it: made, or changed where it says something
        else. False when it said just that."""
        path = f"/projects/{project}/merge_requests/{request}/notes"

        def write() -> bool:
            mine = next((row for row in self._rows(path, {}) if marker in str(row.get("body", ""))), None)
            if mine is None:
                self._send("post", path, {"body": text})
            elif mine["body"] != text:
                self._send("put", f"{path}/{int(mine['id'])}", {"body": text})
            return mine is None or mine["body"] != text

        return await self._ask(str(project), write)

    async def _ask(self, about: str, work: Callable[[], T]) -> T:
        """In a thread, since python-gitlab blocks; its errors become ours, without the token in them."""
        try:
            return await asyncio.to_thread(work)
        except gitlab.exceptions.GitlabError as error:
            raise _told(self._url, about, error) from None
        except requests.TooManyRedirects:
            raise SourceError(f"gitlab: {self._url} redirects; set KG_GITLAB_URL to where it leads") from None
        except (requests.RequestException, _Cut) as error:
            raise SourceUnavailable(
                f"gitlab: {self._url} did not answer ({type(error).__name__}), asked for {about}"
            ) from None
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise SourceError(
                f"gitlab: what {self._url} gave for {about} is not what its API promises"
                f" ({type(error).__name__})"
            ) from None

    def _rows(self, path: str, query: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Every row of a list, by keyset where GitLab has that: rows that come or go move nothing."""
        keyset = (
            {"pagination": "keyset", "order_by": "id", "sort": "asc"} if path.endswith("/projects") else {}
        )
        rows, following = self._page(path, {**query, "per_page": PAGE, **keyset})
        yield from rows
        while following:
            if host_of(following) != self.host:
                raise SourceError(f"gitlab: {self._url} names another host for the next page of a list")
            rows, following = self._page(following, {})
            yield from rows

    def _page(self, path: str, query: Mapping[str, Any]) -> tuple[list[dict[str, Any]], str]:
        rows, following = self._read(path, query)
        if not isinstance(rows, list):
            raise SourceError(f"gitlab: {self._url} gave no list where one is due")
        return [row for row in rows if isinstance(row, dict)], following

    def _get(self, path: str, query: Mapping[str, Any]) -> dict[str, Any]:
        found, _ = self._read(path, query)
        if not isinstance(found, dict):
            raise SourceError(f"gitlab: {self._url} gave no object where one is due")
        return found

    @stamina.retry(on=_Cut, attempts=CUT_ATTEMPTS, wait_initial=0.1, wait_max=2.0)
    def _read(self, path: str, query: Mapping[str, Any]) -> tuple[Any, str]:
        answer = self._client.http_request("get", path, query_data=dict(query), max_retries=RETRIES)
        try:
            found = json.loads(answer.content)
        except ValueError:
            raise _Cut from None
        return found, answer.links.get("next", {}).get("url", "")

    def _send(self, verb: str, path: str, body: Mapping[str, Any]) -> None:
        self._client.http_request(verb, path, post_data=dict(body), max_retries=RETRIES)


def host_of(url: str) -> str:
    """The name (and port) of a URL's host, without a login."""
    return urlsplit(url).netloc.rpartition("@")[2].lower()


def _told(url: str, about: str, error: gitlab.exceptions.GitlabError) -> KgError:
    code = error.response_code
    if code == 404:
        return NotFound(f"gitlab: {url} has no {about} that this token may see")
    if code in (401, 403):
        return SourceError(
            f"gitlab: {url} refuses our token for {about} ({code}); it needs the scope `api`, or `read_api`"
            " and `read_repository` where nothing is written"
        )
    if code is None or code == 429 or code >= 500:
        return SourceUnavailable(f"gitlab: {url} answers {code or 'nothing'} for {about}; try again later")
    return SourceError(f"gitlab: {url} answers {code} for {about}")


def _project(row: Mapping[str, Any]) -> RemoteProject:
    statistics = row.get("statistics") or {}
    return RemoteProject(
        id=int(row["id"]),
        path=str(row["path_with_namespace"]),
        url=str(row["http_url_to_repo"]),
        default_branch=str(row.get("default_branch") or ""),
        archived=bool(row.get("archived")),
        empty=bool(row.get("empty_repo")) or not row.get("default_branch"),
        bytes=int(statistics.get("repository_size") or 0),
    )


def _deployment(row: Mapping[str, Any]) -> RemoteDeployment:
    return RemoteDeployment(
        number=int(row["id"]),
        environment=str((row.get("environment") or {}).get("name", "")),
        commit=str(row.get("sha", "")),
        status=str(row.get("status", "")),
        at=str(row.get("updated_at") or row.get("created_at") or ""),
    )
