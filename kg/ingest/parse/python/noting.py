"""Which calls and names of a walk are worth telling as usages and constants; they are read when it is over.

In: calls, assignments and decorators as the walk meets them. Only names that some framework gives meaning to
are noted, and a frequent one (`get`) only where what it is given could be a path. Knows no framework.
"""

from collections.abc import Iterator, Sequence

from tree_sitter import Node

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import Expr
from kg.ingest.parse.python.row_calls import forget_inner, is_row_call
from kg.ingest.parse.python.walk import Noted, Walk

VERBS = frozenset(("get", "post", "put", "delete", "patch", "head", "options", "request", "route"))
"""Of maps and caches too: only with a text that has a slash, or one that is not written out."""

_CONTRACTS = frozenset(
    (
        "APIRouter", "FastAPI", "Flask", "Blueprint", "Starlette", "Router", "Mount", "Route", "Host",
        "WebSocketRoute", "api_route", "add_api_route", "include_router", "mount", "add_route",
        "add_websocket_route", "websocket", "websocket_route", "add_url_rule", "register_blueprint", "path",
        "re_path", "url", "include", "register", "action", "api_view", "add_resource", "add_get", "add_post",
        "add_put", "add_delete", "add_patch", "add_head", "add_view", "add_routes", "add_subapp", "view",
        "RouteTableDef", "DefaultRouter", "SimpleRouter", "require_http_methods", "require_GET",
        "require_POST", "require_safe", "Application", "Quart", "APIBlueprint", "NinjaAPI", "Api", "Namespace", "add_router", "add_namespace", "Sanic", "format_suffix_patterns", "i18n_patterns", "trace",
        "Client", "AsyncClient", "Session", "session", "ClientSession", "stream", "urlopen", "Request",
        "ws_connect", "urljoin", "insecure_channel", "secure_channel",
    )
)  # fmt: skip
"""Routes and clients."""

DATA = frozenset(
    (
        "execute", "executemany", "executescript", "exec_driver_sql", "text", "raw", "RawSQL", "read_sql",
        "read_sql_query", "fetch", "fetchrow", "fetchval", "scalars", "scalar", "Table", "Column",
        "select", "insert", "update", "query", "add",
        "add_all", "merge", "save", "get_model", "get_object_or_404", "get_list_or_404", "aget_object_or_404",
        "aget_list_or_404", "bulk_insert_mappings", "bulk_save_objects", "bulk_update_mappings",
    )
)  # fmt: skip
"""Tables and statements."""

_EVENTS = frozenset(
    (
        "task", "shared_task", "send_task", "delay", "apply_async", "s", "si", "Celery", "send", "send_and_wait",
        "produce", "publish", "basic_publish", "basic_consume", "queue_declare", "exchange_declare",
        "subscribe", "subscriber", "publisher", "receiver", "connect", "send_message", "receive_message",
        "KafkaConsumer", "KafkaProducer", "AIOKafkaConsumer", "AIOKafkaProducer", "Consumer", "Producer",
        "enqueue", "enqueue_at", "enqueue_in", "enqueue_call", "send_robust", "signature", "client", "resource", "Signal", "on_event", "listens_for", "agent", "topic",
        "periodic_task", "add_periodic_task", "crontab", "scheduled_job", "add_job", "DAG", "dag", "job",
        "actor", "on_after_configure", "transition", "PythonOperator",
        "BranchPythonOperator", "ShortCircuitOperator", "PythonVirtualenvOperator", "BashOperator",
    )
)  # fmt: skip
"""Topics and jobs."""

WORDS = VERBS | _CONTRACTS | DATA | _EVENTS
"""Names of calls and decorators that a resolver asks for."""

_PARTIAL = "partial"

SETTINGS = ("Settings", "Config", "Configuration")
"""How classes of settings end: a variable that is made from one stands for its fields."""
_TEXTS = frozenset(
    ("get", "getenv", "format", "strip", "rstrip", "lstrip", "encode", "str", "URL", "urljoin")
)
"""Calls that give a text."""


