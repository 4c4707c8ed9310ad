"""Settings that are Python: the constants of a settings module (Django's and its like) as keys.

A module is one by its name (`settings.py`, `settings/prod.py`, `configuration_example.py`) and shape: names in
capitals at its top. Its keys belong to the project, the folder above the package that it stands in, as
`manage.py` does. Values are kept as those of any setting; one that is computed only says so.
"""

import re
from collections.abc import Iterator

from tree_sitter import Node

from kg.ingest.parse.config_files import environment_of
from kg.ingest.parse.key_sets import KeyLine, key_sets
from kg.ingest.parse.python.names import is_test_file
from kg.ingest.parse.python.walk import Walk
from kg.schema.facts import KeySet

_MODULE = re.compile(
    r"(?:^|/)(?:settings/(?!__init__)\w+|(?:\w+_)?settings(?:_\w+)?|configuration(?:_\w+)?)\.py$"
)
_COMPUTED = "<withheld:expression>"
_TESTS = frozenset(("tests", "test"))
_FEWEST = 3
"""Fewer names in capitals are the constants of any module."""


def is_settings_module(path: str) -> bool:
    return bool(_MODULE.search(path)) and not is_test_file(path)


def constant_settings(walk: Walk, path: str) -> tuple[KeySet, ...]:
    """The keys that a module sets; none where it is no settings module. One that is set again, as settings
    do under a condition, is what is written last."""
    if not is_settings_module(path):
        return ()
    lines = list(_assigned(walk, walk.scopes[0].node))
    if len({key for _, key, _ in lines}) < _FEWEST:
        return ()
    environment = "test" if _TESTS & set(path.split("/")[:-1]) else environment_of(path)
    sets, _ = key_sets(f"{_project(path)}/x", lines, environment)
    return sets


def _project(path: str) -> str:
    """The folder above the package that holds the module, or the package of modules."""
    package = path.rpartition("/")[0]
    while package.rpartition("/")[2] in {"settings", *_TESTS}:
        package = package.rpartition("/")[0]
    return package.rpartition("/")[0]


def _assigned(walk: Walk, block: Node) -> Iterator[KeyLine]:
    """Assignments at the top, also under conditions."""
    for node in block.named_children:
        if node.type in (
            "if_statement",
            "else_clause",
            "elif_clause",
            "try_statement",
            "except_clause",
            "block",
        ):
            yield from _assigned(walk, node)
        inner = (
            node.named_children[0] if node.type == "expression_statement" and node.named_children else None
        )
        left = inner.child_by_field_name("left") if inner is not None and inner.type == "assignment" else None
        if inner is not None and left is not None and left.type == "identifier":
            name = walk.text(left)
            if name.isupper() and not name.startswith("_"):
                yield node.start_point[0] + 1, name, _written(walk, inner.child_by_field_name("right"))


def _written(walk: Walk, node: Node | None) -> str | tuple[str, ...]:
    """A literal as a setting's value: a text without its quotes, a list of texts."""
    if node is None:
        return ""
    if node.type in ("integer", "float", "true", "false", "none"):
        return walk.text(node)
    if node.type == "string":
        content = [child for child in node.named_children if child.type == "string_content"]
        plain = len(content) == 1 and not any(child.type == "interpolation" for child in node.named_children)
        return walk.text(content[0]) if plain else "" if not content else _COMPUTED
    if node.type in ("list", "tuple", "set"):
        items = [_written(walk, child) for child in node.named_children if child.type != "comment"]
        texts = tuple(item for item in items if isinstance(item, str))
        return texts if len(texts) == len(items) else _COMPUTED
    return _COMPUTED
