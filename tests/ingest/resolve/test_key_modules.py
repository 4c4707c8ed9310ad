"""Settings: whose key is meant where several modules have one, or deployments, libraries and servers give it."""

from tests.ingest.resolve.test_keys import configs, reads, value


def test_a_name_that_a_test_copied_does_not_take_another_modules_files() -> None:
    """`application-test.yml` of `pay` calls it `ship`: what is served to `ship` stays the real one's."""
    files = {
        "pay/build.gradle": "",
        "pay/src/main/resources/application.yml": "spring.application.name: pay\n",
        "pay/src/test/resources/application-test.yml": "spring.application.name: ship\n",
        "ship/build.gradle": "",
        "ship/src/main/resources/application.yml": "spring.application.name: ship\n",
        "served/ship.yml": "fee: ${base.fee}\n",
    }
    assert {target for _, target, _, _ in reads(files)} == {"ship:base.fee"}


def test_compose_reads_its_own_variables_and_not_those_of_a_service() -> None:
    """`FEE=${FEE}` gives `pay` a variable; the one it is made of is the shell's, or of `.env` beside it."""
    files = {
        "pay/pom.xml": "<project/>",
        "docker-compose.yml": "services:\n  pay:\n    environment:\n      - FEE=${FEE}\n",
    }
    assert {target for _, target, _, _ in reads(files)} == {".:FEE"}
    assert configs(files) == {"pay:FEE": ("compose=${FEE}",), ".:FEE": ()}


def test_deployments_may_call_a_module_in_their_own_way() -> None:
    """A Deployment by what it is, a compose service without dashes."""
    files = {
        "pay-desk/pom.xml": "<project/>",
        "docker-compose.yml": "services:\n  paydesk:\n    environment:\n      FEE: 9\n",
        "deploy/pay.yml": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: pay-desk-deployment}\n"
        "spec: {template: {spec: {containers: [{env: [{name: FEE, value: '12'}]}]}}}\n",
    }
    assert configs(files) == {"pay-desk:FEE": ("compose=9", "kubernetes=12")}


def test_what_stands_beside_a_build_file_is_that_modules() -> None:
    """A module called `config` is no folder of settings of what is around it."""
    files = {"shop/config/pom.xml": "<project/>", "shop/config/Dockerfile": "FROM x\nENV HOST_OF_ALL=a\n"}
    assert set(configs(files)) == {"shop/config:HOST_OF_ALL"}


def pom(name: str, *needs: str) -> str:
    return (
        f"<project><groupId>g</groupId><artifactId>{name}</artifactId><dependencies>"
        + "".join(
            f"<dependency><groupId>g</groupId><artifactId>{need}</artifactId></dependency>" for need in needs
        )
        + "</dependencies></project>"
    )


def test_a_library_reads_what_its_users_set() -> None:
    """All modules that have it, by way of others too, however many; not one that does without it."""
    files = {
        "lib/pom.xml": pom("lib"),
        "lib/src/main/java/c/C.java": value("mode"),
        "base/pom.xml": pom("base", "lib"),
    }
    for name, needs in {"a": "lib", "b": "base", "c": "base", "d": "base", "other": "x"}.items():
        files[f"{name}/pom.xml"] = pom(name, needs)
        files[f"{name}/src/main/resources/application.yml"] = "mode: fast\n"
    assert {(target, how) for _, target, how, _ in reads(files)} == {
        (f"{name}:mode", "inferred") for name in "abcd"
    }


def test_a_library_whose_users_set_nothing_has_a_key_without_values() -> None:
    """What a module sets that does not have the library is none of its business."""
    files = {
        "lib/pom.xml": pom("lib"),
        "lib/src/main/java/c/C.java": value("mode"),
        "a/pom.xml": pom("a", "lib"),
        "a/src/main/resources/application.yml": "x: 1\n",
        "other/pom.xml": pom("other"),
        "other/src/main/resources/application.yml": "mode: fast\n",
    }
    assert {(target, how) for _, target, how, _ in reads(files)} == {("lib:mode", "exact")}


def test_a_prefix_of_a_library_reads_what_all_its_users_set_below_it() -> None:
    """A class of properties whose field is a map, in a library of two applications."""
    files = {
        "lib/pom.xml": pom("lib"),
        "lib/src/main/java/c/Pay.java": "package c;\nimport java.util.Map;\n"
        '@org.springframework.boot.context.properties.ConfigurationProperties("pay")\n'
        "class Pay { Map<String, Integer> fees; }\n",
    }
    for name in "ab":
        files[f"{name}/pom.xml"] = pom(name, "lib")
        files[f"{name}/src/main/resources/application.yml"] = "pay.fees.card: 3\n"
    assert {target for _, target, _, _ in reads(files)} == {"a:pay.fees.card", "b:pay.fees.card"}


def test_what_is_served_to_all_reads_what_each_application_sets() -> None:
    """`application.yml` of Spring Cloud Config is filled in by those who ask for it, not by its server."""
    files = {
        "served/application.yml": "url: http://x:${server.port}\n",
        "served/pay.yml": "fee: 1\n",
        "hub/pom.xml": "<project/>",
        "hub/src/main/resources/application.yml": "spring.cloud.config.server.git.uri: x\nserver.port: 1\n",
    }
    for name in ("pay", "ship"):
        files[f"{name}/pom.xml"] = "<project/>"
        files[f"{name}/src/main/resources/bootstrap.yml"] = (
            f"spring.application.name: {name}\nspring.cloud.config.uri: http://hub:1\nserver.port: 2\n"
        )
    assert {(target, how) for _, target, how, _ in reads(files)} == {
        ("pay:server.port", "inferred"),
        ("ship:server.port", "inferred"),
    }
