"""INJECTS: what a container puts into a class, by the conventions of Spring, CDI and Lombok.

From a class to the declared type of each injected field or constructor parameter; `inferred`, because
a container decides. Which bean stands behind an interface is not told here.
"""

from collections.abc import Iterator

from kg.ingest.resolve.java.lombok import all_fields, required_fields
from kg.ingest.resolve.java.source import SourceKlass
from kg.schema.facts import Edge
from kg.schema.java import JavaClass, JavaType
from kg.schema.vocabulary import EdgeType, How

_CONFIDENCE = 0.9
_COMPONENTS = frozenset(
    {
        "Component", "Service", "Repository", "Controller", "RestController", "ControllerAdvice",
        "RestControllerAdvice", "Configuration", "SpringBootApplication", "Named", "Singleton", "Stateless",
        "ApplicationScoped", "RequestScoped", "SessionScoped", "Path",
    }
)  # fmt: skip
_POINTS = frozenset({"Autowired", "Inject", "Resource", "EJB", "MockBean", "MockitoBean", "DubboReference"})


def injections(klass: SourceKlass) -> Iterator[Edge]:
    """The edges of one class, each target once."""
    facts = klass.facts
    is_component = not _COMPONENTS.isdisjoint(facts.annotations)
    targets = {}
    for written in _injected(facts, is_component):
        of = klass.type_of(written)
        if of is None or not isinstance(of[0], SourceKlass) or of[0] is klass:
            continue
        if is_component or of[0].interface or not _COMPONENTS.isdisjoint(of[0].facts.annotations):
            targets[of[0].facts.uid] = True
    for uid in targets:
        yield Edge(EdgeType.INJECTS, facts.uid, uid, How.INFERRED, _CONFIDENCE)


def _injected(facts: JavaClass, is_component: bool) -> Iterator[JavaType]:
    for field in facts.fields:
        if not _POINTS.isdisjoint(field.annotations):
            yield field.type
    if "AllArgsConstructor" in facts.annotations:
        yield from (field.type for field in all_fields(facts))
    if "RequiredArgsConstructor" in facts.annotations:
        yield from (field.type for field in required_fields(facts))
    yield from _constructed(facts, is_component)


def _constructed(facts: JavaClass, is_component: bool) -> Iterator[JavaType]:
    """The parameters of the constructor that is marked, or the only one of a component; and of setters."""
    constructors = [method for method in facts.methods if method.name == "<init>"]
    for method in facts.methods:
        only = is_component and len(constructors) == 1 and method is constructors[0]
        if only or not _POINTS.isdisjoint(method.annotations):
            yield from (of for _, of in method.parameters)
