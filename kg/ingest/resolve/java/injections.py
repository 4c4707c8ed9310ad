"""INJECTS: what a container puts into a class, by the conventions of Spring, CDI and Lombok.

From a class to the declared type of each injected field or parameter, and to the beans behind it.
`inferred` where the container's rules leave one bean (or ask for all), else each is a `candidate` with
the probability of a fair choice. A call on the field stays a call of the declared method.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kg.ingest.resolve.java.beans import FACTORIES, Beans, Point, is_test
from kg.ingest.resolve.java.lombok import all_fields, required_fields, said
from kg.ingest.resolve.java.source import SourceKlass
from kg.ingest.resolve.java.types import ARRAY, Sort, Type
from kg.schema.facts import Edge
from kg.schema.ids import Uid
from kg.schema.java import JavaField, JavaMethod, JavaType
from kg.schema.vocabulary import EdgeType, How

_CONFIDENCE = 0.9
_POINTS = frozenset({"Autowired", "Inject", "Resource", "EJB", "DubboReference", "SpyBean", "MockitoSpyBean"})
_MOCKS = frozenset({"MockBean", "MockitoBean"})
"""What they put in is no bean of the source."""
_ALL = frozenset({"List", "Set", "Collection", "Iterable", "Stream", "Map", "SortedSet"})
_LATER = frozenset({"Optional", "ObjectProvider", "ObjectFactory", "Provider", "Instance", "Supplier"})
"""Types around a bean, by simple name: they are not always known."""


@dataclass(frozen=True, slots=True)
class _Wish:
    """A field or parameter as written."""

    type: JavaType
    name: str
    qualifier: str
    mocked: bool = False


def injections(klass: SourceKlass, beans: Beans) -> Iterator[Edge]:
    """The edges of one class, each target once."""
    found: dict[Uid, tuple[How, float]] = {}
    for wish in _wishes(klass, beans):
        of = klass.type_of(wish.type)
        point = None if of is None else _point(klass, wish, of)
        if point is None:
            continue
        target = point.of[0]
        klass.file.beans.add(target.name)
        if isinstance(target, SourceKlass) and _is_injected(klass, target, beans):
            found[target.facts.uid] = (How.INFERRED, _CONFIDENCE)
        if not wish.mocked:
            _reach(found, klass, beans, point)
    for uid, (how, confidence) in found.items():
        yield Edge(EdgeType.INJECTS, klass.facts.uid, uid, how, confidence)


def _is_injected(klass: SourceKlass, target: SourceKlass, beans: Beans) -> bool:
    """A class that is no component asks for interfaces and components only: the rest are plain values."""
    if target is klass:
        return False
    return beans.is_component(klass) or target.interface or beans.is_component(target)


def _point(klass: SourceKlass, wish: _Wish, of: Type) -> Point | None:
    """A bean, or what stands in a collection or in a provider of beans."""
    name = of[0].name.rpartition(".")[2]
    is_all = of[0] is ARRAY or name in _ALL
    inner = of[1][-1] if of[1] and (is_all or name in _LATER) else of
    if inner is None or inner[0].sort is Sort.PRIMITIVE:
        return None
    return Point(inner, wish.name, wish.qualifier, is_test(klass), is_all)


def _reach(found: dict[Uid, tuple[How, float]], klass: SourceKlass, beans: Beans, point: Point) -> None:
    fitting = {bean.klass.facts.uid: bean for bean in beans.fitting(point) if bean.klass is not klass}
    sure = point.all or len(fitting) == 1
    for uid in fitting:
        now = (How.INFERRED, _CONFIDENCE) if sure else (How.CANDIDATE, round(1 / len(fitting), 2))
        if uid not in found or now[1] > found[uid][1]:
            found[uid] = now


def _wishes(klass: SourceKlass, beans: Beans) -> Iterator[_Wish]:
    facts = klass.facts
    for field in facts.fields:
        if not (_POINTS | _MOCKS).isdisjoint(field.annotations):
            yield _of_field(field)
    is_component = beans.is_component(klass)
    if klass.lombok:
        if "AllArgsConstructor" in facts.annotations:
            yield from map(_of_field, all_fields(facts))
        if "RequiredArgsConstructor" in facts.annotations or ("Data" in facts.annotations and is_component):
            yield from map(_of_field, required_fields(facts))
    constructors = [method for method in facts.methods if method.name == "<init>"]
    for method in facts.methods:
        only = is_component and len(constructors) == 1 and method is constructors[0]
        if only or not (_POINTS | FACTORIES).isdisjoint(method.annotations):
            yield from _of_parameters(method)


def _of_field(field: JavaField) -> _Wish:
    named = (said(field.arguments, each, "value") for each in ("Qualifier", "Named"))
    qualifier = next((name for name in named if name), said(field.arguments, "Resource", "name"))
    return _Wish(field.type, field.name, qualifier, not _MOCKS.isdisjoint(field.annotations))


def _of_parameters(method: JavaMethod) -> Iterator[_Wish]:
    asked = dict(method.asked)
    for at, (name, of) in enumerate(method.parameters):
        yield _Wish(of, name, asked.get(at, ""))
