"""package.json, tsconfig.json, jsconfig.json -> what the resolver must know to find modules.

Comments and trailing commas are allowed, as TypeScript allows them. What is not understood is left out
and said; a broken manifest is a problem of its file, nothing more.
"""

import json
import re
from typing import Any

from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts, Problem
from kg.schema.typescript import PackageFacts, ProjectFacts

_COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING = re.compile(r'("(?:\\.|[^"\\\n])*")|,(?=\s*[}\]])', re.DOTALL)
_CONDITIONS = (
    "source",
    "types",
    "typings",
    "development",
    "import",
    "module",
    "default",
    "require",
    "browser",
    "node",
)
_MAIN_FIELDS = ("source", "types", "typings", "module", "main", "browser")


def parse_package(unit: Unit) -> Facts:
    """A package.json."""
    data, problems = _read(unit)
    name = data.get("name")
    entries = [(".", _text(data[key])) for key in _MAIN_FIELDS if isinstance(data.get(key), str)]
    exports = _exported(data.get("exports"), ".")
    code = PackageFacts(
        path=unit.path,
        name=name if isinstance(name, str) else "",
        entries=tuple(dict.fromkeys((*exports, *entries))),
        inner=tuple(_exported(data.get("imports"), "")),
    )
    return Facts(unit.file(problems=problems), code=code)


def parse_project(unit: Unit) -> Facts:
    """A tsconfig.json, jsconfig.json, or a variant of them."""
    data, problems = _read(unit)
    options = data.get("compilerOptions")
    options = options if isinstance(options, dict) else {}
    written = options.get("paths")
    paths = [
        (pattern, tuple(_text(each) for each in targets))
        for pattern, targets in (written.items() if isinstance(written, dict) else ())
        if isinstance(targets, list)
    ]
    extends = data.get("extends", [])
    code = ProjectFacts(
        path=unit.path,
        extends=tuple(_text(each) for each in (extends if isinstance(extends, list) else [extends])),
        base_url=_text(options.get("baseUrl", "")),
        paths=tuple(paths),
        out_dir=_text(options.get("outDir", "")),
        root_dir=_text(options.get("rootDir", "")),
    )
    return Facts(unit.file(problems=problems), code=code)


def _read(unit: Unit) -> tuple[dict[str, Any], tuple[Problem, ...]]:
    plain = _TRAILING.sub(lambda m: m[1] or "", _COMMENT.sub(lambda m: m[1] or "", unit.text))
    try:
        data = json.loads(plain or "{}")
    except ValueError as error:
        return {}, (Problem(getattr(error, "lineno", 1), "not valid JSON"),)
    return (data, ()) if isinstance(data, dict) else ({}, ())


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _exported(value: Any, at: str) -> list[tuple[str, str]]:
    """`exports` and `imports`: conditions may nest; the most telling one comes first."""
    if isinstance(value, str):
        return [(at, value)]
    if isinstance(value, list):
        return [pair for each in value for pair in _exported(each, at)]
    if not isinstance(value, dict):
        return []
    found: list[tuple[str, str]] = []
    for key in sorted(value, key=_rank):
        door = key if key.startswith((".", "#")) else at
        found += _exported(value[key], door)
    return found


def _rank(key: str) -> int:
    return _CONDITIONS.index(key) if key in _CONDITIONS else len(_CONDITIONS)
