"""Members that no source writes: of data and enum classes. Known by their result, never a target."""

from kg.ingest.resolve.kotlin.body import Body
from kg.ingest.resolve.kotlin.scope import Value
from kg.ingest.resolve.kotlin.source import SourceKlass
from kg.ingest.resolve.kotlin.types import Type, bindings_of, substitute
from kg.schema.vocabulary import Form


def generated(body: Body, of: Type, name: str, count: int) -> tuple[bool, Value]:
    """Whether the compiler makes a member of this name, and what it gives."""
    klass = of[0]
    if not isinstance(klass, SourceKlass):
        return False, None
    if "data" in klass.facts.modifiers:
        if name == "copy":
            return True, of
        if name.startswith("component") and count == 0:
            return True, component(klass, name, of)
    if klass.facts.form == Form.ENUM:
        if name == "values":
            return True, (body.world.library("kotlin.Array"), (klass.raw,))
        if name == "valueOf":
            return True, klass.raw
    return False, None


def component(klass: SourceKlass, name: str, of: Type) -> Value:
    """`component2` is the second parameter of the primary constructor."""
    number = name.removeprefix("component")
    if klass.facts.primary is None or not number.isdigit():
        return None
    parameters = klass.facts.primary.parameters
    place = int(number) - 1
    if place >= len(parameters):
        return None
    return substitute(klass.names.type(parameters[place].type), bindings_of(of))
