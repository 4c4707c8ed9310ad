"""A page of Confluence as a file of its mirror, however it was read.

In: a `Page` and its text in storage format. Out: a `Seen`. Secrets are taken out before the file is made, so that
the mirror never holds them. The title is the page's first heading: the storage format leaves it out.
"""

import html
import re
import unicodedata
from dataclasses import dataclass
from urllib.parse import urlsplit

from kg.ingest.parse.redact import redact
from kg.ingest.source.kept import Seen

LONGEST_SLUG = 80


@dataclass(frozen=True, slots=True)
class Page:
    """One page or blog post, without its text."""

    space: str
    id: str
    title: str
    version: str
    at: int
    """When this version was made, in seconds since 1970; 0: unknown."""
    author: str = ""
    login: str = ""


def page_path(page: Page) -> str:
    """`OPS/refund-runbook.4711.confluence`: readable, and no two pages share one."""
    plain = unicodedata.normalize("NFC", page.title).lower()
    words = re.sub(r"[^\w]+", "-", plain).strip("-")[:LONGEST_SLUG].strip("-")
    return f"{page.space}/{words or 'page'}.{page.id}.confluence"


def page_file(page: Page, storage: str, server: str) -> Seen:
    """The page as it is committed: by its author, at its time."""
    text = redact(f"<h1>{html.escape(page.title, quote=False)}</h1>\n{storage}\n", "confluence")
    host = urlsplit(server).hostname or "confluence"
    return Seen(
        page_path(page),
        text.encode("utf-8", "replace"),
        page.at,
        f"{page.author or page.login or 'unknown'} <{page.login or 'unknown'}@{host}>",
        f"{page.title}: version {page.version}",
    )
