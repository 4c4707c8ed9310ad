"""Tokens in files: the local one that `kg up` made, and the callers of a server that others reach.

Out: `Key` records, which hold digests only. Knows nothing of requests.
"""

from pathlib import Path

from api.auth import key
from api.options import LOCAL, Key
from kg.errors import SettingsError
from kg.local.secrets import read_secret
from kg.schema.access import Principal

SHORTEST = 24
"""Characters of a token: 18 random bytes in base 64."""


def local_key(path: Path) -> Key:
    """The owner of this installation; the file must be theirs alone."""
    token = read_secret(path, "the token of the API; run `kg up`, which makes it")
    if path.stat().st_mode & 0o077:
        raise SettingsError(f"api: others can read {path}; run `chmod 600 {path}`")
    return key(token, Principal(LOCAL))


def read_keys(path: Path) -> tuple[Key, ...]:
    """One caller a line, `NAME TOKEN`; empty lines and lines that begin with # are left out."""
    text = read_secret(path, "KG_API_KEYS_FILE")
    lines = [(n, line.split()) for n, line in enumerate(text.splitlines(), 1)]
    return tuple(_key(path, n, words) for n, words in lines if words and not words[0].startswith("#"))


def _key(path: Path, number: int, words: list[str]) -> Key:
    if len(words) != 2 or len(words[1]) < SHORTEST:
        raise SettingsError(
            f"api: line {number} of {path} must be NAME TOKEN, the token {SHORTEST} characters or longer"
        )
    return key(words[1], Principal(words[0]))
