"""What the running text of a report states in so many words: how long, how severe, what ended it. Pure.

Few forms, each of which says the thing itself; anything else in a sentence is left alone.
"""

import re
from collections.abc import Iterator, Sequence

from kg.ingest.parse.incidents.durations import LENGTH, minutes_in
from kg.ingest.parse.incidents.pieces import Form, Piece, pieces
from kg.ingest.parse.incidents.statements import Passage, Stated
from kg.ingest.parse.incidents.timeline import Entry
from kg.ingest.parse.incidents.words import Part, is_stated

MAX_CHARACTERS = 2_000
_SEVERITY = re.compile(r"(?<![\w-])SEV[ -]?[0-5](?![\w-])", re.IGNORECASE)
_PRIORITY = re.compile(r"(?<![\w-])(?:P[0-4]|S[1-4])(?![\w-])")
_LASTED = re.compile(
    rf"\b(?:last(?:ed|ing)|(?:a )?(?:period|outage|downtime|total) of)\s+(?:for\s+)?(?:about\s+|approximately\s+|around\s+|roughly\s+)?{LENGTH}|{LENGTH}\s*(?:동안|간 지속|持续)|持续(?:了)?\s*(?:约)?\s*{LENGTH}",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?。])\s+(?=\S)|(?<=[。！])")
