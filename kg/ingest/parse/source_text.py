"""The text of one file by the nodes of its tree: what every `Reading` of a language begins with.

Slices are by character although the parser counts bytes; for plain ASCII both are the same and nothing
is decoded.
"""

from tree_sitter import Node

from kg.ingest.parse.unit import Unit


class SourceText:
    __slots__ = ("data", "is_ascii", "text", "unit")

    def __init__(self, unit: Unit, data: bytes) -> None:
        self.unit = unit
        self.text = unit.text
        self.data = data
        self.is_ascii = len(data) == len(unit.text)

    def slice(self, node: Node) -> str:
        if self.is_ascii:
            return self.text[node.start_byte : node.end_byte]
        return self.between(node.start_byte, node.end_byte)

    def between(self, start: int, end: int) -> str:
        if self.is_ascii:
            return self.text[start:end]
        return self.data[start:end].decode("utf-8", "replace")

    def column(self, node: Node) -> int:
        """In characters."""
        column: int = node.start_point[1]
        if self.is_ascii:
            return column
        return len(self.between(node.start_byte - column, node.start_byte))
