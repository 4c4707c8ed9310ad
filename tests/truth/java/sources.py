"""The text of a library's sources, for the one question class files can't answer: was this written?

Class files don't mark default constructors, canonical constructors and accessors of records. Their line
is that of the class's header; a written one stands elsewhere. Plain text, no parser.
"""

import re
import zipfile
from functools import cached_property
from pathlib import Path

from tests.truth.java.bytecode import ENUM, Bytecode, Key, Klass

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
        """False for what the compiler adds to every class, enum and record."""
        klass, name = bytecode.classes[key[0]], key[1]
        if klass.access & ENUM and name in ("values", "valueOf"):
            return False
        if name == "<init>":
            return klass.anonymous or not self._is_header(bytecode, key)
        return klass.superclass != _RECORD or f"{name}(" in self._line(bytecode, key).replace(" ", "")

    def _is_header(self, bytecode: Bytecode, key: Key) -> bool:
        """The line of a constructor nobody wrote is that of the word `class`."""
        name = re.escape(key[0].rpartition("/")[2].rpartition("$")[2].lstrip("0123456789"))
        line = self._line(bytecode, key)
        is_header = re.search(rf"\b(class|enum|record)\s+{name}\b", line) is not None
        return is_header and re.search(rf"\b(?<!new )(?<!record ){name}\s*\([^()]*\)\s*\{{", line) is None

    def _line(self, bytecode: Bytecode, key: Key) -> str:
        lines = self._lines.get(bytecode.classes[key[0]].file, [])
        number = bytecode.lines[key]
        return lines[number - 1] if 0 < number <= len(lines) else ""
