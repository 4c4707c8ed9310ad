"""Rows of entities that code asks a framework for: by the names of methods, and by calls of what it gives.

In: repositories and entities, calls by name. Out: QUERIES. A method that a repository declares without a query
is one by its name (`findByStatus`); a method that it only inherits stands nowhere in the code, so the edge
goes from who calls it. All of it rests on naming, so it is inferred. Pure.
"""

import re
from collections.abc import Iterator

from kg.ingest.parse.java.beside import ROW_CALLS
from kg.ingest.parse.java.usages import ROW_STORES
from kg.ingest.resolve.constants import names_of
from kg.ingest.resolve.data.jvm_classes import Member, class_of, owner_of
from kg.ingest.resolve.data.repositories import SERVICE, SPRING
from kg.ingest.resolve.data.world import Data, Entity, Repository
from kg.schema.data import READ, WRITE
from kg.schema.facts import Facts
from kg.schema.usages import CALL, CALLED, NAME, Usage, Value
from kg.schema.vocabulary import How

SURE = 0.95
_WRITES = re.compile(r"(?:save|insert|update|delete|remove|persist|merge|lambdaUpdate)")
_READS = re.compile(
    r"(?:find|get|exists|count|select|list|page|query|load|read|search|stream|lambdaQuery|from)"
)
_BY = re.compile(r"^[a-z]+[A-Za-z0-9]*?By(?P<parts>[A-Z].*)$")
_ORDER_BY = re.compile(r"OrderBy(?=[A-Z])")
_AND_OR = re.compile(r"(?<=[a-z0-9])(?:And|Or)(?=[A-Z])")
_OPERATORS = re.compile(
    r"(?:IsNotNull|IsNull|NotNull|Null|NotLike|Like|NotIn|In|Not|IsNot|Is|Equals|Between|LessThanEqual|LessThan"
    r"|GreaterThanEqual|GreaterThan|After|Before|StartingWith|StartsWith|EndingWith|EndsWith|NotContaining"
    r"|Containing|Contains|True|False|IgnoreCase|Desc|Asc)+$"
)
_QUERIES = ("Query", "Select", "Insert", "Update", "Delete", "NativeQuery", "Procedure")
"""Annotations that say what a method asks."""
_ITSELF = ("", "this", "super", "baseMapper", "this.baseMapper", "getBaseMapper")
_MOCKS = ("org.mockito", "static org.mockito", "io.mockk")
_GIVEN = frozenset(("Autowired", "Inject", "Resource", "PersistenceContext"))
_REPLACED = frozenset(
    ("Mock", "MockBean", "MockitoBean", "Spy", "SpyBean", "MockitoSpyBean", "MockkBean", "SpykBean")
)
_SESSION_CALLS = (
    "persist", "merge", "remove", "find", "getReference", "from", "count", "exists", "save", "load", "insert",
    "update", "delete", "select", "selectOne",
)  # fmt: skip
_QUERYDSL_CALLS = (
    "from", "selectFrom", "join", "innerJoin", "leftJoin", "rightJoin", "fullJoin", "insert", "update", "delete",
)  # fmt: skip
_Q_CLASS = re.compile(r"^Q[A-Z]")


def access_of(name: str) -> str:
    """What a method does to rows by its name; empty where that says nothing."""
    if _WRITES.match(name):
        return WRITE
    return READ if _READS.match(name) else ""


def link_derived_methods(found: Data) -> None:
    """Methods of Spring Data's repositories that are queries by their name."""
    for repository in found.repositories.values():
        if repository.form != SPRING:
            continue
        for method in repository.klass.methods:
            access = access_of(method.name)
            asked = any(each in _QUERIES for each in method.annotations)
            if access and not (method.has_body or method.static or asked or method.uid in found.asked):
                columns = tuple(_columns(method.name, repository.entity))
                table = found.tables.uid(repository.entity.table)
                found.links.queries(method.uid, table, access, columns, How.INFERRED, SURE)


def _columns(name: str, entity: Entity) -> Iterator[str]:
    """The columns that `findByStatusAndCreatedAtAfter` compares."""
    match = _BY.match(name)
    for part in _AND_OR.split(_ORDER_BY.split(match["parts"])[0]) if match else ():
        for written in (part, _OPERATORS.sub("", part)):
            attribute = written[:1].lower() + written[1:]
            if attribute in entity.columns:
                yield entity.columns[attribute]
                break


