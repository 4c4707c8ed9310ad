"""Scopes -> artifacts: the module and its classes as Class, functions and methods as Method.

In: a finished walk. Out: artifacts in order of appearance, and DEFINES with lines, one to each.
The call sites of classes and modules are not listed on them: they stand at absolute places, which
move with every edit above; what they reach is in CALLS, what they do not is in DEFINES.
"""

from inspect import cleandoc

from tree_sitter import Node

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.entry import entry_of, module_entry
from kg.ingest.parse.python.facts import Expr
from kg.ingest.parse.python.outline import class_outline, comment_above, docstring, header, is_trivial
from kg.ingest.parse.python.walk import OpenScope, Walk
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Artifact, Edge
from kg.schema.ids import ordinal, python_uid
from kg.schema.vocabulary import EdgeType, Form, Kind

_ENUMS = ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag")


def name_scopes(walk: Walk, unit: Unit, module: str) -> None:
    """Give every scope its qualified name and uid; what is defined again gets an ordinal."""
    seen: dict[str, int] = {}
    for scope in walk.scopes:
        if scope.parent is None:
            scope.name, scope.qualified_name = module.rpartition(".")[2], module
        else:
            middle = ".<locals>." if scope.parent.form == "function" else "."
            scope.qualified_name = f"{scope.parent.qualified_name}{middle}{scope.name}"
        uid = python_uid(unit.repo, scope.qualified_name)
        seen[uid] = seen.get(uid, 0) + 1
        scope.uid = ordinal(uid, seen[uid])


def artifacts(walk: Walk, unit: Unit, package: str) -> tuple[tuple[Artifact, ...], tuple[Edge, ...]]:
    found = tuple(
        _method(walk, scope, unit, package)
        if scope.form == "function"
        else _class(walk, scope, unit, package)
        for scope in walk.scopes
    )
    return found, tuple(_defined(scope, unit, walk) for scope in walk.scopes)


def _defined(scope: OpenScope, unit: Unit, walk: Walk) -> Edge:
    source = scope.parent.uid if scope.parent is not None else unit.uid
    end = scope.end_line if scope.parent is not None else max(unit.line_count, 1)
    return Edge(EdgeType.DEFINES, source, scope.uid, start_line=scope.line, end_line=end)


def _method(walk: Walk, scope: OpenScope, unit: Unit, package: str) -> Artifact:
    in_class = scope.parent is not None and scope.parent.form == "class"
    form = Form.METHOD if in_class else Form.FUNCTION
    if in_class and scope.name in ("__init__", "__new__"):
        form = Form.CONSTRUCTOR
    return Artifact(
        kind=Kind.METHOD,
        uid=scope.uid,
        name=scope.name,
        qualified_name=scope.qualified_name,
        origin=unit.path,
        path=unit.path,
        language="python",
        form=form,
        text=_slice(walk, scope.outer, scope.node),
        signature=header(walk, scope.node),
        package=package,
        modifiers=_modifiers(walk, scope),
        annotations=_written(walk, scope),
        doc_comment=_doc(walk, scope),
        call_sites=tuple(_site(call, scope.line) for call in sorted(scope.calls, key=_place)),
        complexity=0 if is_trivial(walk, scope.node) else scope.branches,
        lines=scope.end_line - scope.line + 1,
        entry=entry_of(walk, scope, unit.path),
    )


def _class(walk: Walk, scope: OpenScope, unit: Unit, package: str) -> Artifact:
    is_module = scope.parent is None
    text = class_outline(walk, scope)
    return Artifact(
        kind=Kind.CLASS,
        uid=scope.uid,
        name=scope.name,
        qualified_name=scope.qualified_name,
        origin=unit.path,
        path=unit.path,
        language="python",
        form=Form.MODULE if is_module else _class_form(walk, scope),
        text=text,
        signature="" if is_module else header(walk, scope.node),
        package=package,
        annotations=_written(walk, scope),
        doc_comment=_doc(walk, scope),
        complexity=scope.branches if text.count("\n") or (is_module and text) else 0,
        entry=module_entry(walk, unit.path) if is_module else "",
    )


def _class_form(walk: Walk, scope: OpenScope) -> Form:
    bases = [_last(base) for base in scope.bases]
    if any(base in _ENUMS for base in bases):
        return Form.ENUM
    if "Protocol" in bases:
        return Form.INTERFACE
    if "NamedTuple" in bases or any(_last(d) == "dataclass" for d in scope.decorators):
        return Form.RECORD
    return Form.CLASS


def _modifiers(walk: Walk, scope: OpenScope) -> tuple[str, ...]:
    names = [_last(decorator) for decorator in scope.decorators]
    found = ["async"] if scope.is_async else []
    found += [
        name[:-6] if name == "staticmethod" else name
        for name in names
        if name in ("staticmethod", "classmethod")
    ]
    if any(name.endswith("property") or name in ("setter", "getter", "deleter") for name in names):
        found.append("property")
    if any(name.startswith("abstract") for name in names):
        found.append("abstract")
    return tuple(found)


def _written(walk: Walk, scope: OpenScope) -> tuple[str, ...]:
    return tuple(" ".join(walk.text(node).lstrip("@").split()) for node in scope.decorator_nodes)


def _doc(walk: Walk, scope: OpenScope) -> str:
    """The comment that stands right above it, then its docstring: both say what it is for."""
    found = docstring(walk, scope.node)
    above = "" if scope.parent is None else comment_above(walk, scope.outer)
    return "\n".join(part for part in (above, cleandoc(found).strip() if found else "") if part)


def _slice(walk: Walk, first: Node, last: Node) -> str:
    return walk.source[first.start_byte : last.end_byte].decode("utf-8", "replace")


def _place(call: Expr) -> tuple[int, int]:
    return (call[4], call[5]) if call is not None else (0, 0)


def _site(call: Expr, start: int) -> str:
    assert call is not None
    return f"{call[4] - start}:{call[5]} {written_name(call[1])}/{len(call[2]) + len(call[3])}"


def written_name(callee: Expr) -> str:
    """The callee as written where it is a dotted name, else what is certain of it."""
    if callee is None:
        return "()"
    if callee[0] == facts.NAME:
        return str(callee[1])
    if callee[0] == facts.ATTRIBUTE:
        owner = callee[1]
        dotted = owner is not None and owner[0] in (facts.NAME, facts.ATTRIBUTE)
        return f"{written_name(owner)}.{callee[2]}" if dotted else f"().{callee[2]}"
    return "()"


def _last(value: Expr) -> str:
    """`functools.wraps(f)` -> `wraps`, `Generic[T]` -> `Generic`."""
    while value is not None and value[0] in (facts.CALL, facts.SUBSCRIPT):
        value = value[1]
    if value is not None and value[0] == facts.NAME:
        return str(value[1])
    return str(value[2]) if value is not None and value[0] == facts.ATTRIBUTE else ""
