"""HTML inside a document of another format: its links, its code, its text; comments say nothing.

In: a piece of HTML, with the line it begins at. Out: spans. A few expressions instead of a parser, since a
piece may be half of an element, and nothing of it is kept but what it may name.
"""

import re
from collections.abc import Iterator
from html import unescape

from kg.ingest.parse.documents.document import Span, SpanForm

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_PIECE = re.compile(
    r"<a\b[^<>]*?\bhref\s*=\s*[\"']([^\"'<>\n]{1,500})[\"'][^<>]*>"
    r"|<code\b[^<>]*>([^<>\n]{1,200})</code>"
    r"|<(?:script|style)\b.*?(?:</(?:script|style)>|\Z)"
    r"|<[^<>]{0,2000}>"
    r"|([^<\n]+)",
    re.DOTALL | re.IGNORECASE,
)


def html_spans(html: str, line: int) -> Iterator[Span]:
    if "<!--" in html:
        html = _COMMENT.sub(lambda found: "\n" * found.group(0).count("\n"), html)
    at = 0
    for match in _PIECE.finditer(html):
        line += html.count("\n", at, match.start())
        at = match.start()
        href, code, text = match.groups()
        if href:
            yield Span(SpanForm.LINK, unescape(href), line)
        elif code:
            yield Span(SpanForm.CODE, unescape(code).strip(), line)
        elif text and not text.isspace():
            yield Span(SpanForm.PROSE, unescape(text), line)
