"""Inline markup of reStructuredText: literals, roles, links. In: a line. Out: spans."""

import re
from collections.abc import Iterator

from kg.ingest.parse.documents.document import Span, SpanForm

_INLINE = re.compile(
    r"``(?P<literal>[^`\n]+?)``"
    r"|:(?P<role>[\w:.+-]+):`(?P<content>[^`\n]+)`"
    r"|`(?P<shown>[^`<\n]*)<(?P<href>[^>`\n]+)>`__?"
    r"|`(?P<text>[^`\n]+)`(?P<reference>__?)?"
)
_CODE_ROLES = re.compile(
    r"^(?:\w+:)?(?:class|func|meth|attr|mod|exc|data|obj|const|type|struct|macro|member|any|envvar|setting|option"
    r"|file|command|program|code|literal|samp|kbd|confval|java:type|ref:class)$"
)
_TITLED = re.compile(r"^.*?<([^<>]+)>$", re.DOTALL)


def inline_spans(line: str, number: int) -> Iterator[Span]:
    at = 0
    if "`" in line:
        for match in _INLINE.finditer(line):
            if match.start() > at:
                yield Span(SpanForm.PROSE, line[at : match.start()], number)
            at = match.end()
            yield from _marked(match, number)
    if line[at:].strip():
        yield Span(SpanForm.PROSE, line[at:], number)


def _marked(match: re.Match[str], number: int) -> Iterator[Span]:
    literal, role, content, href = match.group("literal", "role", "content", "href")
    if literal:
        yield Span(SpanForm.CODE, literal.strip(), number)
    elif role == "download":
        yield Span(SpanForm.LINK, target_of(content), number)
    elif role:
        if _CODE_ROLES.match(role):
            yield Span(SpanForm.CODE, target_of(content), number)
    elif href:
        yield Span(SpanForm.LINK, href, number)
    elif not match.group("reference"):
        yield Span(SpanForm.CODE, target_of(match.group("text")), number)


def target_of(content: str) -> str:
    """`a.B` of `~a.B`, `!a.B`, `.B`, `title <a.B>`, `B(x, y) -> C`."""
    titled = _TITLED.match(content)
    plain = (titled.group(1) if titled else content).strip().lstrip("~!.").strip()
    return re.sub(r"\s*->.*$", "", plain)
