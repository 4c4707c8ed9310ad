"""Which files are built together: whether two build constraints can hold at once.

A constraint is what `parse` wrote down, `linux && !cgo`. Every mentioned tag is tried both ways,
operating systems and machines one at a time; a constraint too long or too odd to try always fits.
"""

import re
from functools import lru_cache
from itertools import product

_TOKEN = re.compile(r"&&|\|\||[!()]|[\w.]+")
_SYSTEMS = frozenset((
    "aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "js", "linux", "nacl", "netbsd",
    "openbsd", "plan9", "solaris", "wasip1", "windows", "zos",
))  # fmt: skip
_MACHINES = frozenset((
    "386", "amd64", "arm", "arm64", "loong64", "mips", "mipsle", "mips64", "mips64le", "ppc64", "ppc64le", "riscv64",
    "s390x", "wasm",
))  # fmt: skip
_UNIX = _SYSTEMS - {"js", "nacl", "plan9", "wasip1", "windows", "zos"}
_MOST_TAGS = 8
_USUAL = frozenset(("linux", "amd64", "unix", "cgo", "gc"))


@lru_cache(maxsize=10_000)
def compatible(one: str, other: str) -> bool:
    """Whether a build exists that has both."""
    if not one or not other or one == other:
        return True
    both = f"({one}) && ({other})"
    words = {word for word in _TOKEN.findall(both) if word[0] not in "&|!()"}
    free = sorted(words - _SYSTEMS - _MACHINES - {"unix"})
    if len(free) > _MOST_TAGS:
        return True
    choices = product(
        [*(words & _SYSTEMS), "linux" if "unix" in words else ""],
        [*(words & _MACHINES), ""],
        product((False, True), repeat=len(free)),
    )
    return any(
        _holds(both, frozenset((system, machine, *_chosen(free, on)))) for system, machine, on in choices
    )


@lru_cache(maxsize=10_000)
def is_usual(constraint: str) -> bool:
    """Whether the build most people make (Linux on amd64, no tags) has it."""
    return not constraint or _holds(constraint, _USUAL) or _holds(constraint, _USUAL | _releases(constraint))


def _releases(constraint: str) -> frozenset[str]:
    """`go1.21` holds for every compiler of today."""
    return frozenset(word for word in _TOKEN.findall(constraint) if word.startswith("go1."))


def _chosen(tags: list[str], on: tuple[bool, ...]) -> list[str]:
    return [tag for tag, chosen in zip(tags, on, strict=True) if chosen]


def _holds(constraint: str, tags: frozenset[str]) -> bool:
    """The value of the expression when just these tags are set; something that is none always holds."""
    tokens = _TOKEN.findall(constraint)
    try:
        return _either(tokens, tags | ({"unix"} if tags & _UNIX else frozenset()))
    except IndexError:
        return True


def _either(tokens: list[str], tags: frozenset[str]) -> bool:
    found = _both(tokens, tags)
    while tokens and tokens[0] == "||":
        tokens.pop(0)
        found = _both(tokens, tags) or found
    return found


def _both(tokens: list[str], tags: frozenset[str]) -> bool:
    found = _one(tokens, tags)
    while tokens and tokens[0] == "&&":
        tokens.pop(0)
        found = _one(tokens, tags) and found
    return found


def _one(tokens: list[str], tags: frozenset[str]) -> bool:
    word = tokens.pop(0)
    if word == "!":
        return not _one(tokens, tags)
    if word == "(":
        found = _either(tokens, tags)
        tokens.pop(0)
        return found
    return word in tags
