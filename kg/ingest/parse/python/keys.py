"""Configuration keys that code reads: `os.environ["X"]`, `os.environ.get("X")`, `os.getenv("X")`.

A key may be a constant of the module. The fields of a pydantic-settings class count too.
"""

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import BindingKind, Expr
from kg.ingest.parse.python.walk import OpenScope, Walk
from kg.schema.facts import KeyRead

_READERS = (
    "os.getenv",
    "getenv",
    "os.environ.get",
    "environ.get",
    "os.environ.pop",
    "environ.pop",
    "os.environ.setdefault",
)
_MAPS = ("os.environ", "environ")


def key_reads(walk: Walk) -> tuple[KeyRead, ...]:
    found: list[KeyRead] = []
    for scope in walk.scopes:
        for call in scope.calls:
            if call is not None and call[2] and _dotted(call[1]) in _READERS:
                found += _read(walk, scope, call[2][0], call[4])
        for container, index, line in scope.subscripts:
            if _dotted(container) in _MAPS:
                found += _read(walk, scope, index, line)
        found += _settings(scope)
    return tuple(dict.fromkeys(found))


def _read(walk: Walk, scope: OpenScope, key: Expr, line: int) -> list[KeyRead]:
    text = _constant(walk, scope, key)
    return [KeyRead(scope.uid, text, line - scope.line)] if text else []


def _constant(walk: Walk, scope: OpenScope, key: Expr) -> str:
    """A string as written, or the one string a name of this scope or module stands for."""
    if key is None:
        return ""
    if key[0] == facts.CONSTANT:
        return key[2] if isinstance(key[2], str) else ""
    if key[0] != facts.NAME:
        return ""
    for place in (scope, walk.scopes[0]):
        bound = place.bindings.get(key[1], [])
        if len(bound) == 1 and bound[0][0] == BindingKind.VALUE and bound[0][6] is not None:
            value = bound[0][6]
            return str(value[2]) if value[0] == facts.CONSTANT and isinstance(value[2], str) else ""
    return ""


def _settings(scope: OpenScope) -> list[KeyRead]:
    """Each annotated field of a `BaseSettings` class is read from the variable of its name."""
    if scope.form != "class" or not any(_dotted(base).endswith("BaseSettings") for base in scope.bases):
        return []
    prefix = _prefix(scope)
    return [
        KeyRead(scope.uid, (prefix + name).upper(), 0)
        for name, bound in scope.bindings.items()
        if bound[0][0] == BindingKind.ANNOTATED and name != "model_config"
    ]


def _prefix(scope: OpenScope) -> str:
    for bound in scope.bindings.get("model_config", []):
        value = bound[6] if bound[0] == BindingKind.VALUE else bound[7]
        for name, setting in value[3] if value is not None and value[0] == facts.CALL else ():
            if name == "env_prefix" and setting is not None and isinstance(setting[-1], str):
                return str(setting[-1])
    return ""


def _dotted(value: Expr) -> str:
    if value is None:
        return ""
    if value[0] == facts.NAME:
        return str(value[1])
    if value[0] == facts.ATTRIBUTE and value[1] is not None:
        return f"{_dotted(value[1])}.{value[2]}"
    return ""
