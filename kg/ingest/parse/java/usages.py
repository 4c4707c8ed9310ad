"""Which annotations and calls of Java code are noted as usages, and the texts that code names.

In: declarations and calls as they are read. Out: `Usage`s and `Constant`s of the file. Two flat tables say
which names some framework gives a meaning to; what they mean is decided in `kg.ingest.resolve`.
"""

from collections.abc import Iterable

from tree_sitter import Node

from kg.ingest.parse.java.beside import CALLS_BARE
from kg.ingest.parse.java.declared import declared
from kg.ingest.parse.java.grammar import (
    ARGUMENTS,
    DECLARATOR,
    NAME,
    OBJECT,
    PARAMETERS,
    TYPE,
    VALUE,
    ids,
    named,
)
from kg.ingest.parse.java.handed import HANDING, handed
from kg.ingest.parse.java.reading import Reading
from kg.ingest.parse.java.types import short, type_of
from kg.ingest.parse.java.written import given_of, receiver_of, value_of
from kg.schema.ids import Uid
from kg.schema.usages import ANNOTATION, CALLED, Constant, Given, Usage, Value
from kg.schema.usages import NAME as NAMED

ANNOTATIONS_USED = frozenset(
    {
        # routes and clients
        "RequestMapping", "GetMapping", "PostMapping", "PutMapping", "DeleteMapping", "PatchMapping",
        "RestController", "Controller", "FeignClient", "HttpExchange", "GetExchange", "PostExchange",
        "PutExchange", "DeleteExchange", "PatchExchange", "Path", "ApplicationPath", "GET", "POST", "PUT",
        "DELETE", "PATCH", "HEAD", "OPTIONS", "WebServlet", "ReactiveFeignClient", "RegisterRestClient",
        "RequestLine", "Client", "Get", "Post", "Put", "Patch", "Head", "Options", "HTTP",
        # events
        "KafkaListener", "KafkaHandler", "RabbitListener", "RabbitHandler", "JmsListener", "SqsListener",
        "EventListener", "TransactionalEventListener", "StreamListener", "SendTo", "Incoming", "Outgoing",
        "RocketMQMessageListener", "PulsarListener", "Bean",
        # jobs
        "Scheduled", "XxlJob", "EnableScheduling",
        # data
        "Entity", "Table", "Column", "Id", "EmbeddedId", "JoinColumn", "JoinColumns", "JoinTable", "ManyToOne", "OneToMany",
        "OneToOne", "ManyToMany", "Query", "Modifying", "NamedQuery", "NamedNativeQuery", "NamedQueries",
        "Select", "Insert", "Update", "Delete", "SelectProvider", "InsertProvider", "UpdateProvider",
        "DeleteProvider", "TableName", "TableId", "TableField", "Mapper", "Inheritance", "DiscriminatorValue",
        "MappedSuperclass", "Embeddable", "Document", "SecondaryTable", "CollectionTable",
        # switches
        "ConditionalOnProperty",
    }
)  # fmt: skip
"""By simple name."""

CALLS_USED = frozenset(
    {
        # clients
        "getForObject", "getForEntity", "postForObject", "postForEntity", "postForLocation", "patchForObject",
        "exchange", "execute", "uri", "baseUrl", "rootUri", "url",
        # functional routes
        "route", "nest", "andRoute",
        # events
        "send", "convertAndSend", "convertSendAndReceive", "sendDefault", "publishEvent", "subscribe",
        "sendMessage", "asyncSend", "syncSend", "basicPublish", "basicConsume", "sendAndReceive", "withArgument",
        "deadLetterExchange", "deadLetterRoutingKey", "directExchange", "topicExchange", "fanoutExchange",
        # data
        "query", "queryForObject", "queryForList", "queryForMap", "queryForRowSet", "update", "batchUpdate",
        "prepareStatement", "prepareCall", "executeQuery", "executeUpdate", "createQuery", "createNativeQuery",
        "createNamedQuery", "createSQLQuery", "sql", "selectOne", "selectList", "selectMap", "selectCursor",
        "insert", "delete", "select", "list",
        # states
        "source", "target",
        # classes by name
        "forName",
    }
)  # fmt: skip
"""By name; only with an argument. More of them in files that name a library: `beside`."""

