"""Is a hook of whom it says? The signature of Standard Webhooks, or GitLab's older token.

In: the headers, then the body as it comes. Out: yes or no. Where a signing secret is set a token counts
for nothing: else whoever learned the token could leave the signature out. Compares in constant time.
"""

import base64
import binascii
import hmac
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from kg.errors import SettingsError

WINDOW_SECONDS = 300
"""How old (or early) a signed message may be: an older one is a replay."""
_PREFIX = "whsec_"
_SIGNATURES = 10
"""A sender that changes its secret signs with both; nobody signs with more."""


@dataclass(frozen=True, slots=True)
class HookSecrets:
    """What GitLab was given; several of a kind while one is being replaced."""

    signing: tuple[bytes, ...] = field(default=(), repr=False)
    tokens: tuple[bytes, ...] = field(default=(), repr=False)


def read_secrets(signing: str, tokens: str) -> HookSecrets:
    """From the texts of the two files, a secret a line; SettingsError for a signing secret that is none."""
    return HookSecrets(
        tuple(_key(line) for line in _lines(signing)), tuple(line.encode() for line in _lines(tokens))
    )


class Check:
    """The check of one message: made of its headers, fed with its body."""

    def __init__(self, secrets: HookSecrets, headers: Mapping[str, str]) -> None:
        self._given: list[bytes] = []
        self._macs: list[hmac.HMAC] = []
        self._ready = _token_fits(secrets, headers) if not secrets.signing else self._begin(secrets, headers)

    @property
    def may_pass(self) -> bool:
        """What the headers alone tell: a body that cannot pass is not read."""
        return self._ready

    def feed(self, chunk: bytes) -> None:
        for mac in self._macs:
            mac.update(chunk)

    def passes(self) -> bool:
        """Whether it is genuine, once the whole body was fed."""
        if not self._macs:
            return self._ready
        made = [mac.digest() for mac in self._macs]
        fits = [hmac.compare_digest(one, given) for one in made for given in self._given]
        return any(fits)

    def _begin(self, secrets: HookSecrets, headers: Mapping[str, str]) -> bool:
        number, stamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
        fresh = stamp.isascii() and stamp.isdigit() and abs(time.time() - int(stamp[:20])) <= WINDOW_SECONDS
        self._given = list(_signatures(headers.get("webhook-signature", "")))
        if not number or not fresh or not self._given:
            return False
        start = f"{number}.{stamp}.".encode()
        self._macs = [hmac.new(secret, start, sha256) for secret in secrets.signing]
        return True


def _signatures(header: str) -> list[bytes]:
    """The version 1 signatures of a header: `v1,BASE64 v1,BASE64`."""
    words = [word.removeprefix("v1,") for word in header.split()[:_SIGNATURES] if word.startswith("v1,")]
    found = []
    for word in words:
        try:
            found.append(base64.b64decode(word, validate=True))
        except (binascii.Error, ValueError):
            continue
    return found


def _token_fits(secrets: HookSecrets, headers: Mapping[str, str]) -> bool:
    given = sha256(headers.get("x-gitlab-token", "").encode("utf-8", "surrogateescape")).digest()
    fits = [hmac.compare_digest(sha256(token).digest(), given) for token in secrets.tokens]
    return any(fits)


def _key(line: str) -> bytes:
    """The bytes of `whsec_BASE64`; GitLab makes 32 of them."""
    try:
        key = base64.b64decode(line.removeprefix(_PREFIX), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if len(key) < 16:
        raise SettingsError(
            "settings: KG_GITLAB_HOOK_SECRET_FILE must hold the signing token as GitLab shows it:"
            " whsec_ and then base64"
        )
    return key


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]
