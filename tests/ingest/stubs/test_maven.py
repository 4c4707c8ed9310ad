"""What a Maven project depends on, as its poms say it."""

from pathlib import Path

import pytest

from kg.errors import StubError
from kg.ingest.stubs.find import dependencies_of
from kg.ingest.stubs.pom import read_pom
from kg.ingest.stubs.repository import LocalRepository
from kg.ingest.stubs.versions import version_key


def pom(coordinate: str, body: str = "", parent: str = "") -> str:
    """A pom.xml of `group:name:version`."""
    above = f"<parent>{_tags(parent)}</parent>" if parent else ""
    return f'<project xmlns="http://maven.apache.org/POM/4.0.0">{above}{_tags(coordinate)}{body}</project>'


def needs(*dependencies: str) -> str:
    """`group:name:version`, and more elements after a blank."""
    inner = (one.partition(" ") for one in dependencies)
    return f"<dependencies>{''.join(f'<dependency>{_tags(of)}{more}</dependency>' for of, _, more in inner)}</dependencies>"


def manages(*dependencies: str) -> str:
    return f"<dependencyManagement>{needs(*dependencies)}</dependencyManagement>"


def _tags(coordinate: str) -> str:
    names = ("groupId", "artifactId", "version")
    return "".join(
        f"<{n}>{value}</{n}>" for n, value in zip(names, coordinate.split(":"), strict=False) if value
    )


def found(folder: Path, project: list[str], *others: str) -> list[str]:
    """The dependencies of a project whose local repository holds the other poms."""
    for text in others:
        of = read_pom(text.encode()).of
        place = folder.joinpath(*of.group.split("."), of.name, of.version)
        place.mkdir(parents=True)
        (place / f"{of.name}-{of.version}.pom").write_text(text)
    poms = [read_pom(text.encode()) for text in project]
    return [str(each.of) for each in dependencies_of(poms, LocalRepository(folder, folder / "none"))]


def test_versions_come_from_parents_properties_and_imports(tmp_path: Path) -> None:
    """A property of the child wins; what a BOM manages is found through its own properties."""
    parent = pom(
        "acme:parent:1",
        "<properties><a.version>1</a.version></properties>"
        + manages("lib:a:${a.version}", "lib:bom:3 <type>pom</type><scope>import</scope>"),
    )
    bom = pom("lib:bom:3", "<properties><v>7</v></properties>" + manages("lib:b:${v}"))
    child = pom(
        ":shop",
        "<properties><a.version>2</a.version></properties>" + needs("lib:a", "lib:b"),
        "acme:parent:1",
    )
    assert found(tmp_path, [child], parent, bom) == ["lib:a:2", "lib:b:7"]


def test_what_dependencies_depend_on_belongs_to_it(tmp_path: Path) -> None:
    """Compile and runtime only, nothing optional, nothing excluded; the nearest version, unless managed."""
    child = pom(
        "acme:shop:1",
        manages("lib:managed:9")
        + needs(
            "lib:a:1 <exclusions><exclusion><groupId>lib</groupId><artifactId>out</artifactId></exclusion></exclusions>",
            "lib:near:1",
        ),
    )
    a = pom(
        "lib:a:1",
        needs(
            "lib:out:1",
            "lib:near:2",
            "lib:managed:1",
            "lib:test:1 <scope>test</scope>",
            "lib:maybe:1 <optional>true</optional>",
        ),
    )
    assert found(tmp_path, [child], a) == ["lib:a:1", "lib:managed:9", "lib:near:1"]


def test_modules_of_the_project_are_no_dependencies(tmp_path: Path) -> None:
    """But what they depend on is; of two versions in two modules the newer is taken."""
    api = pom("acme:api:1", needs("lib:a:1.9"))
    shop = pom("acme:shop:1", needs("acme:api:1", "lib:a:1.10", "lib:t:1 <scope>test</scope>"))
    assert found(tmp_path, [shop, api]) == ["lib:a:1.10", "lib:t:1"]


def test_poms_in_a_circle_end(tmp_path: Path) -> None:
    """Parents, imports and dependencies that lead back, and properties that name themselves."""
    a = pom("lib:a:1", manages("lib:b:1 <type>pom</type><scope>import</scope>") + needs("lib:b:1"), "lib:b:1")
    b = pom("lib:b:1", manages("lib:a:1 <type>pom</type><scope>import</scope>") + needs("lib:a:1"), "lib:a:1")
    child = pom(
        "acme:shop:1", "<properties><v>${w}</v><w>${v}x</w></properties>" + needs("lib:a:1", "lib:c:${v}")
    )
    assert found(tmp_path, [child], a, b)[:2] == ["lib:a:1", "lib:b:1"]


def test_a_coordinate_leads_nowhere_else(tmp_path: Path) -> None:
    """What strangers write into a pom is no way out of the repository's folder."""
    (tmp_path / "secret-1.pom").write_text(pom("lib:secret:1"))
    inside = tmp_path / "m2"
    inside.mkdir()
    child = read_pom(pom("acme:shop:1", needs("..:secret:..")).encode())
    repository = LocalRepository(inside, inside)
    assert all(repository.pom(each.of) is None for each in dependencies_of([child], repository))


@pytest.mark.parametrize("text", ["", "<project>", '<!DOCTYPE p [<!ENTITY a "b">]><project>&a;</project>'])
def test_what_is_no_pom_is_refused(text: str) -> None:
    """Also one that defines entities."""
    with pytest.raises(StubError):
        read_pom(text.encode())


def test_versions_are_ordered_as_maven_orders_them() -> None:
    """Numbers as numbers; what comes before a release, and after it."""
    versions = ["2.0.1", "1.10.1", "1.10", "1.10-rc1", "1.10-M2", "1.10-alpha1", "2.0.0.RELEASE", "1.9"]
    assert " ".join(sorted(versions, key=version_key)) == (
        "1.9 1.10-alpha1 1.10-M2 1.10-rc1 1.10 1.10.1 2.0.0.RELEASE 2.0.1"
    )
