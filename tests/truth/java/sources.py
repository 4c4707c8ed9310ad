"""The text of a library's sources, for the one question class files can't answer: was this written?

Class files don't mark default constructors, canonical constructors and accessors of records. Their line
is that of the class's header; a written one stands elsewhere. Plain text, no parser.
"""

import re
import zipfile
from functools import cached_property
from pathlib import Path

from tests.truth.java.bytecode import ENUM, Bytecode, Key, Klass

_LONGEST_HEADER = 20
"""Lines."""
_OF_ENUMS = ("values(", "valueOf(Ljava/lang/String;")
_RECORD = "java/lang/Record"


class Sources:
    """A `-sources` jar."""

    def __init__(self, jar: Path) -> None:
        self.jar = jar

    @cached_property
    def texts(self) -> dict[str, str]:
        """Every Java file by its path; not those of other Java versions under META-INF."""
        with zipfile.ZipFile(self.jar) as opened:
            return {
                name: opened.read(name).decode("utf-8", "replace").replace("\r\n", "\n")
                for name in opened.namelist()
                if name.endswith(".java") and not name.startswith("META-INF")
            }

    @cached_property
    def _lines(self) -> dict[str, list[str]]:
        return {name: text.split("\n") for name, text in self.texts.items()}

    def has(self, klass: Klass) -> bool:
        return klass.own and klass.file in self.texts

    def wrote(self, bytecode: Bytecode, key: Key) -> bool:
        """False for what the compiler adds to every class, enum and record: its line is in the header."""
        klass, name = bytecode.classes[key[0]], key[1]
        if klass.access & ENUM and f"{name}{key[2].partition(')')[0]}" in _OF_ENUMS:
            return False
        if klass.anonymous or (name != "<init>" and klass.superclass != _RECORD):
            return True
        simple = re.escape(key[0].rpartition("/")[2].rpartition("$")[2].lstrip("0123456789"))
        line = bytecode.lines[key]
        header = self._header(klass.file, simple, line)
        own = simple if name == "<init>" else re.escape(name)
        return (
            not header or re.search(rf"(?<!new )(?<!record )\b{own}\s*\([^()]*\)\s*\{{", header) is not None
        )

    def _header(self, file: str, simple: str, number: int) -> str:
        """The last line of a class's header that a line belongs to, or nothing."""
        lines = self._lines.get(file, [])
        for start in range(number, max(0, number - _LONGEST_HEADER), -1):
            if re.search(rf"\b(class|enum|record)\s+{simple}\b", "".join(lines[start - 1 : start])):
                between = "".join(lines[start - 1 : number - 1])
                return "" if "{" in between else lines[number - 1]
        return ""
