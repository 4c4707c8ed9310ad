"""From a value to what is in it: down a pattern's or a context's path, and behind promises."""

from typing import Any

from kg.ingest.resolve.typescript.engine import Engine
from kg.ingest.resolve.typescript.members import argument, element, member
from kg.ingest.resolve.typescript.types import Instance, Tuple, Type, Union, union
from kg.schema import typescript as ts

_PROMISES = ("Promise", "PromiseLike")


def promised(engine: Engine, of: Type) -> Type:
    """What awaiting gives."""
    if isinstance(of, Union):
        return union(promised(engine, each) for each in of.types)
    if isinstance(of, Instance):
        is_promise, held = argument(engine, of, _PROMISES)
        if is_promise:
            return promised(engine, held) if isinstance(held, Instance | Union) else held
    return of


def follow(engine: Engine, of: Type, path: tuple[Any, ...]) -> Type:
    """Down a path of property names and places, as a pattern or a context takes it."""
    for index, step in enumerate(path):
        if of is None:
            return None
        if step == ts.REST:
            return (
                of if index == 0 or not isinstance(of, Tuple) else engine.made_of("Array", union(of.elements))
            )
        if step == ts.ELEMENT:
            of = element(engine, of)
        elif isinstance(step, int):
            of = (
                of.elements[step]
                if isinstance(of, Tuple) and step < len(of.elements)
                else element(engine, of)
            )
        else:
            of = member(engine, of, str(step))
    return of
