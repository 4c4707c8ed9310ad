"""Properties, .env and YAML: which keys they set, for which environment, with which values."""

import pytest

from kg.ingest.parse.config_files import config_set_of, environment_of
from kg.ingest.parse.file import parse_file
from kg.ingest.parse.values import kept_value


def keys(path: str, text: str) -> dict[str, str]:
    """Key -> value, with `@environment` where it is not the default one."""
    facts = parse_file("r", path, "b", text.encode())
    return {s.key if s.environment == "default" else f"{s.key}@{s.environment}": s.value for s in facts.sets}


def problems(path: str, text: str) -> tuple[str, ...]:
    return parse_file("r", path, "b", text.encode()).file.problems


def test_properties_are_read_as_java_reads_them() -> None:
    """Separators, escapes, continued lines, comments and \\uXXXX."""
    text = "# c\n! c\na=1\nb : 2\nc 3\nd\\ e=4\nlong=info,\\\n   debug\nempty\nk\\u0061=5\nx\\:y=6\nlast=\\\n  seven\n"
    assert keys("a.properties", text) == {
        "a": "1",
        "b": "2",
        "c": "3",
        "d e": "4",
        "long": "info,debug",
        "empty": "",
        "ka": "5",
        "x:y": "6",
        "last": "seven",
    }


def test_half_a_surrogate_pair_in_properties_is_no_text() -> None:
    """A lone \\uD800 is read as a question mark, a pair as its character."""
    assert list(keys("a.properties", "a\\uD800=1\nb\\uD83D\\uDE00=2\n")) == ["a?", "b😀"]


def test_a_repeated_key_is_reported_and_the_last_counts() -> None:
    """Both lines are in the problem."""
    assert keys("a.properties", "a=1\na=2\n") == {"a": "2"}
    assert problems("a.properties", "a=1\na=2\n") == ("2: a is set again (line 1); the last counts",)


def test_env_files_are_read_without_their_quotes() -> None:
    """`export`, quotes and comments; the environment is in the name."""
    assert keys(".env.prod", "# c\nexport A=1\nB='on'\nC=debug # why\n") == {
        "A@prod": "1",
        "B@prod": "on",
        "C@prod": "debug",
    }


def test_yaml_is_flattened_and_scalars_stay_as_written() -> None:
    """Nothing changes its type: `no`, `08` and `1e3` are what the file says."""
    text = "norway: no\nzip: 08\nexp: 1e3\nempty:\nlist:\n  - a: 1\n  - c\n'quoted.name': x\n"
    assert keys("config/a.yml", text) == {
        "norway": "no",
        "zip": "08",
        "exp": "1e3",
        "empty": "",
        "list[0].a": "1",
        "list[1]": "c",
        "quoted.name": "x",
    }


def test_of_several_merged_mappings_the_first_wins() -> None:
    """As the merge rule says; two << are read the same way and reported."""
    text = "x: &t {timeout: 5}\ny: &r {timeout: 9, retries: 2}\na:\n  <<: *t\n  <<: *r\nb:\n  <<: [*t, *r]\n  retries: 1\n"
    found = keys("a.yml", text)
    assert (found["a.timeout"], found["a.retries"], found["b.timeout"], found["b.retries"]) == (
        "5",
        "2",
        "5",
        "1",
    )
    assert problems("a.yml", text) == ("5: two << in one mapping: the first one's keys count",)


def test_each_document_is_its_own_environment() -> None:
    """Spring's profiles keep the documents of one file apart, however they are written."""
    text = "m: dev\n---\nspring: {config: {activate: {on-profile: stage}}}\nm: stage\n---\nspring.profiles: prod\nm: prod\n"
    found = keys("application.yml", text)
    assert (found["m"], found["m@stage"], found["m@prod"]) == ("dev", "stage", "prod")


