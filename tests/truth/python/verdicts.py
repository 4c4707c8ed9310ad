"""jedi's verdicts on the calls of a package, made in an environment of its own and kept."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.truth.python.executed import environment_of

JEDI = "jedi==0.19.2"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One call site as jedi sees it."""

    path: str
    line: int
    column: int
    verdict: str
    targets: frozenset[tuple[str, int]]
    """Definitions in the package: file and line of the `def` or `class`."""


def jedi_verdicts(checkout: Path, package: str, folder: Path, requirements: tuple[str, ...]) -> list[Verdict]:
    """`requirements` are what the package imports: jedi reads them to follow its calls."""
    answer = folder / "verdicts.json"
    if not answer.exists():
        python = environment_of(folder / "venv", "3.12", (JEDI, *requirements), checkout)
        script = Path(__file__).with_name("jedi_verdicts.py")
        subprocess.run([str(python), str(script), str(checkout), package, str(answer)], check=True)
    rows = json.loads(answer.read_text(encoding="utf-8"))
    return [
        Verdict(path, line, column, verdict, frozenset((t[0], t[1]) for t in targets))
        for path, line, column, _, verdict, targets in rows
    ]
