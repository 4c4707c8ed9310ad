"""Which calls and decorators of TypeScript and JavaScript are told as usages: a flat table of names.

In: calls as the walk meets them. What they mean is decided in resolve. Knows no framework.
"""

from kg.ingest.parse.typescript.walk import Noted, Walk
from kg.schema import typescript as ts
from kg.schema.typescript import Value

VERBS = frozenset(
    ("get", "post", "put", "delete", "patch", "head", "options", "all", "use", "request", "del", "route")
)
"""Of maps and sets too: told only with what may be a path, or on what may be a client."""

WORDS = VERBS | frozenset(
    (
        # servers
        "express", "Router", "Hono", "fastify", "Fastify", "Koa", "KoaRouter", "Elysia", "register", "basePath",
        "prefix", "setGlobalPrefix", "mount", "routes",
        # clients
        "fetch", "axios", "create", "extend", "ajax", "ky", "got", "useFetch", "$fetch", "ofetch", "jsonp",
        "getJSON", "__request", "useSWR", "useSWRImmutable", "useSWRInfinite",
        # decorators of controllers
        "Controller", "Get", "Post", "Put", "Delete", "Patch", "Head", "Options", "All", "Search",
        "JsonController", "RestController", "Version", "RequestMapping", "GrpcMethod", "GrpcStreamMethod",
        # data
        "Entity", "Column", "PrimaryGeneratedColumn", "PrimaryColumn", "ManyToOne", "OneToMany", "OneToOne",
        "ManyToMany", "JoinColumn", "JoinTable", "InjectRepository", "getRepository", "createQueryBuilder",
        "query", "$queryRaw", "$executeRaw", "queryRaw", "raw", "execute", "sql", "createTable", "dropTable",
        "addColumn", "dropColumn", "define", "model", "Schema",
        # topics and jobs
        "MessagePattern", "EventPattern", "OnEvent", "Cron", "Interval", "Timeout", "Process", "Processor",
        "KafkaListener", "send", "emit", "publish", "subscribe", "consume", "sendToQueue", "assertQueue",
        "assertExchange", "bindQueue", "producer", "consumer", "Queue", "Worker", "schedule", "sendMessage",
        "SendMessageCommand", "PublishCommand", "ReceiveMessageCommand",
    )
)  # fmt: skip
"""By the last part of the name."""


def note_call(walk: Walk, value: tuple[object, ...]) -> None:
    """A call, `new` or decorator with a name of the table."""
    callee = value[1]
    if not isinstance(callee, tuple):
        return
    name = callee[2] if callee[0] == ts.MEMBER else callee[1] if callee[0] == ts.NAME else ""
    if name in WORDS and (name not in VERBS or _may_be_path(value)):
        walk.noted.append(Noted(walk.owner, walk.scope.number, str(name), value))


def _may_be_path(value: tuple[object, ...]) -> bool:
    """Whether one of the first arguments may be a path: a text with a slash, or one that is not written out."""
    given = value[2]
    return isinstance(given, tuple) and (not given or any(_may_say(each) for each in given[:2]))


def _may_say(given: Value) -> bool:
    if given is None or given[0] != ts.LITERAL:
        return given is not None
    return given[1] == "String" and (given[2] is None or "/" in given[2] or given[2] in ("", "*"))


def note_decorator(walk: Walk, value: Value) -> None:
    """The last call noted was a decorator: it is told on what it decorates."""
    if walk.noted and walk.noted[-1].value is value:
        walk.noted[-1].decorates = True
