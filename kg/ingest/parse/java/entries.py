"""Why nothing in the code needs to call a method: a flat table of annotations, and two conventions."""

from kg.schema.java import JavaType

_BY_ANNOTATION = {
    "test": (
        "Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Theory", "Benchmark",
        "Before", "After", "BeforeClass", "AfterClass", "BeforeEach", "AfterEach", "BeforeAll", "AfterAll",
        "BeforeMethod", "AfterMethod", "BeforeSuite", "AfterSuite", "Property", "Given", "When", "Then",
    ),
    "route": (
        "RequestMapping", "GetMapping", "PostMapping", "PutMapping", "DeleteMapping", "PatchMapping",
        "MessageMapping", "SubscribeMapping", "QueryMapping", "MutationMapping", "SchemaMapping",
        "ExceptionHandler", "ModelAttribute", "InitBinder", "GET", "POST", "PUT", "DELETE", "PATCH", "HEAD",
        "OPTIONS", "Get", "Post", "Put", "Delete", "Patch",
    ),
    "listener": (
        "KafkaListener", "KafkaHandler", "RabbitListener", "RabbitHandler", "JmsListener", "SqsListener",
        "PulsarListener", "StreamListener", "EventListener", "TransactionalEventListener", "Incoming",
    ),
    "scheduler": ("Scheduled", "Schedules", "Schedule", "XxlJob"),
}  # fmt: skip
_ENTRY = {name: entry for entry, names in _BY_ANNOTATION.items() for name in names}
_MAIN_PARAMETERS: tuple[JavaType, ...] = (("[]", ("String",)),)
_CLIENTS = frozenset({"FeignClient", "HttpExchange", "RegisterRestClient"})


def entry_of(
    name: str,
    annotations: tuple[str, ...],
    modifiers: frozenset[str],
    parameters: tuple[JavaType, ...],
    of_class: tuple[str, ...],
) -> str:
    """`main`, `test`, `route`, `listener`, `scheduler`, or nothing."""
    if name == "main" and "static" in modifiers and parameters == _MAIN_PARAMETERS:
        return "main"
    for annotation in annotations:
        entry = _ENTRY.get(annotation, "")
        if entry and not (entry == "route" and _CLIENTS.intersection(of_class)):
            return entry
    return ""
