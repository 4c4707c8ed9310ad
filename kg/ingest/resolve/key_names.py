"""When two spellings are one configuration key, as Spring's relaxed binding has it. Pure."""

import re
from collections.abc import Collection
from functools import lru_cache

_VARIABLE = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*")
_AMBIENT = re.compile(
    r"user\.(?:home|dir|name|language|country|timezone)|os\.(?:name|arch|version)|java\.[\w.]+|random\.\w+"
    r"|(?:line|file|path)\.separator|(?:file|sun\.\w+)\.encoding"
    r"|HOME|PATH|PWD|USER|USERNAME|HOSTNAME|SHELL|TMPDIR|TEMP|TMP|LANG|TERM"
)
_SWITCHES = frozenset(
    (
        "enabled",
        "enable",
        "disabled",
        "disable",
        "feature",
        "features",
        "toggle",
        "toggles",
        "switch",
        "flag",
        "flags",
    )
)
_ON_OR_OFF = frozenset(("true", "false", "on", "off", "yes", "no", "0", "1", "<withheld:boolean>"))
_KEBAB = re.compile(r"[a-z0-9.\[\]-]+")


def relaxed(key: str) -> str:
    """Without case, dashes and underscores, part by part: `a.bC` and `A.b-c` are one."""
    return key.lower().replace("-", "").replace("_", "")


def squeezed(key: str) -> str:
    """Without dots and brackets as well: what an environment variable has left of a key."""
    return re.sub(r"[._\-\[\]]", "", key.lower())


def is_ambient(key: str) -> bool:
    """Whether the machine says it and nobody sets it: `user.home`, `line.separator`, `PATH`."""
    return bool(_AMBIENT.fullmatch(key))


def is_flag(key: str, values: Collection[str]) -> bool:
    """Whether a key is a switch by its name, and nothing but on or off is ever set."""
    words = set(re.split(r"[._\-\[\]]|(?<=[a-z])(?=[A-Z])", key.strip()))
    named = bool({word.lower() for word in words} & _SWITCHES)
    return named and all(value.lower() in _ON_OR_OFF or value.startswith("${") for value in values if value)


@lru_cache(10_000)
def is_variable(key: str) -> bool:
    """Whether it is spelled like an environment variable: `PAYMENT_TIMEOUT`."""
    return bool(_VARIABLE.fullmatch(key))


def variables_of(key: str) -> tuple[str, str]:
    """The environment variables that may set a dotted key: dashes are dropped (Spring) or kept as _."""
    flat = re.sub(r"[.\[\]]+", "_", key).strip("_").upper()
    return flat.replace("-", ""), flat.replace("-", "_")


@lru_cache(10_000)
def spellings_of(key: str) -> tuple[str, ...]:
    """What a key that is no variable may be called in a set; an item of a list by its list too."""
    return (relaxed(key), *variables_of(key), relaxed(key.partition("[")[0]))


def preferred(spellings: Collection[str]) -> str:
    """The spelling a key goes by: dotted before a variable, kebab case before others."""
    return min(spellings, key=lambda key: (is_variable(key), "." not in key, not _KEBAB.fullmatch(key), key))
