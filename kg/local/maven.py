"""Where Maven artifacts come from, by the machine's own settings.

In: Maven's settings.xml (mirrors, servers, proxies, localRepository) and jgo's own configuration.
Out: `Repositories`, which holds what jgo's Python resolver is to be told, since it reads no
settings.xml itself. No address is written here: the default is jgo's. Encrypted passwords are
Maven's secret; with them, use a plain one in an environment variable (`${env.NAME}`).
"""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, urlsplit, urlunsplit
from xml.etree import ElementTree

from jgo.config import GlobalSettings
from jgo.constants import MAVEN_CENTRAL_URL

from kg.errors import LocalError

_VARIABLE = re.compile(r"\$\{(env\.)?([^}]+)\}")


@dataclass(frozen=True, slots=True)
class Repositories:
    """Addresses (they may hold a password, so they are never shown), local copies, and the proxy."""

    remote: Mapping[str, str] = field(repr=False)
    local: Path
    proxies: Mapping[str, str] = field(repr=False)


def repositories(environ: Mapping[str, str]) -> Repositories:
    """What this machine's configuration says; the user's settings.xml wins over the installation's."""
    jgo = GlobalSettings.load()
    remote = {"central": MAVEN_CENTRAL_URL, **jgo.repositories}
    local, proxies = Path(jgo.repo_cache), dict[str, str]()
    for settings in reversed([_parse(path) for path in _settings_files(environ)]):
        remote = {name: _mirrored(name, url, settings, environ) for name, url in remote.items()}
        proxies |= _proxy(settings, environ)
        own = _text(settings, "localRepository", environ)
        local = Path(own).expanduser() if own and "M2_REPO" not in environ else local
    return Repositories(remote, local, proxies)


def _settings_files(environ: Mapping[str, str]) -> list[Path]:
    home = Path(environ.get("HOME") or Path.home())
    maven = [environ[name] for name in ("MAVEN_HOME", "M2_HOME") if environ.get(name)]
    files = [home / ".m2" / "settings.xml", *(Path(folder) / "conf" / "settings.xml" for folder in maven)]
    return [path for path in (*files, Path("/etc/maven/settings.xml")) if path.is_file()]


def _parse(path: Path) -> ElementTree.Element:
    try:
        # The user's own file; expat as Python ships it stops entity bombs.
        return ElementTree.fromstring(path.read_text(encoding="utf-8"))  # noqa: S314
    except (ElementTree.ParseError, OSError, UnicodeDecodeError) as error:
        raise LocalError(f"local: cannot read Maven's settings in {path}: {error}") from None


def _mirrored(name: str, url: str, settings: ElementTree.Element, environ: Mapping[str, str]) -> str:
    """The address of the first mirror that stands for this repository, with its server's login."""
    for mirror in _each(settings, "mirrors", "mirror"):
        if _stands_for(_text(mirror, "mirrorOf", environ), name, url):
            return _with_login(_text(mirror, "url", environ), _text(mirror, "id", environ), settings, environ)
    return _with_login(url, name, settings, environ)


def _stands_for(pattern: str, name: str, url: str) -> bool:
    """Maven's mirrorOf: names, `*`, `external:*`, `external:http:*` and `!name`, by comma."""
    words = [word.strip() for word in pattern.split(",")]
    outside = not urlsplit(url).hostname or urlsplit(url).hostname not in ("localhost", "127.0.0.1")
    plain = outside and url.startswith("http:")
    if f"!{name}" in words:
        return False
    return (
        name in words
        or "*" in words
        or ("external:*" in words and outside)
        or ("external:http:*" in words and plain)
    )


def _with_login(url: str, server: str, settings: ElementTree.Element, environ: Mapping[str, str]) -> str:
    for known in _each(settings, "servers", "server"):
        user, password = _text(known, "username", environ), _text(known, "password", environ)
        if _text(known, "id", environ) == server and user and not password.startswith("{"):
            parts = urlsplit(url)
            login = f"{quote(user, safe='')}:{quote(password, safe='')}@"
            return urlunsplit(parts._replace(netloc=login + parts.netloc.rpartition("@")[2])).rstrip("/")
    return url.rstrip("/")


def _proxy(settings: ElementTree.Element, environ: Mapping[str, str]) -> dict[str, str]:
    """Maven's active proxy in the words of the environment, which wins where it says something."""
    for proxy in _each(settings, "proxies", "proxy"):
        host = _text(proxy, "host", environ)
        if not host or _text(proxy, "active", environ) == "false":
            continue
        user, password = _text(proxy, "username", environ), _text(proxy, "password", environ)
        login = f"{quote(user, safe='')}:{quote(password, safe='')}@" if user else ""
        address = f"http://{login}{host}:{_text(proxy, 'port', environ) or '8080'}"
        direct = _text(proxy, "nonProxyHosts", environ).replace("|", ",").replace("*", "")
        told = {"HTTP_PROXY": address, "HTTPS_PROXY": address, "NO_PROXY": direct}
        return {
            name: value
            for name, value in told.items()
            if value and name not in environ and name.lower() not in environ
        }
    return {}


def _each(root: ElementTree.Element, group: str, item: str) -> Iterator[ElementTree.Element]:
    for found in root:
        if _local(found) == group:
            yield from (child for child in found if _local(child) == item)


def _text(root: ElementTree.Element, name: str, environ: Mapping[str, str]) -> str:
    """The text of a child, with `${env.NAME}` and `${user.home}` filled in as Maven does."""

    def fill(match: re.Match[str]) -> str:
        if match[1]:
            return environ.get(match[2], "")
        return str(Path.home()) if match[2] == "user.home" else match[0]

    text = next((child.text or "" for child in root if _local(child) == name), "")
    return _VARIABLE.sub(fill, text).strip()


def _local(element: ElementTree.Element) -> str:
    """The tag without its namespace."""
    return element.tag.rpartition("}")[2]


def apply_proxies(found: Repositories) -> None:
    """Tell this process the proxy: requests, which jgo uses, reads it from the environment only."""
    os.environ.update(found.proxies)
