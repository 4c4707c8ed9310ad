"""One Python file -> Facts. Reads what can be read of a broken file and says what could not.

In: a Unit (text already decoded and redacted). Out: artifacts, DEFINES with lines, key reads, and
the compact facts for the resolver. Knows nothing of other files.
"""

from tree_sitter import Node

from kg.ingest.parse.python.artifacts import artifacts, name_scopes
from kg.ingest.parse.python.constants import constants
from kg.ingest.parse.python.expressions import expression
from kg.ingest.parse.python.face import face_of
from kg.ingest.parse.python.facts import PythonFacts
from kg.ingest.parse.python.grammar import LANGUAGE
from kg.ingest.parse.python.imported import Imported
from kg.ingest.parse.python.keys import key_reads
from kg.ingest.parse.python.migrations import migrations
from kg.ingest.parse.python.models import models
from kg.ingest.parse.python.names import is_package, module_name, package_of
from kg.ingest.parse.python.settings_modules import constant_settings
from kg.ingest.parse.python.settings_objects import settings_objects
from kg.ingest.parse.python.statements import statements
from kg.ingest.parse.python.usages import usages
from kg.ingest.parse.python.walk import Walk
from kg.ingest.parse.python.written import written_in
from kg.ingest.parse.sql.texts import sql_texts
from kg.ingest.parse.syntax import parse_tree
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts, Problem

MOST_PROBLEMS = 20


def parse_python(unit: Unit) -> Facts:
    source = unit.text.encode("utf-8", "replace")
    root = parse_tree(LANGUAGE, source, unit.late)
    walk = Walk(source, root, statements, expression)
    statements(walk, root)
    unit.check()
    module = module_name(unit.path)
    name_scopes(walk, unit, module)
    package = package_of(unit.path)
    found, defined = artifacts(walk, unit, package)
    steps, unread = migrations(unit)
    imported = Imported(walk, unit.path)
    problems = (*syntax_problems(root), *walk.problems, *unread)[:MOST_PROBLEMS]
    file = unit.file(imports=tuple(dict.fromkeys(walk.imports)), problems=problems, package=package)
    used, named = usages(walk, package), constants(walk)
    return Facts(
        file,
        found,
        defined,
        compact(walk, unit, module),
        reads=key_reads(walk, imported, unit.path),
        sets=constant_settings(walk, unit.path),
        usages=used,
        constants=named,
        found=(
            *steps,
            *settings_objects(walk, imported, unit.path),
            *models(walk),
            *sql_texts(used, named, unit.path),
        ),
    )


def compact(walk: Walk, unit: Unit, module: str) -> PythonFacts:
    scopes = tuple(scope.finished() for scope in walk.scopes)
    stars = tuple(walk.stars)
    exports = None if walk.exports is None else tuple(walk.exports)
    more = tuple(walk.export_modules)
    face = face_of(scopes, (module, is_package(unit.path), unit.path, stars, exports, more))
    written = written_in(scopes)
    return PythonFacts(module, is_package(unit.path), unit.path, scopes, stars, exports, more, face, written)


def syntax_problems(root: Node) -> list[Problem]:
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
