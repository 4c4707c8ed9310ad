"""Local and anonymous classes: made where the body makes them, with what they see of it."""

from kg.ingest.resolve.java.body import Body, Value, read_class, rule
from kg.ingest.resolve.java.source import Environment, SourceKlass
from kg.schema import java
from kg.schema.java import Code


def _environment(body: Body) -> Environment:
    return Environment(body.names, body.names, dict(body.locals))


def anonymous(body: Body, index: int, of: Value) -> None:
    """The body behind `new X() { … }`; its supertype is known only here."""
    klass = body.file.local(index, body.klass, _environment(body))
    klass.super_type = of
    _read(body, klass)


@rule(java.LOCAL_CLASS)
def local_class(body: Body, code: Code, _want: Value) -> Value:
    """It sees itself, and is seen from here to the end of the block."""
    index = code[1]
    if index < 0:
        return None
    name = body.file.facts.classes[index].name
    body.names = dict(body.names)
    klass = body.file.local(index, body.klass, _environment(body))
    body.names[name] = klass
    _read(body, klass)
    return None


def _read(body: Body, klass: SourceKlass) -> None:
    body.made.append(klass)
    read_class(body.file, klass, body.made, body.callers)
    for member in klass.members.values():
        _read(body, member)
