"""When a file is built: from its name (`open_linux_amd64.go`) and its `//go:build` line, as one text."""

import re

_SYSTEMS = frozenset((
    "aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "js", "linux", "nacl",
    "netbsd", "openbsd", "plan9", "solaris", "wasip1", "windows", "zos",
))  # fmt: skip
_MACHINES = frozenset((
    "386", "amd64", "amd64p32", "arm", "armbe", "arm64", "arm64be", "loong64", "mips", "mipsle", "mips64",
    "mips64le", "mips64p32", "mips64p32le", "ppc", "ppc64", "ppc64le", "riscv", "riscv64", "s390",
    "s390x", "sparc", "sparc64", "wasm",
))  # fmt: skip
_BUILD = re.compile(r"^//go:build[ \t]+(.+?)[ \t]*$", re.MULTILINE)
_OLD_BUILD = re.compile(r"^//[ \t]*\+build[ \t]+(.+?)[ \t]*$", re.MULTILINE)
_GENERATED = re.compile(r"^// Code generated .* DO NOT EDIT\.$", re.MULTILINE)


def constraint_of(path: str, head: str) -> str:
    """`head`: the text before the package clause. Empty for a file of every build."""
    words = _of_name(path.rpartition("/")[2])
    written = _BUILD.search(head)
    expression = written[1] if written else _of_old_lines(_OLD_BUILD.findall(head))
    if not words or not expression:
        return words or expression
    return f"{words} && {expression if ' ' not in expression else f'({expression})'}"


def _of_name(name: str) -> str:
    parts = name.removesuffix(".go").removesuffix("_test").split("_")[1:]
    if len(parts) > 1 and parts[-2] in _SYSTEMS and parts[-1] in _MACHINES:
        return f"{parts[-2]} && {parts[-1]}"
    return parts[-1] if parts and parts[-1] in _SYSTEMS | _MACHINES else ""


def _of_old_lines(lines: list[str]) -> str:
    """`// +build a,b c`: a comma is and, a space is or, each line must hold."""
    alternatives = [[word.replace(",", " && ") for word in line.split()] for line in lines]
    joined = [" || ".join(f"({w})" if "&&" in w and len(a) > 1 else w for w in a) for a in alternatives]
    return " && ".join(f"({each})" if "||" in each and len(joined) > 1 else each for each in joined)


def is_generated(head: str) -> bool:
    """The mark that a program wrote the file (golang.org/s/generatedcode)."""
    return _GENERATED.search(head) is not None
