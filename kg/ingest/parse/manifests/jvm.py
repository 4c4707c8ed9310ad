"""Maven's and Gradle's build files: the readers that find jars (`kg.ingest.stubs`) read them here too."""

from kg.errors import StubError
from kg.ingest.parse.manifests.text import Unreadable
from kg.ingest.parse.unit import Unit
from kg.ingest.stubs.gradle import read_gradle_file
from kg.ingest.stubs.pom import read_pom


def read_maven(unit: Unit) -> list[object]:
    try:
        return [read_pom(unit.text.encode(), "utf-8")]
    except StubError as error:
        raise Unreadable(f"{error}: its dependencies are not read") from error


def read_gradle_build(unit: Unit) -> list[object]:
    return [read_gradle_file(unit.path, unit.text)]
