"""Writes what a benchmark measured: `docs/benchmarks/<name>.json`, the page made of all of them, and
the figures as one last line."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from typing import Any

from tests.bench.page import FOLDER, write_page


def write_result(name: str, figures: dict[str, Any]) -> None:
    """Figures with the date, the commit and the cores they were measured on."""
    result = {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": _commit(),
        "cores": os.cpu_count(),
        **figures,
    }
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{name}.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    write_page()
    sys.stdout.write(json.dumps(result) + "\n")


def _commit() -> str:
    found = subprocess.run(
        ["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    )
    return found.stdout.strip()
