"""Cursors: where a page ended, in which snapshot, seen with which rights; signed.

A cursor is good for the connection that gave it (`place` names the field and what it is about), for
callers with the same scopes, while its snapshot is kept. Anything else is refused: a cursor is never
read as a hint. Knows nothing of how pages are read.
"""

import hmac
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from hashlib import blake2b, sha256

from kg.errors import CursorRefused
from kg.schema.access import Scope

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


def place_of(field: str, *about: object) -> str:
    """Names a connection: the field and the arguments that decide what is in it."""
    said = json.dumps([field, *about], ensure_ascii=False, default=str).encode("utf-8", "surrogatepass")
    return blake2b(said, digest_size=9).hexdigest()


def write_cursor(cursor: Cursor, secret: bytes) -> str:
    parts = [cursor.place, cursor.snapshot, cursor.rights, cursor.key]
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
    place, snapshot, rights, key = json.loads(body)
    return Cursor(place, snapshot, rights, key)


def key_after(text: str | None, place: str, snapshot: int, scope: Scope, secret: bytes) -> str:
    """The key to begin after; empty for the first page."""
    if not text:
        return ""
    cursor = read_cursor(text, secret)
    if (cursor.place, cursor.snapshot, cursor.rights) != (place, snapshot, scope.fingerprint):
        raise CursorRefused(REFUSED)
    return cursor.key


def _tag(body: bytes, secret: bytes) -> bytes:
    return hmac.new(secret, body, sha256).digest()[:_TAG_BYTES]
