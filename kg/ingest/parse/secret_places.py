"""Secrets that no name before them gives away, but the place they stand at: arguments, flags, rows, tables.

In: a text and the spans of its words for secrets. Out: spans of secrets. `redact` decides which of these are
looked for in which language; each rule has a cheap text that must be there for it to be worth looking.
"""

import re
from collections.abc import Callable, Iterator

Span = tuple[int, int]
Known = Callable[[str], bool]
"""Whether a value is plainly no secret."""

_QUOTED = r"[\"'`](?P<value>[^\"'`\\\n]{3,200})[\"'`]"
_FLAG = re.compile(
    r"--?[a-zA-Z-]{0,30}(?:password|passwd|passphrase|secret|token|api-key|apikey|access-key)(?![a-zA-Z-])"
    r"[\"']?(?:[ \t]*,[ \t]*|[ \t]+|=)[\"']?(?P<value>[^\s\"'`,;|&<>()\]\[{}$-][^\s\"'`,;|&<>()\]]{2,200})"
)
_COMMANDS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (hint, re.compile(pattern))
    for hint, pattern in (
        ("sshpass", r"\bsshpass\s+-p\s*[\"']?(?P<value>[^\s\"'$][^\s\"']{2,200})"),
        (
            "mysql",
            r"\bmysql\w*\b[^\n|;&]{0,200}?\s-p(?P<value>(?!(?:ort|rotocol|lugin|ipe)\b)[^\s\"'$<-][^\s\"'`]{2,200})",
        ),
        ("login", r"\blogin\b[^\n|;&]{0,200}?\s-p[ =]?[\"']?(?P<value>[^\s\"'$-][^\s\"']{2,200})"),
        (
            " -a ",
            r"\bhttps?\b[^\n|;&]{0,200}?\s-a\s+[\"']?[^\s:\"'/]{1,60}:(?P<value>[^\s\"'$@/][^\s\"'@]{2,200})",
        ),
        ("redis-cli", r"\bredis-cli\b[^\n|;&]{0,200}?\s-a\s+[\"']?(?P<value>[^\s\"'$-][^\s\"']{2,200})"),
        (
            "IDENTIFIED",
            r"(?i)\bidentified\s+(?:with\s+[\w'\"]{1,60}\s+)?(?:by|as)\s+(?:password\s+)?'(?P<value>[^'\n]{3,200})'",
        ),
        (
            "identified",
            r"(?i)\bidentified\s+(?:with\s+[\w'\"]{1,60}\s+)?(?:by|as)\s+(?:password\s+)?'(?P<value>[^'\n]{3,200})'",
        ),
    )
)
"""Options of one letter, which only the command before them explains."""

_LOGIN_CALLS = (
    "asicauth",
    "asic_auth",
    "credentials(",
    "authentication(",
    "authenticationtoken(",
    "getconnection(",
    "auth=(",
    "auth = (",
)
_LOGIN_CALL = re.compile(
    r"(?i)(?:basic_?auth(?:entication)?|(?:password|basic)\w{0,20}credentials|password_?authentication"
    r"|authenticationtoken|getconnection|\bauth\s?=\s?)"
    rf"\((?:[^()\n;]{{0,200}}?,)\s*(?:password\s?=\s?)?{_QUOTED}\s*(?:\.toCharArray\(\))?\s*(?:\)|,(?!\s*[\"'`]))"
)
"""The last literal among the arguments of what takes a user and a password."""

_KEY_CALLS = (
    "hmac256",
    "hmac384",
    "hmac512",
    "secretkeyspec",
    "bearerauth",
    "bearer_auth",
    "signingkey",
    "signwith",
)
_KEY_CALL = re.compile(
    rf"(?i)(?:hmac(?:256|384|512)|secretkeyspec|bearer_?auth|signingkey|signwith)\((?:[\w.]{{1,60}},\s*)?{_QUOTED}"
)
_ARGUMENTS = re.compile(
    rf"(?i)\b(?:connect|log_?in|sign_?in|authenticate)\((?:[^()\n;]{{0,200}}?,)\s*{_QUOTED}\s*[,)]"
)
_IN_LINE = re.compile(r"([\"'`])(?P<value>[A-Za-z0-9+/=_!@#$%^&*~-]{8,200})\1")
_WORDS = re.compile(r"(?:[A-Za-z]+|\d+)(?:[_-](?:[A-Za-z]+|\d+))+")
_DEFAULT_COLUMN = re.compile(
    r"(?i)(?:password|passwd|secret|token)\w{0,10}[`\"\]]?\s[^,;\n]{0,80}?\bdefault\s+'(?P<value>[^'\n]{3,200})'"
)
_ROLE = re.compile(r"(?i)\b(?:user|role|login)\b[^;]{0,120}?\spassword\s*[=\s]\s*'(?P<value>[^'\n]{3,200})'")

