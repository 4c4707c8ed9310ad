"""SQL as words: names, quoted names, texts, numbers and signs, for any dialect.

What the grammar of one dialect refuses can still be read word by word: the columns of CREATE TABLE, the
actions of ALTER TABLE, the names after FROM. Comments are no words. Knows no statement.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

NAME = "name"
QUOTED = "quoted"
TEXT = "text"
SIGN = "sign"

_WORDS = re.compile(
    r"""
    (?P<comment>--[^\n]*|/\*.*?(?:\*/|\Z)|\#[ \t!-][^\n]*)
  | (?P<text>[NnEeXxBb]?'(?:[^'\\]|\\(?:.|\Z)|'')*+(?:'|\Z)|\$(?P<tag>\w*)\$.*?(?:\$(?P=tag)\$|\Z))
  | (?P<quoted>"(?:[^"]|"")*+(?:"|\Z)|`(?:[^`]|``)*+(?:`|\Z)|(?<![\w\])])\[[^\W\d][^\]\n]{0,128}\])
  | (?P<name>[@\#]{0,2}[^\W\d][\w$\#]*|@[^\W\d]\w*)
  | (?P<sign>\d[\w.]*|::|:=|<=|>=|<>|!=|\|\||->>?|\S)
    """,
    re.VERBOSE | re.DOTALL,
)


class Word(NamedTuple):
    """One word of a statement."""

    form: str
    text: str
    """Without quotes where it is a quoted name."""
    start: int
    end: int

    @property
    def upper(self) -> str:
        """What it says as a keyword; empty for what can be none."""
        return self.text.upper() if self.form == NAME else ""

    @property
    def is_name(self) -> bool:
        return self.form in (NAME, QUOTED)

    @property
    def key(self) -> str:
        """What a name is compared by."""
        return self.text if self.form == QUOTED else self.text.lower()


def words(text: str) -> list[Word]:
    """All words of a text."""
    return list(each_word(text))


def each_word(text: str) -> Iterator[Word]:
    """The words one after the other; what MySQL alone reads (`/*!40101 … */`) is a comment too."""
    for match in _WORDS.finditer(text):
        form = match.lastgroup if match.lastgroup != "tag" else TEXT
        if form == "comment":
            continue
        said = match.group()
        if form == QUOTED:
            said = said[1:-1].replace(said[0] * 2, said[0])
        yield Word(str(form), said, match.start(), match.end())


class Reader:
    """Reads words one after the other; past the end every word is empty."""

    _END = Word(SIGN, "", 0, 0)

    def __init__(self, found: list[Word]) -> None:
        self.words = found
        self.at = 0

    def peek(self, ahead: int = 0) -> Word:
        at = self.at + ahead
        return self.words[at] if at < len(self.words) else self._END

    @property
    def done(self) -> bool:
        return self.at >= len(self.words)

    def next(self) -> Word:
        word = self.peek()
        self.at += 1
        return word

    def take(self, *keywords: str) -> bool:
        """Move past these keywords where they stand here one after the other."""
        if all(self.peek(i).upper == keyword for i, keyword in enumerate(keywords)):
            self.at += len(keywords)
            return True
        return False

    def sign(self, sign: str) -> bool:
        if self.peek().form == SIGN and self.peek().text == sign:
            self.at += 1
            return True
        return False

    def path(self) -> tuple[str, str]:
        """A name with its schema: its key and as written; both empty where none stands here."""
        if not self.peek().is_name:
            return "", ""
        parts = [self.next()]
        while self.peek().text == "." and self.peek(1).is_name:
            self.at += 1
            parts.append(self.next())
        return ".".join(part.key for part in parts), ".".join(part.text for part in parts)

    def group(self) -> list[Word]:
        """The words between the parentheses that open here; nothing where none opens."""
        if not self.sign("("):
            return []
        start, depth = self.at, 1
        while not self.done and depth:
            depth += {"(": 1, ")": -1}.get(self.next().text, 0)
        return self.words[start : self.at - 1] if depth == 0 else self.words[start:]


def items(found: list[Word]) -> list[list[Word]]:
    """Words between commas, not looking into parentheses."""
    parts: list[list[Word]] = [[]]
    depth = 0
    for word in found:
        depth += {"(": 1, ")": -1}.get(word.text, 0) if word.form == SIGN else 0
        if word.text == "," and word.form == SIGN and depth == 0:
            parts.append([])
        else:
            parts[-1].append(word)
    return [part for part in parts if part]
