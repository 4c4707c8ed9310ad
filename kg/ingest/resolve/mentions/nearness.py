"""Which of several things of one name a document means: what stands nearest to it, and to what it names.

In: the section, the place in it, and what its document names for certain. Asked in this order: folders that
the document and the thing share; files, then packages, that are named beside it in the section; words of the
headings and of the line that tell the packages apart; what is named elsewhere in the document. Pure.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from kg.ingest.resolve.mentions.written import words_of
from kg.schema.facts import Artifact, Mention
from kg.schema.ids import Uid
from kg.schema.vocabulary import Kind


@dataclass(slots=True)
class _Named:
    """What is named for certain in a section, or in the whole document."""

    files: set[str] = field(default_factory=set)
    packages: set[str] = field(default_factory=set)
    owners: set[str] = field(default_factory=set)
    """Classes and modules themselves, by qualified name."""
    modules: set[str] = field(default_factory=set)
    """Folders whose settings are named."""

    def rank(self, artifact: Artifact) -> int:
        """3 where its class is named too, 2 where its file is, 1 where its package is."""
        if artifact.path in self.files:
            return 3 if class_of(artifact) in self.owners else 2
        return int(place_of(artifact) in self.packages)


_NOTHING = _Named()


@dataclass(slots=True)
class Near:
    """What one document names for certain, as it is found."""

    path: str
    docs: dict[Uid, Artifact]
    """Its sections."""
    _whole: _Named = field(default_factory=_Named)
    _sections: dict[Uid, _Named] = field(default_factory=dict)
    _libraries: dict[tuple[Uid, int], dict[Uid, None]] = field(default_factory=dict)
    """By section and line."""
    _languages: Counter[str] = field(default_factory=Counter)
    """How often something of each is named."""
    _lines: dict[Uid, list[str]] = field(default_factory=dict)
    """Of sections that were asked for one."""

    def add(self, section: Uid, artifacts: Iterable[Artifact]) -> None:
        for artifact in artifacts:
            if not artifact.path:
                continue
            self._languages[artifact.language] += 1
            for named in (self._whole, self._sections.setdefault(section, _Named())):
                named.files.add(artifact.path)
                named.packages.add(place_of(artifact))
                named.owners.add(artifact.qualified_name)

    def add_modules(self, section: Uid, artifacts: Iterable[Artifact]) -> None:
        """The modules of the settings among them."""
        for artifact in artifacts:
            if artifact.kind is Kind.CONFIG:
                folder = artifact.origin.removeprefix("config:")
                self._sections.setdefault(section, _Named()).modules.add(folder)

    def add_libraries(self, mention: Mention, artifacts: Iterable[Artifact]) -> None:
        """The libraries among them, by the line that names them."""
        libraries = [artifact.uid for artifact in artifacts if artifact.kind is Kind.LIBRARY]
        if libraries:
            self._libraries.setdefault((mention.source, mention.line), {}).update(dict.fromkeys(libraries))

    def libraries_beside(self, mention: Mention) -> Iterable[Uid]:
        """Those that are named in its line."""
        return self._libraries.get((mention.source, mention.line), ())

    def is_named(self, artifact: Artifact) -> bool:
        """Whether the document names something of the same file."""
        return artifact.path in self._whole.files

    def owner_is_named(self, artifact: Artifact, section: Uid) -> bool:
        """Whether the section names the class, or the module, that has it."""
        return self._sections.get(section, _NOTHING).rank(artifact) == 3

    def is_of_module(self, artifact: Artifact, section: Uid) -> bool:
        """Whether it stands in the one module whose settings the section names."""
        modules = self._sections.get(section, _NOTHING).modules
        return len(modules) == 1 and artifact.path.startswith(f"{next(iter(modules))}/")

    def shares_folder(self, artifact: Artifact) -> bool:
        """Whether both stand in one folder below the root."""
        return self._shared_folders(artifact) > 0

    def chosen(self, found: Sequence[Artifact], mention: Mention) -> list[Artifact]:
        """Those that are nearest; all of them where nothing tells them apart."""
        kept = list(found)
        if are_overloads(kept):
            return kept
        for closer in self._ranks(mention):
            kept = _best(kept, closer)
            if are_overloads(kept):
                break
        return kept

    def _ranks(self, mention: Mention) -> tuple[Callable[[Artifact], int], ...]:
        return (
            self._shared_folders,
            self._sections.get(mention.source, _NOTHING).rank,
            self._told(mention),
            self._whole.rank,
            lambda artifact: self._languages[artifact.language],
        )

    def _shared_folders(self, artifact: Artifact) -> int:
        """How many folders from the root on they have in common."""
        return _common(self.path.split("/")[:-1], artifact.path.split("/")[:-1])

    def _told(self, mention: Mention) -> Callable[[Artifact], int]:
        """How many words of its package the headings, or the line, say."""
        said = words_of(self._context(mention))

        @cache
        def told(place: str) -> int:
            return len(words_of(place) & said)

        return lambda artifact: told(place_of(artifact))

    def _context(self, mention: Mention) -> str:
        return f"{self.docs[mention.source].qualified_name.partition('#')[2]} {self.line_of(mention)}"

    def line_of(self, mention: Mention) -> str:
        """The line that a mention stands in."""
        if mention.source not in self._lines:
            self._lines[mention.source] = self.docs[mention.source].text.split("\n")
        lines = self._lines[mention.source]
        return lines[mention.line] if mention.line < len(lines) else ""


def class_of(artifact: Artifact) -> str:
    """The qualified name of what defines it: `acme.Pay` of `acme.Pay#charge(Order)`."""
    name = artifact.qualified_name.partition("(")[0]
    return name[: max(name.rfind("."), name.rfind("#"), 0)]


def place_of(artifact: Artifact) -> str:
    """Its package or module, else its folder."""
    return artifact.package or artifact.path.rpartition("/")[0]


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    same = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        same += 1
    return same


def _best(found: Sequence[Artifact], rank: Callable[[Artifact], int]) -> list[Artifact]:
    ranked = [(rank(artifact), artifact) for artifact in found]
    most = max(score for score, _ in ranked)
    return [artifact for score, artifact in ranked if score == most]


def are_overloads(found: Sequence[Artifact]) -> bool:
    """Whether all have one owner and one name; so has a single one, and none."""
    return not found or all(owner_of(a) == owner_of(found[0]) for a in found[1:])


def owner_of(artifact: Artifact) -> str:
    """What overloads have in common: everything before the parameters, and the file."""
    return f"{artifact.path}:{artifact.qualified_name.partition('(')[0]}"
