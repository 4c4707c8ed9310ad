"""Definitions by universal-ctags: what a work tree defines, without any code of kg.

In: a folder, a language. Out: `(path, line of the name, name)` of what counts: classes, structs, unions,
interfaces, traits, enums, records, modules, functions, methods and constructors with a name of their
own. Not fields, properties, constants, macros, aliases, prototypes, local variables, namespaces.
`python -m tests.truth.definitions.ctags FOLDER LANGUAGE` prints them.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

KINDS = {
    "rust": ("Rust", "nsifgP"),
    "c#": ("C#", "csigm"),
    "php": ("PHP", "citf"),
    "ruby": ("Ruby", "cmfS"),
    "c": ("C", "fsugt"),
    "c++": ("C++", "fcsugt"),
}
"""ctags' own name of a language and the letters of the kinds that count."""


@dataclass(frozen=True, order=True)
class Definition:
    path: str
    line: int
    """1-based, of the name."""
    name: str


def definitions(folder: Path, paths: Iterable[str], language: str) -> set[Definition]:
    """What ctags finds in these files, all read as one language."""
    name, kinds = KINDS[language]
    command = [
        "ctags",
        f"--language-force={name}",
        f"--kinds-{name}={kinds}",
        "--fields=+nktl-P",
        "--output-format=json",
    ]
    listed = subprocess.run(
        [*command, "-f", "-", "-L", "-"],
        input="\n".join(paths),
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    tags = [json.loads(line) for line in listed.stdout.splitlines()]
    return {Definition(tag["path"], tag["line"], plain(tag["name"])) for tag in tags if _counts(tag, name)}


def _counts(tag: dict[str, str], language: str) -> bool:
    """A typedef counts where it names an otherwise anonymous struct, union or enum; an RSpec group or an
    anonymous class does not."""
    if tag["kind"] == "typedef":
        return "__anon" in tag.get("typeref", "")
    return tag["language"] == language and not tag["name"].startswith(("__anon", "AnonymousClass"))


def plain(name: str) -> str:
    """One way to write a name: `operator ==` is `operator==`, `self.of` and `IList.of` are `of`, `~Pay` is
    `Pay`, `r#async` is `async`."""
    name = re.sub(r"\s+", "", name).removeprefix("~").removeprefix("r#")
    return name if name.startswith("operator") else re.sub(r"^\w+(?:<[^>]*>)?\.(?=\w)", "", name)


if __name__ == "__main__":
    root = Path(sys.argv[1])
    files = sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())
    for found in sorted(definitions(root, files, sys.argv[2])):
        sys.stdout.write(f"{found.path}:{found.line} {found.name}\n")
