"""Settings: one Config a key, whatever it is spelled like, and who reads it."""

from kg.ingest.parse.file import parse_file
from kg.ingest.resolve.keys import resolve_keys
from kg.schema.facts import Edge, Facts
from kg.schema.vocabulary import EdgeType


def parsed(files: dict[str, str]) -> list[Facts]:
    return [parse_file("r", path, "b", text.encode()) for path, text in sorted(files.items())]


def configs(files: dict[str, str]) -> dict[str, tuple[str, ...]]:
    """Config -> its values, without the sets."""
    artifacts, _ = resolve_keys(parsed(files))
    return {a.uid.removeprefix("r:config:"): a.values for a in artifacts if a.form == "key"}


def reads(files: dict[str, str]) -> set[tuple[str, str, str, tuple[int, ...]]]:
    _, edges = resolve_keys(parsed(files))
    return {
        (e.source.rpartition(":")[2], e.target.removeprefix("r:config:"), e.how.value, e.sites)
        for e in edges
        if e.type is EdgeType.READS
    }


def value(key: str) -> str:
    return f'package c; class C {{\n  @org.springframework.beans.factory.annotation.Value("${{{key}}}") String v; }}'


def test_the_files_of_a_module_set_one_config() -> None:
    """Values by environment, the default first; each file defines the key at its line."""
    files = {
        "pay/src/main/resources/application.yml": "fee:\n  limit: 3\n",
        "pay/src/main/resources/application-prod.yml": "fee.limit: 9\n",
    }
    assert configs(files) == {"pay:fee.limit": ("default=3", "prod=9")}
    _, edges = resolve_keys(parsed(files))
    assert [(e.source, e.start_line) for e in edges if e.target == "r:config:pay:fee.limit"] == [
        ("r:config:pay", 0),
        ("r:file:pay/src/main/resources/application-prod.yml", 1),
        ("r:file:pay/src/main/resources/application.yml", 2),
    ]


def test_spellings_that_spring_treats_as_one_are_one() -> None:
    """Kebab case, camel case and the environment variable; the kebab spelling is the name."""
    files = {
        "src/main/resources/application.yml": "pay.connect-timeout: 3s\n---\nspring.profiles: prod\npay.connectTimeout: 9s\n",
        "deploy/prod.env": "PAY_CONNECT_TIMEOUT=12s\n",
    }
    assert configs(files)[".:pay.connect-timeout"] == ("default=3s", "prod=12s", "prod=9s")


def test_a_variable_that_could_be_two_keys_is_its_own() -> None:
    """`A_B` is neither `a.b` nor `ab` where both are set."""
    assert set(configs({"conf/a.properties": "a.b=1\nab=2\n", ".env": "A_B=3\n"})) == {
        ".:a.b",
        ".:ab",
        ".:A_B",
    }


def test_a_read_key_that_is_set_is_exact() -> None:
    """@Value with the very spelling of the file, at its line; another spelling is inferred."""
    files = {
        "src/main/java/c/C.java": value("fee.max-limit"),
        "src/main/resources/a.properties": "fee.max-limit=3\n",
    }
    assert reads(files) == {("c.C", ".:fee.max-limit", "exact", (1,))}
    files["src/main/java/c/C.java"] = value("fee.maxLimit")
    assert reads(files) == {("c.C", ".:fee.max-limit", "inferred", (1,))}


def test_a_key_that_nothing_sets_is_a_config_without_values() -> None:
    """So "what does this switch?" has an answer even where the value comes from elsewhere."""
    files = {"pay/src/main/java/c/C.java": value("fee.ghost")}
    assert configs(files) == {"pay:fee.ghost": ()}
    assert reads(files) == {("c.C", "pay:fee.ghost", "exact", (1,))}


def test_the_nearest_module_is_meant() -> None:
    """Two modules that set one key keep their readers apart; a library that sets nothing may mean both."""
    files = {
        "a/src/main/resources/x.properties": "k.x=1\n",
        "b/src/main/resources/x.properties": "k.x=2\n",
        "a/src/main/java/c/A.java": value("k.x"),
        "lib/src/main/java/c/L.java": value("k.x"),
    }
    assert {(target, how) for _, target, how, _ in reads(files)} == {
        ("a:k.x", "exact"),
        ("b:k.x", "inferred"),
        ("a:k.x", "inferred"),
    }


def test_python_reads_its_environment() -> None:
    """`os.environ` and `os.getenv` read the keys that .env sets."""
    files = {
        ".env": "PAY_URL=http://pay.local\n",
        "app/a.py": 'import os\ndef f():\n    return os.environ["PAY_URL"]\n',
    }
    assert reads(files) == {("app.a.f", ".:PAY_URL", "exact", (1,))}


def test_a_key_that_only_the_environment_sets_is_found() -> None:
    """@Value("${pay.max-fee}") reads PAY_MAXFEE of an .env file."""
    files = {".env": "PAY_MAXFEE=3\n", "src/main/java/c/C.java": value("pay.max-fee")}
    assert reads(files) == {("c.C", ".:PAY_MAXFEE", "inferred", (1,))}


