"""A jar to the text of its stub. Pure: bytes in, text out.

What a jar holds for newer versions of Java only (`META-INF/versions`) is not read: it changes bodies,
hardly ever signatures. A class that cannot be read is left out, the rest stands.
"""

import re
import zipfile
import zlib
from io import BytesIO

from kg.errors import StubError
from kg.ingest.stubs.classfile import stub_line

_PROPERTIES = re.compile(r"META-INF/maven/[^/]+/[^/]+/pom\.properties")
_MOST_BYTES = 16 << 20
"""Of one class file, unpacked; real ones stay far below, and a jar is not to fill the memory."""


def stub_of_jar(data: bytes) -> str:
    """The stub of all classes of a jar, a line each, in the order of their names."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as jar:
            lines = [line for entry in jar.infolist() if _is_class(entry) for line in _lines(jar, entry)]
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError) as error:
        raise StubError(f"it cannot be unpacked ({error})") from error
    return "".join(f"{line}\n" for line in sorted(lines))


def name_in_jar(data: bytes) -> str:
    """`group:name:version` as Maven writes it into a jar; empty where it says none, or several (shaded)."""
    with zipfile.ZipFile(BytesIO(data)) as jar:
        found = [name for name in jar.namelist() if _PROPERTIES.fullmatch(name)]
        if len(found) != 1 or jar.getinfo(found[0]).file_size > _MOST_BYTES:
            return ""
        text = jar.read(found[0]).decode("utf-8", "replace")
    said = dict(line.strip().partition("=")[::2] for line in text.splitlines())
    parts = [said.get(name, "").strip() for name in ("groupId", "artifactId", "version")]
    return ":".join(parts) if all(parts) else ""


def _is_class(entry: zipfile.ZipInfo) -> bool:
    name = entry.filename
    return (
        name.endswith(".class")
        and not name.startswith("META-INF/")
        and not name.endswith("-info.class")
        and entry.file_size <= _MOST_BYTES
    )


def _lines(jar: zipfile.ZipFile, entry: zipfile.ZipInfo) -> list[str]:
    try:
        line = stub_line(jar.read(entry))
    except StubError:
        return []
    return [line] if line else []
