"""One repository's truth: for every call site what scip-typescript says its name refers to.

Three kinds of sites. `ours`: the name refers to something here that can be called (a function, a method,
a signature, a constructor, a function that is the value of a variable or property). `elsewhere`: it refers
to another package or to the language's library. `unsaid`: it refers to a variable, a parameter, a property or
a class without a constructor, to something of this repository whose place the index does not tell, or the
index has nothing there (the compiler's type is `any`): what runs is not known, so it counts neither way.
"""

import json
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from kg.ingest.scip.index import Occurrence, documents

HERE = Path(__file__).parent

Place = tuple[str, int]
"""A path and a line, from 0."""


@dataclass
class Truth:
    ours: list[tuple[Place, str, int, str]] = field(default_factory=list)
    """Where it is called; path, line and name of what is."""
    elsewhere: list[Place] = field(default_factory=list)
    unsaid: list[Place] = field(default_factory=list)
    handed: set[tuple[Place, str, int, str]] = field(default_factory=set)
    """Names of what can be called, where it is not called but only named."""
    paths: set[str] = field(default_factory=set)
    """Files that were looked at: the index has them."""


def make(root: Path, index: Path, tools: Path) -> Truth:
    """Read an index of `root` made by scip-typescript; `tools` is its `node_modules`."""
    with index.open("rb") as file:
        names = {document.path: document.occurrences for document in documents(file)}
    read = {found["path"]: found for found in _walk(root, sorted(names), tools)}
    definitions = _definitions(names)
    callables = {
        (path, line, column): name for path in read for line, column, name in read[path]["callables"]
    }
    classes = {(path, c[0], c[1]): (c[2], c[3]) for path in read for c in read[path]["classes"]}
    own = {_package(symbol) for symbol in definitions}
    truth = Truth(paths=set(read))
    for path, found in read.items():
        at: dict[tuple[int, int], list[str]] = {}
        for occurrence in names[path]:
            at.setdefault((occurrence.line, occurrence.column), []).append(occurrence.symbol)
        sites = {(line, column) for line, column, _ in found["sites"]}
        for each in names[path]:
            if not each.is_definition and (each.line, each.column) not in sites:
                for target in definitions.get(_global(path, each.symbol), ()):
                    if target in callables:
                        truth.handed.add(((path, each.line), target[0], target[1], callables[target]))
        for line, column, form in found["sites"]:
            _site(truth, (path, line), form, at.get((line, column), []), definitions, callables, classes, own)
    return truth


def _walk(root: Path, paths: list[str], tools: Path) -> list[dict[str, list[list[int]]]]:
    done = subprocess.run(
        ["node", str(HERE / "calls.cjs"), str(tools), str(root)],
        input="\n".join(paths), capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [json.loads(line) for line in done.stdout.splitlines()]


def _definitions(names: dict[str, tuple[Occurrence, ...]]) -> dict[str, list[tuple[str, int, int]]]:
    """Where each symbol is defined; a local one is its document's own."""
    found: dict[str, list[tuple[str, int, int]]] = {}
    for path, occurrences in names.items():
        for each in occurrences:
            if each.is_definition:
                found.setdefault(_global(path, each.symbol), []).append((path, each.line, each.column))
    return found


def _global(path: str, symbol: str) -> str:
    return f"{path} {symbol}" if symbol.startswith("local ") else symbol


def _site(
    truth: Truth,
    place: Place,
    form: str,
    symbols: list[str],
    definitions: dict[str, list[tuple[str, int, int]]],
    callables: dict[tuple[str, int, int], str],
    classes: dict[tuple[str, int, int], tuple[list[int] | None, list[int] | None]],
    own: set[str],
) -> None:
    defined = [d for symbol in symbols for d in definitions.get(_global(place[0], symbol), ())]
    targets = []
    for path, line, column in defined:
        if (path, line, column) in callables:
            targets.append((path, line, callables[path, line, column]))
        elif (path, line, column) in classes and form == "jsx":
            made, render = classes[path, line, column]
            run = render or made
            targets += [(path, run[0], "render" if render else "constructor")] if run else []
    if targets:
        truth.ours += [(place, *target) for target in dict.fromkeys(targets)]
    elif not symbols or defined or any(_package(symbol) in own for symbol in symbols):
        truth.unsaid.append(place)
    else:
        truth.elsewhere.append(place)


def _package(symbol: str) -> str:
    """`scip-typescript npm acme 1.0 src/…` -> `acme`; a local symbol is this document's."""
    parts = symbol.split(" ")
    return parts[2] if len(parts) > 3 else ""
