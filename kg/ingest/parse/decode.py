"""Bytes to clean text, and the name of the encoding they were in."""

from dataclasses import dataclass

from kg.schema.facts import Problem


class NotText(Exception):
    """The bytes are no text; the message says what they are."""


@dataclass(frozen=True, slots=True)
class Decoded:
    text: str
    encoding: str
    problems: tuple[Problem, ...] = ()


def decode(data: bytes, language: str = "") -> Decoded:
    if b"\0" in data[:8000]:
        raise NotText("binary (NUL bytes)")
    try:
        return Decoded(data.decode("utf-8-sig").replace("\r\n", "\n"), "utf-8")
    except UnicodeDecodeError:
        return Decoded(data.decode("latin-1").replace("\r\n", "\n"), "latin-1")
