"""Composite literals and functions: what stands in them is read where it stands."""

from kg.ingest.resolve.go import types
from kg.ingest.resolve.go.body import Body, evaluate, rule
from kg.ingest.resolve.go.types import INT, Maybe, Type, pointed, underlying
from kg.schema import go
from kg.schema.go import Code


@rule(go.COMPOSITE)
def _composite(body: Body, code: Code) -> Maybe:
    of = body.environment.type(code[1])
    fill(body, of, code[2])
    return of


@rule(go.ELEMENTS)
def _elements(body: Body, code: Code) -> Maybe:
    fill(body, None, code[1])
    return None


def fill(body: Body, of: Maybe, elements: tuple[tuple[Code | None, Code], ...]) -> None:
    """Read the elements of a composite literal; one whose type is left out has that of its place."""
    inner = underlying(of)
    kind = -1 if inner is None else inner[0]
    for index, (key, value) in enumerate(elements):
        expected: Maybe = None
        if inner is not None and kind == types.STRUCT:
            expected = _field_type(inner, key, index)
        else:
            if key is not None and kind in (types.SLICE, types.ARRAY, types.MAP):
                _element(body, key, inner[1] if inner is not None and kind == types.MAP else INT)
            if inner is not None and kind in (types.SLICE, types.ARRAY, types.MAP):
                expected = inner[2] if kind == types.MAP else inner[1]
        _element(body, value, expected)


def _field_type(struct: Type, key: Code | None, index: int) -> Maybe:
    if key is None:
        return struct[1][index][1] if index < len(struct[1]) else None
    return next((of for name, of, _ in struct[1] if key[0] == go.NAME and name == key[1]), None)


def _element(body: Body, code: Code, expected: Maybe) -> None:
    if code[0] == go.ELEMENTS:
        fill(body, pointed(expected), code[1])
    else:
        evaluate(body, code)


@rule(go.CLOSURE)
def _closure(body: Body, code: Code) -> Maybe:
    """Its body is read where it stands: it sees, and belongs to, what is around it."""
    of = body.environment.type(code[1])
    assert of is not None
    scope: dict[str, Maybe] = dict(zip(code[2], of[1], strict=True))
    scope.update(zip(code[3], of[2], strict=False))
    environment = body.environment
    body.scopes.append(scope)
    evaluate(body, code[4])
    body.scopes.pop()
    body.environment = environment
    return (types.REFERENCE, None, of)
