"""Takes secrets out of text before any parser, hash, index, model or log sees it.

In: decoded text and whether it is code (then only quoted values count). Out: a text of the same
length in which each secret reads REDACTED…, so that lines and columns stay. Finds well-known token
forms, private keys, logins in URLs and headers, and what names such as `password` are given.
Configuration values are not its business: they are withheld by default (see `values`).
"""

import re
from collections.abc import Iterable, Iterator

from kg.ingest.parse.denied import in_force
from kg.ingest.parse.false_alarms import alarming_spans
from kg.ingest.parse.mask import mask
from kg.ingest.parse.secret_forms import (
    BASIC_LOGIN,
    BEARER,
    DUMMIES,
    ORACLE_PASSWORD,
    PRIVATE_KEY,
    SECRET_ENDS,
    STRONG_WORDS,
    TOKENS,
    URL_PASSWORD,
    WEAK_WORDS,
)
from kg.ingest.parse.secret_places import (
    beside_spans,
    call_spans,
    command_spans,
    statement_spans,
    table_spans,
)
from kg.ingest.parse.secret_rows import row_spans

Span = tuple[int, int]

_CODE = frozenset(
    [
        "java",
        "python",
        "kotlin",
        "scala",
        "groovy",
        "javascript",
        "typescript",
        "vue",
        "go",
        "rust",
        "swift",
        "php",
        "ruby",
        "c",
        "c++",
        "c#",
    ]
)
_SETTINGS = frozenset(("properties", "env", "yaml", "toml", "ini", "hcl"))
_SPOKEN_WORDS = ("password", "passwd", "pwd", "secret", "token", "apikey", "api_key", "api-key")
_SPOKEN_TAIL = re.compile(
    r"[sS]?[\"']?(?:\s{0,2}[:=]\s{0,2}|\s(?:is|was)\s)[\"'{`]{0,3}(?P<value>[\w!#$%&*+/@^~-]{8,200})(?![\w(.\[])"
)
_DEFAULT = re.compile(r"\$\{(?P<key>[\w.\-]{1,200}):(?P<value>[^{}\n]{1,400})\}")
_QUOTED = r"(?P<quote>[\"'`])(?P<quoted>(?:\\.|(?!(?P=quote))[^\\\n]){1,400})(?P=quote)"
_BARE = r"(?P<bare>(?:(?![\"'`,;()<>|\[\]{}])[\x21-\x7e]){3,400})(?![^\x00-\x7f])"
_ANNOTATION = r"\??\s?:\s?[A-Za-z][\w.\[\]|]{0,40}\s{0,2}(?==\s)"
"""A type between a name and its value: `token: str = "…"`."""
_CODE_TAIL = re.compile(
    rf"s?(?P<more>[\w-]{{0,16}})[\"'\]]{{0,2}}"
    rf"(?:{_ANNOTATION}|\s{{0,4}})(?P<join>=>|:=|===?|!==?|=|:|,|\(|\.equals\()\s{{0,4}}[rbuf]?{_QUOTED}"
)
_TEXT_TAIL = re.compile(
    rf"s?(?P<more>[\w-]{{0,16}})[\"'\]*`]{{0,3}}(?:\s{{0,4}}(?P<join>=>|:=|==|!=|=|:|：|,|\(|>)\s{{0,4}}|(?P<flag>[ ]))"
    rf"(?:{_QUOTED}|`{{0,2}}{_BARE})"
)
_PLACEHOLDER = re.compile(r"^(?:\$|%[sd({]|#\{|\{|<|\[|@\w+@|\*+$|x+$|X+$|\.{2,}|-+$)")
_WORDS_ONLY = re.compile(r"^[^\W\d_]+(?:[._\- ][^\W\d_]+)*[.:!?]?$")
_RANDOM = re.compile(r"^(?=.*\d)(?=.*[A-Za-z])[^\s]{8,}$|^(?=.*[a-z])(?=.*[A-Z])[A-Za-z+/=_-]{24,}$")
_NAME_LIKE = re.compile(
    r"^(?:[a-z]+://|/|\./)|^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*){2,}$|^\S+\.(?:java|py|md|ya?ml|json)$"
)


def redact(text: str, language: str = "") -> str:
    """The text without its secrets, of the same length; what was purged goes first."""
    text = in_force().mask(text)
    spans = [*_token_spans(text), *_login_spans(text), *_plain(text, command_spans(text))]
    if language not in _SETTINGS:
        spans += alarming_spans(text)
    if language in _CODE:
        spans += _code_spans(text, _lowered(text))
    elif language not in _SETTINGS:  # their values are withheld by structure; a mask could break it
        lowered = _lowered(text)
        spans += _assigned_spans(text, lowered, _TEXT_TAIL)
        spans += _spoken_spans(text, lowered)
        spans += table_spans(text, _plainly_none)
        if language == "sql":
            spans += _plain(text, (*statement_spans(text, lowered), *row_spans(text, lowered, _looks_random)))
    if "PRIVATE KEY" in text:
        spans += [match.span(1) for match in PRIVATE_KEY.finditer(text)]
    return _masked(text, spans) if spans else text


