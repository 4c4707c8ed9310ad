"""Finds in Markdown what may name a thing of the code: links, code spans, qualified names.

In: the tokens of a section. Out: (form, text, line) in order, each once. In running text and fenced
code only what is qualified counts (a package, a path, `Class#method`, several capitals): bare words
are left to code spans.
"""

import re
from collections.abc import Iterator, Sequence

from markdown_it.token import Token

MAX_MENTIONS = 300
_MAX_TEXT = 200

_QUALIFIED = re.compile(
    r"(?<![\w./@:-])(?:"
    r"(?:[a-z_]\w*\.){2,}[A-Za-z_]\w*(?:[#.][A-Za-z_]\w*)?(?:\([\w\s,.<>\[\]]{0,80}\))?"  # com.acme.Pay#capture()
    r"|[A-Z]\w+(?:[#.]|::)[A-Za-z_]\w*(?:\([\w\s,.<>\[\]]{0,80}\))?"  # Pay#capture
    r"|(?:[\w.-]+/)+[\w-]+\.[A-Za-z]\w{0,9}(?::\d{1,6})?"  # src/acme/Pay.java:12
    r")(?![\w/])"
)
_NAMES = re.compile(
    r"(?<![\w./@:-])(?:[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z]\w*_\w+\(\))(?![\w/])"
)
"""CamelCase of several parts, SETTING_NAMES, some_function()."""


def mentions_of(tokens: Sequence[Token]) -> list[tuple[str, str, int]]:
    found: dict[tuple[str, str], int] = {}
    for form, text, line in _all(tokens):
        if 1 < len(text) <= _MAX_TEXT:
            found.setdefault((form, text), line)
    return [(form, text, line) for (form, text), line in found.items()][:MAX_MENTIONS]


def _all(tokens: Sequence[Token]) -> Iterator[tuple[str, str, int]]:
    for token in tokens:
        line = token.map[0] if token.map else 0
        if token.type == "inline":
            yield from _inline(token.children or (), line)
        elif token.type in ("fence", "code_block"):
            first = line + (token.type == "fence")
            for number, content in enumerate(token.content.split("\n")):
                for match in _QUALIFIED.finditer(content):
                    yield "word", match.group(0), first + number


def _inline(children: Sequence[Token], line: int) -> Iterator[tuple[str, str, int]]:
    for child in children:
        if child.type in ("softbreak", "hardbreak"):
            line += 1
        elif child.type == "code_inline":
            yield "code", child.content.strip(), line
        elif child.type == "link_open":
            yield from _link(str(child.attrs.get("href", "")), line)
        elif child.type == "text":
            for pattern in (_QUALIFIED, _NAMES):
                for match in pattern.finditer(child.content):
                    yield "word", match.group(0), line


def _link(href: str, line: int) -> Iterator[tuple[str, str, int]]:
    """A link that may lead to a file of the repository: anything but mail, anchors and other sites."""
    if href and not href.startswith(("#", "mailto:", "data:", "javascript:", "tel:")):
        yield "link", href, line
