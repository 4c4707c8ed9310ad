"""Placeholders: the keys that `${a.b:default}` names, in annotations, settings and XML. Pure."""

import re
from collections.abc import Iterable, Iterator

_KEY = re.compile(r"[A-Za-z_][\w.\-\[\]]*")


def placeholders(text: str) -> list[str]:
    """Every key of `${a:${b:x}}-${c}`, outer ones first; a default after `:` is no key, nor is an
    expression in place of one."""
    found: list[str] = []
    start = text.find("${")
    while start >= 0:
        end = closing(text, start + 2)
        key, _, default = text[start + 2 : end].partition(":")
        if "${" in key:
            found.extend(placeholders(key))
        elif _KEY.fullmatch(key.strip()):
            found.append(key.strip())
        found.extend(placeholders(default))
        start = text.find("${", end)
    return found


def named_keys(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The keys that lines name, each once: at the line that names it first."""
    seen: set[str] = set()
    for line, text in lines:
        if "${" in text:
            for key in placeholders(text):
                if key not in seen:
                    seen.add(key)
                    yield line, key


def closing(text: str, at: int) -> int:
    """Where the brace closes that opened before `at`; the end of the text where it does not."""
    depth = 1
    for i in range(at, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return i
    return len(text)
