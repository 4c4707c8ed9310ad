"""Jupyter notebooks: Markdown cells are documents, code cells are one Python module.

In: a Unit. Out: Facts: a Doc a heading of the Markdown cells; functions, classes and calls of the code cells,
as of `nb/train.py`, with the lines at which they stand in the file. Magics and shell lines are blanked. Outputs
are never read, so no picture gets in. Code of other languages than Python is left out.
"""

import json
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from kg.ingest.parse.documents.document import Document
from kg.ingest.parse.documents.facts import document_facts
from kg.ingest.parse.documents.markdown import read_markdown
from kg.ingest.parse.python import parse_python
from kg.ingest.parse.redact import redact
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Edge, Facts, Problem

_MAGIC = re.compile(r"^[ \t]*(?:%{1,2}[A-Za-z]|!|\?|[\w.]+\?{1,2}[ \t]*$)")
_ASSIGNED = re.compile(r"^([ \t]*[\w, ]+?)[ \t]*=[ \t]*[%!].*$")
"""`files = !ls`: the name stays bound."""
_CELL_MAGIC = re.compile(r"^[ \t]*%%(?!time\b|timeit\b|capture\b|prun\b)")


@dataclass(frozen=True, slots=True)
class _Text:
    """Cells of one type as one text."""

    text: str
    lines: tuple[int, ...]
    """Of each line of the text its line in the file, from 1."""

    def place(self, line: int) -> int:
        return self.lines[min(max(line, 1), len(self.lines)) - 1] if self.lines else 1


def parse_notebook(unit: Unit) -> Facts:
    try:
        notebook = json.loads(unit.text)
    except ValueError as error:
        line = getattr(error, "lineno", 0)
        return Facts(unit.file(problems=(Problem(line, "not valid JSON: kept as a File only"),)))
    if not isinstance(notebook, dict):
        return Facts(unit.file(problems=(Problem(0, "no notebook: kept as a File only"),)))
    cells = list(_cells(notebook, unit.text))
    docs = _docs(unit, _together(cells, "markdown"))
    if _language(notebook) != "python":
        return docs
    code = _together(cells, "code")
    return _with_code(docs, unit, code) if code.text.strip() else docs


_Cell = tuple[str, list[str], list[int]]
"""Its type, its lines, and where they stand in the file."""


def _cells(notebook: dict[str, Any], text: str) -> Iterator[_Cell]:
    at = 0
    ends = [found.start() for found in re.finditer("\n", text)]
    sheets = notebook.get("worksheets") or [notebook]  # of the format before 4
    for cell in (cell for sheet in sheets if isinstance(sheet, dict) for cell in sheet.get("cells") or ()):
        if not isinstance(cell, dict):
            continue
        source = cell.get("source", cell.get("input")) or ""
        pieces = [str(piece) for piece in source] if isinstance(source, list) else [str(source)]
        at = max(text.find('"source"', at), at)
        lines, places = [], []
        for piece in pieces:
            at = _find(text, piece, at)
            here = bisect_left(ends, at) + 1
            lines_of_piece = piece.removesuffix("\n").split("\n")
            lines += lines_of_piece
            places += [here] * len(lines_of_piece)
        yield str(cell.get("cell_type", "")), lines, places


def _find(text: str, piece: str, start: int) -> int:
    """Where a piece of source stands in the JSON, behind `start`; `start` where it is written otherwise."""
    for written in (json.dumps(piece, ensure_ascii=False), json.dumps(piece)):
        found = text.find(written, start)
        if found >= 0:
            return found
    return start


def _together(cells: list[_Cell], wanted: str) -> _Text:
    lines: list[str] = []
    places: list[int] = []
    for kind, source, at in cells:
        if kind == wanted:
            lines += [*(_python(source) if wanted == "code" else source), ""]
            places += [*at, at[-1]]
    return _Text(redact("\n".join(lines), "python" if wanted == "code" else ""), tuple(places))


def _python(source: list[str]) -> list[str]:
    """The lines of a code cell with what is no Python blanked; a cell of another language is blank."""
    if source and _CELL_MAGIC.match(source[0]):
        return [""] * len(source)
    return [
        _ASSIGNED.sub(r"\1 = None", line) if _ASSIGNED.match(line) else _statement(line) for line in source
    ]


def _statement(line: str) -> str:
    """A magic may be all that a block holds: `pass` keeps it whole."""
    return f"{line[: len(line) - len(line.lstrip())]}pass" if _MAGIC.search(line) else line


def _docs(unit: Unit, markdown: _Text) -> Facts:
    document = read_markdown(replace(unit, text=markdown.text))
    sections = tuple(
        replace(
            section,
            start=markdown.place(section.start + 1) - 1,
            end=markdown.place(section.end),
            spans=tuple(span._replace(line=markdown.place(span.line + 1) - 1) for span in section.spans),
        )
        for section in document.sections
    )
    return document_facts(unit, Document(sections, document.front))


def _with_code(docs: Facts, unit: Unit, code: _Text) -> Facts:
    python = parse_python(replace(unit, text=code.text))
    problems = tuple(
        f"{code.place(int(line))}: {reason}" for line, reason in map(_split, python.file.problems)
    )
    return replace(
        python,
        file=replace(
            docs.file,
            imports=python.file.imports,
            package=python.file.package,
            problems=(*docs.file.problems, *problems),
        ),
        artifacts=(*docs.artifacts, *python.artifacts),
        edges=(*docs.edges, *(_placed(edge, code) for edge in python.edges)),
        mentions=docs.mentions,
    )


def _split(problem: str) -> tuple[str, str]:
    line, _, reason = problem.partition(": ")
    return line, reason


def _placed(edge: Edge, code: _Text) -> Edge:
    return replace(edge, start_line=code.place(edge.start_line), end_line=code.place(edge.end_line))


def _language(notebook: dict[str, Any]) -> str:
    """What its code is written in; Python where it does not say."""
    metadata = notebook.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    for part, key in (("language_info", "name"), ("kernelspec", "language"), ("kernelspec", "name")):
        told = metadata.get(part)
        named = str(told.get(key, "")).lower() if isinstance(told, dict) else ""
        if named:
            return "python" if named.startswith(("python", "ipython")) else named
    return "python"
