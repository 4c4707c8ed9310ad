"""The PyCG micro-benchmark (vitsalis/PyCG, Apache-2.0) as cases with their expected edges.

In: a checkout. Out: the files of each snippet and the edges of its `callgraph.json`, as published, with
one rule of ours: a lambda is part of the code around it. So an edge to a lambda is none, and what a
lambda calls is called by the function or module that holds the lambda. Builtins and external names
stay in (`<builtin>.len`, `ext.Cls`).
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SNIPPETS = "micro-benchmark/snippets"

Edges = frozenset[tuple[str, str]]

_LAMBDA = re.compile(r"(\.<lambda\d+>)+")


@dataclass(frozen=True, slots=True)
class Case:
    """One snippet: `category/name`, its sources by path, what its authors say it calls."""

    name: str
    files: dict[str, str]
    expected: Edges


def cases(checkout: Path) -> Iterator[Case]:
    for answer in sorted((checkout / SNIPPETS).glob("*/*/callgraph.json")):
        folder = answer.parent
        files = {
            str(file.relative_to(folder)): file.read_text(encoding="utf-8") for file in folder.rglob("*.py")
        }
        graph = json.loads(answer.read_text(encoding="utf-8"))
        yield Case(f"{folder.parent.name}/{folder.name}", files, folded(graph))


def folded(graph: dict[str, list[str]]) -> Edges:
    """A call graph without its lambdas."""
    return frozenset(
        (_LAMBDA.sub("", caller), callee)
        for caller, callees in graph.items()
        for callee in callees
        if not callee.rpartition(".")[2].startswith("<lambda")
    )
