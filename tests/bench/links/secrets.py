"""Secrets that came in, and harmless values that were kept out.

`canaries_found`: of the made-up secrets of `tests/security`, those in the rows that an ingest writes (the store
files and logs are looked through by the tests). `harmless_withheld`: of the values that a reader called plainly
harmless (`labels/values.tsv`, read without seeing what kg does), the share that kg withholds. `gitleaks`: its
findings in an export of these repositories and of the canaries; it is taken from PATH or from $GITLEAKS.
"""

import base64
import csv
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.bench.callgraph.store import Store
from tests.bench.links.repositories import COMMITS, Known, read, read_path
from tests.security.canaries import FILES, MARK, numbers, planted

LABELS = Path(__file__).parent / "labels" / "values.tsv"
SKIPPED = "skipped: gitleaks is neither on PATH nor named by $GITLEAKS"


def measure(store: Store) -> dict[str, Any]:
    repositories = [read(store, name, commit) for name, commit in COMMITS.items()]
    with tempfile.TemporaryDirectory() as folder:
        vault = read_path(store, planted(Path(folder)), "vault", "HEAD")
        return {
            "secrets": {
                **_canaries(vault),
                **withheld(repositories),
                "gitleaks": findings([*repositories, vault]),
            }
        }


def _canaries(vault: Known) -> dict[str, int]:
    lines = "\n".join(_lines(vault))
    encoded = base64.b64encode(MARK.encode()).decode()[:7]
    found = numbers(lines) + [encoded] * lines.count(encoded)
    return {"canaries": len(numbers("".join(FILES.values()))), "canaries_found": len(found)}


def withheld(repositories: Sequence[Known]) -> dict[str, Any]:
    """Of the labelled values: those that may be kept and are not, and those that may not and are."""
    values = {
        (one.name, facts.file.path, said.line, said.key): said.value
        for one in repositories
        for facts in one.parsed.files
        for said in facts.sets
    }
    with LABELS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    known = [
        (row["verdict"], values.get((row["repo"], row["path"], int(row["line"]), row["key"]))) for row in rows
    ]
    harmless = [value for verdict, value in known if verdict == "harmless" and value is not None]
    secret = [value for verdict, value in known if verdict == "secret" and value is not None]
    return {
        "harmless": len(harmless),
        "harmless_withheld": round(
            sum("<withheld:" in value for value in harmless) / max(len(harmless), 1), 4
        ),
        "secrets_labelled": len(secret),
        "secrets_kept": sum("<withheld:" not in value for value in secret),
        "labels_lost": sum(value is None for _, value in known),
    }


def findings(repositories: Sequence[Known]) -> int | str:
    """How many secrets the scanner sees in an export."""
    program = os.environ.get("GITLEAKS") or shutil.which("gitleaks")
    if not program:
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        for one in repositories:
            export = Path(folder) / f"{one.name.replace('/', '+')}.jsonl"
            export.write_text("\n".join(_lines(one)), encoding="utf-8", errors="replace")
        report = Path(folder) / "report.json"
        subprocess.run(
            [
                program,
                "dir",
                folder,
                "--no-banner",
                "--redact",
                "--report-path",
                str(report),
                "--exit-code",
                "0",
            ],
            check=True,
            capture_output=True,
        )
        return len(json.loads(report.read_text(encoding="utf-8")))


def _lines(one: Known) -> Iterator[str]:
    for record in (*one.artifacts.values(), *one.edges):
        yield json.dumps(asdict(record), ensure_ascii=False, default=str)
