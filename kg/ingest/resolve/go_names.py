"""What a name of Go code may be in full: in its package, or in one that its file imports.

A package is a folder and a name, `internal/pay:pay.Charge`; an import path ends in the folder. Pure.
"""

from collections.abc import Iterator

from kg.schema.facts import Facts
from kg.schema.go import GoFacts


def is_go_code(facts: Facts) -> bool:
    """Go that is no test."""
    return facts.file.language == "go" and not facts.file.path.endswith("_test.go")


def go_names(name: str, facts: Facts) -> Iterator[str]:
    """The most likely first."""
    if not isinstance(facts.code, GoFacts):
        return
    yield f"{facts.code.folder}:{facts.code.package}.{name}"
    first, dot, rest = name.partition(".")
    for alias, path in facts.code.imports if dot else ():
        last = path.rpartition("/")[2]
        if first in (alias, last, last.partition(".")[0].replace("-", "")):
            for folder in _folders(path):
                yield f"{folder}:{last}.{rest}"
                if alias and alias != last:
                    yield f"{folder}:{alias}.{rest}"


def _folders(path: str) -> Iterator[str]:
    """Where a package may be in the repository: `github.com/acme/shop/pay`, `acme/shop/pay`, …, `pay`."""
    parts = path.split("/")
    for at in range(len(parts)):
        yield "/".join(parts[at:])
