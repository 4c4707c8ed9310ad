"""Loads `cypher/*.cypher` by name. One statement a file; the head says what it is.

    // Methods that answer a question, best first.
    // mode: read                                  (read, write or schema)
    // params: vector, text, scopes, seq           (the keys of the one map $p)
    // returns: uid, rank
    // room: retrieve                              (the only room that may call it)

Refuses to start when a head is incomplete or when declared and used parameters differ.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kg.errors import GraphError

_HEAD = re.compile(r"^// (mode|params|returns|room):[ \t]*(.*)$", re.MULTILINE)
_USED = re.compile(r"\$p\.([A-Za-z_]\w*)")
_FOREIGN = re.compile(r"\$(?!p\b)\w+")


@dataclass(frozen=True, slots=True)
class Statement:
    """One file of `cypher/`: `text` is what is sent, comments included."""

    name: str
    purpose: str
    mode: str
    params: tuple[str, ...]
    returns: tuple[str, ...]
    room: str
    text: str


def folder() -> Path:
    """Where the statements are: inside the wheel (`kg/cypher`) or beside `kg/` in a checkout."""
    inside = Path(__file__).parent.parent / "cypher"
    return inside if inside.is_dir() else Path(__file__).parent.parent.parent / "cypher"


@cache
def statements() -> dict[str, Statement]:
    """Every statement by name, checked."""
    return {path.stem: read(path) for path in sorted(folder().glob("*.cypher"))}


def read(path: Path) -> Statement:
    """One statement file; raises GraphError when its head and body do not agree."""
    text = path.read_text(encoding="utf-8")
    head = dict(_HEAD.findall(text))
    purpose = text.partition("\n")[0].removeprefix("// ").strip()
    missing = {"mode", "params", "returns", "room"} - head.keys()
    if missing or not text.startswith("// "):
        raise GraphError(f"cypher/{path.name}: its head lacks {', '.join(sorted(missing)) or 'a purpose'}")
    declared = _names(head["params"])
    code = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("//"))
    used = set(_USED.findall(code))
    if used != set(declared) or _FOREIGN.search(code):
        raise GraphError(
            f"cypher/{path.name}: declared {sorted(declared)} but uses {sorted(used)} of $p"
            " (every parameter is a key of the one map $p)"
        )
    return Statement(
        path.stem,
        purpose,
        head["mode"].strip(),
        declared,
        _names(head["returns"]),
        head["room"].strip(),
        text,
    )


def _names(line: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in line.split(",") if name.strip() and name.strip() != "-")
