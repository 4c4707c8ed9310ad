"""One file on its way through an adapter: clean text, where it came from, and how long it may take.

The text is decoded, redacted and free of U+0000, U+FFFD, carriage returns and a byte order mark, so
an adapter may store any slice of it. In: a `Unit`. Out (made by the adapter): `Facts`.
"""

import math
import time
from dataclasses import dataclass

from kg.schema.facts import Artifact, Problem
from kg.schema.ids import Uid, file_uid
from kg.schema.vocabulary import Form, Kind


class TooSlow(Exception):
    """A file used up its time; what was read so far is lost, the file keeps a problem."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What an adapter is given."""

    repo: str
    path: str
    blob: str
    text: str
    encoding: str
    """`utf-8`, `utf-8-sig`, `utf-16-le`, `cp949`, …: what the bytes were read as."""
    language: str = ""
    deadline: float = math.inf
    """`time.monotonic()` after which the file is given up."""
    problems: tuple[Problem, ...] = ()
    """What decoding already found; `file` keeps them."""
    doc_type: str = ""
    """The type of its documents, where the repository's `.kg.yaml` says so: it counts before all else."""

    @property
    def uid(self) -> Uid:
        return file_uid(self.repo, self.path)

    @property
    def line_count(self) -> int:
        return line_count(self.text)

    def late(self) -> bool:
        """For tree-sitter's progress callback and long loops."""
        return time.monotonic() > self.deadline

    def check(self) -> None:
        """Raise TooSlow when the time is used up."""
        if self.late():
            raise TooSlow

    def file(
        self,
        imports: tuple[str, ...] = (),
        problems: tuple[Problem, ...] = (),
        doc_comment: str = "",
        package: str = "",
        text: str = "",
        form: Form = Form.SOURCE,
    ) -> Artifact:
        """The File artifact; an adapter adds what it knows of it."""
        found = dict.fromkeys(str(problem) for problem in (*self.problems, *problems))
        return Artifact(
            kind=Kind.FILE,
            uid=self.uid,
            name=self.path.rpartition("/")[2],
            qualified_name=self.path,
            origin=self.path,
            path=self.path,
            language=self.language,
            form=form,
            text=text,
            package=package,
            doc_comment=doc_comment,
            imports=imports,
            lines=self.line_count,
            encoding=self.encoding,
            blob=self.blob,
            problems=tuple(found),
        )


def line_count(text: str) -> int:
    """Lines as an editor counts them: a last line without its newline counts too."""
    return text.count("\n") + (1 if text and not text.endswith("\n") else 0)
