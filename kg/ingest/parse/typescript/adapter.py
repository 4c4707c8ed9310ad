"""One TypeScript or JavaScript file -> Facts. Reads what can be read of a broken file and says what not.

In: a Unit (text already decoded and redacted). Out: artifacts, DEFINES with lines, key reads, and the
compact facts for the resolver. Knows nothing of other files.
"""

from dataclasses import replace

from tree_sitter import Node

from kg.ingest.parse.typescript.artifacts import module_artifact
from kg.ingest.parse.typescript.constants import constants
from kg.ingest.parse.typescript.entries import module_entry
from kg.ingest.parse.typescript.expressions import expression
from kg.ingest.parse.typescript.grammar import best_tree, named
from kg.ingest.parse.typescript.keys import asks_settings
from kg.ingest.parse.typescript.statements import statements
from kg.ingest.parse.typescript.types import type_of
from kg.ingest.parse.typescript.usages import usages
from kg.ingest.parse.typescript.walk import MOST_PROBLEMS, Rules, Walk
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Edge, Facts, Problem
from kg.schema.typescript import TsFacts, TsOwner
from kg.schema.vocabulary import EdgeType

_OUTLINED = frozenset(
    (
        "import_statement",
        "export_statement",
        "lexical_declaration",
        "variable_declaration",
        "expression_statement",
    )
)
_LONGEST_LINE = 200


def parse_typescript(unit: Unit) -> Facts:
    """Artifacts, DEFINES and `TsFacts` of one file. TooSlow when its time is used up."""
    data = unit.text.encode("utf-8", "surrogatepass")
    root = best_tree(data, unit)
    walk = Walk(unit, data, Rules(expression, type_of, statements))
    walk.asks_settings = asks_settings(unit.text)
    walk.artifacts.append(None)
    last = max(unit.line_count, 1)
    walk.edges.append(Edge(EdgeType.DEFINES, unit.uid, walk.owner.uid, start_line=1, end_line=last))
    statements(walk, root)
    unit.check()
    walk.artifacts[0] = replace(
        module_artifact(walk, _outline(walk, root), module_entry(unit.path, unit.text)), lines=last
    )
    problems = (*_syntax_problems(root), *walk.problems)[:MOST_PROBLEMS]
    imports = tuple(dict.fromkeys(walk.imports))
    return Facts(
        file=unit.file(imports=imports, problems=tuple(problems)),
        artifacts=tuple(found for found in walk.artifacts if found is not None),
        edges=tuple(walk.edges),
        code=_compact(walk, unit),
        reads=tuple(dict.fromkeys(walk.reads)),
        usages=usages(walk),
        constants=constants(walk),
    )


def _compact(walk: Walk, unit: Unit) -> TsFacts:
    return TsFacts(
        path=unit.path,
        uid=walk.owners[0].uid,
        scopes=tuple(scope.finished() for scope in walk.scopes),
        functions=tuple(each for each in walk.functions if each is not None),
        classes=tuple(each for each in walk.classes if each is not None),
        objects=tuple(walk.objects),
        owners=tuple(TsOwner(owner.uid, owner.row) for owner in walk.owners),
        calls=tuple(walk.calls),
        handed=tuple(walk.handed),
        exports=tuple(walk.exports),
        expandos=tuple(walk.expandos),
        ambient=tuple(walk.ambient),
        global_scope=walk.global_scope,
        is_module=bool(walk.imports or walk.exports),
    )


def _outline(walk: Walk, root: Node) -> list[str]:
    """What the module says itself: what it imports, what it runs, the first line of what it defines."""
    found = []
    for child in named(root):
        if child.type in _OUTLINED:
            end = min(child.end_byte, child.start_byte + _LONGEST_LINE)
            found.append(walk.between(child.start_byte, end).split("\n", 1)[0].rstrip(" {"))
    return found


def _syntax_problems(root: Node) -> list[Problem]:
    """A line for each place the grammar did not understand."""
    found: list[Problem] = []
    pending = [root] if root.has_error else []
    while pending and len(found) < MOST_PROBLEMS:
        node = pending.pop()
        line = node.start_point[0] + 1
        if node.is_error:
            found.append(Problem(line, "not understood"))
        elif node.is_missing:
            found.append(Problem(line, f"`{node.type}` is missing"))
        else:
            pending.extend(child for child in reversed(node.children) if child.has_error or child.is_missing)
    return found
