"""The text of a library's sources, for the one question class files can't answer: was this written?

Class files don't mark default constructors, canonical constructors and accessors of records. Their line
is that of the class; a written one has its name and a parenthesis there. Plain text, no parser.
"""

import re
import zipfile
from functools import cached_property
from pathlib import Path

from tests.truth.java.bytecode import ENUM, Bytecode, Key, Klass, written_parameters

_LINES_ABOVE = 3
"""A constructor's line is its brace's: the name may stand a little above."""
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
        if klass.superclass == _RECORD:
            return self._has(bytecode, key, rf"(?<!record )(?<!record  )\b{_written_name(key)}\s*[({{]")
        if name == "<init>" and not klass.anonymous and not written_parameters(bytecode, key):
            return self._has(bytecode, key, rf"(?<!new )\b{_written_name(key)}\s*\(\s*\)")
        return True

    def _has(self, bytecode: Bytecode, key: Key, pattern: str) -> bool:
        line = bytecode.lines[key]
        found = self._lines.get(bytecode.classes[key[0]].file, [])
        return re.search(pattern, "\n".join(found[max(0, line - 1 - _LINES_ABOVE) : line])) is not None


def _written_name(key: Key) -> str:
    if key[1] != "<init>":
        return re.escape(key[1])
    return re.escape(key[0].rpartition("/")[2].rpartition("$")[2].lstrip("0123456789"))