_ENDED = r"resolved|mitigated|fixed|solved|remedied|remediated|reverted|rolled back|restored|corrected"
_ENDED_BY = re.compile(
    rf"\b(?:{_ENDED})(?: \w+){{0,2}} (?:by|with|through)\b|\bby (?:rolling back|reverting|restarting)\b|^the fix (?:was|is|used)\b"
    rf"|으로 (?:해결|복구)|하여 (?:해결|복구)|通过.*(?:恢复|解决|修复)",
    re.IGNORECASE,
)
_WE_ENDED = re.compile(
    r"\bwe (?:(?:have|then|also|now|manually|quickly|immediately|temporarily|finally|eventually) ){0,3}"
    r"(?:rolled (?:\w+ )?back|reverted|(?:hot-?)?patched|fixed|restored|repaired|mitigated|resolved|remedied|worked around|failed over)\b"
    r"|\b(?:fix|workaround|solution|mitigation)\W{1,3}(?:was|is) to\b|\b(?:has|have) (?:fixed|resolved|solved) the (?:problem|issue|incident)\b",
    re.IGNORECASE,
)
_ENDED_SO = re.compile(
    r"\b(?:implemented|applied|deployed|released|shipped|rolled out)\s(?:[\w'-]+\s){0,5}(?:fix|workaround|hotfix|patch)\b"
    rf"|(?<!once )\b(?:was|were|been|got)(?: \w+){{0,2}} (?:{_ENDED})\b"
    r"|\b(?:resolved|fixed|solved|mitigated) (?:the|this|our) (?:[\w-]+ ){0,3}(?:issue|problem|incident|outage)s?\b"
    r"|\bwe had to (?:[\w-]+ ){0,3}(?:perform|apply|roll|revert|restart|upgrade|downgrade|replace|rebuild|recreate|disable)\b"
    r"|\bback (?:to normal|up and running|in (?:a )?(?:working|normal) (?:state|order)|online)\b"
    r"|\bto (?:fix|solve|resolve|mitigate) the (?:issue|problem|incident|outage|predicament)\b",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\b(?:roll(?:ed|ing)? back|rollback (?:is |was )?(?:complete|completed|done|deployed)|revert(?:ed|s)?"
    r"|(?:fix|hotfix|patch|change|changes|workaround|configuration)\b.{0,40}\b(?:deployed|applied|released|merged|rolled out)"
    r"|(?:deploy(?:ed|s)?|appl(?:y|ied|ies)|released|merged|shipped|pushed)\b.{0,40}\b(?:fix|hotfix|patch|workaround)"
    r"|(?:increas|rais)(?:ed|ing)\b.{0,40}\b(?:limits?|quota|capacity|memory|size|timeouts?|replicas|resources)"
    r"|(?:limits?|quota|capacity|memory|size|timeouts?|replicas|resources)\b.{0,20}\b(?:increased|raised)"
    r"|re-?(?:deployed|started|launched|created|enabled)|rebooted|failed over|scaled (?:up|down|out)|disabled"
    r"|(?:switched|turned) (?:off|on|back|to))\b",
    re.IGNORECASE,
)
_SHIPPED = re.compile(
    r"\b(?:merged|deployed|released|re-?scheduled|(?:delet|remov)(?:ed|ing)|bann(?:ed|ing)|cull(?:ed|ing)|restarting|increasing)\b",
    re.IGNORECASE,
)
"""Ends an incident where the entry itself says so."""
_DONE_OR_SHIPPED = re.compile(f"{_DONE.pattern}|{_SHIPPED.pattern}", re.IGNORECASE)
_NORMAL = re.compile(
    r"\b(?:restored|recover(?:ed|s|y)|resolved|mitigated|back (?:to normal|online|up)|normal(?:ised|ized)?|operational|stable|healthy|okay again|resum(?:es?|ed)|(?:incident|outage) (?:ends|ended|is over)"
    r"|working again|works again|all clear|outage to an end|drop(?:s|ped)?)\b",
    re.IGNORECASE,
)
_CAUSE = re.compile(
    r"\broot cause (?:of [^.]{0,60}? )?(?:was|is)\b(?! (?:\w+ )?(?:found|identified|determined|discovered|unknown|unclear|being|under|still|not))"
    r"|(?:근본 )?원인은|根本?(?:原)?因(?:是|为)",
    re.IGNORECASE,
)
_NOT_YET = re.compile(
    r"\b(?:by the time|until|unless|will|would|could|should|can|may|not (?:\w+ )?(?:be )?(?:resolved|fixed|possible)|unable)\b",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"\b(?:mitigated|contained|paused|rolled back|reverted|(?:switched|turned) off|disabled|restored|recovered|resolved|fixed|back to normal|operational again)\b"
    r"|완화|복구 완료|정상화|롤백 완료|중지|恢复正常|已恢复|回滚完成|止血|缓解",
    re.IGNORECASE,
)
_NOT_OVER = re.compile(
    r"\b(?:fail\w*|attempt\w*|try|tried|not|cannot|unable|partial\w*)\b|\b(?:start\w*|begin\w*|began)\b.*(?=\b(?:roll|rever|restor|recover|mitigat|fix))|실패|시도|失败|尝试",
    re.IGNORECASE,
)


def texts_of(stated: Stated, part: Part) -> Iterator[str]:
    """The text of each passage about a part that says anything, in one line a piece."""
    yield from filter(None, map(passage_text, stated.passages.get(part, ())))


def passage_text(passage: Passage) -> str:
    """Empty where it says nothing."""
    text = "\n".join(_line(piece) for piece in pieces(passage.text))
    return text[:MAX_CHARACTERS] if any(is_stated(line.strip("- ")) for line in text.split("\n")) else ""


def length_told(stated: Stated) -> int:
    """`lasted 47 minutes` in the summary."""
    for text in texts_of(stated, Part.SUMMARY):
        if found := _LASTED.search(text):
            return minutes_in(found.group(0))
    return 0


def severity_told(title: str, stated: Stated) -> str:
    """In the title; or `SEV 1` in the summary or timeline, where no other level is named there."""
    if found := _SEVERITY.search(title) or _PRIORITY.search(title):
        return found.group(0)
    named = [
        match.group(0)
        for part in (Part.SUMMARY, Part.TIMELINE)
        for text in texts_of(stated, part)
        for match in _SEVERITY.finditer(text)
    ]
    return named[0] if len({name[-1] for name in named}) == 1 else ""


def fix_told(stated: Stated) -> str:
    """The sentence of the summary that says what ended it."""
    sentences = _sentences(stated)
    for form in (_ENDED_BY, _WE_ENDED, _ENDED_SO):
        for sentence in sentences:
            if form.search(sentence) and not _NOT_YET.search(sentence):
                return sentence
    return ""


def cause_told(stated: Stated) -> str:
    """The sentence of the summary that calls something the root cause."""
    return next((sentence for sentence in _sentences(stated) if _CAUSE.search(sentence)), "")


def _sentences(stated: Stated) -> list[str]:
    lines = (line.strip("- ") for text in texts_of(stated, Part.SUMMARY) for line in text.split("\n"))
    return [sentence.strip() for line in lines for sentence in _SENTENCE.split(line)]


def ended_by(timeline: Sequence[Entry]) -> str:
    """The sentence of an entry that says what was done, where the entry, or the next one, says that the harm
    was over."""
    for at, entry in enumerate(timeline):
        for sentence in _SENTENCE.split(entry.text) if any(map(_is_normal, timeline[at : at + 2])) else ():
            form = _DONE if not _is_normal(entry) else _DONE_OR_SHIPPED
            if form.search(sentence) and not _NOT_OVER.search(sentence):
                return sentence.strip()
    return ""


def _is_normal(entry: Entry) -> bool:
    return any(_NORMAL.search(said) and not _NOT_OVER.search(said) for said in _SENTENCE.split(entry.text))


def is_over(text: str) -> bool:
    """Whether an entry of a timeline says that the harm has ended."""
    return bool(_OVER.search(text)) and not _NOT_OVER.search(text)


def _line(piece: Piece) -> str:
    return f"- {piece.text}" if piece.form is Form.ITEM else piece.text
