"""Members that no source holds: of enums and records, implicit constructors, and Lombok's.

They type a chain that passes through them (`order.getCustomer().rename()`), and stop a call from being
tied to somebody else's method of that name; they have no uid, so no edge leads to them.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kg.ingest.resolve.java.builders import added_to, starts
from kg.ingest.resolve.java.lombok import SELF, lombok_constructors, lombok_methods
from kg.ingest.resolve.java.synthetic import SyntheticMethod, Written, static
from kg.ingest.resolve.java.types import Method, array_of
from kg.schema.java import JavaClass
from kg.schema.vocabulary import Form

if TYPE_CHECKING:
    from kg.ingest.resolve.java.source import SourceKlass


def generated_methods(klass: "SourceKlass") -> Iterator[Method]:
    """What is declared by hand wins: by name where Lombok asks, else by name and number of parameters."""
    facts = klass.facts
    declared = {(method.name, len(method.parameters)) for method in facts.methods}
    for method in (*_of_form(klass), *_constructors(klass)):
        if (method.name, method.arity) not in declared:
            yield method
    names = {method.name.lower() for method in facts.methods}
    for method in (*_of_lombok(klass), *added_to(klass)) if klass.lombok else ():
        if method.name.lower() not in names:
            yield method


def _of_form(klass: "SourceKlass") -> Iterator[SyntheticMethod]:
    facts = klass.facts
    if facts.form == Form.RECORD:
        for name, of in facts.components:
            yield SyntheticMethod(klass, name, klass, (), Written(of))
    if facts.form == Form.ENUM:
        yield static(SyntheticMethod(klass, "values", klass, (), array_of(klass.raw)))
        yield static(SyntheticMethod(klass, "valueOf", klass, ("java.lang.String",), klass.raw))


def _of_lombok(klass: "SourceKlass") -> Iterator[SyntheticMethod]:
    for made in lombok_methods(klass.facts):
        gives = klass.raw if made.result == SELF else Written(made.result)
        method = SyntheticMethod(klass, made.name, klass, made.given, gives)
        yield static(method) if made.static else method
    yield from starts(klass)


def _constructors(klass: "SourceKlass") -> Iterator[SyntheticMethod]:
    """A record's own, those of Lombok, or else the implicit one."""
    facts = klass.facts
    if not facts.name or klass.interface:
        return
    if facts.form == Form.RECORD:
        yield SyntheticMethod(klass, "<init>", klass, tuple(of for _, of in facts.components), None)
        return
    made = list(lombok_constructors(facts)) if klass.lombok else []
    if not made and not _declares_constructor(facts):
        made.append(())
    for given in made:
        yield SyntheticMethod(klass, "<init>", klass, given, None)


def _declares_constructor(facts: JavaClass) -> bool:
    return any(method.name == "<init>" for method in facts.methods)
