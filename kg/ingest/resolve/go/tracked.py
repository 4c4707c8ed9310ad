"""Go files resolved again: what changed, and what sees a declaration that changed; the rest is as it was kept. Pure.

A body sees the declarations of its package and of those it imports, and by way of their types those of the packages
that these declarations speak of, never another body. So a file is resolved when it changes, or when the face of a package
in its reach does. Which type implements which interface rests on all faces, and is worked out anew when one
changes. What imports mean (modules, folders, names of packages) is part of every file's stamp.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from kg.ingest.resolve.again import ALL, Again, digest_of, is_new, resolve_noted, stamp
from kg.ingest.resolve.go.builds import is_usual
from kg.ingest.resolve.go.face import Face, face_of, has_local_types, imported, key_of
from kg.ingest.resolve.go.packages import Package, SourceFile
from kg.ingest.resolve.go.resolve import open_world, relations, tie
from kg.ingest.resolve.go.world import root_of
from kg.ingest.resolve.kept import Kept, Known, number_of, packed
from kg.schema.facts import Facts
from kg.schema.go import GoFacts, GoModule

_FACE, _LOCAL, _REACH = (number_of(name) for name in ("face", "local", "reach"))


def resolve_go_again(files: Sequence[Facts], known: Known) -> Again:
    meant = _meaning_of_imports(files)
    own = [each for each in files if isinstance(each.code, GoFacts)]
    stamps = {each.file.path: digest_of((stamp(each), meant)) for each in own}
    return resolve_noted(stamps, known, lambda: _Run(files, stamps, known).fresh())


def _meaning_of_imports(files: Sequence[Facts]) -> str:
    """A digest of all that decides which package an import is; where a folder has several, what they are built from too."""
    codes = [each.code for each in files]
    modules = [code for code in codes if isinstance(code, GoModule)]
    sources = [code for code in codes if isinstance(code, GoFacts)]
    usual = Counter((code.folder, code.package) for code in sources if is_usual(code.constraint))
    names: dict[str, set[str]] = defaultdict(set)
    for code in sources:
        names[code.folder].add(code.package)
    packages = sorted(
        (folder, name, usual[folder, name] if len(there) > 1 else 0)
        for folder, there in names.items()
        for name in there
    )
    return digest_of(map(repr, (modules, packages, "" if modules else root_of(sources))))


class _Run:
    """One state of the files, with what is kept of another."""

    def __init__(self, files: Sequence[Facts], stamps: Mapping[str, str], known: Known) -> None:
        self._stamps = stamps
        self._known = known
        self._world = open_world(files)
        self._faces = {file.facts.path: self._face(file) for file in self._world.files}
        self._packages = {key_of(each): each for each in self._world.packages.values()}
        self._shown = {key: self._package_digest(each) for key, each in self._packages.items()}
        self._below: dict[int, frozenset[int]] = {}

    def fresh(self) -> dict[str, Kept]:
        """What is to be kept of the files that are resolved now, and of all."""
        fresh: dict[str, Kept] = {}
        for file in self._world.files:
            path, reach = file.facts.path, self._reach(file)
            if self._is_new(path) or self._known[path].provided()[_REACH] != reach:
                face = self._faces[path]
                shown = ((_FACE, face.digest), (_LOCAL, face.local), (_REACH, reach))
                fresh[path] = packed(self._stamps[path], tie(file), face.packages, shown)
        return fresh | self._whole(fresh)

    def _whole(self, fresh: Mapping[str, Kept]) -> dict[str, Kept]:
        """What rests on all faces, where one has changed."""
        mark = digest_of(f"{path} {face.digest} {face.local}" for path, face in sorted(self._faces.items()))
        if ALL in self._known and self._known[ALL].stamp == mark:
            return {}
        for file in self._world.files:
            if file.facts.path not in fresh and has_local_types(file.facts):
                tie(file)
        return {ALL: packed(mark, relations(self._world), (), ())}

    def _is_new(self, path: str) -> bool:
        return is_new(path, self._stamps, self._known)

    def _face(self, file: SourceFile) -> Face:
        path = file.facts.path
        if self._is_new(path):
            return face_of(file)
        kept = self._known[path]
        shown = kept.provided()
        return Face(shown[_FACE], shown[_LOCAL], frozenset(kept.read()))

    def _package_digest(self, package: Package) -> str:
        paths = sorted(file.facts.path for file in package.files)
        return digest_of(f"{path} {self._faces[path].digest}" for path in paths)

    def _reach(self, file: SourceFile) -> int:
        """A digest of the faces that its bodies may see."""
        seen = self._seen_from({key_of(file.package), *map(key_of, imported(file))})
        return number_of(digest_of(f"{key} {self._shown[key]}" for key in sorted(seen)))

    def _seen_from(self, keys: Iterable[int]) -> set[int]:
        """These packages and all that their declarations lead to."""
        seen: set[int] = set()
        pending = [*keys]
        while pending:
            key = pending.pop()
            if key not in seen:
                seen.add(key)
                pending += self._spoken_of(key)
        return seen

    def _spoken_of(self, key: int) -> frozenset[int]:
        if key not in self._below:
            of_files = (self._faces[file.facts.path].packages for file in self._packages[key].files)
            self._below[key] = frozenset().union(*of_files)
        return self._below[key]
