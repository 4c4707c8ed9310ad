"""Why nothing needs to call a function: `main`, `test`, `route`, `listener`, `scheduler`.

Told from names and decorators alone, so it is a convention and not a proof.
"""

from kg.ingest.parse.python.names import is_test_file
from kg.ingest.parse.python.walk import OpenScope, Walk

_BY_DECORATOR = {
    "route": "route",
    "api_route": "route",
    "websocket": "route",
    "exception_handler": "route",
    "errorhandler": "route",
    "middleware": "route",
    "before_request": "route",
    "after_request": "route",
    "api_view": "route",
    "command": "main",
    "callback": "main",
    "group": "main",
    "task": "listener",
    "shared_task": "listener",
    "receiver": "listener",
    "listens_for": "listener",
    "on_event": "listener",
    "subscriber": "listener",
    "periodic_task": "scheduler",
    "scheduled_job": "scheduler",
    "fixture": "test",
}

_VERBS = ("get", "post", "put", "delete", "patch", "head", "options")


def entry_of(walk: Walk, scope: OpenScope, path: str) -> str:
    for node in scope.decorator_nodes:
        found = _decorated(walk.text(node).lstrip("@ "))
        if found:
            return found
    owner = scope.parent
    if owner is None or owner.form == "function":
        return ""
    in_test = is_test_file(path) or (owner.form == "class" and owner.name.startswith("Test"))
    if in_test and scope.name.startswith("test"):
        return "test"
    return "main" if owner.form == "module" and scope.name in walk.guarded else ""


def module_entry(walk: Walk, path: str) -> str:
    return "main" if walk.has_guard or path.rpartition("/")[2] == "__main__.py" else ""


def _decorated(decorator: str) -> str:
    """`router.get("/orders/{id}")` -> `route`; a verb needs a path, or any `cache.get` would do."""
    name, opening, arguments = decorator.partition("(")
    last = name.strip().rpartition(".")[2]
    if last in _VERBS and "." in name and opening and arguments.lstrip()[:1] in ('"', "'"):
        return "route"
    is_bare = (
        last in ("task", "command", "group", "callback", "subscriber") and "." not in name and not opening
    )
    return "" if is_bare and last in ("group", "callback") else _BY_DECORATOR.get(last, "")
