"""Links and paths: the file they lead to, and what stands at the line they name. Pure."""

import posixpath
import re
from urllib.parse import unquote

from kg.ingest.resolve.mentions.found import MAX_OVERLOADS, Found, candidates, inferred
from kg.ingest.resolve.mentions.names import Names
from kg.ingest.resolve.mentions.nearness import Near
from kg.ingest.resolve.mentions.written import is_test, path_and_line
from kg.schema.facts import Artifact, Mention
from kg.schema.vocabulary import Form, How

_BLOB = re.compile(
    r"^https?://(?:raw\.githubusercontent\.com/[^/]+/(?P<raw>[^/]+)/(?P<raw_rest>.+)"
    r"|[^/]+/(?:[^/]+/)+?(?P<name>[^/]+)/(?:-/)?(?:blob|raw|blame|edit|src/branch|src)/(?P<rest>.+))$"
)
_ANCHOR = re.compile(r"#(?:L|lines-|L-)(\d+)")
_COMMIT = re.compile(r"^[0-9a-f]{7,40}$")
_ANY_PROGRAM = re.compile(r"^[a-z]+\.(?:java|kt|py|go|tsx?|sh)$")
"""In running text or a listing `middleware.py` is that of any program, unless it is found from there."""
_NO_SUBJECT = re.compile(r"(?:^|/)(?:LICEN[CS]E|NOTICE|COPYING|AUTHORS|CODEOWNERS)\b|\.(?:svg|txt|csv|log)$")
"""Of the files of no language; pictures and archives are no files of the graph at all."""
_MANIFESTS = frozenset(
    ("build.gradle", "build.gradle.kts", "pom.xml", "package.json", "go.mod", "requirements.txt")
)
_TO_ADD = re.compile(r"\b(?:your|add|put)\b|추가|다른 프로젝트|添加|追加", re.IGNORECASE)
"""What a line on the manifest of whoever uses this repository says."""
DOCUMENTS = frozenset(("markdown", "restructuredtext", "asciidoc", "plaintext", "confluence"))
"""Links to other documents are navigation, not a subject; a path in a code span is one."""


def by_link(href: str, path: str, names: Names) -> list[Found]:
    """The file a link leads to, or what stands at its line."""
    plain, _, anchor = href.partition("#")
    plain = unquote(plain.partition("?")[0])
    line = int(found.group(1)) if (found := _ANCHOR.match(f"#{anchor}")) else 0
    blob = _BLOB.match(plain)
    if blob:
        return _by_blob(blob, line, names)
    if "://" in plain or not plain:
        return []
    file = _linked(plain, path, names)
    if file is None or file.language in DOCUMENTS or file.path == path:
        return []
    return _at((file, How.EXACT, 1.0), line, names)


def by_path(mention: Mention, near: Near, names: Names) -> list[Found]:
    """A path from the document's folder or from the root, or as the end of only one path."""
    path = near.path
    plain, line = path_and_line(mention.text)
    if plain in _MANIFESTS and _TO_ADD.search(near.line_of(mention)):
        return []
    if plain in _MANIFESTS and (several := _several(plain, mention, near, names)):
        return inferred(several, 0.8)
    file = _linked(plain, path, names)
    if file is None and mention.form == "word" and plain.startswith("../"):
        file = _linked(plain.removeprefix("../"), path, names)  # a command is run in any folder
    if "/" not in plain and len(names.files.get(plain, ())) > 1:
        # `pom.xml` alone is that of any module, unless the document, or the section, is one module's own
        if file is not None and "/" in path and file.path not in (path, plain):
            return inferred([file], 0.8)
        own = [f for f in names.files[plain] if near.is_of_module(f, mention.source) and not is_test(f.path)]
        if file is not None or own:
            return inferred(own, 0.8) if len(own) == 1 else []
    if file is not None:
        return [] if file.path == path else _at((file, How.EXACT, 1.0), line, names)
    ends = [f for f in names.files.get(plain.rpartition("/")[2], ()) if f"/{f.path}".endswith(f"/{plain}")]
    ends = [f for f in ends if not is_test(f.path)] or (ends if "/" in plain else [])
    if mention.form == "word" and _ANY_PROGRAM.match(plain):
        return []
    ends = _nearest(ends, path)
    if len(ends) == 1:
        return _at((ends[0], How.INFERRED, 0.8), line, names)
    return candidates(ends, len(ends)) if "/" in plain else []


def _several(plain: str, mention: Mention, near: Near, names: Names) -> list[Artifact]:
    """Of "the `pom.xml` files" those that depend on a library which the line names; else "every `pom.xml`"."""
    name = rf"[`'\"*]*{re.escape(plain)}[`'\"*]*"
    line = near.line_of(mention)
    every = re.search(rf"\b(?:all|each|every)\s+(?:\w+\s+)?{name}", line, re.IGNORECASE)
    if not every and not re.search(rf"{name}(?:s\b|\s+files\b)", line):
        return []
    files = [file for file in names.files.get(plain, ()) if not is_test(file.path)]
    users = {file for library in near.libraries_beside(mention) for file in names.dependents.of(library)}
    meant = [file for file in files if file.uid in users]
    meant = meant or (_nearest(files, near.path) if every else [])
    return meant if len(meant) <= MAX_OVERLOADS else []


def joined(path: str, relative: str) -> str:
    """A path as of a document; empty where it leads out of the repository."""
    whole = posixpath.normpath(posixpath.join(posixpath.dirname(path), relative))
    return "" if whole.startswith("..") else whole


def _linked(plain: str, path: str, names: Names) -> Artifact | None:
    """From the document's folder, else from the root."""
    tries = (
        (plain.lstrip("/"),) if plain.startswith("/") else (joined(path, plain), posixpath.normpath(plain))
    )
    return next((file for to in tries if (file := names.file(to)) is not None and _is_subject(file)), None)


def _is_subject(file: Artifact) -> bool:
    return bool(file.language) or not _NO_SUBJECT.search(file.path)


def _by_blob(blob: re.Match[str], line: int, names: Names) -> list[Found]:
    """A file on the forge's page of this very repository; it may be of another version of it."""
    name = blob.group("raw") or blob.group("name")
    if name.lower().removesuffix(".git") != names.repo.rpartition("/")[2].lower():
        return []
    parts = (blob.group("raw_rest") or blob.group("rest")).split("/")
    for at in range(1, len(parts)):  # a branch may have slashes
        file = names.file("/".join(parts[at:]))
        if file is not None and file.language and file.language not in DOCUMENTS:
            return _at((file, How.INFERRED, 0.8), 0 if _COMMIT.match(parts[0]) else line, names)
    return []


def _at(file: Found, line: int, names: Names) -> list[Found]:
    """A file, and the class or method at a line of it: lines move, so that is never exact."""
    path = file[0].path
    uid = names.at(path, line) if line else None
    there = [a for a in names.facts[path].artifacts if a.uid == uid and a.form != Form.MODULE] if uid else []
    return [*inferred(there, 0.8), file]


def _nearest(files: list[Artifact], path: str) -> list[Artifact]:
    """Of several files those below the document's own folder, or below the nearest one above it."""
    folder = path.rpartition("/")[0]
    while len(files) > 1 and folder:
        below = [file for file in files if file.path.startswith(f"{folder}/")]
        if below:
            return below
        folder = folder.rpartition("/")[0]
    return files
