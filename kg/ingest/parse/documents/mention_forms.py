"""Finds in the pieces of a section what may name a thing: links, code spans, qualified names, routes.

In: spans. Out: (form, text, line) in order, each once a line. In running text and blocks of code only what is
qualified counts (a package, a path, `Class#method`, several capitals, `GET /orders`), and what a block sets
(`export A_B=`) or runs (`./gradlew`): bare words are left to code spans. What a product may be called
(`Spring Cloud Gateway`) comes last.
"""

import re
from collections.abc import Iterator, Sequence

from kg.ingest.parse.documents.document import Span, SpanForm

MAX_MENTIONS = 300
_MAX_TEXT = 200

_QUALIFIED = re.compile(
    r"(?<![\w./@:-])(?:"
    r"(?:[a-z_]\w*\.){2,}[A-Za-z_]\w*(?:[#.][A-Za-z_]\w*)?(?:\([\w\s,.<>\[\]]{0,80}\))?"  # com.acme.Pay#capture()
    r"|[A-Z]\w+(?:[#.]|::)[A-Za-z_]\w*(?:\([\w\s,.<>\[\]]{0,80}\))?"  # Pay#capture
    r"|(?:[\w.-]+/)+[\w-]+(?:\.[\w-]+)*\.[A-Za-z]\w{0,9}(?::\d{1,6})?"  # src/acme/Pay.java:12
    r"|(?:[\w.-]+/)+(?:Dockerfile|Makefile|Jenkinsfile)"
    r"|[\w-]+(?:\.[\w-]+)*\.(?:java|kt|py|sql|ya?ml|properties|xml|json|toml|gradle|sh|go|tsx?)(?::\d{1,6})?"  # mall.sql
    r")(?![\w/])",
    re.ASCII,  # a name ends where Korean or Chinese goes on
)
_NAMES = re.compile(
    r"(?<![\w./@:-])(?:[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z]\w*_\w+\(\))(?![\w/])",
    re.ASCII,
)
"""CamelCase of several parts, SETTING_NAMES, some_function()."""
_MAY_QUALIFY = re.compile(r"[.#:/][A-Za-z_]")
_MAY_NAME = re.compile(r"[a-z0-9][A-Z]|_")
"""What a line must have for the above to find anything: far cheaper to look for."""
_DONE = re.compile(
    r"(?:(?<![\w.])|-D)([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?= ?[=:](?![=:]))"  # export A_B=1, -DA_B=1, A_B: 1
    r"|\bENV ([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+) "
    r"|(?<![\w./])(\.{1,2}/[\w-]+)(?=\s|$)",  # ./gradlew
    re.ASCII,
)
_BRACES = re.compile(r"^[\"']?([\w./-]*)\{([\w-]+(?:,[\w-]+)+)\}([\w./-]*)[\"']?$")
_RUNNING = re.compile(r" (?:Service|Server|Gateway|Worker|Scheduler|Frontend|Backend|Proxy)s?\b")
_CAPITALISED = re.compile(r"(?:\b[A-Z]\w+ )*\b[A-Z]\w+$")
_LISTED = re.compile(r"((?:\b[A-Z]\w+, )*\b[A-Z]\w+),? (?:and|or|&) (?:[A-Z]\w+ )*[A-Z]\w+$")
_PRODUCT = re.compile(
    r"(?<![\w./@:-])(?:"
    r"[A-Z][A-Za-z0-9]*(?:[ /-][A-Z][A-Za-z0-9]*)+(?:, the(?: [A-Z][A-Za-z0-9]*)+)?"  # Connector/J, the MySQL JDBC
    r"|[A-Z]{2,}[a-z][a-z0-9]*|[A-Z]{5,}|[A-Z][a-z]+[A-Z]{2,}"  # SQLAlchemy, HSQLDB, FastAPI
    r")(?![\w/])",
    re.ASCII,
)
"""What products are called, unless it is one word like any other at the beginning of a sentence."""
_MAY_BE_PRODUCT = re.compile(r"[A-Z][A-Za-z0-9]*[ /-]?[A-Z]")
_VERBS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
_ROUTE = re.compile(rf"\b({'|'.join(_VERBS)})[ :|]{{1,4}}((?:https?://[\w.:{{}}$-]+)?/[\w./{{}}:<>$@~%-]*)")
_NO_LINK = ("#", "mailto:", "data:", "javascript:", "tel:")