def test_an_alias_bomb_is_this_files_problem() -> None:
    """Aliases that expand without end are cut off; no key is kept."""
    rows = ["a0: &a0 [x,x,x,x,x,x,x,x,x]"]
    rows += [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
    text = "\n".join(rows)
    assert keys("bomb.yml", text) == {}
    assert "aliases" in problems("bomb.yml", text)[0]


def test_a_mapping_that_merges_itself_ends() -> None:
    """A cycle of aliases is a problem, not a hang."""
    assert "aliases" in problems("a.yml", "a: &a\n  b: 1\n  <<: *a\n")[0]
    assert "aliases" in problems("a.yml", "a: &a\n  b: *a\n")[0]


def test_broken_yaml_says_where() -> None:
    """A tab as indentation is a problem with its line."""
    assert problems("tabs.yml", "a:\n\tb: 1\n")[0].startswith("2: not valid YAML")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (".gitlab-ci.yml", "job: {script: [!reference [.setup, script]]}"),
        (".github/workflows/ci.yml", "name: ci"),
        ("docker-compose.yml", "services: {db: {image: x}}"),
        ("k8s/a.yml", "a: 1"),
        ("manifests/pod.yaml", "apiVersion: v1\nkind: Pod\n"),
        ("api/openapi.yaml", "openapi: 3.0.0\n"),
        ("list.yml", "- a\n- b\n"),
        ("messages_ko.properties", "hello=안녕\n"),
    ],
)
def test_what_is_no_settings_file_gives_no_keys(path: str, text: str) -> None:
    """Pipelines, manifests, API descriptions and texts for people are Files alone, without a problem."""
    assert keys(path, text) == {}
    assert problems(path, text) == ()


def test_templates_are_not_read_as_yaml() -> None:
    """A Helm template is a File that says so."""
    assert problems("chart/values-tpl.yml", "{{- if .Values.on }}\na: 1\n{{- end }}\n") == (
        "0: a template, not YAML: kept as a File only",
    )


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("server.port", "8080"),
        ("pool.timeout", "30s"),
        ("upload.max", "10MB"),
        ("feature.on", "true"),
        ("log.level", "debug"),
        ("policy", "round-robin"),
        ("level", "READ_COMMITTED"),
        ("broker", "kafka.internal:9092"),
        ("url", "https://shop.example.com"),
        ("url", "https://api.example.com/v2/user/me"),
        ("url", "http://${orders.host:localhost}:${orders.port}/api/v1"),
        ("uri", "lb://order-service"),
        ("context-path", "/api/v1"),
        ("db.url", "${DB_URL}"),
        ("db.url", "${DB_HOST:localhost}"),
        ("db.password", "${DB_PASSWORD}"),
        ("driver", "org.postgresql.Driver"),
        ("ttl", "PT30S"),
        ("mask", "-1"),
    ],
)
def test_a_plainly_harmless_value_is_kept(key: str, value: str) -> None:
    """Numbers, switches, durations, choices, hosts and placeholders say what the setting does."""
    assert kept_value(key, value) == value


@pytest.mark.parametrize(
    ("key", "value", "kept"),
    [
        ("db.password", "hunter", "<withheld:string>"),
        ("db.password", "123456", "<withheld:number>"),
        ("max-tokens", "100", "<withheld:number>"),
        ("api.key", "abc", "<withheld:string>"),
        ("comment", "Hunter2xyzzy", "<withheld:string>"),
        ("id", "AKIACANARY3EXAMPLE00", "<withheld:string>"),
        ("url", "https://u:p@host/x", "<withheld:url>"),
        ("url", "jdbc:mysql://h/db?password=x", "<withheld:url>"),
        ("url", "https://hooks.example.com/services/T00CANARY", "<withheld:url>"),
        ("url", "http://${HOST:u:pw@h}/x", "<withheld:url>"),
        ("hosts", "a1B,c2D", "<withheld:list>"),
        ("db.password", "${DB_PASSWORD:hunter}", "<withheld:string>"),
        ("name", "${NAME:Hunter2x}", "${NAME:<withheld:string>}"),
    ],
)
def test_any_other_value_is_withheld(key: str, value: str, kept: str) -> None:
    """The default is to withhold: only the type of the value is kept."""
    assert kept_value(key, value) == kept


@pytest.mark.parametrize(
    ("path", "config_set", "environment"),
    [
        ("pay/src/main/resources/application-prod.yml", "pay", "prod"),
        ("src/main/resources/application.yml", ".", "default"),
        ("src/test/resources/application.yml", ".", "test"),
        ("conf/app.properties", ".", "default"),
        ("deploy/prod.env", ".", "prod"),
        ("pay/config/stage/a.yml", "pay", "stage"),
        (".env.local", ".", "local"),
        ("pay/.env", "pay", "default"),
    ],
)
def test_the_path_says_module_and_environment(path: str, config_set: str, environment: str) -> None:
    """A config set is a module's folder; the environment is in the file's or the last folder's name."""
    assert (config_set_of(path), environment_of(path)) == (config_set, environment)
