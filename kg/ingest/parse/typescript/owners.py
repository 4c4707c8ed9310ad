"""What a call of TypeScript is made on: the class or call that a variable is made from, the module it is from.

In: a callee and its scope. Out: a dotted name with imports followed: `axios`, `axios.create()`, `HttpClient`,
`express.Router()`; a name that says nothing stays as written. Follows no other file.
"""

from kg.ingest.parse.typescript.values import variable
from kg.ingest.parse.typescript.walk import Walk
from kg.schema import typescript as ts
from kg.schema.typescript import TypeCode
from kg.schema.typescript import Value as Code

_DEEPEST = 8


def module_of(walk: Walk, name: str, scope: int) -> str:
    """Where a bare name is imported from; empty for one that is not."""
    found = variable(walk, name, scope)
    if found is None:
        return ""
    declaration = found[1]
    if declaration[0] == ts.IMPORTED:
        return str(declaration[1])
    value = declaration[2] if declaration[0] == ts.VARIABLE else None
    return str(value[1]) if isinstance(value, tuple) and value[0] == ts.REQUIRE else ""


def owner(walk: Walk, code: Code, scope: int, deep: int = _DEEPEST) -> str:
    """The class of a value, or its name in full."""
    if code is None or deep == 0:
        return ""
    match code[0]:
        case ts.NAME:
            return _name(walk, code[1], scope, deep) or str(code[1])
        case ts.THIS:
            return "this"
        case ts.MEMBER:
            return _member(walk, code, scope, deep)
        case ts.CALL:
            made = owner(walk, code[1], scope, deep - 1)
            return f"{made}()" if made else ""
        case ts.NEW:
            return owner(walk, code[1], scope, deep - 1)
        case ts.REQUIRE:
            return str(code[1])
        case ts.AWAIT:
            return owner(walk, code[1], scope, deep - 1)
        case ts.SCOPED:
            return owner(walk, code[2], code[1], deep - 1)
        case ts.AS:
            return typed(code[1]) or owner(walk, code[2], scope, deep - 1)
        case ts.EITHER:
            return next((found for each in code[1] if (found := owner(walk, each, scope, deep - 1))), "")
    return ""


def _name(walk: Walk, name: str, scope: int, deep: int) -> str:
    found = variable(walk, name, scope)
    if found is None:
        return ""
    where, declaration = found
    match declaration[0]:
        case ts.IMPORTED:
            whole = declaration[2] in ("default", "*", "=")
            return str(declaration[1]) if whole else f"{declaration[1]}.{declaration[2]}"
        case ts.VARIABLE:
            return _variable(walk, declaration, where, deep)
        case ts.PARAMETER:
            return _parameter(walk, declaration)
    return ""


def _variable(walk: Walk, declaration: tuple[object, ...], where: int, deep: int) -> str:
    told = typed(declaration[1])  # type: ignore[arg-type] # a type or nothing
    value: Code = declaration[2]  # type: ignore[assignment] # its value
    path = declaration[3]
    if told or path == ():
        return told or owner(walk, value, where, deep - 1)
    made = owner(walk, value, where, deep - 1)
    return f"{made}.{path[0]}" if made and isinstance(path, tuple) and len(path) == 1 else ""


def _parameter(walk: Walk, declaration: tuple[object, ...]) -> str:
    _, number, position, path = declaration
    function = walk.functions[number] if isinstance(number, int) and number < len(walk.functions) else None
    if function is None or path != () or not isinstance(position, int):
        return ""
    return typed(function.parameters[position].type) if position < len(function.parameters) else ""


def _member(walk: Walk, code: tuple[object, ...], scope: int, deep: int) -> str:
    inner: Code = code[1]  # type: ignore[assignment] # the object of a member
    if inner is not None and inner[0] == ts.THIS:
        return _field(walk, inner[1], str(code[2]), deep) or f"this.{code[2]}"
    made = owner(walk, inner, scope, deep - 1)
    return f"{made}.{code[2]}" if made else ""


def _field(walk: Walk, number: int, name: str, deep: int) -> str:
    holder = walk.classes[number] if number < len(walk.classes) else None
    for each in holder.fields if holder is not None else ():
        if each.name == name:
            return typed(each.type) or owner(walk, each.value, each.scope, deep - 1)
    return ""


def typed(code: TypeCode) -> str:
    """The name of a type; of `A | null` the first."""
    if code is None:
        return ""
    if code[0] == ts.REFERENCE:
        return ".".join(code[1])
    if code[0] == ts.UNION:
        return next((found for each in code[1] if (found := typed(each))), "")
    return ""


def written(code: Code) -> str:
    """A callee as it is written, calls in it without what they are given."""
    if code is None:
        return ""
    match code[0]:
        case ts.NAME:
            return str(code[1])
        case ts.THIS:
            return "this"
        case ts.MEMBER:
            made = written(code[1])
            return f"{made}.{code[2]}" if made else ""
        case ts.CALL:
            made = written(code[1])
            return f"{made}()" if made else ""
        case ts.REQUIRE:
            return str(code[1])
    return ""
