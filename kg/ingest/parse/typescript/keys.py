"""Configuration keys that code reads: `process.env.X`, `process.env["X"]`, `import.meta.env.X`.

Also `get("a.b")` of NestJS's ConfigService and of node-config, in files that import them, and `Deno.env`.
"""

from tree_sitter import Node

from kg.ingest.parse.typescript.grammar import field, named
from kg.ingest.parse.typescript.walk import Walk
from kg.schema.facts import KeyRead
from kg.schema.typescript import Value

_MODULES = ("@nestjs/config", '"config"', "'config'", "Deno.env")
_GETTERS = frozenset(("get", "getOrThrow", "has"))
_PLACES = ("process.env", "import.meta.env", "Bun.env", "process?.env")


def note_key(walk: Walk, node: Node, found: Value) -> None:
    """A member of the environment is a key that the owner reads."""
    target = field(node, "object")
    if found is None or target is None or target.type != "member_expression":
        return
    inner = field(target, "property")
    if inner is None or walk.text(inner) != "env" or walk.text(target) not in _PLACES:
        return
    note(walk, found[2], node)


def note_destructured(walk: Walk, value: Node | None, names: list[str]) -> None:
    """`const { HOST, PORT } = process.env`."""
    if value is not None and value.type == "member_expression" and walk.text(value) in _PLACES:
        for name in names:
            note(walk, name, value)


def note(walk: Walk, key: str, node: Node) -> None:
    walk.reads.append(KeyRead(walk.owner.uid, key, node.start_point[0] - walk.owner.row))


def asks_settings(text: str) -> bool:
    """Whether a file names what has a `get` for settings; in any other one no call is looked at."""
    return any(module in text for module in _MODULES)


def note_asked(walk: Walk, callee: Node, arguments: Node | None) -> None:
    """`this.configService.get<string>("db.host")`, `config.get("port")`, `Deno.env.get("PORT")`."""
    target, getter = field(callee, "object"), field(callee, "property")
    given = named(arguments) if arguments is not None else []
    if target is None or getter is None or not given or given[0].type != "string":
        return
    on = walk.text(target)
    if walk.text(getter) in _GETTERS and ("config" in on.rpartition(".")[2].lower() or on == "Deno.env"):
        note(walk, walk.text(given[0])[1:-1], given[0])
