"""Messages as GitLab sends them, with the people and texts in them that must not be kept, and how it signs."""

import base64
import hmac
import json
import time
from hashlib import sha256
from typing import Any

HOST = "gitlab.example"
NOBODY = "0" * 40
OLD, NEW = "a" * 40, "b" * 40
KEY = b"thirty-two bytes, as GitLab makes"
SECRET = "whsec_" + base64.b64encode(KEY).decode()
TOKEN = "the older token"
PRIVATE = ("kim@example.org", "Kim Private", "fix what nobody may read")
"""Stands in every message, and nowhere in what is kept."""


def project(number: int = 15, path: str = "acme/shop", url: str = "") -> dict[str, Any]:
    return {
        "id": number,
        "name": path.rpartition("/")[2],
        "description": PRIVATE[2],
        "path_with_namespace": path,
        "default_branch": "main",
        "web_url": f"http://{HOST}/{path}",
        "git_http_url": url or f"http://{HOST}/{path}.git",
        "git_ssh_url": f"git@{HOST}:{path}.git",
    }


def push(
    ref: str = "refs/heads/main", before: str = OLD, after: str = NEW, listed: int = 1, **more: Any
) -> dict[str, Any]:
    """A push; `listed` commits are told of, at most 20, as GitLab does."""
    return {
        "object_kind": "tag_push" if ref.startswith("refs/tags/") else "push",
        "event_name": "push",
        "before": before,
        "after": after,
        "ref": ref,
        "checkout_sha": None if after == NOBODY else after,
        "user_id": 7,
        "user_name": PRIVATE[1],
        "user_email": PRIVATE[0],
        "project_id": more.get("project", project())["id"],
        "project": project(),
        "commits": [
            {
                "id": f"{number:040x}",
                "message": PRIVATE[2],
                "author": {"name": PRIVATE[1], "email": PRIVATE[0]},
                "added": ["src/한글 파일.java"],
                "modified": ["a b.py"],
                "removed": [],
            }
            for number in range(min(listed, 20))
        ],
        "total_commits_count": listed,
        **more,
    }


def system(event: str, **more: Any) -> dict[str, Any]:
    """A system hook, or a message about members."""
    return {
        "event_name": event,
        "created_at": "2026-11-30T12:00:00Z",
        "owner_name": PRIVATE[1],
        "owner_email": PRIVATE[0],
        "owners": [{"name": PRIVATE[1], "email": PRIVATE[0]}],
        "user_email": PRIVATE[0],
        "user_name": PRIVATE[1],
        **more,
    }


def data(body: Any) -> bytes:
    return json.dumps(body, ensure_ascii=False).encode()


def signed(
    body: bytes, number: str = "message-1", at: float | None = None, key: bytes = KEY
) -> dict[str, str]:
    """The headers of Standard Webhooks."""
    stamp = str(int(time.time() if at is None else at))
    mac = hmac.new(key, f"{number}.{stamp}.".encode() + body, sha256).digest()
    return {
        "content-type": "application/json",
        "x-gitlab-instance": f"https://{HOST}",
        "webhook-id": number,
        "webhook-timestamp": stamp,
        "webhook-signature": f"v1,{base64.b64encode(mac).decode()}",
    }


def with_token(token: str = TOKEN, number: str = "message-1") -> dict[str, str]:
    """The headers of an older GitLab."""
    return {
        "content-type": "application/json",
        "x-gitlab-instance": f"https://{HOST}",
        "x-gitlab-token": token,
        "x-gitlab-event-uuid": number,
    }
