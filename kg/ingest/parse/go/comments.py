"""Comments as plain text: what stands right above a declaration is its documentation.

Directives (`//go:build`, `//nolint:…`) document nothing.
"""

import re

from tree_sitter import Node

from kg.ingest.parse.go.reading import Reading

_DIRECTIVE = re.compile(r"//(?:[a-z]+:\S|nolint|\s*\+build\b)")


class Comments:
    """The run of comments above the node that comes next."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._lines: list[str] = []
        self._end = -2
        """The row on which the last of them ends."""

    def add(self, node: Node) -> None:
        if node.start_point[0] != self._end + 1:
            self._lines = []
        self._end = node.end_point[0]
        self._lines.append(self._reading.slice(node))

    def above(self, node: Node) -> str:
        """The documentation of a node; what it does not touch is not its own."""
        lines = self._lines if node.start_point[0] == self._end + 1 else []
        self._lines = []
        return documentation(lines)


def documentation(comments: list[str]) -> str:
    return "\n".join(_plain(each) for each in comments if not _DIRECTIVE.match(each)).strip()


def _plain(comment: str) -> str:
    if comment.startswith("/*"):
        return comment[2:].removesuffix("*/").strip("\n")
    return comment[2:].removeprefix(" ").rstrip()
