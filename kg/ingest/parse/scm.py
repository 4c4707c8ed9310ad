"""Languages read through a `.scm` query: one adapter for all of them, a grammar and a query each.

In: a Unit. Out: artifacts, DEFINES with lines and `ScmFacts` (names of calls, no types). What a query
captures is told in `scm_tree`. A call at the top of a file, outside of any definition, has no caller
and is left out. Knows nothing of other files.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path

from tree_sitter import Language, Node, Query

from kg.ingest.parse.scm_mend import mend, mend_heads
from kg.ingest.parse.scm_tree import CALLABLE, FORMS, Outline, Scope, outline
from kg.ingest.parse.scm_words import (
    annotations,
    arity,
    call,
    documentation,
    entry,
    header,
    import_words,
    is_cpp_header,
    modifiers,
    parameter_types,
)
from kg.ingest.parse.syntax import parse_tree
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Artifact, Edge, Facts, Problem
from kg.schema.ids import Uid, ordinal
from kg.schema.scm import ScmDefinition, ScmFacts
from kg.schema.vocabulary import EdgeType, Form, Kind

_QUERIES = Path(__file__).parent / "queries"
_MOST_PROBLEMS = 20
_LONGEST_OUTLINE = 20_000


@dataclass(frozen=True, slots=True)
class _Language:
    grammar: str
    """The wheel's module."""
    function: str
    """What in it gives the language."""
    query: str
    separator: str
    """Between the parts of a qualified name."""
    overloads: bool
    """The types of the parameters belong to the name."""


_LANGUAGES = {
    "rust": _Language("tree_sitter_rust", "language", "rust", "::", overloads=False),
    "c#": _Language("tree_sitter_c_sharp", "language", "c_sharp", ".", overloads=True),
    "php": _Language("tree_sitter_php", "language_php", "php", "\\", overloads=False),
    "ruby": _Language("tree_sitter_ruby", "language", "ruby", "::", overloads=False),
    "scala": _Language("tree_sitter_scala", "language", "scala", ".", overloads=True),
    "c": _Language("tree_sitter_c", "language", "c", "::", overloads=False),
    "c++": _Language("tree_sitter_cpp", "language", "cpp", "::", overloads=True),
}


def parse_scm(unit: Unit) -> Facts:
    """What one file defines and calls; TooSlow when its time is used up."""
    if unit.language == "c" and unit.path.endswith(".h") and is_cpp_header(unit.text):
        unit = replace(unit, language="c++")
    language = _LANGUAGES[unit.language]
    data = unit.text.encode("utf-8", "surrogatepass")
    grammar, query = _grammar(unit.language)
    root = parse_tree(grammar, _seen(data, unit), unit.late)
    if root.has_error and unit.language in ("c", "c++"):
        root = _better(root, parse_tree(grammar, mend(data), unit.late))
    found = outline(root, query)
    unit.check()
    return _facts(unit, data, root, found, language)


@cache
def _grammar(language: str) -> tuple[Language, Query]:
    """A grammar and its query, made once a process."""
    chosen = _LANGUAGES[language]
    grammar = Language(getattr(import_module(chosen.grammar), chosen.function)())
    return grammar, Query(grammar, (_QUERIES / f"{chosen.query}.scm").read_text(encoding="utf-8"))


def _seen(data: bytes, unit: Unit) -> bytes:
    """What the grammar is given at first."""
    return mend_heads(data) if unit.language == "c++" else data


def _better(first: Node, second: Node) -> Node:
    """The tree in which less was not understood."""
    return second if _lost(second) < _lost(first) else first


def _lost(root: Node) -> int:
    """Bytes that stand in no tree; a missing word counts as one."""
    return sum(max(node.end_byte - node.start_byte, 1) for node in _errors(root))


def _facts(unit: Unit, data: bytes, root: Node, found: Outline, language: _Language) -> Facts:
    reading = _Reading(unit, data, found, language)
    defined = [scope for scope in found.scopes if scope.defines]
    imports = tuple(dict.fromkeys(found.imports))
    return Facts(
        file=unit.file(
            imports=imports,
            problems=tuple(_problems(root)),
            package=language.separator.join(found.package),
        ),
        artifacts=tuple(reading.artifact(scope) for scope in defined),
        edges=tuple(reading.defines(scope) for scope in defined),
        code=ScmFacts(
            unit.path,
            tuple(dict.fromkeys(word for written in imports for word in import_words(written))),
            tuple(reading.definition(scope) for scope in defined),
        ),
    )


