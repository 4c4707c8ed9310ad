"""The outside cases: faults seen in other tools, and what must come out here instead.

RUN are held now, LATER are owned by later parts of the plan and listed, nothing else is skipped.
"""

from dataclasses import dataclass
from pathlib import Path

import pytest

from kg.ingest.assemble import assemble, without_twins
from kg.ingest.parse.file import parse_file
from kg.ingest.resolve.java import resolve_java
from kg.ingest.resolve.keys import resolve_keys
from kg.ingest.resolve.python import resolve_python
from kg.ingest.source.blobs import Blobs
from kg.ingest.source.discover import discover
from kg.ingest.source.git import open_source
from kg.schema.facts import Artifact, Resolution
from kg.schema.vocabulary import Kind
from tests.cases.adapter import Stored, judge
from tests.cases.repository import CASES, as_repository, case_folder

pytestmark = pytest.mark.skipif(
    not CASES.is_dir(), reason="the outside cases do not lie beside this checkout"
)

RUN = {
    "01": (),
    "02": (),
    "03": (),
    "05": (),
    "06": (),
    "08": ("DocSection", "name:nb.train"),
    "09": (),
    "11": (),
    "19": (),
    "20": ("Route",),
    "34": (),
    "36": (),
}
"""Case -> the words in it that a later part owns (`name:` a prefix of names)."""

LATER = {
    "13": "2, the call graph",
    "14": "3, everything around the code",
    "15": "3, everything around the code",
    "16": "3, everything around the code",
    "18": "2, the call graph",
    "22": "3, everything around the code",
    "24": "3, everything around the code",
    "26": "3, everything around the code",
    "27": "3, everything around the code",
    "28": "3, everything around the code",
    "29": "4, every commit exactly once",
    "32": "4, every commit exactly once",
    "33": "4, every commit exactly once",
    "37": "4, every commit exactly once",
    "39": "later: Slack",
    "41": "later: access",
    "43": "later: answers",
}
"""Not yet run, and the part of the plan that owns it."""


def test_every_case_is_run_or_owned() -> None:
    """No case is left out in silence."""
    assert sorted([*RUN, *LATER]) == sorted(folder.name[:2] for folder in CASES.glob("[0-9][0-9]-*"))


@dataclass(frozen=True)
class Ingested:
    """What a case's input became: the graph, and the paths that were not read, with why."""

    stored: Stored
    skipped: dict[str, str]

    def file(self, path: str) -> Artifact:
        return next(a for a in self.stored.artifacts if a.kind == Kind.FILE and a.path == path)

    @property
    def texts(self) -> str:
        return "\n".join(repr(artifact) for artifact in self.stored.artifacts)


async def ingested(number: str, folder: Path) -> Ingested:
    """Source, parse, resolve and rows, as the pipeline does them; the graph is a plain copy of these."""
    source = await open_source(str(as_repository(case_folder(number), folder)), "", folder / "cache")
    found = await discover(source)
    with Blobs(source.git_dir) as blobs:
        entries = [entry for entry in found.entries if not entry.file_only]
        facts = [parse_file(source.repo, e.path, e.blob, blobs.read(e.blob) or b"") for e in entries]
    files = without_twins(facts)
    shared, reads = resolve_keys(files)
    rows = assemble(
        source.repo, files, shared, (resolve_java(files), resolve_python(files), Resolution(reads))
    )
    stored = Stored(
        tuple(a for row in rows for a in row.artifacts), tuple(e for row in rows for e in row.edges)
    )
    capped = {entry.path: entry.file_only for entry in found.entries if entry.file_only}
    return Ingested(stored, {**{skipped.path: skipped.reason for skipped in found.skipped}, **capped})


@pytest.mark.parametrize("number", RUN)
async def test_graph_of_a_case(number: str, tmp_path: Path) -> None:
    """What must exist exists, at its lines; what must not does not; wishes are printed."""
    made = await ingested(number, tmp_path)
    verdict = judge(case_folder(number), made.stored, RUN[number])
    print(f"case {number}: {len(verdict.wishes)} wishes {verdict.wishes}")
    assert not verdict.wrong, "\n".join(verdict.wrong)


@pytest.mark.parametrize("number", ["01", "03"])
async def test_no_damaged_character_is_stored(number: str, tmp_path: Path) -> None:
    """Neither U+0000 nor U+FFFD is in anything that is kept."""
    texts = (await ingested(number, tmp_path)).texts
    assert "\\x00" not in texts and "\ufffd" not in texts and "\\ufffd" not in texts


async def test_legacy_comments_are_real_words(tmp_path: Path) -> None:
    """Case 03: words of old encodings are themselves, and the encoding is on the File."""
    made = await ingested("03", tmp_path)
    assert "\u91ca\u653e\u5e93\u5b58" in made.texts
    assert made.file("src/OrderService.java").encoding == "cp949"
    assert made.file("src/legacy.py").encoding == "latin-1"


async def test_broken_files_are_listed(tmp_path: Path) -> None:
    """Case 06: each file that does not parse says where."""
    made = await ingested("06", tmp_path)
    for path in ("src/Broken.java", "src/Conflict.java", "src/Patterns.java", "src/half.py"):
        assert made.file(path).problems, path


async def test_bundle_and_generated_file_are_reported(tmp_path: Path) -> None:
    """Case 05: what is built or too large is not read, says why, and leaves no large text."""
    made = await ingested("05", tmp_path)
    assert set(made.skipped) == {"dist/", "gen/Big.java"}
    assert max(len(artifact.text) for artifact in made.stored.artifacts) < 100_000


async def test_binary_and_vendored_files_are_reported(tmp_path: Path) -> None:
    """Case 08: a binary named .java and the folders of others are left out, with the reason."""
    made = await ingested("08", tmp_path)
    left_out = " ".join(made.skipped)
    assert "node_modules" in left_out and "vendor" in left_out and "target" in left_out
    assert "iVBORw0KGgo" not in made.texts
    assert not [a for a in made.stored.artifacts if a.path == "src/NotJava.java" and a.kind != Kind.FILE]