NEW_USED = frozenset(
    {
        "ProducerRecord", "Queue", "TopicExchange", "DirectExchange", "FanoutExchange", "NewTopic", "Binding",
        "HttpGet", "HttpPost", "HttpPut", "HttpDelete", "HttpPatch", "HttpHead", "HttpOptions",
    }
)  # fmt: skip
"""Classes by simple name; the usage is called `new X`."""

BEANS_GIVEN = frozenset({"bind", "to"})
"""Calls of a BindingBuilder: they are given beans, which are parameters, or calls of their methods."""

ROW_STORES = frozenset(
    {
        "EntityManager", "Session", "StatelessSession", "TestEntityManager", "R2dbcEntityTemplate",
        "R2dbcEntityOperations", "JdbcAggregateTemplate", "JdbcAggregateOperations", "HibernateTemplate",
    }
)  # fmt: skip
"""Types that read and write rows of any entity."""

_VALUE_KEY = "Value"
_TEXTS = frozenset({"String", "String[]", "List", "Set", "Collection", "CharSequence"})
_FINAL_FORMS = frozenset({"interface_body", "annotation_type_body"})
_IDENTIFIER = ids("identifier")
_CONSTRUCTOR = ids("constructor_declaration")
_ENUM_REST = ids("enum_body_declarations")
_ENUM_CONSTANT = ids("enum_constant")


def note_annotation(
    reading: Reading, annotation: Node, name: str, source: Uid, row: int, member: str
) -> None:
    """One annotation of the table, of a declaration with an artifact, or of its field or parameter."""
    given = given_of(reading, annotation.child_by_field_id(ARGUMENTS))
    line = annotation.start_point[0] - row
    reading.usages.append(Usage(source, ANNOTATION, name, "", given, line, member))


def note_call(reading: Reading, name: str, name_node: Node, arguments: Node) -> None:
    """One call of the table."""
    given = given_of(reading, arguments)
    call = name_node.parent
    if call is None or not (given or name in reading.calls_beside & CALLS_BARE):
        return
    on = receiver_of(reading, call.child_by_field_id(OBJECT))
    if name in BEANS_GIVEN and on.startswith("BindingBuilder"):
        given = tuple(("", (NAMED, reading.slice(each))) for each in arguments.named_children)
    given += _row_given(reading, on, arguments)
    if name in HANDING:
        given += handed(reading, arguments)
    line = name_node.start_point[0] - reading.row
    reading.usages.append(Usage(reading.owner.uid, CALLED, name, on, given, line, to=_taker(reading, call)))


def note_reference(reading: Reading, name: str, holder: Node, row: int) -> None:
    """`.map(orders::save)` calls it with what it is given."""
    on, line = receiver_of(reading, holder), row - reading.row
    reading.usages.append(Usage(reading.owner.uid, CALLED, name, on, (("", None),), line))


def _row_given(reading: Reading, on: str, arguments: Node) -> Given:
    """`entityManager.persist(order)` says what it stores by the type of a variable: `Order.class`, as `row`."""
    first = next(iter(named(arguments)), None)
    if on not in ROW_STORES or first is None or first.kind_id not in _IDENTIFIER:
        return ()
    found = declared(reading, first, reading.slice(first), fields_only=False)
    return (("row", (NAMED, f"{found.type}.class")),) if found and found.type else ()


def note_new(reading: Reading, made: str, node: Node) -> None:
    given = given_of(reading, node.child_by_field_id(ARGUMENTS))
    line = node.start_point[0] - reading.row
    name = f"new {made}"
    reading.usages.append(Usage(reading.owner.uid, CALLED, name, "", given, line, to=_taker(reading, node)))


