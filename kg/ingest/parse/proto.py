"""A .proto file: its package, what it imports, the methods of its services with their lines.

Comments and texts are blanked first, so that the few words looked for can be found in what is left. Messages are
not read.
"""

import re

from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts
from kg.schema.grpc import Rpc

_HIDDEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
_IMPORT = re.compile(r'^\s*import\s+(?:public\s+|weak\s+)?"([^"\n]+)"', re.MULTILINE)
_PACKAGE = re.compile(r"^\s*package\s+([\w.]+)\s*;", re.MULTILINE)
_SERVICE = re.compile(r"\bservice\s+(\w+)\s*\{")
_RPC = re.compile(r"\brpc\s+(\w+)\s*\(")


def parse_proto(unit: Unit) -> Facts:
    text = _HIDDEN.sub(_blank, unit.text)
    found = _PACKAGE.search(text)
    package = found[1] if found else ""
    rpcs = tuple(
        Rpc(package, service[1], rpc[1], text.count("\n", 0, rpc.start()) + 1)
        for service in _SERVICE.finditer(text)
        for rpc in _RPC.finditer(text, service.end(), _end(text, service.end()))
    )
    return Facts(unit.file(imports=tuple(_IMPORT.findall(unit.text)), package=package), found=rpcs)


def _blank(hidden: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", hidden[0])


def _end(text: str, start: int) -> int:
    """Where the block closes that is open at `start`."""
    depth = 1
    for brace in re.compile(r"[{}]").finditer(text, start):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.start()
    return len(text)
