"""Which CI job asks: the id token of a GitLab pipeline becomes a `CiJob`, or nothing.

In: the token. Out: the project, commit and branch that GitLab vouches for. One algorithm (RS256), the issuer and
audience of the settings, and not expired. GitLab's keys are fetched when one is missing, at most once a minute:
whoever makes up tokens does not make us ask.
"""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import jwt
import requests

from kg.errors import SourceUnavailable

ALGORITHMS = ["RS256"]
FETCH_SECONDS = 5.0
FETCH_AGAIN_SECONDS = 60.0
KEYS_SECONDS = 3600.0
"""How long keys are taken for good: one that GitLab took back is refused after that."""
LEEWAY_SECONDS = 30
_REQUIRED = ["exp", "iat", "iss", "aud", "project_id", "project_path", "sha"]


@dataclass(frozen=True, slots=True)
class IdentityOptions:
    """The GitLab whose jobs may ask, and for whom their tokens must be made."""

    issuer: str
    audience: str
    host: str


@dataclass(frozen=True, slots=True)
class CiJob:
    """What a token says, once it is proven."""

    host: str
    project_id: str
    path: str
    commit: str
    branch: str
    """Empty for a tag, or a merge request."""


class Identities:
    """Proves tokens; keeps GitLab's keys."""

    def __init__(self, options: IdentityOptions) -> None:
        self._options = options
        self._keys: dict[str, jwt.PyJWK] = {}
        self._old_at = self._ask_again_at = 0.0
        self._failure: SourceUnavailable | None = None
        self._fetching = asyncio.Lock()

    async def of(self, token: str) -> CiJob | None:
        """None for a token that proves nothing; SourceUnavailable when GitLab does not give its keys."""
        try:
            head = jwt.get_unverified_header(token)
        except jwt.InvalidTokenError:
            return None
        key = await self._key(head.get("kid")) if head.get("alg") in ALGORITHMS else None
        if key is None:
            return None
        try:
            claims = jwt.decode(
                token,
                key,
                algorithms=ALGORITHMS,
                audience=self._options.audience,
                issuer=self._options.issuer,
                leeway=LEEWAY_SECONDS,
                options={"require": _REQUIRED},
            )
        except jwt.InvalidTokenError:
            return None
        return _job(claims, self._options.host)

    async def _key(self, name: object) -> jwt.PyJWK | None:
        if not isinstance(name, str):
            return None
        async with self._fetching:
            now = time.monotonic()
            if now >= self._old_at or (name not in self._keys and now >= self._ask_again_at):
                self._old_at, self._ask_again_at = now + KEYS_SECONDS, now + FETCH_AGAIN_SECONDS
                self._failure = None
                try:
                    self._keys = await asyncio.to_thread(
                        _fetch, f"{self._options.issuer}/oauth/discovery/keys"
                    )
                except SourceUnavailable as error:  # the keys of before count until the next look
                    self._failure, self._old_at = error, self._ask_again_at
                    raise
            if name not in self._keys and self._failure is not None:
                raise self._failure
            return self._keys.get(name)


def looks_like_one(token: str) -> bool:
    """Three parts: our own tokens have no dot."""
    return token.count(".") == 2


def _fetch(address: str) -> dict[str, jwt.PyJWK]:
    try:
        answer = requests.get(address, timeout=FETCH_SECONDS, allow_redirects=False)
        answer.raise_for_status()
        found = jwt.PyJWKSet.from_dict(answer.json())
    except (requests.RequestException, ValueError, jwt.PyJWTError) as error:
        raise SourceUnavailable(f"api: {address} gives no keys ({type(error).__name__})") from None
    return {key.key_id: key for key in found.keys if key.key_id and key.key_type == "RSA"}


def _job(claims: Mapping[str, Any], host: str) -> CiJob:
    branch = str(claims.get("ref", "")) if claims.get("ref_type") == "branch" else ""
    return CiJob(host, str(claims["project_id"]), str(claims["project_path"]), str(claims["sha"]), branch)
