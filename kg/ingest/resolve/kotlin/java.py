"""Java as Kotlin sees it: classes of the source and of libraries, their types under Kotlin's names.

`getName()` is a property `name`, `int` is `Int`, `java.util.List` is `MutableList`; what a class of
Java inherits from a class of Kotlin is that class. Wraps the klasses of the Java resolver, which load
themselves; knows nothing of bodies.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kg.ingest.resolve.java.types import ARRAY
from kg.ingest.resolve.java.types import Klass as JavaKlass
from kg.ingest.resolve.java.types import Method as JavaMethod
from kg.ingest.resolve.java.types import Sort as JavaSort
from kg.ingest.resolve.java.types import Type as JavaType
from kg.ingest.resolve.java.types import supers as java_supers
from kg.ingest.resolve.java.world import World as JavaWorld
from kg.ingest.resolve.kotlin.types import ANY, Function, Klass, Property, Sort, Type

if TYPE_CHECKING:
    from kg.ingest.resolve.kotlin.files import KotlinFile
    from kg.ingest.resolve.kotlin.world import World

_NAMES = {
    "java.lang.Object": ANY, "java.lang.String": "kotlin.String", "java.lang.CharSequence": "kotlin.CharSequence",
    "java.lang.Number": "kotlin.Number", "java.lang.Comparable": "kotlin.Comparable", "java.lang.Enum": "kotlin.Enum",
    "java.lang.Throwable": "kotlin.Throwable", "java.lang.Cloneable": "kotlin.Cloneable",
    "java.lang.annotation.Annotation": "kotlin.Annotation", "java.lang.Integer": "kotlin.Int",
    "java.lang.Character": "kotlin.Char", "java.lang.Iterable": "kotlin.collections.MutableIterable",
    "java.util.Iterator": "kotlin.collections.MutableIterator", "java.util.Collection": "kotlin.collections.MutableCollection",
    "java.util.List": "kotlin.collections.MutableList", "java.util.Set": "kotlin.collections.MutableSet",
    "java.util.Map": "kotlin.collections.MutableMap", "java.util.Map.Entry": "kotlin.collections.MutableMap.MutableEntry",
    "java.util.ListIterator": "kotlin.collections.MutableListIterator",
}  # fmt: skip
_PRIMITIVES = {
    "boolean": "Boolean", "byte": "Byte", "short": "Short", "char": "Char", "int": "Int", "long": "Long",
    "float": "Float", "double": "Double",
}  # fmt: skip
_BOXES = {f"java.lang.{name}": f"kotlin.{name}" for name in _PRIMITIVES.values()}


class JavaSide:
    """The bridge: finds classes of Java and turns their types."""

    def __init__(self, world: "World", java: JavaWorld, aliases: dict[str, str]) -> None:
        self.world = world
        self.java = java
        self.names = _NAMES | _BOXES | aliases
        self._wrapped: dict[JavaKlass, Klass] = {}

    def klass(self, name: str, file: "KotlinFile") -> Klass | None:
        """By its qualified name in Java; one that has a name in Kotlin is that class."""
        known = self.names.get(name)
        if known is not None:
            return self.world.library(known)
        candidates = self.java.classes.get(name)
        if candidates:
            roots = [(_shared(each.file.root, file.root), each) for each in candidates]
            return self.wrap(max(roots, key=lambda pair: pair[0])[1])
        found = self.java.library.find(name)
        return None if found is None else self.wrap(found)

    def wrap(self, java: JavaKlass) -> Klass:
        found = self._wrapped.get(java)
        if found is None:
            known = self.names.get(java.name)
            kotlin = self.world.classes.get(java.name)
            if known is not None:
                found = self.world.library(known)
            elif kotlin:
                found = kotlin[0]
            elif java.sort is JavaSort.GHOST:
                found = self.world.ghost(java.name)
            else:
                found = JavaClass(self, java)
            self._wrapped[java] = found
        return found

    def type(self, of: JavaType | None, variables: dict[JavaKlass, Klass]) -> Type | None:
        if of is None:
            return None
        klass, arguments = of
        if klass.sort is JavaSort.PRIMITIVE:
            name = _PRIMITIVES.get(klass.name)
            return self.world.unit if name is None else self.world.library(f"kotlin.{name}").raw
        if klass is ARRAY:
            return self._array(arguments[0], variables)
        if klass.sort is JavaSort.VARIABLE:
            known = variables.get(klass)
            return None if known is None else known.raw
        if klass.sort is JavaSort.NULL:
            return None
        return (self.wrap(klass), tuple([self.type(each, variables) for each in arguments]))

    def _array(self, element: JavaType | None, variables: dict[JavaKlass, Klass]) -> Type:
        if element is not None and element[0].sort is JavaSort.PRIMITIVE:
            return self.world.library(f"kotlin.{_PRIMITIVES[element[0].name]}Array").raw
        return (self.world.library("kotlin.Array"), (self.type(element, variables),))


def _shared(root: str, other: str) -> int:
    count = 0
    for mine, theirs in zip(root.split("/"), other.split("/"), strict=False):
        if mine != theirs:
            break
        count += 1
    return count


class JavaClass(Klass):
    """A class of Java."""

    __slots__ = ("_by_name", "java", "side", "variables")

    def __init__(self, side: JavaSide, java: JavaKlass) -> None:
        super().__init__(java.name, Sort.JAVA)
        self.side = side
        self.java = java
        self.interface = java.interface
        facts = getattr(java, "facts", None)
        if facts is not None:
            self.uid = facts.uid
        self.parameters = tuple([Klass(each.name, Sort.VARIABLE) for each in java.parameters])
        self.variables: dict[JavaKlass, Klass] = dict(zip(java.parameters, self.parameters, strict=True))
        self._by_name: dict[str, list[JavaFunction]] | None = None

    def load_supers(self) -> tuple[Type, ...]:
        found = [self.side.type(each, self.variables) for each in java_supers(self.java)]
        known = [of for of in found if of is not None and of[0] is not self]
        any_ = self.side.world.any
        return (*known, any_) if all(of[0] is not any_[0] for of in known) else tuple(known)

    def _all(self) -> dict[str, "list[JavaFunction]"]:
        if self._by_name is None:
            self._by_name = {}
            for method in self.java.load_methods(""):
                function = JavaFunction(self, method)
                self._by_name.setdefault(method.name, []).append(function)
        return self._by_name

    def load_functions(self, name: str) -> Sequence[Function]:
        found = self._all()
        if name:
            return [each for each in found.get(name, ()) if not each.static]
        named = (each for key, each in found.items() if key != "<init>")
        return [function for each in named for function in each if not function.static]

    def static_functions(self, name: str) -> Sequence[Function]:
        return [each for each in self._all().get(name, ()) if each.static]

    def constructors(self) -> Sequence[Function]:
        return self._all().get("<init>", ())

    def load_property(self, name: str) -> Property | None:
        """A getter, or a field."""
        getter = self._accessor(_getters(name), 0)
        if getter is not None:
            found = Property(self, lambda: getter.result)
            found.getter = getter.uid
            setter = self._accessor(
                (f"set{_capital(name.removeprefix('is') if _is_word(name) else name)}",), 1
            )
            if setter is not None:
                found.setter = setter.uid
            return found
        return self.static_property(name)

    def _accessor(self, names: tuple[str, ...], arity: int) -> "JavaFunction | None":
        for name in names:
            for each in self._all().get(name, ()):
                if not each.static and len(each.parameters) == arity:
                    return each
        return None

    def static_property(self, name: str) -> Property | None:
        of = self.java.load_field(name)
        return None if of is None else Property(self, lambda: self.side.type(of, self.variables))

    def load_nested(self, name: str) -> Klass | None:
        found = self.java.load_nested(name)
        return None if found is None else self.side.wrap(found)


def _is_word(name: str) -> bool:
    return name.startswith("is") and name[2:3].isupper()


def _getters(name: str) -> tuple[str, ...]:
    return (name,) if _is_word(name) else (f"get{_capital(name)}",)


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


class JavaFunction(Function):
    __slots__ = ("java", "klass", "static", "type_variables")

    def __init__(self, klass: JavaClass, method: JavaMethod) -> None:
        super().__init__(klass, method.name)
        self.klass = klass
        self.java = method
        self.uid = method.uid
        self.static = method.static
        self.abstract = method.abstract
        self.vararg = method.arity - 1 if method.varargs else -1
        self.optional = (False,) * method.arity
        self.names = ("",) * method.arity
        self.variables = tuple([Klass(each.name, Sort.VARIABLE) for each in method.type_variables])
        self.type_variables = klass.variables | dict(zip(method.type_variables, self.variables, strict=True))

    def load(self) -> None:
        side = self.klass.side
        found = [side.type(each, self.type_variables) for each in self.java.parameters]
        if self.vararg >= 0 and found[-1] is not None:
            found[-1] = found[-1][1][0] if found[-1][1] else None
        self._parameters = tuple(found)

    def load_result(self) -> Type | None:
        if self.name == "<init>":
            return self.klass.own
        return self.klass.side.type(self.java.result, self.type_variables)
