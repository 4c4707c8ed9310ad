"""Which stubs a commit is resolved with."""

from pathlib import Path

from kg.ingest.source.discover import discover
from kg.ingest.source.git import open_source
from kg.ingest.stubs import store
from kg.ingest.stubs.find import StubOptions, find_stubs
from kg.ingest.stubs.stub import Stub, StubSet
from tests.ingest.repository import commit, make_repository
from tests.ingest.stubs.classes import class_file, jar
from tests.ingest.stubs.test_maven import needs, pom

JAVA = {"src/A.java": "class A {}"}
BOX = jar(("lib/Box", class_file("lib/Box")))


async def found(folder: Path) -> StubSet:
    """The stubs of the repository in a folder, with the Maven repository beside it."""
    source = await open_source(str(folder), "", folder.parent / "cache")
    return await find_stubs(source.git_dir, await discover(source), StubOptions.inside(folder.parent))


def names(found: StubSet) -> list[str]:
    return [stub.name for stub in found.stubs]


def install(folder: Path, coordinate: str, data: bytes) -> Path:
    """A jar into the local Maven repository."""
    group, name, version = coordinate.split(":")
    place = folder / "m2" / Path(*group.split(".")) / name / version / f"{name}-{version}.jar"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)
    return place


async def test_jars_of_the_build_file_are_found_in_the_local_repository(tmp_path: Path) -> None:
    """What is not there is named; so is a jar that is damaged."""
    install(tmp_path, "lib:box:1", BOX)
    install(tmp_path, "lib:bad:1", b"half a jar")
    repository = make_repository(
        tmp_path / "shop",
        {**JAVA, "pom.xml": pom("acme:shop:1", needs("lib:box:1", "lib:bad:1", "lib:none:1"))},
    )
    stubs = await found(repository)
    assert names(stubs) == ["lib:box:1"]
    assert stubs.stubs[0].text == "# lib:box:1\nlib.Box\t\tLjava/lang/Object;\t\t\n"
    assert stubs.missing == ("lib:bad:1", "lib:none:1")


async def test_jars_of_gradle_are_found_in_its_cache(tmp_path: Path) -> None:
    """Under the digest that Gradle keeps them by."""
    place = tmp_path / "gradle" / "lib" / "box" / "1" / "0a1b"
    place.mkdir(parents=True)
    (place / "box-1.jar").write_bytes(BOX)
    repository = make_repository(tmp_path / "shop", {**JAVA, "build.gradle": "api 'lib:box:1'"})
    assert names(await found(repository)) == ["lib:box:1"]


async def test_jars_in_lib_folders_are_read_from_git(tmp_path: Path) -> None:
    """Not those elsewhere, and not what `.kgignore` names."""
    repository = make_repository(
        tmp_path / "shop",
        {**JAVA, "app/lib/box.jar": BOX, "libs/old.jar": BOX, "wrapper/w.jar": BOX, ".kgignore": "libs/"},
    )
    assert names(await found(repository)) == ["box.jar"]


async def test_added_stubs_count_for_every_repository(tmp_path: Path) -> None:
    """After what the repository itself names; another version takes the place of the first."""
    folder = tmp_path / "stubs"
    store.add(folder, Stub("lib:a:1", "d1", "# lib:a:1\n"))
    store.add(folder, Stub("lib:a:2", "d2", "# lib:a:2\n"))
    repository = make_repository(tmp_path / "shop", {**JAVA, "lib/box.jar": BOX})
    assert names(await found(repository)) == ["box.jar", "lib:a:2"]
    assert store.remove(folder, "lib:a") == ("lib:a:2",)
    assert names(await found(repository)) == ["box.jar"]


async def test_the_same_jars_give_the_same_digest(tmp_path: Path) -> None:
    """From the cache or not; another jar gives another one, at the same place too."""
    place = install(tmp_path, "lib:box:1", BOX)
    repository = make_repository(
        tmp_path / "shop", {**JAVA, "pom.xml": pom("acme:shop:1", needs("lib:box:1"))}
    )
    first, second = await found(repository), await found(repository)
    assert first == second and first.digest
    place.write_bytes(jar(("lib/Lid", class_file("lib/Lid"))))
    assert (await found(repository)).digest != first.digest


async def test_a_damaged_cache_is_made_again(tmp_path: Path) -> None:
    """Half of a file counts as none."""
    repository = make_repository(tmp_path / "shop", {**JAVA, "lib/box.jar": BOX})
    first = await found(repository)
    for path in (tmp_path / "stub-cache").iterdir():
        path.write_bytes(path.read_bytes()[:10])
    assert await found(repository) == first


async def test_a_commit_without_java_needs_none(tmp_path: Path) -> None:
    """Nothing is read; with the first Java file it is."""
    repository = make_repository(tmp_path / "shop", {"lib/box.jar": BOX, "a.py": ""})
    assert await found(repository) == StubSet()
    assert names(await found(commit(repository, JAVA))) == ["box.jar"]


def test_a_jar_says_its_name(tmp_path: Path) -> None:
    """By the properties that Maven writes into it; else by its file."""
    said = "META-INF/maven/lib/box/pom.properties", "groupId=lib\nartifactId=box\nversion=1\n"
    (tmp_path / "a.jar").write_bytes(jar(("lib/Box", class_file("lib/Box")), text=said))
    (tmp_path / "b.jar").write_bytes(BOX)
    stubs = [store.read_jar(tmp_path / name, "", tmp_path / "cache") for name in ("a.jar", "b.jar")]
    assert [stub.name for stub in stubs] == ["lib:box:1", "b.jar"]
