"""How a mention is written, and what that says: names and their parts, parameters, paths. Pure text."""

import re
from functools import lru_cache

_COMMON = frozenset((
    "get", "set", "add", "put", "run", "main", "close", "open", "init", "start", "stop", "list", "test",
    "equals", "hashcode", "tostring", "remove", "delete", "update", "create", "find", "load", "save",
    "read", "write", "send", "call", "apply", "accept", "execute", "process", "handle", "next", "size",
    "name", "value", "key", "keys", "values", "items", "item", "index", "type", "count", "build",
    "clear", "copy", "parse", "format", "print", "reset", "check", "config", "data", "error", "errors",
    "event", "id", "info", "log", "message", "model", "node", "object", "option", "options", "order",
    "path", "query", "request", "response", "result", "service", "status", "string", "text", "time",
    "token", "url", "user", "version", "default", "self", "this", "true", "false", "null", "none",
))  # fmt: skip
"""Words of every program, which name nothing on their own."""
_EXTENSIONS = frozenset((
    "java", "py", "md", "yml", "yaml", "properties", "xml", "json", "toml", "sql", "sh", "js", "ts",
    "tsx", "jsx", "mjs", "go", "rs", "kt", "kts", "gradle", "html", "css", "proto", "env", "ini", "cfg",
    "conf", "txt", "vue", "rb", "php", "c", "h", "cpp", "cs", "scala", "groovy", "tf", "bat", "ps1",
    "rst", "adoc", "ipynb", "mod", "lock", "service", "scss", "sass", "less", "jmx",
))  # fmt: skip
_PATH = re.compile(r"^(?:\.{0,2}/)*(?:[\w@.+-]+/)*[\w@.+-]+(?:\.[A-Za-z]\w{0,9})(?::\d+(?:-\d+)?)?$")
_BARE_FILES = frozenset(
    ("Dockerfile", "Makefile", "Jenkinsfile", "Procfile", "Vagrantfile", "Rakefile", "Gemfile")
)
_LINES = re.compile(r":(\d+)(?:-\d+)?$")
_NAME = re.compile(r"^@?[A-Za-z_$][\w$]*(?:(?:\.|#|::)[A-Za-z_$][\w$]*)*(?:\(.*\))?$")
_TEST = re.compile(
    r"(?:^|/)(?:tests?|testing|__tests__|spec|testdata|fixtures)/|(?:^|/)test_[^/]+$|(?:Tests?|IT|[._](?:test|spec))\.\w+$"
)
_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_WORD = re.compile(r"[^\W\d_]+")


def parts_of(text: str) -> list[str]:
    """`com.acme.Pay#capture(long)` in its parts, without parameters; empty when it is no name."""
    text = text.strip()
    if not _NAME.match(text):
        return []
    plain = text.partition("(")[0].lstrip("@").replace("::", ".").replace("#", ".")
    return plain.split(".")


def name_parts(qualified_name: str) -> list[str]:
    """The parts of an artifact's qualified name, whatever it looks like: `src/pay.ts#Pay.charge` too."""
    plain = qualified_name.partition("(")[0].replace("::", ".").replace("#", ".").replace("/", ".")
    return plain.split(".")


def parameters_of(text: str) -> tuple[str, ...] | None:
    """The simple types between the brackets; None without brackets or without types."""
    _, found, rest = text.partition("(")
    inside = rest.rpartition(")")[0].strip()
    if not found or not inside or "\u2026" in inside or inside == "...":
        return None
    types = re.sub(r"<[^<>]*>", "", inside).split(",")
    return tuple(t.strip().partition(" ")[0].rpartition(".")[2] for t in types)


def is_called(text: str) -> bool:
    """Whether it is written with brackets: `close()`."""
    return text.rstrip().endswith(")")


def is_common(name: str) -> bool:
    return name.lower() in _COMMON


def words_in(name: str) -> int:
    """`refundAmount`, `refund_amount`: 2."""
    return len(_PART.findall(name))


def words_of(text: str) -> set[str]:
    """The words of a text, in lower case, identifiers in their parts."""
    return {part.lower() for word in _WORD.findall(text) for part in _PART.findall(word)}


def identifier_words(name: str) -> list[str]:
    """The words of a name in order, in lower case: `refundAmount`, `refund-amount`, `Refund amount`."""
    return [part.lower() for word in _WORD.findall(name) for part in (_PART.findall(word) or [word])]


def is_type_like(name: str) -> bool:
    """`Pay`, `CouponService`, and no constant: what classes are called in most languages."""
    return name[:1].isupper() and len(name) > 2 and not name.isupper()


def is_path_like(text: str) -> bool:
    """`src/acme/Pay.java`, `Pay.java:12`, `Dockerfile`; a dotted name with a file's extension is a path."""
    text = text.strip()
    if text.rpartition("/")[2] in _BARE_FILES:
        return True
    if not _PATH.match(text) or "#" in text:
        return False
    plain = _LINES.sub("", text)
    name, _, extension = plain.rpartition("/")[2].rpartition(".")
    return extension.lower() in _EXTENSIONS and (
        "/" in plain
        or "." not in name
        or not name.replace(".", "").islower()
        or extension in ("java", "py", "md")
    )


def path_and_line(text: str) -> tuple[str, int]:
    """`src/Pay.java:12` as the path and the line; 0 where none is given."""
    found = _LINES.search(text.strip())
    return _LINES.sub("", text.strip()).removeprefix("./"), int(found.group(1)) if found else 0


@lru_cache(10_000)
def is_test(path: str) -> bool:
    """Whether a file is a test, or made for tests."""
    return bool(_TEST.search(path))
