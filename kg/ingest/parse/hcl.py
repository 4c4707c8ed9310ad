"""HCL (Terraform): variables, their values and who uses them.

In: a .tf, .tfvars or .hcl file. Out: a KeySet `var.name` for each variable that is declared or given a
value, and a read for each that the file uses. Other blocks are not settings.
"""

import re
from collections.abc import Iterator

import tree_sitter_hcl
from tree_sitter import Language, Node

from kg.ingest.parse.config_files import ENVIRONMENTS
from kg.ingest.parse.key_sets import KeyLine, key_sets
from kg.ingest.parse.syntax import error_line, line_of, parse_tree, text_of
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts, KeyRead, Problem

_LANGUAGE = Language(tree_sitter_hcl.language())
_USE = re.compile(r"\bvar\.([A-Za-z_][\w-]*)")


def parse_hcl(unit: Unit) -> Facts:
    root = parse_tree(_LANGUAGE, f"{unit.text}\n".encode("utf-8", "replace"), unit.late)
    problems = (Problem(error_line(root), "not wholly valid HCL"),) if root.has_error else ()
    is_values = unit.path.endswith(".tfvars")
    lines = list(_values(root) if is_values else _declared(root))
    sets, repeated = key_sets(unit.path, lines, _environment(unit.path) if is_values else "default")
    return Facts(unit.file(problems=(*problems, *repeated)), sets=sets, reads=_reads(unit))


def _environment(path: str) -> str:
    """`prod` of `prod.tfvars`, `prod.auto.tfvars` and `prod/terraform.tfvars`; else `default`."""
    *folders, name = path.split("/")
    stem = name.partition(".")[0]
    words = [stem, *stem.split("-"), *folders[-1:]]
    return next((word for word in words if word.lower() in ENVIRONMENTS), "default")


def _body(node: Node) -> list[Node]:
    return [child for each in node.named_children if each.type == "body" for child in each.named_children]


def _declared(root: Node) -> Iterator[KeyLine]:
    """`variable "x" { default = … }`; without a default it has no value."""
    for block in _body(root):
        words = [child for child in block.named_children if child.type in ("identifier", "string_lit")]
        if block.type == "block" and len(words) == 2 and text_of(words[0]) == "variable":
            inner = dict(_attributes(_body(block)))
            line, value = inner.get("default", (line_of(block), ""))
            yield line, f"var.{_plain(text_of(words[1]))}", value


def _values(root: Node) -> Iterator[KeyLine]:
    for name, (line, value) in _attributes(_body(root)):
        yield line, f"var.{name}", value


def _attributes(nodes: list[Node]) -> Iterator[tuple[str, tuple[int, str]]]:
    for node in nodes:
        if node.type == "attribute":
            name, value = node.named_children[0], node.named_children[-1]
            yield text_of(name), (line_of(node), _plain(text_of(value)))


def _plain(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def _reads(unit: Unit) -> tuple[KeyRead, ...]:
    """One read a variable, at its first use."""
    found: dict[str, KeyRead] = {}
    for number, line in enumerate(unit.text.split("\n")):
        for use in _USE.finditer(line.partition("#")[0]):
            found.setdefault(use[1], KeyRead(unit.uid, f"var.{use[1]}", number))
    return tuple(found.values())