def test_a_prefix_reads_every_key_below_it() -> None:
    """@ConfigurationProperties of a prefix reads what is set there, and nothing beside it."""
    code = '@org.springframework.boot.context.properties.ConfigurationProperties("pay")\nclass P {}'
    files = {"src/main/java/P.java": code, "src/main/resources/a.yml": "pay: {a: 1, b: {c: 2}}\npayment: 3\n"}
    assert {target for _, target, _, _ in reads(files)} == {".:pay.a", ".:pay.b.c"}


def test_the_result_does_not_depend_on_the_order_of_files() -> None:
    """The same files in any order give the same artifacts and edges."""
    files = parsed(
        {
            "a/src/main/resources/x.yml": "k: {a-b: 1}\n",
            "a/.env": "K_A_B=2\n",
            "b/src/main/java/c/A.java": value("k.aB"),
            "c/src/main/java/c/A.java": value("no.such"),
        }
    )

    def rows(given: list[Facts]) -> tuple[list[str], list[Edge]]:
        artifacts, edges = resolve_keys(given)
        return [repr(a) for a in artifacts], sorted(edges, key=repr)

    assert rows(files) == rows(files[::-1])


def test_no_files_give_nothing() -> None:
    """Nothing in, nothing out."""
    assert resolve_keys([]) == ((), ())


PROPERTIES = "package c;\nimport org.springframework.boot.context.properties.ConfigurationProperties;\n"


def test_a_class_of_properties_reads_the_keys_of_its_fields() -> None:
    """A nested class reads those below its field; what no file sets is a key without a value."""
    code = PROPERTIES + (
        '@ConfigurationProperties(prefix = "pay.pg")\n'
        "public record Pg(java.time.Duration connectTimeout, String url, Retry retry) {\n"
        "  public record Retry(int maxAttempts) {}\n}"
    )
    files = {
        "src/main/java/c/Pg.java": code,
        "src/main/resources/application.yml": "pay.pg: {connect-timeout: 3s, retry: {max-attempts: 2}, other: 1}\n",
    }
    assert {(source, target) for source, target, _, _ in reads(files)} == {
        ("c.Pg", ".:pay.pg.connect-timeout"),
        ("c.Pg", ".:pay.pg.url"),
        ("c.Pg.Retry", ".:pay.pg.retry.max-attempts"),
    }
    assert configs(files)[".:pay.pg.url"] == ()


def test_a_bean_method_binds_the_class_it_makes() -> None:
    """Also of another file, with inherited fields; a list or map field reads all that is below it."""
    files = {
        "src/main/java/c/Conf.java": PROPERTIES
        + 'class Conf {\n  @ConfigurationProperties("pool")\n  @Bean Pool pool() { return new Pool(); }\n}',
        "src/main/java/c/Pool.java": "package c; class Pool extends Sized { java.util.Map<String, String> names; static int N; }",
        "src/main/java/c/Sized.java": "package c; class Sized { int maxSize; }",
        "conf/a.properties": "pool.names.x=1\npool.names.y=2\npool.max-size=3\npool.n=4\n",
    }
    assert {(source, target) for source, target, _, _ in reads(files)} == {
        ("c.Pool", ".:pool.names.x"),
        ("c.Pool", ".:pool.names.y"),
        ("c.Pool", ".:pool.max-size"),
    }


def test_a_kotlin_class_of_properties_reads_the_keys_of_its_fields() -> None:
    """Constructor binding of a data class."""
    code = PROPERTIES.replace(";", "") + '@ConfigurationProperties("pay")\ndata class Pay(val maxFee: Int?)\n'
    files = {"src/main/kotlin/c/Pay.kt": code, "src/main/resources/application.yml": "pay.max-fee: 3\n"}
    assert {(source, target) for source, target, _, _ in reads(files)} == {("c.Pay", ".:pay.max-fee")}


def test_a_module_with_settings_does_not_read_those_of_another() -> None:
    """One name in two modules is two keys: what the neighbour sets is none of its business."""
    files = {
        "a/pom.xml": "<project/>",
        "b/pom.xml": "<project/>",
        "a/src/main/resources/application.yml": "a.x: 1\n",
        "b/src/main/resources/application.yml": "mode: fast\n",
        "a/src/main/java/c/A.java": value("mode"),
    }
    assert {(target, how) for _, target, how, _ in reads(files)} == {("a:mode", "exact")}
    assert configs(files)["a:mode"] == ()


