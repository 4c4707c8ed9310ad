"""Definitions of the languages read through `.scm` queries, against ctags or SemanticDB.

One public repository a language. A definition of ours and one of the truth are the same when file and
name are, and the truth's line (of the name) lies in ours; each counts once. Files that our own rules
leave out (generated, vendored, too large) are left out on both sides.
"""

import subprocess
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kg.ingest.parse.file import parse_file
from kg.ingest.parse.languages import language_of
from kg.schema.facts import Facts
from tests.bench.callgraph.store import Store
from tests.truth.definitions import ctags, scip, semanticdb
from tests.truth.definitions.ctags import Definition, plain

REPOSITORIES = {
    "rust": ("BurntSushi/ripgrep", "HEAD"),
    "c#": ("apache/logging-log4net", "fc5e1bbbacaf121628cdce7d7cf5e5d094fca365"),
    "php": ("Seldaek/monolog", "HEAD"),
    "ruby": ("sinatra/sinatra", "HEAD"),
    "scala": ("scala/scala-parser-combinators", "HEAD"),
    "c": ("jqlang/jq", "HEAD"),
    "c++": ("google/leveldb", "HEAD"),
}
"""ctags knows no C# younger than version 5 (it misses what is written with `=>`), hence a commit of 2017."""


_SCALA_FOLDERS = ("shared/src/main/scala", "shared/src/main/scala-2.13+", "jvm/src/main/scala")
"""Tests need a library, and the other folders are for other platforms."""


def measure(store: Store) -> dict[str, Any]:
    """`definitions.LANGUAGE.{repository,precision,recall,definitions}`."""
    return {"definitions": {_key(one): _measured(store, one) for one in REPOSITORIES}}


def _key(language: str) -> str:
    return {"c#": "csharp", "c++": "cpp"}.get(language, language)


def _measured(store: Store, language: str) -> dict[str, Any]:
    tree = store.checkout(*REPOSITORIES[language])
    files = read(tree, language)
    truth = truth_of(store, tree, files, language)
    files = {path: facts for path, facts in files.items() if language != "scala" or _is_compiled(path)}
    right, ours = compare(files.values(), truth)
    return {
        "repository": REPOSITORIES[language][0],
        "precision": round(right / ours, 4),
        "recall": round(right / len(truth), 4),
        "definitions": len(truth),
    }


def truth_of(store: Store, tree: Path, paths: Iterable[str], language: str) -> set[Definition]:
    """By ctags; of Scala by its compiler; of Rust what rust-analyzer or ctags sees: the one leaves out what
    this platform does not compile, the other stumbles over literals."""
    known = sorted(paths)
    if language == "scala":
        return {one for one in semanticdb.definitions(scala_output(store, tree), tree) if one.path in known}
    seen = ctags.definitions(tree, known, language)
    if language != "rust":
        return seen
    return {one for one in scip.definitions(rust_index(store, tree), tree) if one.path in known} | {
        one for one in seen if not _is_file_module(tree, one)
    }


def scala_output(store: Store, tree: Path) -> Path:
    """What the Scala compiler says of the sources for the JVM; made once."""
    output = store.place("scala", tree.name)
    if output.exists():
        return output
    jars = store.place("scala", "jars")
    if not jars.exists():
        jars.with_name("pom.xml").write_text(semanticdb.COMPILER, encoding="utf-8")
        copy = ["mvn", "-q", "-B", "dependency:copy-dependencies", f"-DoutputDirectory={jars}"]
        subprocess.run(copy, cwd=jars.parent, check=True, capture_output=True)
    output.mkdir()
    sources = [str(path) for folder in _SCALA_FOLDERS for path in sorted((tree / folder).rglob("*.scala"))]
    command = ["java", "-cp", ":".join(map(str, sorted(jars.glob("*.jar")))), "dotty.tools.dotc.Main"]
    options = ["-usejavacp", "-Xsemanticdb", "-sourceroot", str(tree), "-d", str(output)]
    subprocess.run([*command, *options, *sources], check=True, capture_output=True)
    return output


def _is_file_module(tree: Path, one: Definition) -> bool:
    """`mod name;` names another file and defines nothing here."""
    line = (tree / one.path).read_text(encoding="utf-8").splitlines()[one.line - 1]
    return "mod " in line and line.rstrip().endswith(";")


def rust_index(store: Store, tree: Path) -> Path:
    """What rust-analyzer says of a work tree; made once."""
    index = store.place("scip", f"{tree.name}.scip")
    if not index.exists():
        command = ["rust-analyzer", "scip", str(tree), "--output", str(index)]
        subprocess.run(command, check=True, capture_output=True)
    return index


def _is_compiled(path: str) -> bool:
    return path.startswith(tuple(f"{folder}/" for folder in _SCALA_FOLDERS))


def read(tree: Path, language: str) -> dict[str, Facts]:
    """Our facts of every file of a language, by path."""
    found = {}
    for file in sorted(tree.rglob("*")):
        path = file.relative_to(tree).as_posix()
        if not file.is_file() or file.is_symlink() or path.startswith(".git/") or not language_of(path):
            continue
        facts = parse_file("r", path, "", file.read_bytes())
        if facts.file.language == language and facts.code is not None:
            found[path] = facts
    return found


def compare(files: Iterable[Facts], truth: set[Definition]) -> tuple[int, int]:
    """How many of ours are in the truth, and how many ours are."""
    missed, extra = differences(files, truth)
    ours = len(truth) - len(missed) + len(extra)
    return ours - len(extra), ours


def differences(files: Iterable[Facts], truth: set[Definition]) -> tuple[list[Definition], list[Definition]]:
    """What only the truth has, and what only we have (with our first line)."""
    wanted: dict[tuple[str, str], list[int]] = defaultdict(list)
    for one in sorted(truth):
        wanted[one.path, one.name].append(one.line)
    extra = []
    for facts in files:
        lines = {edge.target: (edge.start_line, edge.end_line) for edge in facts.edges}
        for artifact in sorted(facts.artifacts, key=lambda a: lines[a.uid][0] - lines[a.uid][1]):
            start, end = lines[artifact.uid]
            open_lines = wanted[artifact.path, plain(artifact.name)]
            line = next((line for line in open_lines if start <= line <= end), None)
            if line is None:
                extra.append(Definition(artifact.path, start, artifact.name))
            else:
                open_lines.remove(line)
    missed = [Definition(path, line, name) for (path, name), rest in wanted.items() for line in rest]
    return sorted(missed), sorted(extra)
