"""Markdown, with tables, front matter, and the JSX of MDX.

In: a Unit. Out: a Document: a section for every heading of the document itself (`# A`, or underlined), and
for the text before the first; a heading inside a list, a quotation or a fence cuts nothing. Comments are
no text. Files that are included (`--8<--`, `{% include %}`) are noted as links and never read.
"""

import itertools
import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from kg.ingest.parse.documents.document import Document, HeadingPath, Section, Span, SpanForm, last_line
from kg.ingest.parse.documents.facts import document_facts
from kg.ingest.parse.documents.front_matter import without_front_matter
from kg.ingest.parse.documents.html_text import html_spans
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts

_INCLUDE = re.compile(
    r"--8<--\s+[\"']([^\"'\n]+)[\"']|\{!\s*([^!\n]+?)\s*!\}|\{%-?\s*include(?:_relative|-markdown)?\s+[\"']([^\"'\n]+)[\"']"
)
_INCLUDE_WORDS = ("--8<--", "{!", "include")
_MDX_CODE = re.compile(r"^(?:import|export)\s.*$", re.MULTILINE)
_MDX_COMMENT = re.compile(r"\{/\*.*?\*/\}", re.DOTALL)
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_BREAKS = ("softbreak", "hardbreak")
_PLAIN = ("text", "code_inline", *_BREAKS)


class _Reader(MarkdownIt):
    """Leaves links as they are written: nobody clicks them here, and encoding them costs a tenth."""

    def normalizeLink(self, url: str) -> str:  # noqa: N802 - the library's name
        return url

    def validateLink(self, url: str) -> bool:  # noqa: N802 - the library's name
        return True


_READER = _Reader("commonmark").enable("table")


def parse_markdown(unit: Unit) -> Facts:
    return document_facts(unit, read_markdown(unit))


def read_markdown(unit: Unit) -> Document:
    front, body = without_front_matter(unit.text)
    if unit.path.lower().endswith(".mdx"):
        body = _without_scripts(body)
    return Document(tuple(_sections(body, unit)), front)


def _sections(body: str, unit: Unit) -> Iterator[Section]:
    """Runs of blocks that begin with a heading; the first may have none."""
    lines = body.split("\n")
    tokens = _READER.parse(body)
    unit.check()
    starts = [i for i, token in enumerate(tokens) if token.type == "heading_open" and token.level == 0]
    bounds = [0, *starts, len(tokens)] if not starts or starts[0] > 0 else [*starts, len(tokens)]
    includes = any(word in body for word in _INCLUDE_WORDS)
    path = HeadingPath()
    headings: tuple[str, ...] = ()
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    for at, after in itertools.pairwise(bounds):
        run = tokens[at:after]
        if not run:
            continue
        start = first
        if run[0].type == "heading_open" and run[0].map:
            start = run[0].map[0]
            headings = path.enter(int(run[0].tag[1]), _plain(run[1]))
        following = tokens[after].map if after < len(tokens) else None
        end = last_line(lines, start, following[0] if following else len(lines))
        spans = (*_spans(run), *(_included(lines, start, end) if includes else ()))
        yield Section(headings, start, end, "\n".join(lines[start:end]), spans)


def _plain(inline: Token) -> str:
    """A heading without its marks."""
    return "".join(c.content or " " for c in inline.children or () if c.type in _PLAIN)


def _spans(tokens: Sequence[Token]) -> Iterator[Span]:
    for token in tokens:
        line = token.map[0] if token.map else 0
        if token.type == "inline":
            yield from _inline(token.children or (), line)
        elif token.type in ("fence", "code_block"):
            yield Span(SpanForm.BLOCK, token.content, line + (token.type == "fence"))
        elif token.type == "html_block":
            yield from html_spans(token.content, line)


def _inline(children: Sequence[Token], line: int) -> Iterator[Span]:
    for child in children:
        if child.type in _BREAKS:
            line += 1
        elif child.type == "code_inline":
            yield Span(SpanForm.CODE, child.content.strip(), line)
        elif child.type == "link_open":
            yield Span(SpanForm.LINK, str(child.attrs.get("href", "")), line)
        elif child.type == "text":
            yield Span(SpanForm.PROSE, child.content, line)
        elif child.type == "html_inline":
            yield from html_spans(child.content, line)


def _included(lines: Sequence[str], start: int, end: int) -> Iterator[Span]:
    for number in range(start, end):
        for match in _INCLUDE.finditer(lines[number]):
            yield Span(SpanForm.LINK, next(filter(None, match.groups())), number)


def _without_scripts(text: str) -> str:
    """MDX: its imports, exports and comments blanked, outside of fences; lines stay."""
    parts: list[str] = []
    fence = ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark.group(1)
        elif mark and line.strip().startswith(fence) and not line.strip().strip(fence[0]):
            fence = ""
        parts.append("" if not fence and _MDX_CODE.match(line) else line)
    return _MDX_COMMENT.sub(lambda found: "\n" * found.group(0).count("\n"), "\n".join(parts))
