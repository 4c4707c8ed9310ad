"""EXTENDS, IMPLEMENTS and OVERRIDES: how classes and methods stand to each other.

An interface extends an interface, a class extends a class and implements interfaces. A method overrides
the nearest declaration of its name above, of a class and of each interface; so does a function of an
object literal that stands where an interface is expected.
"""

from collections.abc import Iterator

from kg.ingest.resolve.typescript.contexts import expected
from kg.ingest.resolve.typescript.engine import Engine
from kg.ingest.resolve.typescript.members import bases, find, implemented, member
from kg.ingest.resolve.typescript.program import File
from kg.ingest.resolve.typescript.types import Func, Instance, Type
from kg.schema import typescript as ts
from kg.schema.facts import Edge
from kg.schema.ids import Uid
from kg.schema.typescript import TsClass
from kg.schema.vocabulary import EdgeType


def hierarchy(engine: Engine, file: File, index: int) -> Iterator[Edge]:
    """The edges of one class and its methods to what stands directly above."""
    decl, facts = file.decl(index), file.facts.classes[index]
    if not facts.uid or facts.form not in ("class", "interface"):
        return
    extended = [base for base in bases(engine, decl) if isinstance(base, Instance)]
    above = [*extended, *(each for each in implemented(engine, decl) if isinstance(each, Instance))]
    seen: set[Uid] = set()
    for base in above:
        uid = base.decl.facts.uid
        if not uid or base.decl.file.is_library or uid in seen or uid == facts.uid:
            continue
        seen.add(uid)
        is_interface = base.decl.facts.form == "interface" and facts.form == "class"
        yield Edge(EdgeType.IMPLEMENTS if is_interface else EdgeType.EXTENDS, facts.uid, uid)
    yield from _overrides(engine, file, facts, above)


def implementations(engine: Engine, file: File) -> Iterator[Edge]:
    """Functions of an object written where an interface is expected are what runs there."""
    seen: set[tuple[Uid, Uid]] = set()
    for each in file.facts.objects:
        functions = [
            (name, file.fn(value[1]).facts.uid)
            for name, value in each.members
            if value is not None and value[0] == ts.FUNCTION
        ]
        of = expected(engine, file, each.context) if functions else None
        for name, uid in functions if of is not None else ():
            for target in _targets(member(engine, of, name)):
                if target != uid and (uid, target) not in seen:
                    seen.add((uid, target))
                    yield Edge(EdgeType.OVERRIDES, uid, target)


def _overrides(engine: Engine, file: File, facts: TsClass, above: list[Instance]) -> Iterator[Edge]:
    for name, static, uid in _methods(file, facts):
        targets = {
            target: None
            for base in above
            if base.decl.facts.uid != facts.uid
            for target in _targets(find(engine, base.decl, name, static))
        }
        for target in targets:
            if target != uid:
                yield Edge(EdgeType.OVERRIDES, uid, target)


def _methods(file: File, facts: TsClass) -> Iterator[tuple[str, bool, Uid]]:
    """Methods, and functions that are the value of a field."""
    for method in facts.methods:
        fn = file.fn(method.functions[-1])
        if method.form == "method" and fn.facts.uid:
            yield method.name, method.static, fn.facts.uid
    for field in facts.fields:
        if field.value is not None and field.value[0] == ts.FUNCTION:
            yield field.name, field.static, file.fn(field.value[1]).facts.uid


def _targets(found: Type) -> list[Uid]:
    if not isinstance(found, Func):
        return []
    fn = found.fns[-1]
    return [fn.facts.uid] if fn.facts.uid and not fn.file.is_library else []
