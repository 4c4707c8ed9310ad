"""What jedi says each call of a package goes to. Run in an environment that has jedi:
`python jedi_verdicts.py CHECKOUT PACKAGE OUT.json`.

A site is a call whose callee is named like something the package defines. A row: file, line of the
name, column of the name, name, verdict, and the definitions found in the package as [file, line, full
name]. The verdict: `own` (in the package), `outside`, or `unknown`. jedi goes to what a name is bound
to, so a class stands for its constructor and a decorated function for itself; where that is a variable
or a parameter, the verdict is `unknown`.
"""

import ast
import json
import sys
from pathlib import Path

import jedi


def named(tree: ast.AST) -> set[str]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return {node.name for node in ast.walk(tree) if isinstance(node, kinds)}


def callee(node: ast.AST) -> tuple[str, int, int] | None:
    """The name that is called, and where it stands."""
    if not isinstance(node, ast.Call):
        return None
    function = node.func
    if isinstance(function, ast.Name):
        return function.id, function.lineno, function.col_offset
    if isinstance(function, ast.Attribute):
        return function.attr, function.end_lineno or 0, (function.end_col_offset or 0) - len(function.attr)
    return None


def verdict(
    script: jedi.Script, root: Path, package: str, line: int, column: int
) -> tuple[str, list[object]]:
    try:
        found = script.goto(line, column, follow_imports=True)
    except Exception:  # jedi gives up on some files; the site is then unknown
        found = []
    paths = [(name, Path(name.module_path)) for name in found if name.module_path]
    inside = [(name, p.relative_to(root)) for name, p in paths if p.is_relative_to(root)]
    own = [
        [str(path), name.line, name.full_name]
        for name, path in inside
        if path.is_relative_to(package) and name.type in ("function", "class")
    ]
    if own:
        return "own", own
    definite = found and all(name.type in ("function", "class") for name in found)
    return ("outside" if definite and not inside else "unknown"), []


def main() -> None:
    root, package, out = Path(sys.argv[1]).resolve(), sys.argv[2], Path(sys.argv[3])
    project = jedi.Project(root)
    files = sorted((root / package).rglob("*.py"))
    trees = {file: ast.parse(file.read_text(encoding="utf-8")) for file in files}
    names = {name for tree in trees.values() for name in named(tree)}
    rows = []
    for file, tree in trees.items():
        script = jedi.Script(path=file, project=project)
        for found in filter(None, map(callee, ast.walk(tree))):
            name, line, column = found
            if name in names:
                answer, own = verdict(script, root, package, line, column)
                rows.append([str(file.relative_to(root)), line, column, name, answer, own])
    out.write_text(json.dumps(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
