"""Which libraries the Java resolver is measured on, and how they are fetched: jars and sources from Maven
Central through `mvn`, what they build on too. Everything lands in the store's cache; nothing is committed.
"""

import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.bench.callgraph.store import Store
from tests.truth.java.bytecode import Bytecode, read_bytecode
from tests.truth.java.sources import Sources

_ASM = "org.ow2.asm:asm:9.8"
_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1"
_READER = Path(__file__).with_name("ReadCalls.java")
_POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>kg.bench</groupId><artifactId>{name}</artifactId><version>1</version>
  <dependencies>{dependencies}</dependencies>
</project>
"""
_DEPENDENCY = "<dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version></dependency>"


@dataclass(frozen=True, slots=True)
class Coordinates:
    """Of a library, and of what its sources use that its POM doesn't name."""

    name: str
    library: str
    """`group:artifact:version`."""
    optional: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Artifact:
    """A library as fetched."""

    name: str
    folder: Path
    sources: Sources
    bytecode: Bytecode
    dependencies: tuple[Path, ...]
    """Jars."""


def fetch(store: Store, coordinates: Coordinates) -> Artifact:
    """Its jar, its sources, the jars it builds on, and what is in its class files; made once."""
    folder = store.place("java", coordinates.name, "x").parent
    artifact = coordinates.library.split(":")[1]
    jars = _jars(folder / "jars", (coordinates.library, *coordinates.optional))
    library = next(
        each for each in jars if each.name == "-".join(coordinates.library.split(":")[1:]) + ".jar"
    )
    dependencies = tuple(each for each in jars if each != library)
    sources = folder / f"{artifact}-sources.jar"
    if not sources.exists():
        _maven(
            f"{_PLUGIN}:copy", f"-Dartifact={coordinates.library}:jar:sources", f"-DoutputDirectory={folder}"
        )
        next(folder.glob("*-sources.jar")).rename(sources)
    calls = folder / "calls.tsv"
    if not calls.exists():
        _read_calls(_jars(store.place("java", "asm"), (_ASM,))[0], library, calls, dependencies)
    return Artifact(coordinates.name, folder, Sources(sources), read_bytecode(calls), dependencies)


def _jars(folder: Path, wanted: tuple[str, ...]) -> list[Path]:
    """The jars of some coordinates with everything they need."""
    if not folder.exists():
        pom = folder.with_suffix(".pom.xml")
        pom.parent.mkdir(parents=True, exist_ok=True)
        named = "".join(_DEPENDENCY.format(*each.split(":")) for each in wanted)
        pom.write_text(_POM.format(name=folder.parent.name, dependencies=named), encoding="utf-8")
        _maven("-f", str(pom), f"{_PLUGIN}:copy-dependencies", f"-DoutputDirectory={folder}")
    return sorted(folder.glob("*.jar"))


def _maven(*arguments: str) -> None:
    subprocess.run(["mvn", "-q", "-B", *arguments], check=True)


def _read_calls(asm: Path, library: Path, calls: Path, dependencies: tuple[Path, ...]) -> None:
    partial = calls.with_suffix(".part")
    command = ["java", "-cp", str(asm), str(_READER), str(library), str(partial), *map(str, dependencies)]
    subprocess.run(command, check=True)
    partial.rename(calls)


_SPRING_USES = (
    "org.springframework:spring-context-support:6.2.10",
    "org.springframework:spring-oxm:6.2.10",
    "jakarta.servlet:jakarta.servlet-api:6.0.0",
    "jakarta.servlet.jsp:jakarta.servlet.jsp-api:3.1.1",
    "jakarta.servlet.jsp.jstl:jakarta.servlet.jsp.jstl-api:3.0.2",
    "jakarta.faces:jakarta.faces-api:4.0.1",
    "jakarta.xml.bind:jakarta.xml.bind-api:3.0.1",
    "jakarta.validation:jakarta.validation-api:3.0.2",
    "jakarta.json.bind:jakarta.json.bind-api:3.0.1",
    "io.projectreactor.netty:reactor-netty-http:1.2.9",
    "com.fasterxml.jackson.dataformat:jackson-dataformat-xml:2.18.4",
    "com.fasterxml.jackson.dataformat:jackson-dataformat-cbor:2.18.4",
    "com.fasterxml.jackson.dataformat:jackson-dataformat-smile:2.18.4",
    "com.fasterxml.jackson.dataformat:jackson-dataformat-yaml:2.18.4",
    "org.apache.httpcomponents.client5:httpclient5:5.5",
    "org.apache.httpcomponents.core5:httpcore5-reactive:5.3.4",
    "org.eclipse.jetty:jetty-reactive-httpclient:4.0.8",
    "org.eclipse.jetty:jetty-server:12.0.23",
    "com.google.protobuf:protobuf-java-util:4.30.2",
    "io.undertow:undertow-core:2.3.18.Final",
    "org.apache.tomcat.embed:tomcat-embed-core:10.1.42",
    "com.rometools:rome:2.1.0",
    "org.apache.groovy:groovy-templates:4.0.27",
    "org.freemarker:freemarker:2.3.34",
    "org.apache.poi:poi-ooxml:5.2.5",
    "com.github.librepdf:openpdf:1.3.43",
)
"""What Spring's web modules compile against without naming it in their POM."""

MEASURED = (
    Coordinates("commons-lang3", "org.apache.commons:commons-lang3:3.17.0"),
    Coordinates("guava", "com.google.guava:guava:33.4.8-jre"),
    Coordinates("jackson-databind", "com.fasterxml.jackson.core:jackson-databind:2.19.2"),
    Coordinates("spring-web", "org.springframework:spring-web:6.2.10", _SPRING_USES),
    Coordinates("spring-webmvc", "org.springframework:spring-webmvc:6.2.10", _SPRING_USES),
    Coordinates("commons-collections4", "org.apache.commons:commons-collections4:4.5.0"),
)

UNSEEN = (
    Coordinates("commons-io", "commons-io:commons-io:2.18.0"),
    Coordinates("gson", "com.google.code.gson:gson:2.11.0"),
    Coordinates("joda-time", "joda-time:joda-time:2.13.0"),
)
"""Never looked at while the resolver was made: measured as they come."""
