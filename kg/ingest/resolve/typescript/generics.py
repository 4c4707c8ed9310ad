"""Type parameters of classes and aliases by what they are given; a class with all its declarations."""

from collections.abc import Sequence

from kg.ingest.resolve.typescript.engine import Engine
from kg.ingest.resolve.typescript.program import ClassDecl
from kg.ingest.resolve.typescript.scopes import Named
from kg.ingest.resolve.typescript.types import Bindings, Type, TypeParam, substitute
from kg.schema import typescript as ts


def class_of(found: Named) -> ClassDecl:
    """The class of a name, with everything that is declared under it."""
    indexes = [d[1] for d in found.declarations if d[0] in (ts.CLASSES, ts.ENUM)]
    decl = found.file.decl(indexes[0])
    for index in indexes[1:]:
        decl.merge(found.file, index)
    return decl


def bound(engine: Engine, decl: ClassDecl, arguments: Sequence[Type]) -> Bindings:
    """The arguments by parameter; what is not given is its default."""
    known: dict[TypeParam, Type] = {}
    for params in decl.params:
        known.update(by_parameter(engine, params, arguments))
    return known


def by_parameter(
    engine: Engine, params: Sequence[TypeParam], arguments: Sequence[Type]
) -> dict[TypeParam, Type]:
    known: dict[TypeParam, Type] = {}
    for index, param in enumerate(params):
        if index < len(arguments):
            known[param] = arguments[index]
        elif param.default is not None:
            known[param] = substitute(engine.written(param.file, param.scope, param.default), known)
    return known
