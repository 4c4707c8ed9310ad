"""A repository large enough for several batches of writes: two commits, the second changes a half."""

import os
import subprocess
from pathlib import Path

FILES, METHODS = 90, 40


def large_repository(folder: Path) -> tuple[Path, str, str]:
    """The repository and its two commits."""
    folder.mkdir(parents=True)
    _git(folder, "init", "-q", "-b", "main")
    first = _commit(folder, changed=False)
    return folder, first, _commit(folder, changed=True)


def _commit(folder: Path, changed: bool) -> str:
    for number in range(FILES):
        path = folder / "src" / "main" / "java" / "big" / f"Part{number}.java"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_class(number, changed and number % 2 == 0), encoding="utf-8")
    _git(folder, "add", "-A")
    _git(folder, "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "-m", "parts")
    found = subprocess.run(
        ["git", "-C", str(folder), "rev-parse", "HEAD"], capture_output=True, text=True, check=True
    )
    return found.stdout.strip()


def _class(number: int, changed: bool) -> str:
    """Each method calls its namesake in the next class; the changed half calls the one after."""
    callee = (number + (2 if changed else 1)) % FILES
    methods = "\n".join(
        f"    int work{m}(int a) {{ if (a > {m}) {{ return new Part{callee}().work{m}(a - 1); }} return {number}; }}"
        for m in range(METHODS)
    )
    return f"package big;\n\nclass Part{number} {{\n{methods}\n}}\n"


def _git(folder: Path, *words: str) -> None:
    environment = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    subprocess.run(["git", *words], cwd=folder, check=True, env=environment)
