"""Settings in every other format: which keys a file sets, for what, and which it reads."""

import pytest

from kg.ingest.parse.file import parse_file
from kg.ingest.parse.values import kept_list


def sets(path: str, text: str) -> list[tuple[str, str, str, int]]:
    """Key, environment, value, line."""
    facts = parse_file("r", path, "b", text.encode())
    assert facts.file.problems == ()
    return [(s.key, s.environment, s.value, s.line) for s in facts.sets]


def keys(path: str, text: str) -> list[str]:
    return [key for key, _, _, _ in sets(path, text)]


def reads(path: str, text: str) -> list[tuple[str, int]]:
    return [(r.key, r.line) for r in parse_file("r", path, "b", text.encode()).reads]


def test_json_settings_are_flattened() -> None:
    """Comments are no trouble; the environment is in the name."""
    text = '{\n  // c\n  "Jwt": {"Expires": 30, "Key": "hunter2"},\n  "Hosts": ["a:80", "b:80"]\n}\n'
    assert sets("src/appsettings.Staging.json", text) == [
        ("Jwt.Expires", "Staging", "30", 3),
        ("Jwt.Key", "Staging", "<withheld:string>", 3),
        ("Hosts", "Staging", "a:80, b:80", 4),
    ]


def test_toml_tables_of_dynaconf_are_environments() -> None:
    """`[default]` and `[production]` set the same keys; other tables are parts of a key."""
    text = "[default]\nworkers = 2\n[production]\nworkers = 8\n"
    assert sets("settings.toml", text) == [("workers", "default", "2", 2), ("workers", "production", "8", 4)]
    assert keys("config/app.toml", "[default]\nx = 1\n[pool]\nsize = 2\n") == ["default.x", "pool.size"]


def test_ini_sections_are_parts_of_a_key() -> None:
    """Both separators, comments, continued values, an option without a value."""
    text = "top = 1\n[db]\n# c\nport: 5432\nlevels = debug\n  info\nquiet\n"
    assert sets("conf/app.ini", text) == [
        ("top", "default", "1", 1),
        ("db.port", "default", "5432", 4),
        ("db.levels", "default", "<withheld:string>", 5),
        ("db.quiet", "default", "", 7),
    ]


def test_ini_lines_that_are_neither_are_reported() -> None:
    """With their line."""
    assert parse_file("r", "conf/a.ini", "b", b"= 3\n").file.problems == (
        "1: neither a section nor an option",
    )


def test_terraform_variables_with_their_values() -> None:
    """A variable without a default has no value; what uses it reads it."""
    text = (
        'variable "size" {\n  type = number\n  default = 3\n}\nvariable "name" {}\nlocals { x = var.size }\n'
    )
    assert sets("infra/main.tf", text) == [
        ("var.size", "default", "3", 3),
        ("var.name", "default", "", 5),
    ]
    assert reads("infra/main.tf", text) == [("var.size", 5)]
    assert sets("infra/prod.tfvars", 'size = 9\nname = "shop"\n') == [
        ("var.size", "prod", "9", 1),
        ("var.name", "prod", "shop", 2),
    ]


def test_an_image_sets_its_environment() -> None:
    """ENV in both spellings and over lines, ARG where it has a default; RUN is none."""
    text = "FROM a:1\nARG V\nARG W=2\nENV MODE some mode\nENV A=1 \\\n  # why\n  B='x y' \\\n  C=3\nRUN export D=4\n"
    assert [(key, environment, line) for key, environment, _, line in sets("pay/Dockerfile", text)] == [
        ("W", "docker", 3),
        ("MODE", "docker", 4),
        ("A", "docker", 5),
        ("B", "docker", 7),
        ("C", "docker", 8),
    ]


def test_compose_sets_the_environment_of_its_services() -> None:
    """As a mapping or a list; what the file itself expands is read."""
    text = (
        "services:\n  pay:\n    environment:\n      FEE: 3\n"
        "  web:\n    environment:\n      - PAY_PORT=${PORT:-80}\n      - DEBUG\n"
    )
    facts = parse_file("r", "docker-compose.yml", "b", text.encode())
    assert [(s.application, s.key, s.environment) for s in facts.sets] == [
        ("pay", "FEE", "compose"),
        ("web", "PAY_PORT", "compose"),
        ("web", "DEBUG", "compose"),
    ]
    assert reads("docker-compose.yml", text) == [("PORT", 6)]


def test_kubernetes_sets_the_environment_of_its_workloads() -> None:
    """Containers of a Deployment, ConfigMaps with keys and whole files, keys of a Secret without values."""
    text = """\
kind: Deployment
apiVersion: apps/v1
metadata: {name: pay}
spec: {template: {spec: {containers: [{env: [
  {name: FEE, value: "3"},
  {name: PIN, valueFrom: {secretKeyRef: {name: s, key: p}}}]}]}}}
---
kind: ConfigMap
apiVersion: v1
metadata: {name: shop}
data:
  MODE: fast
  application.properties: |
    pay.fee=4
    pay.on=true
---
kind: Secret
apiVersion: v1
metadata: {name: s}
stringData: {p: "1234"}
"""
    facts = parse_file("r", "deploy/prod/pay.yaml", "b", text.encode())
    assert [(s.application, s.key, s.value, s.line) for s in facts.sets] == [
        ("pay", "FEE", "3", 5),
        ("pay", "PIN", "<withheld:string>", 6),
        ("shop", "MODE", "fast", 12),
        ("shop", "pay.fee", "4", 14),
        ("shop", "pay.on", "true", 15),
        ("s", "p", "<withheld:string>", 20),
    ]
    assert {s.environment for s in facts.sets} == {"prod"}