def note_call(walk: Walk, call: Expr) -> None:
    """A call of a name that means something to a framework."""
    assert call is not None
    callee = call[1]
    if callee is None or callee[0] not in (facts.NAME, facts.ATTRIBUTE):
        return
    name = callee[2] if callee[0] == facts.ATTRIBUTE else callee[1]
    if name == _PARTIAL:
        _note_partial(walk, call)
        return
    rows = is_row_call(name, callee)
    if rows:
        forget_inner(walk, callee)
    if rows or (name in WORDS and (name not in VERBS or _may_be_path(call))):
        walk.noted.append(Noted(walk.scope, name, call))


def _note_partial(walk: Walk, call: Expr) -> None:
    """`partial(queue.enqueue, task, 1)` is `queue.enqueue(task, 1)` for whoever calls it."""
    assert call is not None
    first = call[2][0] if call[2] else None
    if first is not None and first[0] == facts.ATTRIBUTE and first[2] in _EVENTS:
        walk.noted.append(Noted(walk.scope, first[2], (facts.CALL, first, call[2][1:], *call[3:])))


def _may_be_path(call: Expr) -> bool:
    assert call is not None
    values = [*call[2], *[value for name, value in call[3] if name in ("url", "path")]][:2]
    return any(
        value is None
        or value[0] not in (facts.CONSTANT, facts.LAMBDA, facts.SEQUENCE, facts.MAPPING)
        or (value[1] == "builtins.str" and (value[2] is None or "/" in value[2]))
        for value in values
    )


def note_taker(walk: Walk, left: Node | None, value: Expr, noted: int) -> None:
    """`router = APIRouter()`: what takes the result of a call that was noted; and names of texts."""
    if left is None or value is None:
        return
    if left.type in ("identifier", "attribute"):
        name = walk.text(left)
        if _may_say(value, walk.scope.form, name):
            walk.named.append((walk.scope, name, value))
    if len(walk.noted) > noted:
        _take(walk.noted[noted:], value, walk.text(left))


def _may_say(value: Expr, form: str, name: str) -> bool:
    """Whether a value may be a text, as far as a look at its outermost part tells."""
    assert value is not None
    match value[0]:
        case facts.CONSTANT:
            return bool(value[1] == "builtins.str")
        case facts.OPERATION:
            return value[1] in ("+", "%", "/")
        case facts.CALL:
            called = _called_name(value)
            return called in _TEXTS or (form == "module" and called.endswith(SETTINGS))
        case facts.EITHER | facts.SUBSCRIPT:
            return True
        case facts.SEQUENCE | facts.ATTRIBUTE:
            return form == "module" or (form == "class" and name.isupper())
    return False


def _called_name(call: Expr) -> str:
    assert call is not None
    callee = call[1]
    if callee is None or callee[0] not in (facts.NAME, facts.ATTRIBUTE):
        return ""
    return str(callee[1] if callee[0] == facts.NAME else callee[2])


def note_added(walk: Walk, left: Node | None, value: Expr, noted: int) -> None:
    """`urlpatterns += [path("", index)]`; a text that is added to is known in part."""
    if left is None or left.type not in ("identifier", "attribute"):
        return
    walk.named.append((walk.scope, walk.text(left), None))
    if len(walk.noted) > noted:
        _take(walk.noted[noted:], value, walk.text(left))


def _take(noted: Sequence[Noted], value: Expr, name: str) -> None:
    makers = {id(call) for call in _makers(value, 3)}
    for each in noted:
        if id(each.call) in makers:
            each.to = name


def _makers(value: Expr, deep: int) -> Iterator[Expr]:
    """The calls whose results a name takes: the value itself, or what stands in its lists."""
    if value is None or deep == 0:
        return
    if value[0] == facts.CALL:
        yield value
    elif value[0] == facts.SEQUENCE:
        for each in value[2]:
            yield from _makers(each, deep - 1)
    elif value[0] == facts.OPERATION and value[1] == "+":
        yield from _makers(value[2], deep - 1)
        yield from _makers(value[3], deep - 1)


def forget_decorator(walk: Walk, decorator: Expr, noted: int) -> None:
    """A decorator is told as what it does to its function, not as a call around it."""
    if len(walk.noted) > noted and walk.noted[-1].call is decorator:
        walk.noted.pop()
