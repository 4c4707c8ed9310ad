"""Edits of any text, as people make them: lines come, go and change places, a name becomes another one.

In: a text and a `Random`. Out: another text, which need not be good code: what is compared is two ways to
the same graph, and broken files are input like any other.
"""

import re
from collections.abc import Callable
from random import Random

NAMES = (
    "charge", "refund", "rate", "round", "total", "rounded", "half", "fee", "orders", "fees", "settle",
    "Pay", "Tax", "FlatTax", "Money", "Fee", "limit", "cents", "shop", "web",
)  # fmt: skip
"""The files are full of them, so that a name that is changed nearly always becomes another thing's name."""

_NAME = re.compile(rf"\b({'|'.join(NAMES)})\b")


def edited(text: str, random: Random) -> str:
    """One to three edits."""
    for _ in range(random.randint(1, 3)):
        text = random.choice(_EDITS)(text, random)
    return text


def _renamed_once(text: str, random: Random) -> str:
    places = list(_NAME.finditer(text))
    if not places:
        return text
    place = random.choice(places)
    return text[: place.start()] + random.choice(NAMES) + text[place.end() :]


def _renamed(text: str, random: Random) -> str:
    """Everywhere in the file."""
    places = _NAME.findall(text)
    if not places:
        return text
    old, new = random.choice(places), random.choice(NAMES)
    return re.sub(rf"\b{old}\b", new, text)


def _line_gone(lines: list[str], random: Random) -> None:
    del lines[random.randrange(len(lines))]


def _line_doubled(lines: list[str], random: Random) -> None:
    at = random.randrange(len(lines))
    lines.insert(at, lines[at])


def _lines_swapped(lines: list[str], random: Random) -> None:
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


def _moved_down(lines: list[str], random: Random) -> None:
    """Most commits only move lines."""
    lines.insert(random.randrange(len(lines)), "\n")


def _block_doubled(lines: list[str], random: Random) -> None:
    """A method, a section, a rule: what stands between two empty lines, once more at the end of another."""
    blocks = "".join(lines).split("\n\n")
    block = random.choice(blocks)
    blocks.insert(random.randrange(len(blocks) + 1), block)
    lines[:] = "\n\n".join(blocks).splitlines(keepends=True)


def _block_gone(lines: list[str], random: Random) -> None:
    blocks = "".join(lines).split("\n\n")
    del blocks[random.randrange(len(blocks))]
    lines[:] = "\n\n".join(blocks).splitlines(keepends=True)


def _of_lines(change: Callable[[list[str], Random], None]) -> "Edit":
    def apply(text: str, random: Random) -> str:
        lines = text.splitlines(keepends=True)
        if lines:
            change(lines, random)
        return "".join(lines)

    return apply


Edit = Callable[[str, Random], str]

_EDITS: tuple[Edit, ...] = (
    _renamed_once,
    _renamed_once,
    _renamed,
    *map(
        _of_lines,
        (_line_gone, _line_doubled, _lines_swapped, _moved_down, _moved_down, _block_doubled, _block_gone),
    ),
)
