"""What is kept of a message of GitLab: which project, which ref or merge request, and nothing about people.

In: the parsed body of a webhook or system hook. Out: a `HookEvent`, or None where it is none. All of it
is a hint from outside: whoever acts on it checks names first and asks git or the API for the truth.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any
from urllib.parse import urlsplit

NO_COMMIT = re.compile(r"0{40}(?:0{24})?")
"""How git writes "there is none": a branch that began, or is gone."""
_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_NAME = re.compile(r"[a-z][a-z0-9_ ]{0,62}")
_LONGEST = 1_000
"""Of a path, URL or ref; git and GitLab allow less."""


@dataclass(frozen=True, slots=True)
class HookEvent:
    """One message; a field that it does not have is empty or 0."""

    name: str
    """`push`, `tag_push`, `merge_request`, `deployment`, `project_rename`, …"""
    host: str = ""
    project_id: int = 0
    path: str = ""
    """`group/project`, as it is now."""
    old_path: str = ""
    """As it was before a rename or a transfer."""
    url: str = ""
    """Where git would find it over HTTP."""
    default_branch: str = ""
    ref: str = ""
    before: str = ""
    after: str = ""
    commit: str = ""
    """What is checked out then: of an annotated tag the commit, where `after` is the tag itself."""
    number: int = 0
    """Of a merge request, or of a deployment."""
    action: str = ""
    """What became of the merge request, or the state of the deployment."""
    environment: str = ""
    group: str = ""
    """The full path of the group that the message is about."""
    group_id: int = 0

    @property
    def deletes(self) -> bool:
        """A branch or tag is gone."""
        return NO_COMMIT.fullmatch(self.after) is not None


def read_hook(body: object, instance: str = "") -> HookEvent | None:
    """The event; `instance` is the address that GitLab gives as its own. None when the body is not an
    object that names a kind of event."""
    if not isinstance(body, dict):
        return None
    name = _text(body, "object_kind") or _text(body, "event_name")
    if not _NAME.fullmatch(name):
        return None
    project = _part(body, "project")
    subject = _part(body, "object_attributes")
    url = _text(project, "git_http_url") or _text(project, "http_url")
    return HookEvent(
        name=name,
        host=(_host(instance) or _host(url) or _host(_text(project, "web_url"))),
        project_id=_number(body, "project_id") or _number(project, "id") or _number(subject, "target_project_id"),
        path=_text(project, "path_with_namespace")
        or _text(body, "path_with_namespace")
        or _text(body, "project_path_with_namespace"),
        old_path=_text(body, "old_path_with_namespace") or _text(body, "old_full_path"),
        url=url,
        default_branch=_text(project, "default_branch"),
        ref=_text(body, "ref"),
        before=_commit(body, "before"),
        after=_commit(body, "after") or _commit(_part(subject, "last_commit"), "id"),
        commit=_commit(body, "checkout_sha") or _commit_in(_text(body, "commit_url")),
        number=_number(subject, "iid") or _number(body, "deployment_id"),
        action=_text(subject, "action") or _text(body, "status"),
        environment=_text(body, "environment"),
        group=_text(body, "full_path") or _text(body, "group_path"),
        group_id=_number(body, "group_id"),
    )  # fmt: skip


def written(event: HookEvent) -> str:
    """The event as it is kept; plain ASCII, so that no database stumbles over half a character."""
    return json.dumps({name: value for name, value in asdict(event).items() if value}, ensure_ascii=True)


def kept(text: str) -> HookEvent:
    """The event that was kept; ValueError for anything else."""
    found = json.loads(text)
    known = {field.name for field in fields(HookEvent)}
    if not isinstance(found, dict) or "name" not in found or not set(found) <= known:
        raise ValueError("not an event that was kept")
    return HookEvent(**found)


def _text(body: Mapping[str, Any], key: str) -> str:
    """A text as it stands there; one that is too long, or has what no name has, is none."""
    value = body.get(key)
    if not isinstance(value, str) or len(value) > _LONGEST or not value.isprintable():
        return ""
    return value


def _number(body: Mapping[str, Any], key: str) -> int:
    value = body.get(key)
    return value if type(value) is int and 0 < value < 2**53 else 0


def _part(body: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = body.get(key)
    return value if isinstance(value, dict) else {}


def _commit(body: Mapping[str, Any], key: str) -> str:
    """A full commit id, or nothing: what is no id goes no further."""
    value = body.get(key)
    return value if isinstance(value, str) and _COMMIT.fullmatch(value) else ""


def _commit_in(url: str) -> str:
    """The commit that a URL of GitLab ends in."""
    last = url.rpartition("/")[2]
    return last if _COMMIT.fullmatch(last) else ""


def _host(url: str) -> str:
    try:
        parts = urlsplit(url)
        return f"{parts.hostname}:{parts.port}" if parts.port else parts.hostname or ""
    except ValueError:
        return ""