def link_inherited_calls(found: Data) -> None:
    """Calls of what a repository, mapper or service inherits: `orders.save(order)`."""
    if not found.repositories:
        return
    for facts, usage in found.world.usages(*sorted(ROW_CALLS)):
        repository = _called_on(found, facts, usage) if usage.form == CALLED else None
        if repository is None or is_mocked(found, facts, usage) or _declares(found, repository, usage):
            continue
        access = access_of(usage.name)
        if access:
            _query(found, usage, repository.entity, access)


def _called_on(found: Data, facts: Facts, usage: Usage) -> Repository | None:
    owner = owner_of(usage.source)
    if usage.on in _ITSELF:
        around = found.repositories.get(class_of(usage.source))
        return around if around is not None and around.form == SERVICE else None
    klass = None if "." in usage.on else found.classes.find(usage.on, facts, owner)
    return None if klass is None else found.repositories.get(klass.uid)


def is_mocked(found: Data, facts: Facts, usage: Usage) -> bool:
    """Whether a call reaches no table: its file replaces what it calls, unless a container gives all that the
    class has of this type."""
    if not any(each.startswith(_MOCKS) for each in facts.file.imports):
        return False
    had = [each for each in found.classes.fields(class_of(usage.source), facts) if each.type.name == usage.on]
    return not had or not all(_is_given(each) for each in had)


def _is_given(field: Member) -> bool:
    return not _GIVEN.isdisjoint(field.annotations) and _REPLACED.isdisjoint(field.annotations)


def _declares(found: Data, repository: Repository, usage: Usage) -> bool:
    """Whether the code has this method, so that a call leads there: by name and number of arguments."""
    above = (klass for _, klass in found.classes.above(repository.klass) if klass is not None)
    return any(
        method.name == usage.name and method.parameters == len(usage.arguments)
        for klass in (repository.klass, *above)
        for method in klass.methods
    )


def _query(found: Data, usage: Usage, entity: Entity, access: str) -> None:
    table = found.tables.uid(entity.table)
    found.links.queries(usage.source, table, access, (), How.INFERRED, SURE, usage.line)


def link_sessions(found: Data) -> None:
    """`entityManager.persist(order)`, `template.select(Order.class)`, `criteria.from(Order.class)`."""
    if not found.entities:
        return
    for facts, usage in found.world.usages(*_SESSION_CALLS):
        root = usage.name == "from"
        if usage.form != CALLED or not (root or usage.on in ROW_STORES) or is_mocked(found, facts, usage):
            continue
        for _, value in usage.arguments:
            entity = _of_class(found, facts, usage, value)
            if entity is not None:
                changes = root and usage.on in ("CriteriaUpdate", "CriteriaDelete")
                _query(found, usage, entity, WRITE if changes else access_of(usage.name))


def _of_class(found: Data, facts: Facts, usage: Usage, value: Value) -> Entity | None:
    """The entity of `Order.class`."""
    if not isinstance(value, tuple) or value[0] != NAME or not value[1].endswith(".class"):
        return None
    klass = found.classes.find(value[1].removesuffix(".class"), facts, owner_of(usage.source))
    return None if klass is None else found.entities.get(klass.uid)


def link_querydsl(found: Data) -> None:
    """`queryFactory.selectFrom(QOrder.order).join(QItem.item)`: generated classes named after entities."""
    if not found.entities:
        return
    for facts, usage in found.world.usages(*_QUERYDSL_CALLS):
        if usage.form != CALLED or "querydsl" not in " ".join(facts.file.imports):
            continue
        for _, value in usage.arguments:
            entity = _of_q_class(found, facts, usage, value)
            if entity is not None:
                access = WRITE if usage.name in ("insert", "update", "delete") else READ
                _query(found, usage, entity, access)


def _of_q_class(found: Data, facts: Facts, usage: Usage, value: Value) -> Entity | None:
    """The entity of `QOrder.order`, of a static import of it, of `new QOrder("o")`."""
    if not isinstance(value, tuple) or value[0] not in (NAME, CALL):
        return None
    for full in names_of(value[1].removeprefix("new "), facts, owner_of(usage.source)):
        parts = full.split(".")
        for at, part in enumerate(parts):
            if _Q_CLASS.match(part):
                klass = found.classes.get(".".join((*parts[:at], part[1:])), facts.file.path)
                if klass is not None and klass.uid in found.entities:
                    return found.entities[klass.uid]
    return None
