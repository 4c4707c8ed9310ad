"""Names of everything, as far as documents mention them. Pure."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field

from kg.ingest.resolve.contracts.paths import key_path, template
from kg.ingest.resolve.key_names import is_variable, squeezed
from kg.ingest.resolve.mentions.product_names import product_keys
from kg.ingest.resolve.mentions.written import name_parts
from kg.schema.facts import Artifact, Edge, Facts
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType, Form, Kind

_Kept = dict[str, list[Artifact]]
_NAMED = frozenset((Kind.TABLE, Kind.TOPIC, Kind.JOB, Kind.SERVICE, Kind.LIBRARY, Kind.STATEMENT, Kind.TERM))


def _lists() -> _Kept:
    return defaultdict(list)


class Dependents:
    """Which build files depend on a library; sorted out when first asked, since few documents ask."""

    def __init__(self, edges: Iterable[Edge] = ()) -> None:
        self._edges = edges
        self._found: dict[Uid, list[Uid]] = {}

    def of(self, library: Uid) -> Sequence[Uid]:
        if not self._found:
            for edge in self._edges:
                if edge.type is EdgeType.DEPENDS_ON:
                    self._found.setdefault(edge.target, []).append(edge.source)
        return self._found.get(library, ())


@dataclass(slots=True)
class Names:
    """Look-ups for one repository."""

    repo: str
    facts: dict[str, Facts] = field(default_factory=dict)
    """By path."""
    folders: set[str] = field(default_factory=set)
    files: _Kept = field(default_factory=_lists)
    """Files by their name."""
    settings: _Kept = field(default_factory=_lists)
    """Keys by their name; dotted ones by what an environment variable has left of them (`=ab`), and by their
    last part (`.b`)."""
    symbols: _Kept = field(default_factory=_lists)
    """Classes and methods by their simple name."""
    endpoints: _Kept = field(default_factory=_lists)
    """Served ones by their key, and by their path alone."""
    others: _Kept = field(default_factory=_lists)
    """Tables, topics, jobs, services, libraries, statements, terms, by name and by qualified name."""

    libraries: set[str] = field(default_factory=set)
    """Names of libraries, in lower case."""
    products: _Kept = field(default_factory=_lists)
    """Libraries by what their products are called."""
    workloads: _Kept = field(default_factory=_lists)
    """What runs, by the path of the file that starts it."""

    dependents: Dependents = field(default_factory=Dependents)

    looked_into: set[Uid] = field(default_factory=set)
    """What of code more was read of than names: its text."""
    measured: set[str] = field(default_factory=set)
    """Paths of files of which lines were asked."""
    _classes: _Kept = field(default_factory=_lists)
    _packages: dict[str, list[Facts]] = field(default_factory=dict)

    def file(self, path: str) -> Artifact | None:
        facts = self.facts.get(path)
        return facts.file if facts else None

    def text_of(self, artifact: Artifact) -> str:
        """What it says. Nobody but who asks here reads the text of code (see `again`)."""
        self.looked_into.add(artifact.uid)
        return artifact.text

    def ending_in(self, parts: Sequence[str]) -> list[Artifact]:
        """Classes and methods whose qualified name ends in these parts."""
        found = self.symbols.get(parts[-1], ())
        return [a for a in found if name_parts(a.qualified_name)[-len(parts) :] == list(parts)]

    def reached_by(self, parts: Sequence[str]) -> list[Artifact]:
        """Those whose qualified name has these parts in order, the last at its end: what a package gives
        on (`flask.Flask` of `src.flask.app.Flask`)."""
        return [a for a in self.symbols.get(parts[-1], ()) if _in_order(parts, name_parts(a.qualified_name))]

    def at(self, path: str, line: int) -> Uid | None:
        """What stands at a line of a file: the innermost class or method."""
        self.measured.add(path)
        facts = self.facts.get(path)
        around = [
            (edge.start_line, -edge.end_line, edge.target)
            for edge in (facts.edges if facts else ())
            if edge.type is EdgeType.DEFINES and edge.start_line <= line <= edge.end_line
        ]
        return max(around)[2] if around else None

    def classes(self, name: str) -> list[Artifact]:
        """Every class of a name; made when first asked, since few documents name what is gone."""
        if not self._classes:
            for facts in self.facts.values():
                for artifact in facts.artifacts:
                    if artifact.kind is Kind.CLASS and artifact.form != Form.MODULE:
                        self._classes[artifact.name].append(artifact)
        return self._classes.get(name, [])

    def in_package(self, package: str) -> list[Facts]:
        """The files of a package, or the one of a module; likewise made when first asked."""
        if not self._packages:
            for path, facts in self.facts.items():
                for name in (
                    {module_of(path)} if path.endswith(".py") else {a.package for a in facts.artifacts}
                ):
                    self._packages.setdefault(name, []).append(facts)
        return self._packages.get(package, [])


def module_of(path: str) -> str:
    """`app.pricing` of `app/pricing.py`."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def names_of(repo: str, files: Iterable[Facts], around: Iterable[Artifact], wanted: Set[str]) -> Names:
    """Only what is wanted is kept: a repository has many names, its documents mention few."""
    names = Names(repo)
    for facts in files:
        path = facts.file.path
        names.facts[path] = facts
        names.files[facts.file.name].append(facts.file)
        _add_folders(names.folders, path)
        for artifact in facts.artifacts:
            if (add := _ADD.get(artifact.kind)) is not None:
                add(names, artifact, wanted)
    for artifact in around:
        if (add := _ADD.get(artifact.kind)) is not None:
            add(names, artifact, wanted)
    return names


