"""Names of everything, as far as documents may mention them, and how a mention is taken apart. Pure."""

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from urllib.parse import unquote

from kg.schema.facts import Artifact
from kg.schema.vocabulary import Form, Kind

_COMMON = frozenset(
    [
        "get",
        "set",
        "add",
        "put",
        "run",
        "main",
        "close",
        "open",
        "init",
        "start",
        "stop",
        "list",
        "test",
        "equals",
        "hashcode",
        "tostring",
        "remove",
        "delete",
        "update",
        "create",
        "find",
        "load",
        "save",
        "read",
        "write",
        "send",
        "call",
        "apply",
        "accept",
        "execute",
        "process",
        "handle",
        "next",
        "size",
        "name",
        "value",
        "key",
        "keys",
        "values",
        "items",
        "item",
        "index",
        "type",
        "count",
        "build",
        "clear",
        "copy",
        "parse",
        "format",
        "print",
        "reset",
        "check",
        "config",
        "data",
        "error",
        "errors",
        "event",
        "id",
        "info",
        "log",
        "message",
        "model",
        "node",
        "object",
        "option",
        "options",
        "order",
        "path",
        "query",
        "request",
        "response",
        "result",
        "service",
        "status",
        "string",
        "text",
        "time",
        "token",
        "url",
        "user",
        "version",
        "default",
        "self",
        "this",
        "true",
        "false",
        "null",
        "none",
    ]
)
_PATH = re.compile(r"^(?:\.{0,2}/)?(?:[\w@.+-]+/)*[\w@.+-]+\.[A-Za-z]\w{0,9}(?::\d+(?:-\d+)?)?$")
_EXTENSIONS = frozenset(
    [
        "java",
        "py",
        "md",
        "yml",
        "yaml",
        "properties",
        "xml",
        "json",
        "toml",
        "sql",
        "sh",
        "js",
        "ts",
        "tsx",
        "jsx",
        "go",
        "rs",
        "kt",
        "gradle",
        "html",
        "css",
        "proto",
        "env",
        "ini",
        "cfg",
        "conf",
        "txt",
        "vue",
        "rb",
        "php",
        "c",
        "h",
        "cpp",
        "cs",
        "scala",
        "groovy",
        "tf",
        "bat",
    ]
)
_NAME = re.compile(r"^@?[A-Za-z_$][\w$]*(?:(?:\.|#|::)[A-Za-z_$][\w$]*)*(?:\(.*\))?$")
_BLOB = re.compile(r"^https?://[^/]+/.+?/(?:-/)?(?:blob|tree|raw)/[^/]+/(.+)$")


@dataclass(slots=True)
class Names:
    """Look-ups for one repository."""

    paths: dict[str, Artifact]
    files: dict[str, list[Artifact]]
    """Files by their name."""
    settings: dict[str, list[Artifact]]
    symbols: dict[str, list[Artifact]]
    """Classes and methods by their simple name."""

    def ending_in(self, parts: Sequence[str]) -> list[Artifact]:
        """Classes and methods whose qualified name ends in these parts."""
        found = self.symbols.get(parts[-1], ())
        return [a for a in found if parts_of(a.qualified_name)[-len(parts) :] == list(parts)]

    def is_whole(self, artifact: Artifact, parts: Sequence[str]) -> bool:
        """Whether the parts are all of its qualified name (a package has been written out)."""
        return parts_of(artifact.qualified_name) == list(parts)

    def owner(self, artifact: Artifact) -> str:
        """What overloads have in common: everything before the parameters, and the file."""
        return f"{artifact.path}:{artifact.qualified_name.partition('(')[0]}"


def names_of(artifacts: Iterable[Artifact], wanted: Set[str]) -> Names:
    """Only what is wanted is kept: a repository has many names, its documents mention few."""
    names = Names({}, defaultdict(list), defaultdict(list), defaultdict(list))
    for artifact in artifacts:
        if artifact.kind is Kind.FILE:
            names.paths[artifact.path] = artifact
            names.files[artifact.name].append(artifact)
        elif artifact.kind is Kind.CONFIG and artifact.form == Form.KEY and artifact.name in wanted:
            names.settings[artifact.name].append(artifact)
        elif artifact.kind in (Kind.CLASS, Kind.METHOD):
            last = parts_of(artifact.qualified_name)[-1:]
            if last and last[0] in wanted:
                names.symbols[last[0]].append(artifact)
    return names


def parts_of(text: str) -> list[str]:
    """`com.acme.Pay#capture(long)` in its parts, without parameters; empty when it is no name."""
    text = text.strip()
    if not _NAME.match(text):
        return []
    plain = text.partition("(")[0].lstrip("@").replace("::", ".").replace("#", ".")
    return plain.split(".")


def parameters_of(text: str) -> tuple[str, ...] | None:
    """The simple types between the brackets; None without brackets or without types."""
    _, found, rest = text.partition("(")
    inside = rest.rpartition(")")[0].strip()
    if not found or not inside or "…" in inside or inside == "...":
        return None
    types = re.sub(r"<[^<>]*>", "", inside).split(",")
    return tuple(t.strip().partition(" ")[0].rpartition(".")[2] for t in types)


def is_common(name: str) -> bool:
    return name.lower() in _COMMON


def is_distinctive(text: str, name: str) -> bool:
    """Whether a single name is more than a word of the language: brackets, capitals, underscores."""
    if text.strip().endswith(")") or "_" in name.strip("_"):
        return True
    inner_capital = any(c.isupper() for c in name[1:])
    return (inner_capital and not name.isupper()) or (
        name[0].isupper() and len(name) > 3 and not name.isupper()
    )


def is_path_like(text: str) -> bool:
    """`src/acme/Pay.java`, `Pay.java:12`; a dotted name with a file's extension counts as a path."""
    text = text.strip()
    if not _PATH.match(text) or "#" in text:
        return False
    extension = re.sub(r":[\d-]+$", "", text).rpartition(".")[2].lower()
    return extension in _EXTENSIONS and (
        text.count(".") == 1 or "/" in text or extension in ("java", "py", "md")
    )


def linked_path(href: str, path: str) -> tuple[str, bool]:
    """The path in the repository that a link in a document leads to, and whether that is certain."""
    plain = unquote(re.split(r"[?#]", href, maxsplit=1)[0])
    other_site = _BLOB.match(plain)
    if other_site:
        return other_site.group(1), False
    if "://" in plain or not plain:
        return "", False
    if plain.startswith("/"):
        return plain.lstrip("/"), True
    joined = posixpath.normpath(posixpath.join(posixpath.dirname(path), plain))
    return ("", False) if joined.startswith("..") else (joined, True)
