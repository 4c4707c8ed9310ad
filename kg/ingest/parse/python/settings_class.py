"""Which variables a pydantic-settings class reads: one for each annotated field.

`env_prefix` stands before the name; `alias`, `validation_alias` and `env` of a Field stand in its place.
"""

from collections.abc import Iterator

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import BindingKind, Expr
from kg.ingest.parse.python.imported import dotted
from kg.ingest.parse.python.walk import OpenScope
from kg.schema.facts import KeyRead

_ALIASES = ("validation_alias", "alias", "env")


def field_reads(scope: OpenScope) -> Iterator[KeyRead]:
    """Each annotated field of a `BaseSettings` class is read from the variable of its name."""
    if scope.form != "class" or not any(dotted(base).endswith("BaseSettings") for base in scope.bases):
        return
    prefix = _prefix(scope)
    for name, bound in scope.bindings.items():
        if bound[0][0] == BindingKind.ANNOTATED and name != "model_config":
            for key in _aliases(bound[0][7]) or [(prefix + name).upper()]:
                yield KeyRead(scope.uid, key, 0)


def _prefix(scope: OpenScope) -> str:
    for bound in scope.bindings.get("model_config", []):
        value = bound[6] if bound[0] == BindingKind.VALUE else bound[7]
        for setting in _keywords(value, "env_prefix"):
            return setting
    return ""


def _aliases(value: Expr) -> list[str]:
    """What a Field is called instead; AliasChoices are several."""
    for name in _ALIASES:
        found = _keywords(value, name)
        if found:
            return found
    return []


def _keywords(value: Expr, name: str) -> list[str]:
    """The texts that a call is given by a name."""
    if value is None or value[0] != facts.CALL:
        return []
    given = next((each for keyword, each in value[3] if keyword == name), None)
    if given is None:
        return []
    inner = given[2] if given[0] in (facts.CALL, facts.SEQUENCE) else (given,)
    return [
        each[2]
        for each in inner
        if each is not None and each[0] == facts.CONSTANT and isinstance(each[2], str)
    ]