def _taker(reading: Reading, node: Node) -> str:
    """The variable that a call's result becomes."""
    parent = node.parent
    name = None if parent is None or parent.type != "variable_declarator" else parent.child_by_field_id(NAME)
    return "" if name is None else reading.slice(name)


def note_constants(
    reading: Reading, declaration: Node, annotations: tuple[str, ...], prefix: str, *, fixed: bool
) -> None:
    """The texts that a field declaration names: `fixed` ones (final; a private one too, which is what it
    starts with unless its class changes it), and what a container fills in: `@Value`, or the `prefix.` of
    a class of properties."""
    key = _key_of(reading, declaration) if _VALUE_KEY in annotations else None
    if key is None and not prefix:
        of = short(type_of(reading, declaration.child_by_field_id(TYPE))) if fixed else ""
        if of not in _TEXTS:
            return
    for declarator in declaration.children_by_field_id(DECLARATOR):
        name_node = declarator.child_by_field_id(NAME)
        if name_node is None:
            continue
        name = reading.slice(name_node)
        value = key or value_of(reading, declarator.child_by_field_id(VALUE))
        if prefix and not fixed:
            value = f"${{{prefix}{name}}}"
        if value is not None:
            reading.constants.append(Constant(f"{_dotted(reading)}.{name}", value))


def note_components(reading: Reading, names: Iterable[str], prefix: str) -> None:
    """What a container fills in of a record of properties: `Pay(String url)` with `pay.` names `Pay.url`."""
    for name in names:
        reading.constants.append(Constant(f"{_dotted(reading)}.{name}", f"${{{prefix}{name}}}"))


def note_filled_parameter(reading: Reading, parameter: Node) -> None:
    """`Client(@Value("${pay.url}") String url)`: inside the class `url` is that setting."""
    key, name = _key_of(reading, parameter), parameter.child_by_field_id(NAME)
    if key is not None and name is not None:
        reading.constants.append(Constant(f"{_dotted(reading)}.{reading.slice(name)}", key))


def note_enum(reading: Reading, nodes: list[Node]) -> None:
    """What the constants of an enum are made with, by the parameters of its constructor:
    `PAID("order.paid")` with `Topic(String key)` names `Topic.PAID.key`."""
    names = _constructor_names(reading, nodes)
    if not names:
        return
    owner = _dotted(reading)
    for node in nodes:
        name = node.child_by_field_id(NAME) if node.kind_id in _ENUM_CONSTANT else None
        if name is None:
            continue
        given = given_of(reading, node.child_by_field_id(ARGUMENTS))
        for parameter, (_, value) in zip(names, given, strict=False):
            if value is not None:
                reading.constants.append(Constant(f"{owner}.{reading.slice(name)}.{parameter}", value))


def _constructor_names(reading: Reading, nodes: list[Node]) -> list[str]:
    """The parameters of the only constructor; of several none is chosen."""
    found = [
        child
        for node in nodes
        if node.kind_id in _ENUM_REST
        for child in node.children
        if child.kind_id in _CONSTRUCTOR
    ]
    parameters = found[0].child_by_field_id(PARAMETERS) if len(found) == 1 else None
    named = [each.child_by_field_id(NAME) for each in parameters.children] if parameters is not None else []
    return [reading.slice(each) for each in named if each is not None]


def _key_of(reading: Reading, declaration: Node) -> Value:
    first = declaration.child(0)
    for annotation in first.children if first is not None else ():
        name = annotation.child_by_field_id(NAME)
        if name is not None and reading.slice(name).rpartition(".")[2] == _VALUE_KEY:
            given = given_of(reading, annotation.child_by_field_id(ARGUMENTS))
            return given[0][1] if given else None
    return None


def _dotted(reading: Reading) -> str:
    """The class being read, as constants are named after it."""
    return reading.owner.qualified_name.partition("#")[0].replace("$", ".")
