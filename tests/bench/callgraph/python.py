"""`python.httpx.*`: call sites against jedi's verdicts; `calibration.*.python` on the same sites and two
more packages; `speed.python*` on saleor and netbox.

A target is right when jedi names its definition; jedi goes to classes, so at an instantiation the class
that is named counts. Precision is over the targets at sites jedi knows, recall over the sites it finds in
the package, `exact` the share of those that carry a right exact target. A function that a decorator
puts in front of the one jedi names is not judged: jedi says nothing about it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kg.ingest.parse.python.facts import PythonFacts
from kg.ingest.resolve.python.calls import Site
from kg.ingest.resolve.python.modules import Modules
from kg.ingest.resolve.python.resolve import look
from kg.schema.vocabulary import How
from tests.bench.callgraph import executed, pycg
from tests.bench.callgraph.python_calls import Graph, Places, graph_of, sources_of
from tests.bench.callgraph.store import Store
from tests.truth.python.verdicts import Verdict, jedi_verdicts


@dataclass(frozen=True, slots=True)
class Package:
    """A package of a repository, and what it imports (for jedi to read)."""

    repository: str
    commit: str
    folder: str
    needs: tuple[str, ...]


HTTPX = Package(
    "encode/httpx",
    "ae1b9f66238f75ced3ced5e4485408435de10768",
    "httpx",
    ("-e", ".[http2,socks,cli,brotli,zstd]"),
)
JUDGED = (
    HTTPX,
    Package("encode/starlette", "cb8f84f5284dc301ca7a31eb732b9e140769dd48", "starlette", ("-e", ".[full]")),
    Package("pallets/flask", "2ac89889f4cc330eabd50f295dcef02828522c69", "src/flask", ("-e", ".")),
)
LARGE = {
    "saleor": ("saleor/saleor", "723cd4eba87dfc72822ade45dc08a3caa548428d"),
    "netbox": ("netbox-community/netbox", "43fe81f9e833228c9869f7ddadb67e6c5f145060"),
}


@dataclass(frozen=True, slots=True)
class Judged:
    """A site that jedi knows, and what we say of it: (how, confidence, right) a target."""

    verdict: Verdict
    targets: tuple[tuple[How, float, bool], ...]

    @property
    def is_own(self) -> bool:
        return self.verdict.verdict == "own"


def measure(store: Store) -> dict[str, Any]:
    speeds = {name: speed(store, *where) for name, where in LARGE.items()}
    lines = sum(each["lines"] for each in speeds.values())
    seconds = sum(each["cpu_seconds"] for each in speeds.values())
    return {
        "python": {"httpx": score(judged(store, HTTPX))},
        "speed": {"python_loc_per_cpu_s": round(lines / seconds), "python": speeds},
    }


def outcomes(store: Store) -> Iterator[tuple[How, float, bool]]:
    """What is said of a call, how surely, and whether it is right: at the sites jedi knows in three
    packages, by what their test suites execute, and in PyCG's snippets."""
    for each in JUDGED:
        for site in judged(store, each):
            yield from site.targets
    yield from executed.outcomes(store)
    yield from pycg.outcomes(store)


def exact_share(store: Store) -> float:
    """Of the sites that jedi finds in three packages, the share that carries a right exact target."""
    own = [site for each in JUDGED for site in judged(store, each) if site.is_own]
    exact = [s for s in own if any(how is How.EXACT and right for how, _, right in s.targets)]
    return round(len(exact) / len(own), 4)


def score(sites: list[Judged]) -> dict[str, float]:
    said = [target for site in sites for target in site.targets]
    own = [site for site in sites if site.is_own]
    found = [site for site in own if any(right for *_, right in site.targets)]
    exact = [site for site in own if any(how == How.EXACT and right for how, _, right in site.targets)]
    exact_said = [right for how, _, right in said if how == How.EXACT]
    return {
        "sites": len(own),
        "precision": round(sum(right for *_, right in said) / len(said), 4),
        "recall": round(len(found) / len(own), 4),
        "exact": round(len(exact) / len(own), 4),
        "exact_right": round(sum(exact_said) / len(exact_said), 4),
    }


def judged(store: Store, package: Package) -> list[Judged]:
    """Every site of a package that jedi knows."""
    checkout = store.checkout(package.repository, package.commit)
    folder = store.place("jedi", package.folder.replace("/", "."), "verdicts.json").parent
    verdicts = jedi_verdicts(checkout, package.folder, folder, package.needs)
    graph = graph_of(sources_of(checkout, package.folder))
    places = Places(graph)
    sites: dict[tuple[str, int, int], Site] = {}
    for path, site in _sites(graph):
        sites.setdefault((path, site.line, site.column), site)  # of `f()()` the inner call is the first
    return [
        Judged(each, tuple(_targets(places, sites.get((each.path, each.line, each.column)), each)))
        for each in verdicts
        if each.verdict != "unknown"
    ]


def _sites(graph: Graph) -> Iterator[tuple[str, Site]]:
    modules = Modules(file.code for file in graph.files if isinstance(file.code, PythonFacts))
    for path, sites_of in look(modules, lambda _, found: found).items():
        for sites in sites_of.values():
            yield from ((path, site) for site in sites)


def _targets(places: Places, site: Site | None, verdict: Verdict) -> Iterator[tuple[How, float, bool]]:
    if site is None:
        return
    wanted = {places.inside(path, line) for path, line in verdict.targets}
    classes = {cls.uid for cls in site.classes}
    for reached in site.reached:
        if bool({reached.target.uid, *classes} & wanted):
            yield reached.how, reached.confidence, True
        elif not _is_in_front(places, reached.target.uid, wanted):
            yield reached.how, reached.confidence, False


def _is_in_front(places: Places, target: str, wanted: set[str]) -> bool:
    """Whether the target is a function inside a decorator of what jedi names."""
    around = places.artifacts[target].qualified_name.split(".")[:-1]
    decorators = [name for uid in wanted for name in places.artifacts[uid].annotations]
    return any(name.partition("(")[0].rpartition(".")[2] in around for name in decorators)


def speed(store: Store, repository: str, commit: str) -> dict[str, float]:
    """Lines a second of CPU, from text to edges, in this process."""
    graph = graph_of(sources_of(store.checkout(repository, commit)))
    return {
        "lines": graph.lines,
        "files": len(graph.files),
        "cpu_seconds": round(graph.cpu_seconds, 2),
        "loc_per_cpu_s": round(graph.lines / graph.cpu_seconds),
    }
