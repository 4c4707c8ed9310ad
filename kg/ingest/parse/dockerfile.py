"""Dockerfiles: the environment that an image gives what runs in it.

In: a Dockerfile. Out: a KeySet for each ENV, and each ARG that has a default. Continued lines, comments
between them and quotes are as docker reads them; other instructions are not settings.
"""

import re
import shlex
from collections.abc import Iterator

from kg.ingest.parse.key_sets import KeyLine, key_sets
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts

ENVIRONMENT = "docker"
_BEGINS = re.compile(r"\s*(ENV|ARG)\s+(.*)", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z_][\w.-]*")


def parse_dockerfile(unit: Unit) -> Facts:
    lines = [pair for instruction in _instructions(unit.text) for pair in _pairs(instruction)]
    sets, _ = key_sets(unit.path, lines, ENVIRONMENT)  # each stage of a build may set one again
    return Facts(unit.file(), sets=sets)


def _instructions(text: str) -> Iterator[list[tuple[int, str]]]:
    """The lines of each ENV and ARG, without the word itself, comments and backslashes."""
    lines = [(number, line.rstrip()) for number, line in enumerate(text.split("\n"), 1)]
    kept = iter([(number, line) for number, line in lines if line and not line.lstrip().startswith("#")])
    for number, line in kept:
        begins = _BEGINS.fullmatch(line.removesuffix("\\"))
        found = [(number, begins[2] if begins else "")]
        while line.endswith("\\"):
            number, line = next(kept, (number, ""))
            found.append((number, line.removesuffix("\\")))
        if begins:
            yield found


def _pairs(instruction: list[tuple[int, str]]) -> Iterator[KeyLine]:
    """`A=1 B="x y"`, or `A some text` as it was written once."""
    line, first = instruction[0]
    name, blank, rest = first.strip().partition(" ")
    if blank and "=" not in name:
        if _NAME.fullmatch(name):
            yield line, name, " ".join([rest.strip(), *(text.strip() for _, text in instruction[1:])]).strip()
        return
    for number, text in instruction:
        for word in _words(text):
            name, given, value = word.partition("=")
            if given and _NAME.fullmatch(name):
                yield number, name, value


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:  # a quote that goes on in the next line
        return text.split()
