"""What a repository depends on, by its build files."""

import pytest

from kg.ingest.parse.file import parse_file
from tests.ingest.libraries import around, depends

POM = """<project>
<parent><groupId>org.boot</groupId><artifactId>boot-parent</artifactId><version>3.1</version></parent>
<groupId>shop</groupId><artifactId>shop</artifactId><version>1</version>
<properties><money.version>1.4</money.version></properties>
<dependencyManagement><dependencies>
<dependency><groupId>org.money</groupId><artifactId>money</artifactId><version>${money.version}</version></dependency>
<dependency><groupId>org.bom</groupId><artifactId>bom</artifactId><version>7</version><type>pom</type><scope>import</scope></dependency>
</dependencies></dependencyManagement>
</project>"""

CHILD = """<project>
<parent><groupId>shop</groupId><artifactId>shop</artifactId><version>1</version></parent>
<artifactId>pay</artifactId>
<dependencies>
<dependency><groupId>org.money</groupId><artifactId>money</artifactId></dependency>
<dependency><groupId>org.outside</groupId><artifactId>managed</artifactId></dependency>
<dependency><groupId>org.unit</groupId><artifactId>unit</artifactId><version>5</version><scope>test</scope></dependency>
<dependency><groupId>shop</groupId><artifactId>stock</artifactId><version>${project.version}</version></dependency>
</dependencies></project>"""

STOCK = """<project><parent><groupId>shop</groupId><artifactId>shop</artifactId><version>1</version></parent>
<artifactId>stock</artifactId></project>"""


def test_maven_versions_come_from_properties_and_parents() -> None:
    """A managed version is the parent's; what a BOM elsewhere manages stays open; a module is a file."""
    assert depends({"pom.xml": POM, "pay/pom.xml": CHILD, "stock/pom.xml": STOCK}) == [
        "pay/pom.xml -> maven:org.money:money 1.4 @5",
        "pay/pom.xml -> maven:org.outside:managed @6",
        "pay/pom.xml -> maven:org.unit:unit 5 test @7",
        "pay/pom.xml -> pom.xml 1 parent @2",
        "pay/pom.xml -> stock/pom.xml 1 @8",
        "pom.xml -> maven:org.bom:bom 7 bom @7",
        "pom.xml -> maven:org.boot:boot-parent 3.1 parent @2",
        "stock/pom.xml -> pom.xml 1 parent @1",
    ]


