"""Makes the two git repositories of the shop, with their history: `python make.py FOLDER`.

The same input gives the same commit ids on every machine: authors and dates are in history.toml.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def make_shop(target: Path) -> dict[str, Path]:
    """Write the repositories below `target` (made anew) and return their paths by name."""
    history = tomllib.loads((HERE / "history.toml").read_text(encoding="utf-8"))
    repositories: dict[str, Path] = {}
    for commit in history["commit"]:
        name = commit["repository"]
        if name not in repositories:
            repositories[name] = _init(target / name)
        _commit(repositories[name], commit)
    return repositories


def commits(name: str) -> list[str]:
    """The subjects of a repository's commits, oldest first."""
    history = tomllib.loads((HERE / "history.toml").read_text(encoding="utf-8"))
    return [commit["subject"] for commit in history["commit"] if commit["repository"] == name]


def _init(path: Path) -> Path:
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    _git(path, "init", "--quiet", "--initial-branch=main")
    return path


def _commit(repository: Path, commit: dict[str, Any]) -> None:
    head = HERE / commit["repository"]
    past = HERE / "past" / commit["repository"] / commit["past"]
    for source in sorted(p for p in head.rglob("*") if p.is_file()):
        path = source.relative_to(head).as_posix()
        if any(_matches(path, pattern) for pattern in commit["paths"]):
            older = past / path
            copy = repository / path
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(older if older.is_file() else source, copy)
    _git(repository, "add", "--all")
    name, _, mail = commit["author"].removesuffix(">").partition(" <")
    who = {"NAME": name, "EMAIL": mail, "DATE": commit["date"]}
    environment = {f"GIT_{role}_{what}": value for role in ("AUTHOR", "COMMITTER") for what, value in who.items()}
    _git(repository, "commit", "--quiet", "--no-gpg-sign", "-m", commit["subject"], **environment)


def _matches(path: str, pattern: str) -> bool:
    """A glob whose `*` stays inside one folder, `**` does not."""
    return pattern == "**" or (fnmatch(path, pattern) and path.count("/") == pattern.count("/"))


def _git(folder: Path, *arguments: str, **environment: str) -> None:
    subprocess.run(
        ["git", "-c", "core.autocrlf=false", "-c", "core.hooksPath=/dev/null", *arguments],
        cwd=folder,
        check=True,
        env={**os.environ, **environment, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"},
    )


if __name__ == "__main__":
    for name, path in make_shop(Path(sys.argv[1])).items():
        print(f"{name}: {path}")  # noqa: T201  # a script for people
