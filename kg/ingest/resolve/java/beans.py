"""Beans: which classes a container makes objects of, and which of them fit where one is asked for.

A bean is a class with a stereotype (Spring, CDI, EJB, or an annotation of the source that carries one),
or what a @Bean or @Produces method makes. Knows each bean by every type it has. What only runs under a
profile or a condition may be absent, so it never outranks another bean, and never is outranked.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kg.ingest.resolve.java.lombok import said
from kg.ingest.resolve.java.source import SourceKlass, SourceMethod
from kg.ingest.resolve.java.types import Klass, Sort, Type, ancestors, view
from kg.schema import java
from kg.schema.java import Arguments, Code, unpack
from kg.schema.vocabulary import Form

STEREOTYPES = frozenset(
    {
        "Component", "Service", "Repository", "Controller", "RestController", "ControllerAdvice",
        "RestControllerAdvice", "Configuration", "SpringBootApplication", "Named", "Singleton", "Stateless",
        "ApplicationScoped", "RequestScoped", "SessionScoped", "Path",
    }
)  # fmt: skip
FACTORIES = frozenset({"Bean", "Produces"})
_NAMING = ("Qualifier", "Named", "Resource")
_OBJECT = "java.lang.Object"


@dataclass(frozen=True, slots=True)
class Bean:
    """An object that a container makes."""

    klass: SourceKlass
    of: Type
    names: tuple[str, ...]
    """That it may be asked for by: its own, and its qualifier."""
    primary: bool
    conditional: bool
    """There under a profile or condition only."""
    in_tests: bool

    def types(self) -> Iterator[Klass]:
        """All it may be asked for by."""
        return (each for each in ancestors(self.klass) if each.name != _OBJECT)


@dataclass(frozen=True, slots=True)
class Point:
    """Where one is asked for: a field or a parameter."""

    of: Type
    name: str
    qualifier: str
    """Empty where none is given."""
    in_tests: bool
    all: bool
    """A collection: every bean that fits."""


class Beans:
    """All beans of the source, by the types they have."""

    def __init__(self, klasses: Iterable[SourceKlass]) -> None:
        every = list(klasses)
        self.stereotypes = STEREOTYPES | {klass.facts.name for klass in every if is_stereotype(klass)}
        self._by_type: dict[Klass, list[Bean]] = {}
        for klass in every:
            for bean in self.of_class(klass):
                for each in bean.types():
                    self._by_type.setdefault(each, []).append(bean)

    def is_component(self, klass: SourceKlass) -> bool:
        return not self.stereotypes.isdisjoint(klass.facts.annotations)

    def of_class(self, klass: SourceKlass) -> Iterator[Bean]:
        """The class itself, and what its factory methods make."""
        facts = klass.facts
        if self.is_component(klass) and not klass.interface and "abstract" not in facts.modifiers:
            names = _names(facts.arguments, self.stereotypes, _decapitalized(facts.name))
            yield _bean(klass, klass.raw, names, facts.annotations)
        names_any = any(not FACTORIES.isdisjoint(each.annotations) for each in facts.methods)
        for method in klass.load_methods("") if names_any else ():
            if isinstance(method, SourceMethod) and not FACTORIES.isdisjoint(method.facts.annotations):
                made = _made_by(klass, method)
                if made is not None and isinstance(made[0], SourceKlass):
                    names = _names(method.facts.arguments, FACTORIES, method.name)
                    yield _bean(made[0], made, names, (*method.facts.annotations, *facts.annotations), klass)

    def fitting(self, point: Point) -> Sequence[Bean]:
        """Those that may be put in: one where the rules of the container decide, else all that are left."""
        found = [
            bean
            for bean in self._by_type.get(point.of[0], ())
            if _has_type(bean, point.of) and (point.in_tests or not bean.in_tests)
        ]
        if point.qualifier:
            return [bean for bean in found if point.qualifier in bean.names]
        if point.all or len(found) < 2:
            return found
        return _preferred(found, point.name)


def is_stereotype(klass: SourceKlass) -> bool:
    """An annotation that carries a stereotype is one itself."""
    facts = klass.facts
    return facts.form == Form.ANNOTATION and not STEREOTYPES.isdisjoint(facts.annotations)


def _preferred(found: list[Bean], name: str) -> list[Bean]:
    """@Primary, else the one of the point's own name; beans that may be absent stay beside it."""
    chosen = [bean for bean in found if bean.primary] or [bean for bean in found if name in bean.names]
    if len(chosen) != 1:
        return found
    return [bean for bean in found if bean is chosen[0] or bean.conditional or chosen[0].conditional]


def _bean(
    klass: SourceKlass,
    of: Type,
    names: tuple[str, ...],
    marks: tuple[str, ...],
    made_in: SourceKlass | None = None,
) -> Bean:
    conditional = any(mark == "Profile" or mark.startswith("Conditional") for mark in marks)
    return Bean(klass, of, names, "Primary" in marks, conditional, is_test(made_in or klass))


def is_test(klass: SourceKlass) -> bool:
    return "test" in klass.file.root.split("/")


def _names(arguments: Arguments, own: Iterable[str], otherwise: str) -> tuple[str, ...]:
    """What its annotation says, else how the container names it; and its qualifiers."""
    said_own = [
        name for of, key, values in arguments if of in own and key in ("value", "name") for name in values
    ]
    qualifiers = [said(arguments, each, "value") for each in _NAMING]
    return tuple(name for name in (*(said_own or [otherwise]), *qualifiers) if name)


def _decapitalized(name: str) -> str:
    """As JavaBeans do it: `OrderRepo` is `orderRepo`, `URLReader` stays."""
    return name if name[:2].isupper() else name[:1].lower() + name[1:]


def _made_by(klass: SourceKlass, method: SourceMethod) -> Type | None:
    """The class that a factory method creates, where its body says so; else what it declares."""
    body = method.facts.body
    written = [code for code in _returned(unpack(body)) if code[0] == java.NEW] if body else []
    declared = method.result
    if len(written) == 1:
        made = klass.type_of(written[0][3])
        if made is not None and made[0].sort is Sort.SOURCE:
            return made
    return declared


def _returned(code: Code) -> Iterator[Code]:
    """What the return statements of a body give; those of lambdas and local classes are not its own."""
    if code[0] == java.RETURN and code[1] is not None:
        yield code[1]
    elif code[0] in (java.SEQUENCE, java.BLOCK):
        for part in code[1]:
            yield from _returned(part)


def _has_type(bean: Bean, wanted: Type) -> bool:
    """`Handler<Order>` takes no `Handler<Refund>`; what is not known fits."""
    if not wanted[1]:
        return True
    seen = view(bean.of, wanted[0])
    if seen is None or not seen[1]:
        return True
    return all(_may_be(mine, asked) for mine, asked in zip(seen[1], wanted[1], strict=False))


def _may_be(mine: Type | None, asked: Type | None) -> bool:
    if mine is None or asked is None or Sort.VARIABLE in (mine[0].sort, asked[0].sort):
        return True
    return asked[0] in ancestors(mine[0]) or Sort.GHOST in (mine[0].sort, asked[0].sort)
