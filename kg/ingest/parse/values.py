"""Which configuration values may be kept: only those that are plainly harmless.

In: a key and its value as written. Out: the value, or `<withheld:type>`. The default is to withhold:
no list of secrets is ever complete. Kept are numbers, booleans, durations, sizes, dates, single
small words of a fixed choice, hosts with ports, class names and placeholders, and nothing at all
under a key that speaks of a secret.
"""

import re
from collections.abc import Sequence

from kg.ingest.parse.redact import is_secret_name

_HOST = r"(?:localhost|(?:\d{1,3}\.){3}\d{1,3}|[a-z][a-z0-9-]{0,30}(?:\.[a-z][a-z0-9-]{0,30}){0,5})"
_WORD = r"(?:[a-z]{1,20}|[A-Z]{1,20}|[A-Z]?[a-z]{2,20}(?:[A-Z][a-z]{2,20}){1,4})\d{0,2}"
_PIECE = rf"(?:{_WORD}|\d{{1,3}}|\*{{1,2}}|\{{[a-zA-Z_]{{1,20}}\}}|[A-Z][a-z]{{1,20}}\d{{0,2}})"
_SEGMENT = rf"\.?{_PIECE}(?:[-_.]{_PIECE}){{0,8}}"
_PATH = rf"(?:/(?:{_SEGMENT})?){{0,8}}"
"""Of a URL: words, versions, variables; a part that could be a token is none of them: its letters and digits
take turns, as do its cases."""
_HARMLESS = re.compile(
    rf"""
    -?\d{{1,12}}(?:\.\d{{1,6}})?                                       # 10, 0.75
    | -?\d{{1,9}}(?:\.\d+)?\s?(?i:ns|us|ms|s|m|h|d|w|%|(?:sec|second|min|minute|hour|day)s?)
    | \d{{1,9}}(?:\.\d+)?\s?(?i:b|[kmgt]i?b?)                          # 10MB
    | -?\d(?:\.\d{{1,6}})?[eE][-+]?\d{{1,2}}
    | PT?(?:\d{{1,9}}[DHMS]){{1,4}}                                    # PT30S
    | \d{{4}}-\d{{2}}-\d{{2}}(?:[T ]\d{{2}}:\d{{2}}(?::\d{{2}})?Z?)?
    | \d{{1,2}}:\d{{2}}(?::\d{{2}})?
    | v?\d{{1,4}}(?:\.\d{{1,5}}){{1,3}}(?:-(?i:SNAPSHOT|RELEASE|alpha|beta|rc)\.?\d{{0,3}})?
    | (?i:true|false|yes|no|on|off|null|none|~)
    | [a-z]{{1,12}}(?:[-_.](?:[a-z]{{1,12}}|v\d{{1,2}})){{0,4}}          # debug, round-robin, order.paid.v2
    | [A-Z]{{1,12}}(?:_[A-Z]{{1,12}}){{0,3}} | [A-Z][a-z]{{1,12}}      # READ_COMMITTED, Always
    | (?:(?:https?|redis|amqp|kafka|nacos|jdbc:[a-z0-9]{{2,12}})://)?{_HOST}:\d{{2,5}}{_PATH}
    | (?:https?|lb|configserver:https?)://(?:{_HOST}|[A-Z]{{1,20}}(?:-[A-Z]{{1,20}}){{0,3}})(?::\d{{2,5}})?{_PATH}
    | jdbc:h2:mem:[a-z]{{1,20}}
    | (?:[A-Z][a-z]{{1,20}}=)?/{_SEGMENT}{_PATH}                        # Path=/orders/**
    | (?:classpath\*?:/?|\./)?{_SEGMENT}(?:/(?:{_SEGMENT})?){{1,8}}    # Asia/Seoul, application/json
    | classpath\*?:{_SEGMENT}
    | (?:\d{{1,3}}\.){{3}}\d{{1,3}}
    | {_PATH}                                                          # /api/v1/orders
    | (?:[a-z][a-z0-9_]{{1,20}}\.){{2,8}}[A-Z][A-Za-z]{{0,20}}\d?[A-Za-z]{{2,50}}         # org.postgresql.Driver
    | \*
    """,
    re.VERBOSE,
)
_PLACEHOLDER = re.compile(r"\$\{[A-Za-z_][\w.\[\]-]{0,80}\}|@[\w.-]{1,60}@|\$[A-Z_][A-Z0-9_]{0,60}")
_PLACED = re.compile(r"(:(?!/))?\$\{[A-Za-z_][\w.-]{0,60}(?::([^${}]{0,60}))?\}")
_PLACEHOLDER_DEFAULT = re.compile(r"(\$\{[A-Za-z_][\w.\[\]-]{0,80}):(.*)\}")
_SWITCH = re.compile(r"(?i:true|false)")
"""Says whether there is a secret, and never which."""
_ABOUT = re.compile(
    r"(?i)(?:[._-]|(?<=[a-z])(?=[A-Z]))"
    r"(?:time|ttl|seconds|minutes|hours|days|millis|timeout|expir\w{1,6}|header|ur[il]|prefix|type|enabled?|length|size)$"
)
"""A key that ends so speaks of something about a secret (`token.refresh-time`, `token-uri`)."""
_SPOKEN = re.compile(r"(?i)(?:^|[._-])(?:name|title|description)$")
_WORDS = re.compile(r"[^\W\d_]{1,30}(?:[ ,.]{1,2}[^\W\d_]{1,30}){0,20}[.!]?")
_QUERY = re.compile(r"(?i)select 1")
_ALREADY = re.compile(r"<withheld:[a-z]{1,10}>")
"""What a mirror of a config centre holds in the place of a value."""
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")


