"""Which methods a benchmark changes, and how: the body of one method, or its signature.

In: a repository in the graph and its `Remote`. Out: `Change`s, always the same ones: each writes one file
anew, so that its method holds a marker which a reader looks for. Java by its text, Python by its tree.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b

from kg.graph import Graph
from tests.bench.remote import Remote
from tests.retrieve.planted import run

_METHODS = """
MATCH (p:Pointer {name: 'active'})
MATCH (a:Artifact {repo: $p.repo, kind: 'Method'})
WHERE a.valid_from <= p.seq AND a.valid_to > p.seq AND a.complexity > 1 AND a.form IN ['method', 'function']
  AND a.language IN ['java', 'python'] AND NOT a.path CONTAINS 'test'
MATCH (:Artifact)-[e:DEFINES]->(a) WHERE e.valid_to IS NULL AND e.start_line IS NOT NULL
RETURN a.name AS name, a.path AS path, a.language AS language, e.start_line AS line
"""


@dataclass(frozen=True, slots=True)
class Place:
    """A method and the line at which it begins."""

    name: str
    path: str
    language: str
    line: int


@dataclass(frozen=True, slots=True)
class Change:
    """One commit of one file."""

    repo: str
    path: str
    marker: str
    """In the text of the changed method, and of no other version of it."""
    text: str
    kind: str


async def places(graph: Graph, repo: str) -> list[Place]:
    """Methods with something in them, one a file, in an order of chance that is always the same."""
    rows = await run(graph, _METHODS, {"repo": repo})
    found = sorted((Place(**row) for row in rows), key=lambda one: _chance(f"{one.path}:{one.line}"))
    return list({one.path: one for one in found}.values())


def changes(
    repo: str, remote: Remote, found: list[Place], bodies: int, signatures: int, mark: str
) -> Iterator[Change]:
    """So many of each kind, each of another file."""
    wanted = ["body"] * bodies + ["signature"] * signatures
    for place in found:
        if not wanted:
            return
        marker = f"kgBench{mark}{len(wanted)}"
        text = changed(remote.read(place.path), place, marker, wanted[0])
        if text:
            yield Change(repo, place.path, marker, text, wanted.pop(0))
    if wanted:
        raise SystemExit(f"{repo} has too few methods that can be changed: {len(wanted)} more were wanted")


def changed(text: str, place: Place, marker: str, kind: str) -> str:
    """The file with its method changed; empty where this one cannot be."""
    edit = _java if place.language == "java" else _python
    return edit(text, place, marker, kind)


def _java(text: str, place: Place, marker: str, kind: str) -> str:
    lines = text.split("\n")
    for number in range(place.line - 1, min(place.line + 20, len(lines))):
        line = lines[number]
        if not line.rstrip().endswith("{") or f" {place.name}(" not in line:
            continue
        if kind == "body":
            lines.insert(number + 1, f"        int {marker} = {len(lines)};")
        else:
            lines[number] = re.sub(
                rf" {place.name}\((\)?)",
                lambda at: f" {place.name}(int {marker}" + (")" if at[1] else ", "),
                line,
                count=1,
            )
        return "\n".join(lines)
    return ""


def _python(text: str, place: Place, marker: str, kind: str) -> str:
    lines = text.split("\n")
    node = _function(text, place)
    if node is None:
        return ""
    if kind == "body":
        first = node.body[-1]
        lines.insert(first.lineno - 1, f"{' ' * first.col_offset}{marker} = {len(lines)}")
    else:
        end = node.body[0].lineno - 1
        if node.args.kwarg or node.args.vararg or node.args.kwonlyargs or not lines[end - 1].endswith("):"):
            return ""
        lines[end - 1] = lines[end - 1].removesuffix("):") + f", {marker}=None):"
    made = "\n".join(lines)
    return made if _parses(made) else ""


def _function(text: str, place: Place) -> ast.FunctionDef | None:
    for node in ast.walk(ast.parse(text)) if _parses(text) else ():
        named = isinstance(node, ast.FunctionDef) and node.name == place.name
        if named and abs(node.lineno - place.line) <= len(node.decorator_list):
            return node
    return None


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def _chance(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=8).digest()
