"""Front matter: what a document says of itself before its text begins.

In: a text. Out: values by key, and the text with those lines blanked, so that lines stay. Reads the plain
forms that people write (a value, a list in brackets, a list of dashes, a folded text, YAML's or TOML's
signs), with no YAML library: it is one of the few things looked at in every document. What is nested
deeper is left out.
"""

import re
from collections.abc import Iterator

from kg.ingest.parse.documents.document import Front

_FRONT = re.compile(r"\A(---|\+\+\+)[ \t]*\n(.*?)(?<=\n)(?:\1|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_PAIR = re.compile(r"^([^\W\d][\w .-]*?)[ \t]*[:=](?:[ \t]+(.*)|[ \t]*)$")
_ITEM = re.compile(r"^[ \t]*-[ \t]+(.*)$")
_LONGEST = 20_000
_FOLDED = re.compile(r"^[|>][+-]?\d?$")


def without_front_matter(text: str) -> tuple[Front, str]:
    """The values, and the text with the lines that hold them blanked."""
    if not text.startswith(("---", "+++")):
        return {}, text
    found = _FRONT.match(text[:_LONGEST])
    if not found or not _begins_with_pair(found.group(2)):
        return {}, text
    values: dict[str, tuple[str, ...]] = {}
    for key, value in _pairs(found.group(2).split("\n")):
        values[key] = values.get(key, ()) + value
    return values, "\n" * found.group(0).count("\n") + text[found.end() :]


def _begins_with_pair(inside: str) -> bool:
    """A rule at the top of a text, and another one below, hold no front matter between them."""
    lines = (line for line in inside.split("\n") if line.strip() and not line.startswith("#"))
    return bool(_PAIR.match(next(lines, "")))


def _pairs(lines: list[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every key with what stands beside it, then (as further values) what stands indented below it."""
    key = ""
    folded: list[str] = []
    for line in lines:
        pair = _PAIR.match(line)
        if pair:
            if folded:
                yield key, (" ".join(folded),)
            key, folded = pair.group(1).lower(), []
            yield key, _values(pair.group(2) or "")
        elif key and (item := _ITEM.match(line)):
            yield key, _values(item.group(1))
        elif key and line[:1] in " \t" and line.strip() and not _PAIR.match(line.strip()):
            folded.append(line.strip())
    if folded:
        yield key, (" ".join(folded),)


def _values(written: str) -> tuple[str, ...]:
    written = written.strip()
    if _FOLDED.match(written):
        return ()
    if written.startswith("[") and written.endswith("]"):
        return tuple(value for part in written[1:-1].split(",") if (value := _plain(part)))
    value = _plain(written)
    return (value,) if value else ()


def _plain(value: str) -> str:
    """Without its quotes, and without a comment behind it."""
    value = re.sub(r"\s#.*$", "", value).strip()
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value
