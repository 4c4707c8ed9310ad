"""The tokens that projects name: read when they are needed, from where their credential says, and never kept.

In: a project, or its credential (`env:NAME`, `file:PATH`). Out: a token, or the location that is read with it.
"""

import os
from pathlib import Path
from urllib.parse import quote, urlsplit, urlunsplit

from kg.errors import SettingsError
from kg.ingest.source.git import is_url
from kg.ingest.source.places import is_place
from kg.records.projects import Project


def location(project: Project) -> str:
    """Where it is fetched from, with the project's token where it names one; the token reaches git through
    its environment, and nothing else."""
    if not project.credential or not is_url(project.url):
        return project.url
    parts = urlsplit(project.url)
    if is_place(project.url):
        user, colon, secret = read_credential(project.credential).partition(":")
        login = f"{quote(user, safe='')}{colon}{quote(secret, safe='')}"
        return urlunsplit(parts._replace(netloc=f"{login}@{parts.netloc}")) if parts.netloc else project.url
    if parts.scheme not in ("http", "https"):
        return project.url
    token = quote(read_credential(project.credential), safe="")
    return urlunsplit(parts._replace(netloc=f"oauth2:{token}@{parts.netloc.rpartition('@')[2]}"))


def read_credential(credential: str) -> str:
    """The token; SettingsError, without it, when it is not there."""
    kind, _, name = credential.partition(":")
    try:
        token = os.environ.get(name, "") if kind == "env" else Path(name).expanduser().read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"projects: {credential} cannot be read: {type(error).__name__}") from None
    if not token:
        raise SettingsError(f"projects: the credential {credential} is empty, or not set in this process")
    return token