def _code_spans(text: str, lowered: str) -> Iterator[Span]:
    yield from _assigned_spans(text, lowered, _CODE_TAIL)
    yield from _spoken_spans(text, lowered)
    yield from _default_spans(text)
    yield from _plain(text, call_spans(text, lowered, _looks_random))
    yield from _plain(text, beside_spans(text, _word_ends(lowered, STRONG_WORDS), _looks_random))


def _plain(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """Those that hold no dummy and no placeholder."""
    return (span for span in spans if not _plainly_none(text[slice(*span)]))


def _looks_random(value: str) -> bool:
    return bool(_RANDOM.match(value)) and not _NAME_LIKE.match(value)


def is_secret_name(name: str) -> bool:
    """Whether a name says that its value is a secret."""
    lowered = name.lower()
    last = re.split(r"[._\-\[\] ]", lowered)[-1]
    return last in SECRET_ENDS or any(
        word in lowered for word in (*STRONG_WORDS, *WEAK_WORDS, "private", "salt")
    )


def _token_spans(text: str) -> Iterator[Span]:
    for hints, form in TOKENS:
        if any(hint in text for hint in hints):
            for match in form.finditer(text):
                yield match.span()


def _login_spans(text: str) -> Iterator[Span]:
    if "://" in text and "@" in text:
        yield from _second_group(URL_PASSWORD, text)
    if "oracle:thin:" in text:
        yield from _second_group(ORACLE_PASSWORD, text)
    if " -u" in text or "--user" in text:
        for match in BASIC_LOGIN.finditer(text):
            if not _plainly_none(match["password"]):
                yield match.span("login")
    if "earer " in text or "asic " in text or "oken " in text:
        yield from _second_group(BEARER, text)


def _second_group(form: re.Pattern[str], text: str) -> Iterator[Span]:
    for match in form.finditer(text):
        if not _plainly_none(match.group(2)):
            yield match.span(2)


def _spoken_spans(text: str, lowered: str) -> Iterator[Span]:
    """Values that comments, docstrings and longer strings of code give: `# password: hunter2x`."""
    for end in _word_ends(lowered, _SPOKEN_WORDS):
        match = _SPOKEN_TAIL.match(text, end)
        if match and _looks_random(match["value"]):
            yield match.span("value")


def _default_spans(text: str) -> Iterator[Span]:
    """Defaults of placeholders whose key names a secret: `${db.password:hunter2}`."""
    if "${" in text:
        for match in _DEFAULT.finditer(text):
            if is_secret_name(match["key"]) and not _plainly_none(match["value"]):
                yield match.span("value")


def _assigned_spans(text: str, lowered: str, tail: re.Pattern[str]) -> Iterator[Span]:
    """Values given to names that end in a word for secrets."""
    for words, strong in ((STRONG_WORDS, True), (WEAK_WORDS, False)):
        for word in words:
            for end in _word_ends(lowered, (word,)):
                match = tail.match(text, end)
                if match and _is_secret(match, strong, text, end - len(word)):
                    yield match.span("quoted" if match["quoted"] is not None else "bare")


def _lowered(text: str) -> str:
    """The text in small letters, position by position."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text  # some letters' small form is longer


def _word_ends(text: str, words: Iterable[str]) -> Iterator[int]:
    """Where these words end in a text. Many times faster than one expression of them all."""
    for word in words:
        start = text.find(word)
        while start >= 0:
            yield start + len(word)
            start = text.find(word, start + len(word))


def _is_secret(match: re.Match[str], strong: bool, text: str, start: int) -> bool:
    groups = match.groupdict()
    quoted = groups["quoted"]
    value = quoted if quoted is not None else groups["bare"]
    if _plainly_none(value):
        return False
    if groups.get("flag") is not None and not text[:start].endswith("--"):  # `--password VALUE` only
        return False
    certain = strong and not match["more"] and match["join"] in ("=", ":", "：", ":=", "=>", ">", None)
    if not certain:
        return _looks_random(value)
    if quoted is None:
        return _bare_is_secret(value, text, match.end())
    return not _mentions_secret(value) and value.count(" ") < 2


def _bare_is_secret(value: str, text: str, end: int) -> bool:
    """In running text a bare word after `Password:` is a secret when it ends the line or has digits."""
    if any(c.isdigit() for c in value):
        return True
    rest = text[end : end + 2]
    return (not rest or rest[0] in "\n`,;\"'") and not _mentions_secret(value)


def _plainly_none(value: str) -> bool:
    stripped = value.strip().strip("\"'`")
    return len(stripped) < 3 or stripped.lower() in DUMMIES or bool(_PLACEHOLDER.match(stripped))


def _mentions_secret(value: str) -> bool:
    """Words alone that speak of a secret (`access_token`, `Invalid password`) are no secret."""
    lowered = value.lower()
    return bool(_WORDS_ONLY.match(value)) and any(w in lowered for w in (*STRONG_WORDS, *WEAK_WORDS))


def _masked(text: str, spans: list[Span]) -> str:
    pieces: list[str] = []
    at = 0
    for start, end in sorted(spans):
        if end > at:
            begin = max(start, at)
            pieces += [text[at:begin], mask(text[begin:end])]
            at = end
    return "".join((*pieces, text[at:]))
