"""Which config set, environment and kind a configuration file belongs to, by its path alone.

A config set is a module: the folder above `src/main/resources`, `config`, `conf` and their like; the
repository's root is `.`. The environment is in the file's name (`application-prod.yml`, `.env.test`,
`prod.env`) or the last folder. In the mirror of a config centre the first folder is the environment and its
kind (`prod@nacos/PAYMENTS/orders.yaml.properties`), and what follows the set. Reads nothing.
"""

import re

_INNER = frozenset(
    ("resources", "config", "configs", "conf", "settings", "env", "envs", "deploy", "deployment", "etc")
)
_SOURCE = ("src/main/resources", "src/test/resources", "src/main", "src/test", "src")
ENVIRONMENTS = frozenset(
    [
        "dev",
        "develop",
        "development",
        "local",
        "test",
        "testing",
        "qa",
        "uat",
        "stage",
        "staging",
        "sit",
        "pre",
        "preprod",
        "prod",
        "production",
        "docker",
        "k8s",
        "ci",
        "e2e",
        "demo",
        "sandbox",
        "cloud",
    ]
)
_PROFILE = re.compile(
    r"^(?:application|bootstrap|config|configuration|settings|values|appsettings|logback)[-_.]([A-Za-z0-9-]+)$"
)
_MESSAGES = re.compile(
    r"(?:^|[-_.])(?:messages?|i18n|validationmessages|labels?)$|_[a-z]{2}(?:_[A-Za-z]{2,4})?$", re.IGNORECASE
)


_CENTRE = re.compile(r"(?P<environment>[^/@]+)@(?P<kind>nacos|apollo)/(?P<set>.+)$")
_PUBLIC = "public"
"""The namespace of Nacos that everybody has: there the environment is in the name, as Spring has it."""


def config_set_of(path: str) -> str:
    """The module's folder, `.` for the root: `pay/src/main/resources/application.yml` is `pay`."""
    if centre := _CENTRE.match(path):
        return _of_centre(centre)[0]
    parts = path.split("/")[:-1]
    for source in _SOURCE:
        inner = source.split("/")
        for at in range(len(parts) - len(inner) + 1):
            if parts[at : at + len(inner)] == inner:
                return "/".join(parts[:at]) or "."
    while parts and (parts[-1].lower() in _INNER or parts[-1].lower() in ENVIRONMENTS):
        parts.pop()
    return "/".join(parts) or "."


def environment_of(path: str) -> str:
    """`prod` of `application-prod.yml`, `.env.prod`, `prod.env` and `config/prod/a.yml`; else `default`."""
    if centre := _CENTRE.match(path):
        return _of_centre(centre)[1]
    *folders, name = path.split("/")
    stem = name[5:] if name.startswith(".env.") else name.rpartition(".")[0]
    profile = _PROFILE.match(stem)
    if profile:
        return profile.group(1)
    if stem.lower() in ENVIRONMENTS:
        return stem
    if "test" in folders and "resources" in folders:
        return "test"
    return folders[-1] if folders and folders[-1].lower() in ENVIRONMENTS else "default"


def is_message_bundle(path: str) -> bool:
    """`messages.properties`, `messages_ko.properties`: texts for people, not settings."""
    return not _CENTRE.match(path) and bool(_MESSAGES.search(path.rpartition("/")[2].rpartition(".")[0]))


def _of_centre(path: re.Match[str]) -> tuple[str, str]:
    """The set and the environment: `PAYMENTS/orders`, `prod`."""
    group, _, name = path["set"].rpartition("/")
    stem = re.sub(r"(?:\.(?:ya?ml|json|xml|toml|txt|html))?(?:\.properties)?$", "", name)
    environment = path["environment"]
    if environment == _PUBLIC:
        environment = "default"
        base, _, profile = stem.rpartition("-")
        if base and profile.lower() in ENVIRONMENTS:
            stem, environment = base, profile
    return f"{group}/{stem}" if group else stem, environment
