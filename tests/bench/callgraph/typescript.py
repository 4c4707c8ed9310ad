"""`typescript.*`: call sites against scip-typescript's index; `speed.typescript_loc_per_cpu_s`.

A site is a line and the definition that is called there. Precision is over everything we say of files the
index has, except on lines with a site of which the index does not know what runs (see
`tests.truth.typescript.make`); a function that is handed on and not called (`how: inferred`) is right
when the index has its name there. Recall is over the sites whose name refers to something here that can be
called. `UNSEEN` was measured when the resolver was done: nothing was made to fit it.
"""

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kg.ingest.parse.file import parse_file
from kg.ingest.parse.languages import language_of
from kg.ingest.resolve.typescript import resolve_typescript
from kg.schema.facts import Artifact, Facts, Resolution
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType, How, Kind
from tests.bench.callgraph.store import Store
from tests.truth.typescript import Truth, make
from tests.truth.typescript.index import Repository, checkout, index, tools

REPOSITORIES = {
    "typeorm": Repository("typeorm/typeorm", "281bfba42a5813b106bcf5ba79bc7f7251bd1e73", ("src/**/*",)),
    "excalidraw": Repository(
        "excalidraw/excalidraw", "4872083c044491b6d5c96ae134a75464f96d6831", ("packages", "excalidraw-app")
    ),
}
UNSEEN = {
    "hono": Repository("honojs/hono", "28a9c128912de19f3fb28b00ae289c9b93f6f392", ("src/**/*",)),
    "mobx": Repository("mobxjs/mobx", "01211a698b64ea94de8e5f276ff8235fcf8ddf96", ("packages/*/src/**/*",)),
    "react-hook-form": Repository(
        "react-hook-form/react-hook-form", "d29f3ee09cc24aa29da6127e7657106fb06c76f5", ("src/**/*",)
    ),
}

_LANGUAGES = ("typescript", "javascript", "npm", "tsconfig")
_OUTSIDE = ("node_modules/", "/node_modules/")

Site = tuple[str, int]
"""A path and a line, from 0."""


def measure(store: Store) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    lines, seconds = 0, 0.0
    for name, repository in {**REPOSITORIES, **UNSEEN}.items():
        place = index(store, repository)
        root = checkout(store, repository)
        started = time.process_time()
        files = read(root)
        resolution = resolve_typescript(files)
        seconds += time.process_time() - started
        lines += sum(each.file.lines for each in files if each.code is not None)
        figures[name] = score(make(root, place, tools(store)), files, resolution)
    return {"typescript": figures, "speed": {"typescript_loc_per_cpu_s": round(lines / seconds)}}


def read(root: Path) -> list[Facts]:
    """The files of a checkout, as an ingest reads them."""
    paths = [path.relative_to(root).as_posix() for path in root.rglob("*.*") if path.is_file()]
    return [
        parse_file("bench", path, "", (root / path).read_bytes())
        for path in sorted(paths)
        if language_of(path) in _LANGUAGES and not any(part in path for part in _OUTSIDE)
    ]


def score(truth: Truth, files: list[Facts], resolution: Resolution) -> dict[str, Any]:
    named = _by_name(files)
    wanted: dict[Site, set[Uid]] = {}
    missing = 0
    for place, path, line, name in truth.ours:
        target = _method(named, path, line, name)
        if target is None:
            missing += 1
        else:
            wanted.setdefault(place, set()).add(target)
    said = _said(files, resolution, truth.paths)
    unsaid = set(truth.unsaid)
    judged = [
        (p, t, how) for p, found in said.items() for t, how in found.items() if _counts(p, t, wanted, unsaid)
    ]
    named_only: dict[Site, set[Uid]] = {}
    for place, path, line, name in truth.handed:
        target = _method(named, path, line, name)
        if target is not None:
            named_only.setdefault(place, set()).add(target)
    right = [
        each
        for each in judged
        if each[1] in wanted.get(each[0], ()) or each[1] in named_only.get(each[0], ())
    ]
    exact = [each for each in judged if each[2] is How.EXACT]
    sites = sum(map(len, wanted.values())) + missing
    return {
        "precision": round(len(right) / len(judged), 4),
        "recall": round(sum(1 for p, ts in wanted.items() for t in ts if t in said.get(p, {})) / sites, 4),
        "sites": sites,
        "exact_right": round(sum(1 for each in right if each[2] is How.EXACT) / len(exact), 4),
        "unsaid": len(truth.unsaid),
        "without_method": missing,
    }


def _counts(place: Site, target: Uid, wanted: dict[Site, set[Uid]], unsaid: set[Site]) -> bool:
    """The index has no name for what a module gives by default without one: nothing can be said of it."""
    return target in wanted.get(place, ()) or (place not in unsaid and not target.endswith("#default"))


Methods = dict[tuple[str, str], list[tuple[int, int, Uid]]]


def _by_name(files: Iterable[Facts]) -> Methods:
    """Every Method's span, by path and name."""
    found: Methods = {}
    for each in files:
        methods: dict[Uid, Artifact] = {a.uid: a for a in each.artifacts if a.kind is Kind.METHOD}
        for edge in each.edges:
            method = methods.get(edge.target)
            if method is not None:
                found.setdefault((method.path, method.name), []).append(
                    (edge.start_line - 1, edge.end_line - 1, method.uid)
                )
    return found


def _method(named: Methods, path: str, line: int, name: str) -> Uid | None:
    """Our Method at the place of a definition: the one that begins last, of those that hold the line."""
    holding = [each for each in named.get((path, name), ()) if each[0] <= line <= each[1]]
    return max(holding)[2] if holding else None


def _said(files: Iterable[Facts], resolution: Resolution, paths: set[str]) -> dict[Site, dict[Uid, How]]:
    """What we say of each line of the files the index has."""
    starts = {edge.target: edge.start_line - 1 for each in files for edge in each.edges}
    places = {a.uid: a.path for each in files for a in each.artifacts}
    found: dict[Site, dict[Uid, How]] = {}
    for edge in resolution.edges:
        path = places.get(edge.source, "")
        for site in edge.sites if edge.type is EdgeType.CALLS and path in paths else ():
            found.setdefault((path, starts[edge.source] + site), {})[edge.target] = edge.how
    return found