def kept_value(key: str, value: str) -> str:
    """The value where it is plainly harmless, else what type of thing it is."""
    text = value.strip()
    if not text:
        return ""
    if _ALREADY.fullmatch(text):
        return text
    if is_secret_name(key) and not _ABOUT.search(key):
        return (
            text if _SWITCH.fullmatch(text) or _PLACEHOLDER.fullmatch(text) else f"<withheld:{_type(text)}>"
        )
    if _PLACEHOLDER.fullmatch(text) or _is_harmless(text) or (_SPOKEN.search(key) and _WORDS.fullmatch(text)):
        return text
    default = _PLACEHOLDER_DEFAULT.fullmatch(text)
    if default:
        inner = default.group(2)
        kept = (
            inner if not inner or _is_harmless(inner) or _PLACEHOLDER.fullmatch(inner) else _withheld(inner)
        )
        return f"{default.group(1)}:{kept}}}"
    return _withheld(text)


def kept_list(key: str, values: Sequence[str]) -> str:
    """A list of scalars as one value, where each of them may be kept."""
    kept = [kept_value(key, value) for value in values]
    return "<withheld:list>" if any("<withheld:" in value for value in kept) else ", ".join(kept)


def _is_harmless(text: str) -> bool:
    """By itself, and what is put together of other settings (`http://${host:localhost}:${port}/api`)."""
    filled = _PLACED.sub(_filled, text) if "${" in text else text
    if len(text) > 160:
        return False
    if _HARMLESS.fullmatch(filled):
        return True
    if "," in filled:
        return all(_HARMLESS.fullmatch(part.strip()) for part in filled.split(","))
    return _is_address(filled)


def _is_address(text: str) -> bool:
    """An address with parameters (`jdbc:…?useSSL=false&…`) where it and each of them may be kept."""
    base, *rest = re.split(r"[?;&]", text)
    pairs = [part.partition("=") for part in rest]
    return bool(rest and _HARMLESS.fullmatch(base)) and all(
        sign
        and not is_secret_name(name)
        and (not value or _HARMLESS.fullmatch(value) or _QUERY.fullmatch(value))
        for name, sign, value in pairs
    )


def _filled(placeholder: re.Match[str]) -> str:
    """Its default, else a word, or a number where a port stands."""
    colon, default = placeholder.groups("")
    return f"{colon}{default or ('10' if colon else 'x')}"


def _withheld(text: str) -> str:
    return f"<withheld:{_type(text)}>"


def _type(text: str) -> str:
    if _NUMBER.fullmatch(text):
        return "number"
    if text.lower() in ("true", "false", "yes", "no", "on", "off"):
        return "boolean"
    if "://" in text or text.startswith("jdbc:"):
        return "url"
    if "," in text and " " not in text.strip():
        return "list"
    return "string"
