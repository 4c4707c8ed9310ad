"""Which config set, environment and kind a configuration file belongs to, by its path alone.

A config set is a module: the folder above `src/main/resources`, `config`, `conf` and their like; the
repository's root is `.`. The environment is in the file's name (`application-prod.yml`, `.env.test`,
`prod.env`) or the last folder. Reads nothing.
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


def config_set_of(path: str) -> str:
    """The module's folder, `.` for the root: `pay/src/main/resources/application.yml` is `pay`."""
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
    return bool(_MESSAGES.search(path.rpartition("/")[2].rpartition(".")[0]))
