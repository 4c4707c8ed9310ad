"""Random secrets in files that only their owner can read. Never prints one."""

import os
import secrets
from pathlib import Path

from kg.errors import SettingsError


def make_secret(path: Path) -> str:
    """The secret in `path`, made up at the first call."""
    if path.is_file():
        return read_secret(path, "the secret")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    secret = secrets.token_hex(24)  # no mark in it: one that begins with "-" is an option to a command line
    # O_EXCL with the mode at once: there is no moment at which others could read it.
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secret + "\n")
    return secret


def read_secret(path: Path, what: str) -> str:
    """The secret in `path`; `what` says in an error what the file is for."""
    try:
        secret = path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise SettingsError(f"settings: cannot read {path} ({what}): {error.strerror}") from None
    if not secret:
        raise SettingsError(f"settings: {path} is empty ({what})")
    return secret