_RULE = re.compile(r"^[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?[ \t]*$")
_SECRET_HEAD = re.compile(
    r"(?i)^(?:\w+[ _-])?(?:password|passwd|pwd|secret|token|api[ _-]?key|비밀번호|密码)s?$"
)
_CELL = re.compile(r"`?(?P<value>[^\s|`]{4,200})`?")


def command_spans(text: str) -> Iterator[Span]:
    """Options of commands, wherever one is written: scripts, CI files, documents, strings."""
    if "--" in text or " -" in text:
        yield from _values(_FLAG, text)
    for hint, form in _COMMANDS:
        if hint in text:
            yield from _values(form, text)


def call_spans(text: str, lowered: str, is_random: Known) -> Iterator[Span]:
    """Arguments of calls that take a secret by their place. `connect` and `login` take other things as well,
    so there a value counts when it looks random."""
    if any(hint in lowered for hint in _LOGIN_CALLS):
        yield from _values(_LOGIN_CALL, text)
    if any(hint in lowered for hint in _KEY_CALLS):
        yield from _values(_KEY_CALL, text)
    if any(
        hint in lowered for hint in ("connect(", "login(", "log_in(", "sign_in(", "signin(", "authenticate(")
    ):
        yield from (span for span in _values(_ARGUMENTS, text) if is_random(text[slice(*span)]))


def beside_spans(text: str, ends: Iterator[int], is_random: Known) -> Iterator[Span]:
    """Random-looking literals on a line of code that speaks of a password: `key = "9fk2…"  # secret key`."""
    done = -1
    for end in sorted(ends):
        if end <= done:
            continue
        start, done = text.rfind("\n", 0, end) + 1, text.find("\n", end)
        done = done if done >= 0 else len(text)
        if done - start > 400:
            continue
        for match in _IN_LINE.finditer(text, start, done):
            if is_random(match["value"]) and not _WORDS.fullmatch(match["value"]):
                yield match.span("value")


def statement_spans(text: str, lowered: str) -> Iterator[Span]:
    """Defaults of columns, and passwords of users and roles."""
    if "default" in lowered and ("passw" in lowered or "secret" in lowered or "token" in lowered):
        yield from _values(_DEFAULT_COLUMN, text)
    if "password" in lowered and ("role" in lowered or "user" in lowered or "login" in lowered):
        yield from _values(_ROLE, text)


def table_spans(text: str, is_none: Known) -> Iterator[Span]:
    """Cells of a column whose head says that it holds passwords (a table of Markdown)."""
    if "|--" not in text and "| --" not in text and "|:-" not in text:
        return
    at, columns, head = 0, frozenset[int](), ""
    for line in text.split("\n"):
        if _RULE.match(line) and "|" in line:
            columns = frozenset(
                i for i, cell in enumerate(_cells(head)) if _SECRET_HEAD.match(cell.strip(" *`"))
            )
        elif "|" not in line:
            columns = frozenset()
        elif columns:
            yield from _in_columns(line, at, columns, is_none)
        head, at = line, at + len(line) + 1


def _in_columns(line: str, at: int, columns: frozenset[int], is_none: Known) -> Iterator[Span]:
    start = at
    for index, cell in enumerate(_cells(line)):
        match = _CELL.fullmatch(cell.strip()) if index in columns else None
        if match and not is_none(match["value"]):
            begin = start + cell.index(match["value"])
            yield begin, begin + len(match["value"])
        start += len(cell) + 1


def _cells(line: str) -> list[str]:
    return line.split("|")


def _values(form: re.Pattern[str], text: str) -> Iterator[Span]:
    return (match.span("value") for match in form.finditer(text))
