"""What Gradle files name."""

from kg.ingest.stubs.gradle import is_gradle, read_gradle


def named(**files: str) -> tuple[list[str], list[str]]:
    """Dependencies and imported BOMs; `__` in a key is a dot."""
    pom = read_gradle({name.replace("__", "."): text for name, text in files.items()})
    return [str(each.of) for each in pom.dependencies], [str(each.of) for each in pom.managed]


def test_dependencies_are_read_in_every_notation() -> None:
    """Short and long, Groovy and Kotlin, with a classifier; a path or a task is none."""
    text = """
        implementation 'lib:a:1.0'
        testImplementation("lib:b:2.0:tests")
        api group: 'lib', name: 'c', version: '3.0'
        runtimeOnly 'lib:unversioned'
        implementation project(':core')
        url 'https://repo.example/maven'
    """
    assert named(build__gradle=text)[0] == ["lib:a:1.0", "lib:b:2.0", "lib:unversioned:", "lib:c:3.0"]


def test_versions_come_from_variables_and_properties() -> None:
    """Of the script, of `ext`, and of gradle.properties; one that is computed stays open."""
    text = """
        ext { aVersion = '1' }
        val b = "2"
        implementation "lib:a:$aVersion"
        implementation("lib:b:${b}")
        implementation "lib:c:${rootProject.ext.cVersion}"
        implementation "lib:d:$unknown"
    """
    assert named(build__gradle=text, gradle__properties="cVersion = 3")[0] == [
        "lib:a:1",
        "lib:b:2",
        "lib:c:3",
        "lib:d:${unknown}",
    ]


def test_platforms_and_the_boot_plugin_manage_versions() -> None:
    """As imported BOMs."""
    text = """
        id("org.springframework.boot") version "3.2.0"
        implementation(platform("lib:bom:1"))
        implementation("lib:a")
    """
    assert named(build__gradle__kts=text) == (
        ["lib:a:"],
        ["lib:bom:1", "org.springframework.boot:spring-boot-dependencies:3.2.0"],
    )


def test_version_catalogs_are_read() -> None:
    """A reference, a rich version, a short notation; a text that is no TOML says nothing."""
    catalog = """
        [versions]
        slf4j = "2.0.9"
        [libraries]
        a = { module = "org.slf4j:slf4j-api", version.ref = "slf4j" }
        b = { group = "lib", name = "b", version = { strictly = "1" } }
        c = "lib:c:3"
    """
    assert named(libs__versions__toml=catalog)[0] == ["org.slf4j:slf4j-api:2.0.9", "lib:b:1", "lib:c:3"]
    assert named(libs__versions__toml="[") == ([], [])


def test_gradle_files_are_known_by_name() -> None:
    """Other properties files are not theirs."""
    assert is_gradle("app/build.gradle.kts") and is_gradle("gradle/libs.versions.toml")
    assert not is_gradle("src/main/resources/application.properties")
