"""Cursors: where a page ended, in which snapshot, seen with which rights, begun when; signed.

A cursor is good for the connection that gave it (`place` names the field and what it is about), for
callers with the same scopes, for fifteen minutes from the first page: so long its snapshot is kept, and
nobody needs to write down who reads it. After that it says SNAPSHOT_GONE. Anything else is refused: a cursor
is never read as a hint. Knows nothing of how pages are read.
"""

import hmac
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, fields
from hashlib import blake2b, sha256

from kg.errors import CursorRefused, SnapshotGone
from kg.schema.access import Scope
from kg.schema.snapshot import LEASE_SECONDS

_TAG_BYTES = 16
_LONGEST = 8_000
REFUSED = "this cursor is not valid here; start again without `after`"


@dataclass(frozen=True, slots=True)
class Cursor:
    """The last key of a page; the next page begins after it."""

    place: str
    snapshot: int
    rights: str
    """The fingerprint of the scopes it was given under."""
    key: str
    begun_at: int
    """When the first page was read: seconds since 1970."""


def place_of(field: str, *about: object) -> str:
    """Names a connection: the field and the arguments that decide what is in it."""
    said = json.dumps([field, *about], ensure_ascii=False, default=str).encode("utf-8", "surrogatepass")
    return blake2b(said, digest_size=9).hexdigest()


def write_cursor(cursor: Cursor, secret: bytes) -> str:
    parts = [cursor.place, cursor.snapshot, cursor.rights, cursor.key, cursor.begun_at]
    body = json.dumps(parts, separators=(",", ":")).encode()
    return urlsafe_b64encode(_tag(body, secret) + body).decode().rstrip("=")


def read_cursor(text: str, secret: bytes) -> Cursor:
    """The cursor behind the text, or CursorRefused when this server did not write it."""
    if len(text) > _LONGEST:
        raise CursorRefused(REFUSED)
    try:
        raw = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise CursorRefused(REFUSED) from None
    tag, body = raw[:_TAG_BYTES], raw[_TAG_BYTES:]
    if not hmac.compare_digest(tag, _tag(body, secret)):
        raise CursorRefused(REFUSED)
    parts = json.loads(body)
    if len(parts) != len(fields(Cursor)):  # of a server before this one
        raise CursorRefused(REFUSED)
    return Cursor(*parts)


def begin_after(
    text: str | None, place: str, snapshot: int, scope: Scope, secret: bytes, now: float
) -> tuple[str, int]:
    """The key to begin after, empty for the first page; and when that was read. SnapshotGone when that is
    too long ago."""
    if not text:
        return "", int(now)
    cursor = read_cursor(text, secret)
    if (cursor.place, cursor.snapshot, cursor.rights) != (place, snapshot, scope.fingerprint):
        raise CursorRefused(REFUSED)
    if now - cursor.begun_at > LEASE_SECONDS:
        raise SnapshotGone(
            f"this cursor is older than {LEASE_SECONDS / 60:g} minutes; start again without `after`"
        )
    return cursor.key, cursor.begun_at


def _tag(body: bytes, secret: bytes) -> bytes:
    return hmac.new(secret, body, sha256).digest()[:_TAG_BYTES]
