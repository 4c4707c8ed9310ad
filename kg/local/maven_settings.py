"""What Maven's settings.xml files say, and where Maven and Gradle keep their artifacts on this machine.

In: the environment and the settings files it leads to. Out: their elements and folders. Fetches nothing.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree

from kg.errors import LocalError

_VARIABLE = re.compile(r"\$\{(env\.)?([^}]+)\}")


def local_repository(environ: Mapping[str, str]) -> Path:
    """Maven's local repository; settings that cannot be read say nothing here."""
    own = environ.get("M2_REPO", "")
    for path in settings_files(environ):
        try:
            own = own or said(parse_settings(path), "localRepository", environ)
        except LocalError:
            continue
    return Path(own).expanduser() if own else _home(environ) / ".m2" / "repository"


def gradle_cache(environ: Mapping[str, str]) -> Path:
    """The artifacts that Gradle has fetched."""
    home = environ.get("GRADLE_USER_HOME")
    return (Path(home) if home else _home(environ) / ".gradle") / "caches" / "modules-2" / "files-2.1"


def _home(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("HOME") or Path.home())


def settings_files(environ: Mapping[str, str]) -> list[Path]:
    home = _home(environ)
    maven = [environ[name] for name in ("MAVEN_HOME", "M2_HOME") if environ.get(name)]
    files = [home / ".m2" / "settings.xml", *(Path(folder) / "conf" / "settings.xml" for folder in maven)]
    return [path for path in (*files, Path("/etc/maven/settings.xml")) if path.is_file()]


def parse_settings(path: Path) -> ElementTree.Element:
    try:
        # The user's own file; expat as Python ships it stops entity bombs.
        return ElementTree.fromstring(path.read_text(encoding="utf-8"))  # noqa: S314
    except (ElementTree.ParseError, OSError, UnicodeDecodeError) as error:
        raise LocalError(f"local: cannot read Maven's settings in {path}: {error}") from None


def each_of(root: ElementTree.Element, group: str, item: str) -> Iterator[ElementTree.Element]:
    for found in root:
        if _local(found) == group:
            yield from (child for child in found if _local(child) == item)


def said(root: ElementTree.Element, name: str, environ: Mapping[str, str]) -> str:
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
