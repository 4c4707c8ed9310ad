"""Services of compose files: an image, or what the Dockerfile of a folder builds; their commands."""

import posixpath
from collections.abc import Iterator

from kg.ingest.parse.jobs.commands import runs
from kg.ingest.parse.jobs.job import Job, said
from kg.ingest.parse.readers import Said
from kg.ingest.parse.tree import Documents, Leaf, Pair, Tree, at, pairs_at, text_at, texts_at
from kg.ingest.parse.unit import Unit
from kg.schema.details import Detail
from kg.schema.ids import Uid
from kg.schema.jobs import FILE, Run
from kg.schema.vocabulary import Form

SYSTEM = "compose"


def read_services(unit: Unit, documents: Documents) -> Said:
    folder = unit.path.rpartition("/")[0]
    services = [pair for document in documents.branches for pair in pairs_at(document, "services")]
    return said(unit, [_service(pair, folder) for pair in services])


def _service(pair: Pair, folder: str) -> Job:
    needs = texts_at(pair.value, "depends_on") or tuple(p.key for p in pairs_at(pair.value, "depends_on"))
    command = [*texts_at(pair.value, "entrypoint"), *texts_at(pair.value, "command")]
    line = " ".join(command)
    more: dict[str, Detail] = {"image": text_at(pair.value, "image"), "needs": needs}
    started = [*_built(pair.value, folder), *runs([(_line_of(pair), line)] if line else [])]
    end = max(pair.line, pair.value.end_line)
    return Job(pair.key, SYSTEM, pair.line, end, Form.WORKLOAD, line, tuple(more.items()), tuple(started))


def _line_of(pair: Pair) -> int:
    found = at(pair.value, "command") or at(pair.value, "entrypoint")
    return found.line if found else pair.line


def _built(service: Tree, folder: str) -> Iterator[Run]:
    """The Dockerfile that `build` names, as a path of the repository."""
    build = at(service, "build")
    if build is None:
        return
    context = build.text if isinstance(build, Leaf) else text_at(build, "context") or "."
    dockerfile = text_at(build, "dockerfile") or "Dockerfile"
    path = posixpath.normpath(posixpath.join(folder, context, dockerfile))
    if not path.startswith(("..", "/")) and "$" not in path:
        yield Run(Uid(""), FILE, path, build.line)
