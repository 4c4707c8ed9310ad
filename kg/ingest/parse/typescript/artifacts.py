"""Artifacts as their bytes say: text, header, words in front, documentation, decorators."""

import re
from dataclasses import dataclass

from tree_sitter import Node

from kg.ingest.parse.typescript.entries import entry_of
from kg.ingest.parse.typescript.grammar import field, named
from kg.ingest.parse.typescript.walk import OpenOwner, Walk
from kg.schema.facts import Artifact
from kg.schema.typescript import Value
from kg.schema.vocabulary import Form, Kind

_STAR = re.compile(r"^[ \t]*\*+ ?", re.MULTILINE)
_TAIL = re.compile(r"\s*(?:=>|[={;])?\s*$")
_WORDS = frozenset(
    (
        "export", "default", "declare", "abstract", "static", "async", "readonly", "override", "get", "set",
        "const", "public", "private", "protected", "accessor",
    )
)  # fmt: skip
_PLAIN = frozenset(
    (
        "identifier",
        "member_expression",
        "this",
        "true",
        "false",
        "null",
        "undefined",
        "string",
        "number",
        "super",
    )
)
_LONGEST_HEADER = 2_000
_LONGEST_FIELD = 400
_LONGEST_OUTLINE = 20_000


@dataclass(frozen=True, slots=True)
class Binding:
    """What a function is bound to, and where that stands."""

    name: str
    path: str
    """Inside its owner: `api.get` for a property of an object."""
    form: Form
    first: Node
    last: Node
    this: Value = None
    static: bool = False
    modifiers: tuple[str, ...] = ()
    decorators: tuple[Node, ...] = ()


def method_artifact(walk: Walk, node: Node, owner: OpenOwner, binding: Binding) -> Artifact:
    body = field(node, "body")
    first, last = binding.first, binding.last
    decorators = _written(walk, binding.decorators)
    return Artifact(
        kind=Kind.METHOD,
        uid=owner.uid,
        name=binding.name,
        qualified_name=f"{walk.unit.path}#{owner.path}",
        origin=walk.unit.path,
        path=walk.unit.path,
        language=walk.language,
        form=binding.form,
        text=walk.between(first.start_byte, last.end_byte),
        signature=header(walk, first, last.end_byte if body is None else body.start_byte),
        modifiers=tuple(dict.fromkeys((*binding.modifiers, *_words_of(node)))),
        annotations=decorators,
        doc_comment=documentation(walk, first),
        call_sites=_sites(owner),
        complexity=0 if body is None or _is_trivial(body, owner) else owner.decisions + 1,
        lines=last.end_point[0] - first.start_point[0] + 1,
        entry=entry_of(binding.name, owner.path, walk.unit.path, decorators),
    )


def class_artifact(
    walk: Walk,
    owner: OpenOwner,
    name: str,
    form: Form,
    first: Node,
    last: Node,
    title: str,
    outline: list[str],
    modifiers: tuple[str, ...] = (),
    decorators: tuple[Node, ...] = (),
) -> Artifact:
    text = "\n".join((title, *(f"  {line}" for line in outline)))[:_LONGEST_OUTLINE]
    return Artifact(
        kind=Kind.CLASS,
        uid=owner.uid,
        name=name,
        qualified_name=f"{walk.unit.path}#{owner.path}",
        origin=walk.unit.path,
        path=walk.unit.path,
        language=walk.language,
        form=form,
        text=text,
        signature=title,
        modifiers=modifiers,
        annotations=_written(walk, decorators),
        doc_comment=documentation(walk, first),
        complexity=owner.decisions + 1 if outline else 0,
        lines=last.end_point[0] - first.start_point[0] + 1,
    )


def module_artifact(walk: Walk, outline: list[str], entry: str) -> Artifact:
    """The file as something that calls: what runs when it is imported."""
    name = walk.unit.path.rpartition("/")[2].partition(".")[0]
    text = "\n".join(outline)[:_LONGEST_OUTLINE]
    return Artifact(
        kind=Kind.CLASS,
        uid=walk.owners[0].uid,
        name=name,
        qualified_name=walk.unit.path,
        origin=walk.unit.path,
        path=walk.unit.path,
        language=walk.language,
        form=Form.MODULE,
        text=text,
        complexity=walk.owners[0].decisions + 1 if text else 0,
        lines=walk.unit.line_count,
        entry=entry,
    )


def header(walk: Walk, first: Node, end: int) -> str:
    """A declaration up to its body, on one line, without decorators in front."""
    start = first.start_byte
    while first.type == "decorator" and first.next_sibling is not None:
        first = first.next_sibling
        start = first.start_byte
    for child in first.children:
        if child.type != "decorator":
            break
        start = child.end_byte
    written = walk.between(start, min(end, start + _LONGEST_HEADER))
    return _TAIL.sub("", " ".join(written.split()))


def words_in_front(*nodes: Node) -> tuple[str, ...]:
    """`export`, `abstract`, `private`, … of a declaration."""
    return tuple(dict.fromkeys(word for node in nodes for word in _words_of(node)))


def _words_of(node: Node) -> list[str]:
    found = []
    for child in node.children:
        if child.type == "accessibility_modifier" and child.child_count:
            found.append(child.children[0].type)
        elif child.type == "override_modifier":
            found.append("override")
        elif not child.is_named and child.type in _WORDS:
            found.append(child.type)
        elif child.type in ("statement_block", "class_body", "formal_parameters"):
            break
    return found


def field_line(walk: Walk, node: Node) -> str:
    """A field in the outline of its class."""
    return " ".join(
        walk.between(node.start_byte, min(node.end_byte, node.start_byte + _LONGEST_FIELD)).split()
    )


def documentation(walk: Walk, node: Node) -> str:
    """The `/** … */` right above, as plain text."""
    before = node.prev_sibling
    if before is None or before.type != "comment":
        return ""
    written = walk.text(before)
    if not written.startswith("/**") or written == "/**/":
        return ""
    return _STAR.sub("", written[3:-2]).strip()


def _written(walk: Walk, decorators: tuple[Node, ...]) -> tuple[str, ...]:
    return tuple(" ".join(walk.text(node).lstrip("@").split()) for node in decorators)


def _sites(owner: OpenOwner) -> tuple[str, ...]:
    return tuple(
        f"{row - owner.row}:{column} {name}/{arity}" for row, column, name, arity in sorted(owner.sites)
    )


def _is_trivial(body: Node, owner: OpenOwner) -> bool:
    """Nothing, a value that is given back, values that are stored."""
    if owner.decisions or owner.sites:
        return False
    if body.type != "statement_block":
        return body.type in _PLAIN
    statements = named(body)
    return len(statements) <= 12 and all(_is_plain(statement) for statement in statements)


def _is_plain(node: Node) -> bool:
    inner = named(node)
    if node.type == "return_statement":
        return not inner or inner[0].type in _PLAIN
    if node.type == "expression_statement" and inner and inner[0].type == "assignment_expression":
        return all(part.type in _PLAIN for part in named(inner[0]))
    return False
