"""A method that no source holds, by what it takes and gives."""

from typing import TYPE_CHECKING

from kg.ingest.resolve.java.types import Klass, Method, Type
from kg.schema.java import JavaType

if TYPE_CHECKING:
    from kg.ingest.resolve.java.source import SourceKlass


class SyntheticMethod(Method):
    """Its parameters are written as in the source of a class; its result is a type, or `Written`."""

    __slots__ = ("given", "gives", "written_in")

    def __init__(
        self,
        owner: Klass,
        name: str,
        written_in: "SourceKlass",
        given: tuple[JavaType, ...],
        gives: "Type | Written | None",
    ) -> None:
        super().__init__(owner, name, len(given))
        self.written_in = written_in
        self.given = given
        self.gives = gives

    def load_parameters(self) -> tuple[Type | None, ...]:
        return tuple([self.written_in.type_of(of) for of in self.given])

    def load_result(self) -> Type | None:
        gives = self.gives
        return self.written_in.type_of(gives.type) if isinstance(gives, Written) else gives


class Written:
    """A type as written."""

    __slots__ = ("type",)

    def __init__(self, of: JavaType) -> None:
        self.type = of


def static(method: SyntheticMethod) -> SyntheticMethod:
    method.static = True
    return method
