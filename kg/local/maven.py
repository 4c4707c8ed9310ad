"""Where Maven artifacts come from, by the machine's own settings.

In: Maven's settings.xml (mirrors, servers, proxies, localRepository) and jgo's own configuration.
Out: `Repositories`, which holds what jgo's Python resolver is to be told, since it reads no
settings.xml itself. No address is written here: the default is jgo's. Encrypted passwords are
Maven's secret; with them, use a plain one in an environment variable (`${env.NAME}`).
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, urlsplit, urlunsplit
from xml.etree import ElementTree

from jgo.config import GlobalSettings
from jgo.constants import MAVEN_CENTRAL_URL

from kg.local.maven_settings import each_of, parse_settings, said, settings_files


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
    for settings in reversed([parse_settings(path) for path in settings_files(environ)]):
        remote = {name: _mirrored(name, url, settings, environ) for name, url in remote.items()}
        proxies |= _proxy(settings, environ)
        own = said(settings, "localRepository", environ)
        local = Path(own).expanduser() if own and "M2_REPO" not in environ else local
    return Repositories(remote, local, proxies)


def _mirrored(name: str, url: str, settings: ElementTree.Element, environ: Mapping[str, str]) -> str:
    """The address of the first mirror that stands for this repository, with its server's login."""
    for mirror in each_of(settings, "mirrors", "mirror"):
        if _stands_for(said(mirror, "mirrorOf", environ), name, url):
            return _with_login(said(mirror, "url", environ), said(mirror, "id", environ), settings, environ)
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
    for known in each_of(settings, "servers", "server"):
        user, password = said(known, "username", environ), said(known, "password", environ)
        if said(known, "id", environ) == server and user and not password.startswith("{"):
            parts = urlsplit(url)
            login = f"{quote(user, safe='')}:{quote(password, safe='')}@"
            return urlunsplit(parts._replace(netloc=login + parts.netloc.rpartition("@")[2])).rstrip("/")
    return url.rstrip("/")


def _proxy(settings: ElementTree.Element, environ: Mapping[str, str]) -> dict[str, str]:
    """Maven's active proxy in the words of the environment, which wins where it says something."""
    for proxy in each_of(settings, "proxies", "proxy"):
        host = said(proxy, "host", environ)
        if not host or said(proxy, "active", environ) == "false":
            continue
        user, password = said(proxy, "username", environ), said(proxy, "password", environ)
        login = f"{quote(user, safe='')}:{quote(password, safe='')}@" if user else ""
        address = f"http://{login}{host}:{said(proxy, 'port', environ) or '8080'}"
        direct = said(proxy, "nonProxyHosts", environ).replace("|", ",").replace("*", "")
        told = {"HTTP_PROXY": address, "HTTPS_PROXY": address, "NO_PROXY": direct}
        return {
            name: value
            for name, value in told.items()
            if value and name not in environ and name.lower() not in environ
        }
    return {}


def apply_proxies(found: Repositories) -> None:
    """Tell this process the proxy: requests, which jgo uses, reads it from the environment only."""
    os.environ.update(found.proxies)
