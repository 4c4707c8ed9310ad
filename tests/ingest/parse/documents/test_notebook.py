"""Notebooks: documents and code, and nothing of what was printed."""

import json
from typing import Any

from kg.ingest.assemble import without_twins
from kg.schema.facts import Facts
from kg.schema.vocabulary import Kind
from tests.ingest.parse.documents.reading import read

PATH = "nb/train.ipynb"


def cell(kind: str, *lines: str, **more: Any) -> dict[str, Any]:
    return {"cell_type": kind, "metadata": {}, **more, "source": [f"{line}\n" for line in lines]}


def notebook(*cells: dict[str, Any], language: str = "python") -> Facts:
    whole = {"cells": cells, "metadata": {"kernelspec": {"language": language}}, "nbformat": 4}
    return read(PATH, json.dumps(whole, indent=1))


def names(facts: Facts, kind: Kind) -> list[str]:
    return [a.qualified_name for a in facts.artifacts if a.kind is kind]


def test_markdown_cells_are_documents_and_code_cells_are_one_module() -> None:
    """A function has the name it would have in `nb/train.py`, and calls what another cell defines."""
    facts = notebook(
        cell("markdown", "# Churn", "See `load`"),
        cell("code", "def load():", "    return 1"),
        cell("code", "x = load()"),
    )
    assert names(facts, Kind.DOC) == [f"{PATH}#Churn"]
    assert names(facts, Kind.METHOD) == ["nb.train.load"]
    assert [m.text for m in facts.mentions] == ["load"]


def test_lines_are_those_of_the_file() -> None:
    """Each piece of source stands in a line of its own there."""
    facts = notebook(cell("markdown", "# A"), cell("code", "", "def load():", "    return 1"))
    text = json.dumps(
        {"cells": [cell("markdown", "# A"), cell("code", "", "def load():", "    return 1")]}, indent=1
    )
    method = next(a for a in facts.artifacts if a.kind is Kind.METHOD)
    edge = next(e for e in facts.edges if e.target == method.uid)
    assert "def load" in text.split("\n")[edge.start_line - 1]
    assert edge.end_line == edge.start_line + 1


def test_magics_and_shell_lines_do_not_break_the_code() -> None:
    """A cell in another language is blank; a name bound to a shell's output stays bound."""
    facts = notebook(
        cell(
            "code",
            "%matplotlib inline",
            "!pip install x",
            "load?",
            "files = !ls",
            "def a():",
            "    %time b()",
        ),
        cell("code", "%%bash", "rm -rf {x}"),
        cell("code", "%%time", "def c(): pass"),
    )
    assert facts.file.problems == ()
    assert names(facts, Kind.METHOD) == ["nb.train.a", "nb.train.c"]


def test_outputs_are_never_read() -> None:
    """Neither pictures nor text."""
    facts = notebook(
        cell("code", "x = 1", outputs=[{"data": {"image/png": "iVBORw0" * 9_000, "text/plain": ["secret"]}}])
    )
    assert "iVBORw0" not in repr(facts) and "secret" not in repr(facts)


def test_code_of_another_language_is_left_out() -> None:
    """Its documents stay."""
    facts = notebook(cell("markdown", "# A"), cell("code", "f <- function(x) x"), language="R")
    assert (names(facts, Kind.DOC), names(facts, Kind.CLASS)) == ([f"{PATH}#A"], [])


def test_what_is_no_notebook_is_a_problem() -> None:
    """Broken JSON, or JSON of another shape."""
    assert "not valid JSON" in read(PATH, "{").file.problems[0]
    assert "no notebook" in read(PATH, "[]").file.problems[0]
    assert read(PATH, '{"cells": [3, {"cell_type": "code", "source": 5}]}').artifacts


def test_a_module_of_the_same_name_keeps_its_names() -> None:
    """Tools keep `train.py` and `train.ipynb` side by side."""
    made = notebook(cell("code", "def load(): pass"))
    kept = without_twins([made, read("nb/train.py", "def load(): pass\n")])
    assert [(facts.file.path, len(facts.artifacts)) for facts in kept] == [(PATH, 0), ("nb/train.py", 2)]
