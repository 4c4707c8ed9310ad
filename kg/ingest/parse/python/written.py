"""What a Python file writes that makes reading an attribute a call: properties, special methods, descriptors.

In: the scopes of a file. Out: names. All files' together decide what is asked about anywhere, and that is wanted at
every commit, so each file says it once.
"""

from collections.abc import Sequence

from kg.ingest.parse.python.facts import CALL, Binding, BindingKind, Scope, Written
from kg.ingest.parse.python.last_name import last_name


def written_in(scopes: Sequence[Scope]) -> Written:
    properties: set[str] = set()
    methods: set[str] = set()
    made: set[str] = set()
    for scope in scopes[1:]:
        if scope.form == "class":
            made.update(name for name, bindings in scope.bindings.items() if _is_made(bindings[-1]))
            continue
        in_class = scopes[scope.parent].form == "class"
        if in_class and (scope.name.startswith("__") or scope.name == "keys"):
            methods.add(scope.name)
        if any(last_name(decorator).endswith("property") for decorator in scope.decorators):
            properties.add(scope.name)
    return Written(tuple(sorted(properties)), tuple(sorted(methods)), tuple(sorted(made)))


def _is_made(binding: Binding) -> bool:
    value = binding.value if binding.kind == BindingKind.VALUE else binding.extra
    is_value = binding.kind in (BindingKind.VALUE, BindingKind.ANNOTATED)
    return is_value and value is not None and bool(value[0] == CALL)
