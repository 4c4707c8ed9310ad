"""Bytes to clean text, and the name of the encoding they were in.

In: the bytes of a file. Out: text with `\\n` line ends and without byte order mark, U+0000, U+FFFD
or lone surrogates; NotText for what is no text. A byte order mark decides, then Python's own coding
comment, then UTF-8 when all of it is valid; older Korean, Chinese, Japanese and Western bytes are
told apart by how frequent the characters are that each reading gives (see `legacy`).
"""

import codecs
import re
from dataclasses import dataclass

from kg.ingest.parse.legacy import chance_utf8, legacy_encoding
from kg.schema.facts import Problem

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig", "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "utf-16-be"),
)
"""Byte order mark, the name that is recorded, the codec; UTF-32 first, its mark begins like UTF-16's."""

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_TEXT_CODEC = re.compile(
    r"utf[-_]?8|ascii|latin|iso[-_]?8859|l1$|cp\d|windows|euc|ks|uhc|gb|big5|shift|sjis|koi8|mac|johab"
)
_UNCLEAN = re.compile("[\0\ufffd\ud800-\udfff]")
_LFS = b"version https://git-lfs.github.com/spec/"
_BINARY_WINDOW = 8000
"""git looks this far for a NUL, too."""


class NotText(Exception):
    """The bytes are no text; the message says what they are."""


@dataclass(frozen=True, slots=True)
class Decoded:
    text: str
    encoding: str
    problems: tuple[Problem, ...] = ()


def with_whole_characters(text: str) -> str:
    """A text that escapes were put into: pairs of \\uD83D\\uDE00 are one character, a lone half is no text."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\ufffd", "?")


def decode(data: bytes, language: str = "") -> Decoded:
    """The text of a file; raises NotText for binary files and Git LFS pointers."""
    if data.startswith(_LFS):
        raise NotText("Git LFS pointer")
    for mark, name, codec in _BOMS:
        if data.startswith(mark):
            return _with(data[len(mark) :], codec, name)
    if b"\0" in data:
        return _with_nul(data)
    if language == "python" and (codec := _cookie(data)):
        try:
            return _clean(data.decode(codec), codec)
        except UnicodeError:
            found = decode(data)
            problem = Problem(1, f"its coding comment says {codec}, which its bytes are not")
            return Decoded(found.text, found.encoding, (problem, *found.problems))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        encoding = legacy_encoding(data)
        return _with(data, encoding, encoding)
    codec = "" if text.isascii() else chance_utf8(data, text)
    return _with(data, codec, codec) if codec else _clean(text, "utf-8")


def _with(data: bytes, codec: str, name: str) -> Decoded:
    return _clean(data.decode(codec, "replace"), name)


def _with_nul(data: bytes) -> Decoded:
    """UTF-16 without a byte order mark, text with a stray NUL far down, or no text at all."""
    window = data[:_BINARY_WINDOW]
    even, odd = window[0::2].count(0), window[1::2].count(0)
    half = len(window) // 2
    if half and min(even, odd) == 0 and max(even, odd) > 0.6 * half:
        codec = "utf-16-be" if even else "utf-16-le"
        return _with(data, codec, codec)
    if b"\0" in window:
        raise NotText("binary (NUL bytes)")
    return decode(data.replace(b"\0", b" "))


def _cookie(data: bytes) -> str:
    """Python's coding comment in one of the first two lines, as a codec of this Python."""
    for line in data.split(b"\n", 2)[:2]:
        found = _COOKIE.match(line)
        if found:
            name = found.group(1).decode("ascii", "replace").lower()
            try:
                codec = codecs.lookup(name).name if _TEXT_CODEC.match(name) else ""
            except LookupError:
                return ""
            return "latin-1" if codec == "iso8859-1" else codec
        if line.strip() and not line.lstrip().startswith(b"#"):
            break
    return ""


def _clean(text: str, encoding: str) -> Decoded:
    if "\r" in text:
        text = text.replace("\r\n", "\n")
        if "\n" not in text:  # line ends of the old Mac
            text = text.replace("\r", "\n")
    if not _UNCLEAN.search(text):
        return Decoded(text, encoding)
    first = _UNCLEAN.search(text)
    line = text.count("\n", 0, first.start()) + 1 if first else 0
    cleaned, count = _UNCLEAN.subn("?", text)
    return Decoded(
        cleaned, encoding, (Problem(line, f"{count} characters are lost or no {encoding}: read as ?"),)
    )
