"""Which encoding bytes are in that are not valid UTF-8.

In: bytes. Out: the name of a codec. Every candidate reads the bytes; the one whose characters are
the most usual for its language wins. That works on a single short comment, where general detectors
guess; charset-normalizer is asked when no candidate is convincing.
"""

import re
from collections.abc import Callable

from kg.ingest.parse.frequent import HANGUL, HANZI, WESTERN

_SAMPLE = 64 * 1024
_CONVINCING = 0.3
_BEYOND_CHANCE = 0.6
_ALPHABET = re.compile(r"[\u0370-\u03ff]+|[\u0400-\u045f]+|[\u05d0-\u05ea]+|[\u0620-\u064f]+")
_FOREIGN = re.compile(r"[^\x00-\x7f]")
_BROKEN_UTF8 = 0.1
"""UTF-8 with up to this share of broken characters is still UTF-8 (a cut copy, a pasted byte)."""


def chance_utf8(data: bytes, text: str) -> str:
    """The East Asian codec of a few words that are valid UTF-8 by chance, or nothing.

    Some pairs of bytes of GBK and EUC-KR are two-byte UTF-8 (`职业` reads as a Hebrew point and a
    Cyrillic letter). Only a short text of letters of several alphabets, all usual words in a codec, is one.
    """
    foreign = _FOREIGN.findall(text)
    if len(foreign) > 40 or any(c > "\u07ff" or c < "\u0250" for c in foreign):
        return ""
    if _ALPHABET.fullmatch("".join(foreign)):
        return ""
    sample = _foreign_lines(data)
    scores = {codec: _score(sample, codec, _CANDIDATES[codec]) for codec in ("cp949", "gb18030")}
    best = max(scores, key=lambda codec: scores[codec])
    return best if scores[best] >= _BEYOND_CHANCE else ""


def legacy_encoding(data: bytes) -> str:
    """The most likely codec; `latin-1`, which reads anything, in the end."""
    sample = _foreign_lines(data)
    if _broken_share(sample) <= _BROKEN_UTF8:
        return "utf-8"
    scores = {codec: _score(sample, codec, value) for codec, value in _CANDIDATES.items()}
    scores["cp1252"] = _western_score(sample)
    best = max(scores, key=lambda codec: scores[codec])
    if scores[best] < _CONVINCING:
        best = _second_opinion(sample)
    return _readable(best, data)


def _foreign_lines(data: bytes) -> bytes:
    """The lines that are not plain ASCII: the only ones that say anything."""
    lines = [line for line in data.split(b"\n") if not line.isascii()]
    return b"\n".join(lines)[:_SAMPLE]


def _broken_share(sample: bytes) -> float:
    text = sample.decode("utf-8", "replace")
    foreign = sum(1 for c in text if c > "\x7f")
    return text.count("\ufffd") / max(foreign, 1)


def _score(sample: bytes, codec: str, value: Callable[[str], float]) -> float:
    """The mean value of the foreign characters a codec reads; broken ones cost."""
    foreign = [c for c in sample.decode(codec, "replace") if c > "\x7f"]
    return sum(map(value, foreign)) / max(len(foreign), 1)


def _korean(c: str) -> float:
    if c in HANGUL:
        return 1.0
    if "가" <= c <= "힣":
        return 0.35 if _is_euc_kr(c) else -0.5
    return 0.2 if _is_wide_mark(c) else -1.0


def _chinese(c: str) -> float:
    if c in HANZI:
        return 1.0
    if "\u4e00" <= c <= "\u9fff":
        row = _gb2312_row(c)
        return 0.35 if 0xB0 <= row <= 0xD7 else 0.05 if row else -0.7
    return 0.2 if _is_wide_mark(c) else -1.0


def _japanese(c: str) -> float:
    if "\u3041" <= c <= "\u30ff":
        return 1.0
    if "\u4e00" <= c <= "\u9fff":
        return 0.3
    return 0.2 if _is_wide_mark(c) else -1.0


def _traditional(c: str) -> float:
    if c in HANZI:
        return 0.9
    return 0.2 if "\u4e00" <= c <= "\u9fff" else 0.2 if _is_wide_mark(c) else -1.0


_CANDIDATES: dict[str, Callable[[str], float]] = {
    "cp949": _korean,
    "gb18030": _chinese,
    "cp932": _japanese,
    "euc_jp": _japanese,
    "big5": _traditional,
}


def _is_wide_mark(c: str) -> bool:
    """Full-width punctuation and lines, as East Asian texts use."""
    return (
        "\u2500" <= c <= "\u257f" or "\u3000" <= c <= "\u303f" or "\uff01" <= c <= "\uff5e" or c in "·…—“”‘’"
    )


def _is_euc_kr(c: str) -> bool:
    """One of the 2,350 syllables of the first standard; the rest is hardly ever written."""
    try:
        return len(c.encode("euc_kr")) == 2
    except UnicodeEncodeError:
        return False


def _gb2312_row(c: str) -> int:
    """The first byte in GB 2312 (common characters are B0-D7), or 0."""
    try:
        return c.encode("gb2312")[0]
    except UnicodeEncodeError:
        return 0


def _western_score(sample: bytes) -> float:
    """Western letters stand alone among ASCII; in East Asian text such bytes come in pairs."""
    total, points, run, before = 0, 0.0, 0, 0
    for byte in sample:
        if byte < 0x80:
            run, before = 0, byte
            continue
        run += 1
        total += 1
        usual = bytes([byte]).decode("cp1252", "replace") in WESTERN
        if run == 1:
            points += 1.0 if usual else 0.2
        else:  # two small letters in a word (`öß`) are Western still
            points += 0.3 if run == 2 and byte >= 0xDF and chr(before).isalpha() else -1.0
    return points / max(total, 1)


def _second_opinion(sample: bytes) -> str:
    from charset_normalizer import from_bytes  # a third of a worker's start, and hardly ever asked

    match = from_bytes(sample, explain=False).best()
    return match.encoding if match else "latin-1"


def _readable(codec: str, data: bytes) -> str:
    """The codec, or `latin-1` where it could not read a byte in ten or is one byte a letter and fails."""
    if codec == "cp1252" and not any(0x80 <= byte < 0xA0 for byte in data):
        return "latin-1"
    text = data.decode(codec, "replace")
    foreign = sum(1 for c in text if c > "\x7f")
    return codec if text.count("\ufffd") <= 0.1 * foreign else "latin-1"