def test_gradle_notations_and_catalogs() -> None:
    """A notation in a comment, an exclusion and a project of the build are no libraries."""
    build = """
dependencies {
    implementation("org.money:money:$moneyVersion")
    testImplementation(libs.unit.core)
    // implementation("old:one:1")
    implementation(libs.bundles.log)
    implementation(project(":stock"))
    exclude 'bad:one'
}
"""
    catalog = """
[versions]
unit = "5.10"
[libraries]
unit-core = { module = "org.unit:unit-core", version.ref = "unit" }
slf4j = "org.slf4j:slf4j-api:2.0"
[bundles]
log = ["slf4j"]
"""
    files = {
        "build.gradle.kts": build,
        "gradle/libs.versions.toml": catalog,
        "gradle.properties": "moneyVersion=1.4\n",
        "settings.gradle.kts": 'include("core:api")\n',
    }
    assert depends(files) == [
        "build.gradle.kts -> maven:org.money:money 1.4 @3",
        "build.gradle.kts -> maven:org.slf4j:slf4j-api 2.0 @6",
        "build.gradle.kts -> maven:org.unit:unit-core 5.10 test @4",
    ]


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (
            "requirements-dev.txt",
            "-r base.txt\nDjango[argon2]==5.0  # web\nfoo_Bar>=1,<2; python_version > '3'\n./local\n",
            ["pypi:django 5.0 dev @2", "pypi:foo-bar >=1,<2 dev @3"],
        ),
        (
            "pyproject.toml",
            '[project]\nname = "shop"\ndependencies = ["httpx>=0.27"]\n[dependency-groups]\ndev = ["pytest"]\n'
            '[tool.poetry.dependencies]\npython = "^3.11"\nrich = {version = "^13"}\n',
            ["pypi:httpx >=0.27 @3", "pypi:pytest dev @5", "pypi:rich ^13 @8"],
        ),
        (
            "setup.cfg",
            "[options]\ninstall_requires =\n    attrs>=23\n[options.extras_require]\ndocs = sphinx\n",
            ["pypi:attrs >=23 @3", "pypi:sphinx docs @5"],
        ),
        (
            "Pipfile",
            '[packages]\nflask = "*"\n[dev-packages]\nblack = "==24.1"\n',
            ["pypi:black 24.1 dev @4", "pypi:flask @2"],
        ),
        (
            "package.json",
            '{"dependencies": {"react": "^18"},\n "devDependencies": {"@types/react": "18.2"}}',
            ["npm:@types/react 18.2 dev @2", "npm:react ^18 @1"],
        ),
        (
            "go.mod",
            "module acme.dev/shop\nrequire golang.org/x/text v0.3.0\nrequire (\n\tgithub.com/a/b v1.2.0 // indirect\n)\n"
            "replace github.com/a/b => ../b\n",
            ["go:github.com/a/b v1.2.0 indirect @4", "go:golang.org/x/text v0.3.0 @2"],
        ),
        (
            "Gemfile",
            "gem 'rails', '~> 7.0', '>= 7.0.1'\ngroup :test do\n  gem \"rspec\"\nend\n",
            ["rubygems:rails ~> 7.0, >= 7.0.1 @1", "rubygems:rspec test @3"],
        ),
        (
            "composer.json",
            '{"require": {"php": ">=8", "monolog/monolog": "^3"}}',
            ["composer:monolog/monolog ^3 @1"],
        ),
        (
            "Shop.csproj",
            "<Project><PropertyGroup><V>13.0</V></PropertyGroup>\n"
            '<PackageReference Include="Json" Version="$(V)" />\n<!-- <PackageReference Include="No" /> --></Project>',
            ["nuget:Json 13.0 @2"],
        ),
    ],
)
def test_other_build_files(path: str, text: str, expected: list[str]) -> None:
    """Names as their registry compares them, versions as written, what they are for, and the lines."""
    assert depends({path: text}) == [f"{path} -> {each}" for each in expected]


def test_a_crate_of_a_workspace_takes_its_version() -> None:
    """`workspace = true` asks the file above; a crate of the workspace is a file."""
    files = {
        "Cargo.toml": '[workspace.dependencies]\nserde = "1.0"\n',
        "pay/Cargo.toml": '[package]\nname = "pay"\n[dependencies]\nserde.workspace = true\nstock = {path = "../stock"}\n',
        "stock/Cargo.toml": '[package]\nname = "stock"\n',
    }
    assert depends(files) == [
        "pay/Cargo.toml -> cargo:serde 1.0 @4",
        "pay/Cargo.toml -> stock/Cargo.toml @5",
    ]


def test_a_library_has_an_origin_of_its_own() -> None:
    """It belongs to no file: two build files lead to one Library."""
    files = {
        "a/package.json": '{"dependencies": {"x": "1"}}',
        "b/package.json": '{"dependencies": {"x": "2"}}',
    }
    found = around(files)
    assert [(each.uid, each.origin, each.details) for each in found.artifacts] == [
        ("shop:library:npm:x", "library:npm:x", (("ecosystem", "npm"),))
    ]
    assert len(found.edges) == 2


def test_a_broken_build_file_says_so() -> None:
    """It depends on nothing and has a problem."""
    for path, text in (
        ("pyproject.toml", "["),
        ("pom.xml", "<project>"),
        ("pom.xml", "<!DOCTYPE x><project/>"),
    ):
        facts = parse_file("shop", path, "0" * 40, text.encode())
        assert not facts.found and "dependencies are not read" in facts.file.problems[0]