def mentions_of(spans: Sequence[Span]) -> list[tuple[str, str, int]]:
    found: dict[tuple[str, str, int], None] = {}
    for form, text, line in _all(spans):
        if 1 < len(text) <= _MAX_TEXT:
            found[form, text, line] = None
    products = dict.fromkeys(_products(spans))
    return [*list(found)[:MAX_MENTIONS], *list(products)[:MAX_MENTIONS]]


def _products(spans: Sequence[Span]) -> Iterator[tuple[str, str, int]]:
    for span in spans:
        if span.form is SpanForm.PROSE and _MAY_BE_PRODUCT.search(span.text):
            for number, text in enumerate(span.text.split("\n"), span.line):
                for match in _PRODUCT.finditer(text):
                    yield "product", match.group(0)[:_MAX_TEXT], number


def _all(spans: Sequence[Span]) -> Iterator[tuple[str, str, int]]:
    verb = ""
    for span in spans:
        yield from _OF_FORM[span.form](span)
        if verb and span.text.lstrip().startswith("/"):  # `GET` and `/orders` set apart, as cells of a table
            yield "route", f"{verb} {span.text.split()[0]}", span.line
        verb = span.text.strip() if len(span.text) < 12 else ""
        verb = verb if verb in _VERBS else ""


def _code(span: Span) -> Iterator[tuple[str, str, int]]:
    yield "code", span.text, span.line
    if " " in span.text:  # a command, a route
        yield from _block(span)
    elif braces := _BRACES.match(span.text):  # `db/{schema,data}.sql`
        before, several, after = braces.groups()
        yield from (("code", f"{before}{one}{after}", span.line) for one in several.split(","))


def _link(span: Span) -> Iterator[tuple[str, str, int]]:
    """A link that may lead to a file of the repository: anything but mail, anchors and data."""
    if span.text and not span.text.startswith(_NO_LINK):
        yield "link", span.text, span.line


def _prose(span: Span) -> Iterator[tuple[str, str, int]]:
    for number, text in enumerate(span.text.split("\n"), span.line):
        for guard, pattern in ((_MAY_QUALIFY, _QUALIFIED), (_MAY_NAME, _NAMES)):
            if guard.search(text):
                for match in pattern.finditer(text):
                    yield "word", match.group(0), number
        for match in _RUNNING.finditer(text):
            for name in _spoken(text, match.start()):
                yield "word", f"{name}{match.group(0)}", number
        if "/" in text:
            yield from _routes(text, number)


def _spoken(text: str, end: int) -> Iterator[str]:
    """`Customers` of `Customers Service`; of `Config and Discovery Server` both."""
    if name := _CAPITALISED.search(text, 0, end):
        yield name.group(0)
    if listed := _LISTED.search(text, 0, end):
        yield from listed.group(1).split(", ")


def _block(span: Span) -> Iterator[tuple[str, str, int]]:
    for number, text in enumerate(span.text.split("\n"), span.line):
        if _MAY_QUALIFY.search(text):
            for match in _QUALIFIED.finditer(text):
                yield "word", match.group(0), number
        if "_" in text or "./" in text:
            for match in _DONE.finditer(text):
                yield "word", str(match.group(match.lastindex or 0)), number
        if "/" in text:
            yield from _routes(text, number)


def _routes(text: str, line: int) -> Iterator[tuple[str, str, int]]:
    for match in _ROUTE.finditer(text):
        yield "route", f"{match.group(1)} {match.group(2).rstrip('.~:-')}", line


_OF_FORM = {SpanForm.CODE: _code, SpanForm.LINK: _link, SpanForm.PROSE: _prose, SpanForm.BLOCK: _block}