def _add_folders(folders: set[str], path: str) -> None:
    folder = path.rpartition("/")[0]
    while folder and folder not in folders:
        folders.add(folder)
        folder = folder.rpartition("/")[0]


def _add_symbol(names: Names, artifact: Artifact, wanted: Set[str]) -> None:
    if artifact.name in wanted and "<locals>" not in artifact.qualified_name:
        names.symbols[artifact.name].append(artifact)


def _add_setting(names: Names, artifact: Artifact, wanted: Set[str]) -> None:
    if artifact.form != Form.KEY:
        return
    if artifact.name in wanted:
        names.settings[artifact.name].append(artifact)
    elif "." in artifact.name and not is_variable(artifact.name):
        names.settings[f"={squeezed(artifact.name)}"].append(artifact)
        if (last := artifact.name.rpartition(".")[2]) in wanted:
            names.settings[f".{last}"].append(artifact)


def _add_endpoint(names: Names, artifact: Artifact, _wanted: Set[str]) -> None:
    found = dict(artifact.details)
    if found.get("side") == "serves":
        key = str(found.get("key", ""))
        names.endpoints[key].append(artifact)
        names.endpoints[key.partition(" ")[2]].append(artifact)


def _add_other(names: Names, artifact: Artifact, wanted: Set[str]) -> None:
    if artifact.kind is Kind.LIBRARY:
        names.libraries.add(artifact.name.lower())
        for key in product_keys(artifact.name):
            names.products[key].append(artifact)
    elif artifact.form == Form.WORKLOAD:
        names.workloads[artifact.path].append(artifact)
    for name in {artifact.name, artifact.qualified_name, str(dict(artifact.details).get("key", ""))}:
        if name in wanted or name.lower() in wanted:
            names.others[name.lower()].append(artifact)


def route_key(route: str) -> tuple[str, str]:
    """`GET http://h/orders/:id?x=1` as the method and the path that keys are made of."""
    method, _, path = route.partition(" ")
    if "://" in path:
        path = "/" + path.partition("://")[2].partition("/")[2]
    return method, key_path(template(path.partition("?")[0]))


def _in_order(parts: Sequence[str], whole: Sequence[str]) -> bool:
    """Between the first of the parts and the last nothing but packages and modules may be left out."""
    if len(whole) < len(parts) or whole[-1] != parts[-1] or parts[0] not in whole:
        return False
    rest = iter(whole[whole.index(parts[0]) :])
    for part in parts:
        for one in rest:
            if one == part:
                break
            if one[:1].isupper():
                return False
        else:
            return False
    return True


_ADD: dict[Kind, Callable[[Names, Artifact, Set[str]], None]] = {
    Kind.CLASS: _add_symbol,
    Kind.METHOD: _add_symbol,
    Kind.CONFIG: _add_setting,
    Kind.ENDPOINT: _add_endpoint,
    **dict.fromkeys(_NAMED, _add_other),
}
