"""Where the names in a written type are looked up: type parameters, local types, the file, the universe."""

from typing import TYPE_CHECKING

from kg.ingest.resolve.go import types
from kg.ingest.resolve.go.types import UNIVERSE, Maybe, Type
from kg.schema import go
from kg.schema.go import GoType

if TYPE_CHECKING:
    from kg.ingest.resolve.go.packages import SourceFile


class Environment:
    """Names of a file, and around them those of a declaration or a block."""

    __slots__ = ("file", "names", "outer")

    def __init__(self, file: "SourceFile", names: dict[str, Maybe], outer: "Environment | None") -> None:
        self.file = file
        self.names = names
        self.outer = outer

    def inside(self, names: dict[str, Maybe]) -> "Environment":
        return Environment(self.file, names, self)

    def named(self, name: str, arguments: tuple[Maybe, ...] = ()) -> Maybe:
        """The type of a name as written."""
        environment: Environment | None = self
        while environment is not None:
            if name in environment.names:
                return _instance(environment.names[name], arguments)
            environment = environment.outer
        return self.file.named_type(name, arguments) or UNIVERSE.get(name)

    def type(self, written: GoType) -> Maybe:
        """A written type; None for what nobody knows."""
        if isinstance(written, str):
            return self.named(written)
        form = written[0]
        if form == go.POINTER:
            return (types.POINTER, self.type(written[1]))
        if form == go.SLICE:
            return (types.SLICE, self.type(written[1]))
        if form == go.FUNCTION:
            return (types.FUNCTION, self._each(written[1]), self._each(written[2]), written[3])
        if form == go.MAP:
            return (types.MAP, self.type(written[1]), self.type(written[2]))
        if form == go.GENERIC:
            return self._generic(written)
        return self._rarely(written)

    def _rarely(self, written: tuple[object, ...]) -> Maybe:
        form, first = written[0], written[1]
        if form == go.STRUCT:
            return (types.STRUCT, tuple([(n, self.type(t), e) for n, t, e in first]))  # type: ignore[attr-defined] # told by its form
        if form == go.INTERFACE:
            methods = tuple([(n, self.type(t), uid) for n, t, uid in first])  # type: ignore[attr-defined] # told by its form
            return (types.INTERFACE, methods, self._each(written[2]))
        if form == go.ARRAY:
            return (types.ARRAY, self.type(first), written[2])  # type: ignore[arg-type] # told by its form
        if form == go.CHANNEL:
            return (types.CHANNEL, self.type(first))  # type: ignore[arg-type] # told by its form
        if form == go.UNION:
            return (types.UNION, self._each(first))
        return None

    def _generic(self, written: tuple[object, ...]) -> Maybe:
        arguments = self._each(written[2])
        return self.named(written[1], arguments) if isinstance(written[1], str) else None

    def _each(self, written: object) -> tuple[Maybe, ...]:
        return tuple([self.type(each) for each in written])  # type: ignore[attr-defined] # a tuple of types


def _instance(of: Maybe, arguments: tuple[Maybe, ...]) -> Maybe:
    """A local generic type with its arguments; a type parameter takes none."""
    if arguments and of is not None and of[0] == types.NAMED:
        made: Type = (types.NAMED, of[1], arguments)
        return made
    return of
