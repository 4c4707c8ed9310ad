"""Who asks: the bearer token of a request becomes a Principal, or nothing.

Tokens are compared by SHA-256 digest in constant time, and every key is compared on every request.
"""

import hmac
from collections.abc import Sequence
from hashlib import sha256

from api.options import Key
from kg.schema.access import Principal


def digest(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogateescape")).digest()


def key(token: str, principal: Principal) -> Key:
    return Key(digest(token), principal)


def bearer(header: bytes | None) -> str:
    """The token of an Authorization header; empty when there is none."""
    scheme, _, token = (header or b"").decode("latin-1").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def identify(token: str, keys: Sequence[Key]) -> Principal | None:
    """The principal whose token this is; None for a stranger."""
    given = digest(token)
    found = [key.principal for key in keys if hmac.compare_digest(key.digest, given)]
    return found[0] if found and token else None