def test_xml_settings_have_three_shapes() -> None:
    """Java's properties, .NET's and Hadoop's."""
    assert sets("a.xml", '<properties>\n<entry key="a.b">1</entry></properties>') == [
        ("a.b", "default", "1", 2)
    ]
    net = '<configuration><appSettings>\n<add key="Fee" value="3"/></appSettings></configuration>'
    assert sets("Web.config.xml", net) == [("Fee", "default", "3", 2)]
    hadoop = "<configuration><property>\n<name>a.b</name><value>true</value></property></configuration>"
    assert keys("core-site.xml", hadoop) == ["a.b"]


def test_spring_xml_reads_placeholders() -> None:
    """In attributes and texts, each key once; expressions are no keys."""
    text = (
        '<beans><bean class="c.Ds">\n<property name="url" value="${db.url:jdbc:h2:mem}"/>\n'
        "<constructor-arg>${db.user}</constructor-arg><property value='#{a.b}${db.url}'/></bean></beans>"
    )
    assert reads("src/main/resources/ds.xml", text) == [("db.url", 1), ("db.user", 2)]


def test_values_read_what_they_are_made_of() -> None:
    """A placeholder in a setting reads another key, or a variable of the environment."""
    assert reads("application.yml", "a: ${B_C:${d.e}}-x\nf: '${g}'\nh: [\"${i}\"]\n") == [
        ("B_C", 0),
        ("d.e", 0),
        ("g", 1),
        ("i", 2),
    ]
    assert reads("src/a.properties", "x=1\ny=${z}\n") == [("z", 1)]
    assert reads("log4j2.properties", "x=${sys:y}\n") == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("package-lock.json", '{"name": "x"}'),
        ("src/data.json", '{"a": 1}'),
        ("tests/fixtures/config.json", '{"a": 1}'),
        ("config/openapi.json", '{"openapi": "3.0.0"}'),
        ("config/order.json", '{"$schema": "http://json-schema.org/draft-07/schema", "properties": {}}'),
        ("db/changes.yml", "databaseChangeLog: [{changeSet: {id: 1}}]"),
        (".vscode/settings.json", '{"a": 1}'),
        ("pyproject.toml", "[project]\nname = 'x'\n"),
        ("Cargo.toml", "[package]\nname = 'x'\n"),
        ("setup.cfg", "[metadata]\nname = x\n"),
        ("pom.xml", "<project><properties><a>1</a></properties></project>"),
        ("data.xml", "<a><b>${c}</b></a>"),
    ],
)
def test_other_documents_are_no_settings(path: str, text: str) -> None:
    """Manifests of packages, data, fixtures, editors' files: neither keys nor problems."""
    assert keys(path, text) == [] and reads(path, text) == []


def test_a_list_is_kept_where_all_of_it_may_be() -> None:
    """One item that must not be seen withholds the list."""
    assert kept_list("hosts", ("a:80", "b:80")) == "a:80, b:80"
    assert kept_list("hosts", ("a:80", "Hunter2xyz")) == "<withheld:list>"
    assert kept_list("passwords", ("a", "b")) == "<withheld:list>"


def test_logback_reads_what_no_element_before_sets() -> None:
    """A variable from outside, first where a property of that name is made of it; not what Boot gives."""
    text = """<configuration>
  <include resource="org/springframework/boot/logging/logback/defaults.xml"/>
  <springProperty name="APP" source="spring.application.name"/>
  <property name="target" value="${log_host:-localhost:5001}"/>
  <property name="team" value="${team:-none}"/>
  <appender name="A"><to>${target}/${APP}/${team}/${LOG_PATH}</to><size>${max_size}</size></appender>
</configuration>"""
    assert reads("src/main/resources/logback-spring.xml", text) == [
        ("spring.application.name", 2),
        ("log_host", 3),
        ("team", 4),
        ("max_size", 5),
    ]
    assert reads("logback.xml", text.replace("configuration>", "Configuration>"))[1:] == [
        ("log_host", 3),
        ("team", 4),
        ("max_size", 5),
    ]
    own = text.replace("org/springframework/boot/logging/logback/defaults.xml", "own.xml")
    assert reads("logback.xml", own) == [("spring.application.name", 2)]


def test_mybatis_files_read_the_properties_they_name() -> None:
    """Its configuration and its generator's; without properties a `${x}` is none of a settings file."""
    for root in ("configuration", "generatorConfiguration"):
        text = f'<{root}>\n<properties resource="a.properties"/>\n<jdbc url="${{jdbc.url}}"/>\n</{root}>'
        assert reads("src/main/resources/mybatis.xml", text) == [("jdbc.url", 2)]
        assert reads("src/main/resources/mybatis.xml", text.replace("resource", "x")) == []
