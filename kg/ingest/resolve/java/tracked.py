"""Java files that are resolved one by one, each with the keys it read and those it provides.

What a key is, see `interface`. A file reads the key of every name it looked up and of every class it
looked into, with all that the class inherits from; for beans, see `bean_keys`. Its header is read in its own turn, so what it needs
does not depend on who asked first.
"""

from collections.abc import Iterator, Sequence

from kg.ingest.resolve.again import Again, resolve_again
from kg.ingest.resolve.java.bean_keys import beans_provided, beans_read
from kg.ingest.resolve.java.builders import Builder
from kg.ingest.resolve.java.interface import NAME, Interfaces
from kg.ingest.resolve.java.resolve import resolve_file
from kg.ingest.resolve.java.source import SourceKlass
from kg.ingest.resolve.java.stub import dependencies
from kg.ingest.resolve.java.types import lineage
from kg.ingest.resolve.java.world import SourceFile, World
from kg.ingest.resolve.kept import Known, Tied
from kg.ingest.resolve.room import room_to_work
from kg.schema.facts import Facts, Resolution
from kg.schema.java import JavaFacts


def resolve_java_again(files: Sequence[Facts], known: Known, stubs: Sequence[str] = ()) -> Again:
    return resolve_again(lambda: JavaWorld(files, stubs), files, known)


class JavaWorld:
    """All Java files of a repository; one that could not be read has nothing and provides nothing."""

    def __init__(self, files: Sequence[Facts], stubs: Sequence[str] = ()) -> None:
        read = [each for each in files if isinstance(each.code, JavaFacts)]
        self._world = World([each.code for each in read], dependencies(stubs))
        self._files = {each.file.path: file for each, file in zip(read, self._world.files, strict=True)}
        self._interfaces = Interfaces()

    def tie(self, path: str) -> Tied:
        file = self._files.get(path)
        if file is None:
            return Tied(Resolution(), (), {})
        with room_to_work(), self._world.notes.into(file.seen):
            resolution = resolve_file(file)
            provides = self._interfaces.of_file(file) | beans_provided(file)
        tied = Tied(resolution, {*_reads(file)}, provides)
        file.forget()
        return tied


def _reads(file: SourceFile) -> Iterator[str]:
    yield from (NAME + name for name in file.names)
    yield from beans_read(file)
    for klass in (*file.seen, *file.klasses.values()):
        for above, _ in lineage(klass.of if isinstance(klass, Builder) else klass):
            if isinstance(above, SourceKlass) and above.file is not file:
                yield above.name
