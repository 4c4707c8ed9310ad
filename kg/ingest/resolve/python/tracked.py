"""Python files resolved again: what changed, and what rests on it; the rest is as it was kept. Pure.

Each file notes the modules it looked into, however far they are, and what it was told of others (`keys`). A
file is resolved when a module it notes says something else to others; and after each step, when what others offer
under a key it notes is something else. So a partial run takes the steps of a full one for some of the
files, and finds the same.
"""

from collections.abc import Collection, Sequence

from kg.ingest.parse.python.facts import PythonFacts
from kg.ingest.resolve.again import ALL, Again, is_new, resolve_noted, stamp
from kg.ingest.resolve.kept import Kept, Known, packed
from kg.ingest.resolve.python.accessors import written_names
from kg.ingest.resolve.python.keys import ACCESSOR, NAMES, SPECIAL, form_of, key_of, within
from kg.ingest.resolve.python.looks import OFFERED, Looks
from kg.ingest.resolve.python.modules import Modules
from kg.ingest.resolve.python.offers import Offer, Offers
from kg.ingest.resolve.python.resolve import resolution
from kg.ingest.resolve.python.structure import all_names, attribute_names, digest, uses, written_keys
from kg.schema.facts import Facts, Resolution


def resolve_python_again(files: Sequence[Facts], known: Known) -> Again:
    stamps = {facts.file.path: stamp(facts) for facts in files}
    return resolve_noted(stamps, known, lambda: _Run(files, stamps, known).fresh())


class _Run:
    """One state of the files, with what is kept of another."""

    def __init__(self, files: Sequence[Facts], stamps: dict[str, str], known: Known) -> None:
        self._codes = {facts.file.path: facts.code for facts in files}
        self._stamps = stamps
        self._known = {path: kept for path, kept in known.items() if path != ALL}
        self._before = known.get(ALL)
        self._modules = Modules(code for code in self._codes.values() if isinstance(code, PythonFacts))
        modules = self._modules.by_name.values()
        self._own = {module.facts.path: module for module in modules if not module.is_folder}
        self._names = all_names(self._modules)
        self._says = {path: self._said(path) for path in self._own}
        self._written = written_names(self._modules)
        self._offers = Offers(self._known, self._own)
        self._looks = Looks(self._modules, self._offers)
        self._offered: dict[str, Offer] = {}

    def _said(self, path: str) -> tuple[int, int]:
        """What a module is: as it was, where its file and all names are the same."""
        if self._before is not None and self._before.first() == (key_of("", NAMES), self._names):
            first = None if self._is_new(path) else self._known[path].first()
            if first is not None:
                return first
        module = self._own[path]
        return module.key, digest(self._modules, module)

    def fresh(self) -> dict[str, Kept]:
        """What is to be kept of the files that are resolved now, and of all."""
        whole = self._whole()
        chosen = self._concerned(whole)
        gone: Collection[str] = self._known.keys() - self._own.keys()
        for number, form in enumerate(OFFERED):
            self._step(chosen, number)
            offers = {path: self._offered.get(path, {}) for path in (*chosen, *gone)}
            more = self._who_read(self._offers.replace(form, offers)) - chosen
            for before in range(number + 1):
                self._step(more, before)
            chosen |= more
            if len(chosen) == len(self._stamps):
                self._looks.close(number)
        return {path: self._kept(path) for path in self._stamps if path in chosen} | {ALL: whole}

    def _step(self, paths: Collection[str], number: int) -> None:
        for path, module in self._own.items():
            if path in paths:
                self._offered.setdefault(path, {}).update(self._looks.step(module, number))

    def _whole(self) -> Kept:
        """The folders, and the names that are written anywhere."""
        folders = [(module.key, 1) for module in self._modules.by_name.values() if module.is_folder]
        written = [(key, 1) for key in written_keys(self._written)]
        return packed("", Resolution(), (), [(key_of("", NAMES), self._names), *folders, *written])

    def _concerned(self, whole: Kept) -> set[str]:
        """The files that no step has to find: they changed, or what they rest on did."""
        old, new = {} if self._before is None else self._before.provided(), whole.provided()
        told = {key for key in old.keys() | new.keys() if old.get(key) != new.get(key)}
        if any(form_of(key) == SPECIAL for key in told):
            return set(self._stamps)
        names = attribute_names(self._modules, {key for key in told if form_of(key) == ACCESSOR})
        for path in self._known.keys() | self._own.keys():
            before = self._known[path].first() if path in self._known else None
            after = self._says.get(path)
            each_key = [each[0] for each in (before, after) if each is not None]
            if before != after:
                told.update(each_key)
            if before != after or self._is_new(path):
                told.update(map(within, each_key))
        changed = {path for path in self._stamps if self._is_new(path)}
        return changed | self._who_read(told) | {p for p, m in self._own.items() if names and uses(m, names)}

    def _is_new(self, path: str) -> bool:
        return is_new(path, self._stamps, self._known)

    def _who_read(self, keys: Collection[int]) -> set[str]:
        wanted = set(keys)
        return {
            path
            for path, kept in self._known.items()
            if wanted and path in self._stamps and not wanted.isdisjoint(kept.read())
        }

    def _kept(self, path: str) -> Kept:
        """A file that is no module (it cannot be read, or another one has its name) has nothing to say."""
        module = self._own.get(path)
        if module is None:
            code = self._codes[path]
            name = (key_of(code.module),) if isinstance(code, PythonFacts) else ()
            return packed(self._stamps[path], Resolution(), name, ())
        found = self._looks.last(module, lambda engine, sites: resolution(engine, sites, self._written))
        pairs = [(key, number) for key, numbers in self._offered[path].items() for number in numbers]
        reads = (module.key, *self._looks.read(module))
        return packed(self._stamps[path], found, reads, (self._says[path], *pairs))
