"""What is to be done after an incident: items, each with `open` or `done` first.

In: the passages about it. Out: items in order. A box, a status, a word behind the item or the heading says
that it is done; what is not said to be done is open. A plain item below another belongs to it. Pure.
"""

import re
from collections.abc import Iterator, Sequence

from kg.ingest.parse.incidents.pieces import Form, Piece, pieces
from kg.ingest.parse.incidents.statements import Passage
from kg.ingest.parse.incidents.words import is_stated

_DONE_WORD = r"done|completed?|closed|resolved|finished|merged|shipped|완료|已完成|完成|✅|☑|✔"
_STATUS_DONE = re.compile(rf"^\W*(?:{_DONE_WORD}|fixed|yes|x)\W*", re.IGNORECASE)
_SAID_DONE = re.compile(
    rf"[(\[（*_~-]\s*(?:{_DONE_WORD})\s*[)\]）*_~]*\.?\s*$|[✅☑✔]\s*$|^\s*[✅☑✔]|^\W*(?:done|완료|已完成)\s*[:：\])]|^~~.*~~",
    re.IGNORECASE,
)
_TOLD_DONE = re.compile(
    r"^(?:we(?:'ve|’ve| have)?\s+(?:\w+ly\s+)?(?!need)\w+ed\b|[^.]*\b(?:has|have) (?:already )?been (?:documented|implemented|added|fixed|done|completed|deployed|updated|removed|changed)\b)",
    re.IGNORECASE,
)
_HEADED_DONE = re.compile(r"\b(?:completed|done)\b|완료|已完成", re.IGNORECASE)
_WHAT = re.compile(
    r"\b(?:actions?|items?|tasks?|what|description|follow[- ]?ups?|summary|title|improvement)\b|내용|조치|항목|과제|行动|措施|事项|内容|任务",
    re.IGNORECASE,
)
_WHO = re.compile(
    r"\b(?:owners?|assignees?|who|responsible|dri|team)\b|담당|책임|负责人|责任人", re.IGNORECASE
)
_DUE = re.compile(
    r"\b(?:due|deadline|eta|target|by when|when|date)\b|기한|예정|일정|마감|截止|日期|时间", re.IGNORECASE
)
_STATUS = re.compile(r"\b(?:status|state|done|progress)\b|상태|진행|状态|进度", re.IGNORECASE)


def follow_ups_of(passages: Sequence[Passage]) -> list[str]:
    return [item for passage in passages for item in _items(passage)]


def _items(passage: Passage) -> Iterator[str]:
    found = pieces(passage.text)
    headed = bool(passage.headings and _HEADED_DONE.search(passage.headings[-1]))
    listed = [piece for piece in found if piece.form is not Form.TEXT]
    for piece in _folded(listed or found):
        text, done = _row(piece) if piece.form is Form.ROW else (piece.text, _is_done(piece))
        if is_stated(text):
            yield f"{'done' if done or headed else 'open'} {text}"


def _folded(found: Sequence[Piece]) -> Iterator[Piece]:
    """Without the items that only say more of the one above them."""
    above: Piece | None = None
    for piece in found:
        if piece.form is Form.ITEM and above is not None and _is_below(piece, above):
            continue
        above = piece if piece.form is Form.ITEM else None
        yield piece


def _is_below(piece: Piece, above: Piece) -> bool:
    """Deeper, or a plain item of a list with numbers; a box makes it an item of its own."""
    return not piece.mark and (
        piece.depth > above.depth
        or (above.is_numbered and not piece.is_numbered and piece.depth == above.depth)
    )


def _is_done(piece: Piece) -> bool:
    if piece.mark:
        return piece.mark == "done"
    return bool(_SAID_DONE.search(piece.raw) or _TOLD_DONE.search(piece.text))


def _row(piece: Piece) -> tuple[str, bool]:
    """`What to do (owner, due)` of a row, and whether its status says that it is done."""
    cells = dict(enumerate(piece.cells))
    by_head = {at: head for at, head in enumerate(piece.header) if at in cells}
    status = next((at for at, head in by_head.items() if _STATUS.search(head)), -1)
    who = next((at for at, head in by_head.items() if _WHO.search(head) and at != status), -1)
    due = next((at for at, head in by_head.items() if _DUE.search(head) and at not in (status, who)), -1)
    rest = [at for at in cells if at not in (status, who, due) and is_stated(cells[at])]
    what = next((at for at in rest if _WHAT.search(by_head.get(at, ""))), rest[0] if rest else -1)
    aside = [cells[at] for at in (who, due) if at >= 0 and is_stated(cells[at])]
    text = cells.get(what, "") + (f" ({', '.join(aside)})" if aside else "")
    done = _STATUS_DONE.search(cells.get(status, "")) or _SAID_DONE.search(cells.get(what, ""))
    return text, bool(done)