class _Reading:
    """One file while its scopes become artifacts."""

    def __init__(self, unit: Unit, data: bytes, found: Outline, language: _Language) -> None:
        self.unit = unit
        self.data = data
        self.language = language
        self.uids: dict[int, Uid] = {}
        self.members: dict[int, list[Scope]] = {}
        self.classes: dict[tuple[str, ...], Scope] = {}
        self._name(found.scopes)

    def _name(self, scopes: list[Scope]) -> None:
        """A uid each; of otherwise identical names the later ones get an ordinal."""
        seen: Counter[str] = Counter()
        for scope in scopes:
            if not scope.defines:
                continue
            uid = Uid(f"{self.unit.repo}:{self.unit.language}:{self.unit.path}:{self.qualified(scope)}")
            seen[uid] += 1
            self.uids[scope.node.id] = ordinal(uid, seen[uid])
            if scope.is_class:
                self.classes.setdefault(scope.path, scope)
        for scope in scopes:
            owner = self.owner(scope) if scope.defines else None
            if owner is not None:
                self.members.setdefault(owner.node.id, []).append(scope)

    def qualified(self, scope: Scope) -> str:
        """`acme.Pay.charge(Order,long)`; without the types where a language has no overloads."""
        name = self.language.separator.join(scope.path)
        if not self.language.overloads or scope.role not in CALLABLE:
            return name
        return f"{name}({','.join(parameter_types(scope.parameters))})"

    def owner(self, scope: Scope) -> Scope | None:
        """The definition around it: the class of its `impl` or of its qualified name, where this file has it."""
        holder = scope.parent
        if holder is None or not holder.defines:
            named = self.classes.get(scope.path[:-1])
            if named is not None and named is not scope:
                return named
        while holder is not None and not holder.defines:
            holder = holder.parent
        return holder

    def class_name(self, scope: Scope) -> str:
        """Simple name of the class it is a member of, whether this file has it or not."""
        holder = scope.parent
        if holder is not None and holder.role != "namespace":
            return holder.name if holder.role == "members" or holder.is_class else ""
        around = holder.path if holder is not None else ()
        own = scope.path[len(around) : -1]
        return own[-1] if own and scope.role in CALLABLE and "::" in self._written(scope) else ""

    def _written(self, scope: Scope) -> str:
        return (scope.name_node.text or b"").decode("utf-8", "replace")

    def form(self, scope: Scope) -> Form:
        form = FORMS[scope.role]
        in_module = scope.parent is not None and scope.parent.role == "module"
        if form is not Form.FUNCTION or in_module or not (owner := self.class_name(scope)):
            return form
        return Form.CONSTRUCTOR if self.unit.language == "c++" and scope.name == owner else Form.METHOD

    def artifact(self, scope: Scope) -> Artifact:
        is_class = scope.is_class
        first, last = scope.node.start_point[0], scope.node.end_point[0]
        noted = annotations(scope.node)
        calls = () if is_class else tuple(sorted(call(role, c, self.data) for role, c in scope.sites))
        return Artifact(
            kind=Kind.CLASS if is_class else Kind.METHOD,
            uid=self.uids[scope.node.id],
            name=scope.name,
            qualified_name=self.qualified(scope),
            origin=self.unit.path,
            path=self.unit.path,
            language=self.unit.language,
            form=self.form(scope),
            text=self._outline(scope) if is_class else self._slice(scope.node),
            signature=header(scope.node, self.data),
            package=self.language.separator.join(self._package(scope)),
            modifiers=modifiers(scope.node),
            annotations=noted,
            doc_comment=documentation(scope.node),
            call_sites=tuple(
                f"{c.row - first}:{c.column} {_written_call(c.receiver, c.name, c.creates)}/{max(c.arity, 0)}"
                for c in calls
            ),
            complexity=0 if is_class or (not calls and not scope.decisions) else scope.decisions + 1,
            lines=0 if is_class else last - first + 1,
            entry="" if is_class else entry(scope.name, noted),
        )

    def _package(self, scope: Scope) -> tuple[str, ...]:
        """The namespaces around it."""
        while scope.parent is not None and (scope.defines or scope.role != "namespace"):
            scope = scope.parent
        return scope.path if scope.role == "namespace" else scope.path[:-1][: len(scope.path) - 1]

    def _outline(self, scope: Scope) -> str:
        lines = [header(scope.node, self.data)]
        lines += [f"  {header(one.node, self.data)}" for one in self.members.get(scope.node.id, ())]
        return "\n".join(lines)[:_LONGEST_OUTLINE]

    def _slice(self, node: Node) -> str:
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "surrogatepass")

    def defines(self, scope: Scope) -> Edge:
        owner = self.owner(scope)
        return Edge(
            EdgeType.DEFINES,
            self.uids[owner.node.id] if owner is not None else self.unit.uid,
            self.uids[scope.node.id],
            start_line=scope.node.start_point[0] + 1,
            end_line=scope.node.end_point[0] + 1,
        )

    def definition(self, scope: Scope) -> ScmDefinition:
        lowest, highest = arity(scope.parameters)
        return ScmDefinition(
            uid=self.uids[scope.node.id],
            name=scope.name,
            owner=self.class_name(scope),
            is_class=scope.is_class,
            is_constructor=self.form(scope) is Form.CONSTRUCTOR,
            row=scope.node.start_point[0],
            lowest=lowest,
            highest=highest,
            calls=tuple(sorted(call(role, captures, self.data) for role, captures in scope.sites)),
        )


def _written_call(receiver: str, name: str, creates: bool) -> str:
    if creates:
        return f"new {name}"
    return f"{receiver}.{name}" if receiver else name


def _problems(root: Node) -> Iterator[Problem]:
    """A line for each place the grammar did not understand."""
    for node in islice(_errors(root), _MOST_PROBLEMS):
        what = f"`{node.type}` is missing" if node.is_missing else "not understood"
        yield Problem(node.start_point[0] + 1, what)


def _errors(root: Node) -> Iterator[Node]:
    """ERROR and missing nodes, outermost first."""
    pending = [root] if root.has_error else []
    while pending:
        node = pending.pop()
        if node.is_error or node.is_missing:
            yield node
        else:
            pending.extend(child for child in reversed(node.children) if child.has_error or child.is_missing)