def test_deployments_set_keys_of_the_module_they_name() -> None:
    """A workload or compose service is the module of that name; the variable is the key's spelling."""
    files = {
        "pay/pom.xml": "<project/>",
        "pay/src/main/resources/application.yml": "fee.limit: 3\n",
        "docker-compose.yml": "services:\n  pay:\n    environment:\n      FEE_LIMIT: 9\n",
        "k8s/prod/pay.yml": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: pay}\n"
        "spec: {template: {spec: {containers: [{env: [{name: FEE_LIMIT, value: '12'}]}]}}}\n",
    }
    assert configs(files) == {"pay:fee.limit": ("default=3", "compose=9", "prod=12")}


def test_files_that_are_served_by_name_are_for_that_application() -> None:
    """A Spring Cloud Config repository: `pay-prod.yml` is for `pay`, `application.yml` for all."""
    files = {
        "pay/build.gradle": "",
        "pay/src/main/resources/bootstrap.yml": "spring.application.name: pay\n",
        "pay/src/main/java/c/A.java": value("fee.limit"),
        "pay/src/main/java/c/B.java": value("trace.on").replace("class C", "class B"),
        "served/application.yml": "trace.on: true\n",
        "served/pay.yml": "fee.limit: ${base.fee}\nbase.fee: 3\n",
        "served/pay-prod.yml": "fee.limit: 9\n",
    }
    assert configs(files)["pay:fee.limit"] == ("default=${base.fee}", "prod=9")
    assert {(source, target, how) for source, target, how, _ in reads(files)} == {
        ("c.C", "pay:fee.limit", "exact"),
        ("c.B", "served:trace.on", "inferred"),
        ("served/pay.yml", "pay:base.fee", "exact"),
    }


def test_what_the_machine_says_is_no_setting() -> None:
    """`user.home` and PATH are read, and nobody sets them."""
    files = {"src/main/java/c/A.java": value("user.home"), "a.js": "const p = process.env.PATH\n"}
    assert reads(files) == set() and configs(files) == {}
    assert reads({**files, "conf/a.properties": "user.home=/x\n"}) == {("c.C", ".:user.home", "exact", (1,))}


def test_a_repeated_key_keeps_both_lines() -> None:
    """The last one counts and is where the key stands; the line before it is kept."""
    _, edges = resolve_keys(parsed({"conf/a.properties": "a=1\nb=2\na=3\n"}))
    (edge,) = [e for e in edges if e.target == "r:config:.:a" and e.start_line]
    assert (edge.start_line, edge.sites) == (3, (1,))


def test_switches_are_marked() -> None:
    """By a name for switches with on or off as its values, or because @ConditionalOnProperty reads it."""
    condition = (
        "import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;\n"
        '@ConditionalOnProperty(prefix = "pay", name = "mode")\nclass C {}'
    )
    files = {
        "src/main/java/C.java": condition,
        "conf/a.properties": "pay.mode=fast\nfee.enabled=true\nnewFeatureOn=off\nfeature.name=x\nsize=1\n",
    }
    artifacts, _ = resolve_keys(parsed(files))
    assert {a.name for a in artifacts if dict(a.details).get("flag")} == {
        "pay.mode",
        "fee.enabled",
        "newFeatureOn",
    }


def test_a_key_may_be_a_constant_of_any_file() -> None:
    """Of the class itself or of another one, as its imports say; a parameter is none."""
    files = {
        "src/main/java/c/Keys.java": 'package c; public class Keys { public static final String MODE = "pay.mode"; }',
        "src/main/java/d/A.java": (
            "package d; import c.Keys;\nimport org.springframework.core.env.Environment;\n"
            'class A {\n  private static final String FEE = "pay.fee";\n  Environment env;\n'
            "  void f(String given) {\n    env.getProperty(FEE);\n    env.getProperty(Keys.MODE);\n"
            "    env.getProperty(given);\n  }\n}"
        ),
        "e/names.py": "PAY_URL = 'PAY_URL_OF_TODAY'\n",
        "e/a.py": "import os\nfrom e import names\ndef f():\n    return os.environ[names.PAY_URL]\n",
    }
    assert {(target, sites) for _, target, _, sites in reads(files)} == {
        (".:pay.fee", (1,)),
        (".:pay.mode", (2,)),
        (".:PAY_URL_OF_TODAY", (1,)),
    }


def test_annotations_that_no_framework_expands_read_nothing() -> None:
    """`${…}` in an annotation of one's own is whatever its reader makes of it; MicroProfile takes plain keys."""
    code = (
        "package c;\nclass C {\n"
        '  @Told("PUT ${a.b:x}/y") void f() {}\n'
        '  @Scheduled(cron = "${job.cron:0 0 * * * *}") void g() {}\n'
        '  @ConfigProperty(name = "pay.fee", defaultValue = "3") int fee;\n'
        "  @Value(\"#{systemProperties['x.y'] ?: '${pay.z:#{null}}'}\") String z;\n}"
    )
    assert {(source, target) for source, target, _, _ in reads({"src/main/java/c/C.java": code})} == {
        ("c.C#g()", ".:job.cron"),
        ("c.C", ".:pay.fee"),
        ("c.C", ".:pay.z"),
    }
