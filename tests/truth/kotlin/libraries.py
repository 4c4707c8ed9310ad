"""The libraries that are measured, through Maven: the jar, and the sources it was made of."""

import subprocess
import zipfile
from dataclasses import dataclass
from pathlib import Path

from tests.bench.callgraph.store import Store
from tests.truth.kotlin.classfile import ClassFile, read_class

MEASURED = {
    "okhttp": "com.squareup.okhttp3:okhttp:4.12.0",
    "exposed-core": "org.jetbrains.exposed:exposed-core:0.59.0",
    "javalin": "io.javalin:javalin:6.4.0",
    "http4k-core": "org.http4k:http4k-core:5.47.0.0",
}
UNSEEN = {"hoplite-core": "com.sksamuel.hoplite:hoplite-core:2.9.0"}


@dataclass(frozen=True, slots=True)
class Library:
    classes: dict[str, ClassFile]
    texts: dict[str, str]
    """By path."""


def fetch(store: Store, coordinates: str) -> Library:
    """Through Maven, once."""
    _, name, version = coordinates.split(":")
    folder = store.place("kotlin", f"{name}-{version}", "x").parent
    jar, sources = folder / f"{name}-{version}.jar", folder / f"{name}-{version}-sources.jar"
    if not jar.exists():
        _copy(coordinates, folder)
    if not sources.exists():
        _copy(f"{coordinates}:jar:sources", folder)
    return Library(_classes(jar), _texts(sources))


def _copy(coordinates: str, folder: Path) -> None:
    command = ["mvn", "-q", "dependency:copy", f"-Dartifact={coordinates}", f"-DoutputDirectory={folder}"]
    subprocess.run(command, check=True)


def _classes(jar: Path) -> dict[str, ClassFile]:
    with zipfile.ZipFile(jar) as archive:
        names = [n for n in archive.namelist() if n.endswith(".class") and not n.startswith("META-INF/")]
        read = (read_class(archive.read(name)) for name in names if not name.endswith("-info.class"))
        return {each.name: each for each in read}


def _texts(jar: Path) -> dict[str, str]:
    with zipfile.ZipFile(jar) as archive:
        names = [name for name in archive.namelist() if name.endswith((".kt", ".java"))]
        return {name: archive.read(name).decode("utf-8", "replace") for name in names}
