"""spring-petclinic's call sites against its compiled classes (shared truth, not ours).

Needs the truth and a bare git copy of the repository, which are not part of this one: set KG_SHARED and
KG_MIRRORS, or keep `shared/` and `.mirror/` beside the checkout.
"""

import os
import subprocess
from pathlib import Path

import pytest

from kg.ingest.parse.java import parse_java
from kg.ingest.parse.unit import Unit
from kg.ingest.resolve.java import resolve_java
from kg.schema.facts import Facts, Resolution
from kg.schema.vocabulary import EdgeType

_BESIDE = Path(__file__).resolve().parents[4]
_TRUTH = Path(os.environ.get("KG_SHARED", _BESIDE / "shared")) / "eval/callgraph/petclinic_sites.tsv"
_REPO = Path(os.environ.get("KG_MIRRORS", _BESIDE / ".mirror")) / "spring-projects+spring-petclinic/repo"
_COMMIT = "edf4db2"
_MAIN = "src/main/java/"

Site = tuple[str, int, str, str]
"""File, line, declaring class, method."""


def test_every_call_site_of_petclinic_goes_where_the_compiler_sends_it() -> None:
    """73 sites: precision and recall are both 1."""
    if not _TRUTH.exists() or not _REPO.exists():
        pytest.skip(f"spring-petclinic or its truth is not here ({_TRUTH}, {_REPO})")
    files = [
        _facts(path)
        for path in _git("ls-tree", "-r", "--name-only", _COMMIT).splitlines()
        if path.endswith(".java")
    ]
    predicted = _sites(files, resolve_java(files))
    declared = {(site[2], site[3]) for site in _declarations(files)}
    truth = {site for site in _truth() if (site[2], site[3]) in declared}
    assert len(truth) == 73
    assert predicted - truth == set()
    assert truth - predicted == set()


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", f"--git-dir={_REPO}", *arguments], check=True, capture_output=True)
    return done.stdout.decode()


def _facts(path: str) -> Facts:
    return parse_java(Unit("petclinic", path, "", _git("show", f"{_COMMIT}:{path}"), "utf-8", "java"))


def _truth() -> set[Site]:
    """Calls of what petclinic declares; a bridge stands on the line of its class, where no call is written."""
    found: set[Site] = set()
    for line in _TRUTH.read_text().splitlines():
        path, number, _, owner, name, kind, _ = line.split("\t")
        written = _git("show", f"{_COMMIT}:{_MAIN}{path}").splitlines()[int(number) - 1]
        if kind == "CALL" and f"{name}(" in written:
            found.add((path, int(number), owner, name))
    return found


def _declarations(files: list[Facts]) -> set[Site]:
    return {("", 0, *_owner_and_name(a.qualified_name)) for facts in files for a in facts.artifacts}


def _owner_and_name(qualified: str) -> tuple[str, str]:
    owner, _, method = qualified.partition("#")
    return owner.rpartition(".")[2], method.partition("(")[0]


def _sites(files: list[Facts], resolution: Resolution) -> set[Site]:
    """Method calls in src/main; a method reference is no call site of the truth."""
    artifacts = {artifact.uid: artifact for facts in files for artifact in facts.artifacts}
    starts = {edge.target: edge.start_line for facts in files for edge in facts.edges}
    found: set[Site] = set()
    for edge in resolution.edges:
        caller, target = artifacts[edge.source], artifacts[edge.target]
        if (
            edge.type is not EdgeType.CALLS
            or not caller.path.startswith(_MAIN)
            or target.form == "constructor"
        ):
            continue
        owner, name = _owner_and_name(target.qualified_name)
        called = {int(site.partition(":")[0]) for site in caller.call_sites if f" {name}/" in site}
        path = caller.path.removeprefix(_MAIN)
        found |= {(path, starts[edge.source] + row, owner, name) for row in edge.sites if row in called}
    return found
