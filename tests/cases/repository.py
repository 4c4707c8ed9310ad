"""A case's input as a git repository, and what ingest makes of it."""

import shutil
import subprocess
from pathlib import Path

CASES = Path(__file__).parents[3] / "shared" / "cases"
"""The cases lie beside the project; where they are not, their tests are skipped with a clear word."""


def case_folder(number: str) -> Path:
    return next(CASES.glob(f"{number}-*"))


def as_repository(case: Path, target: Path) -> Path:
    """Copy `input`, run its `make.sh`, and commit everything, ignored files included."""
    repository = target / case.name
    shutil.copytree(case / "input", repository)
    script = repository / "make.sh"
    if script.exists():
        subprocess.run(["sh", str(script)], check=True, capture_output=True, timeout=120)
        script.unlink()
    _git(repository, "init", "--quiet", "--initial-branch=main")
    _git(repository, "add", "--all", "--force")
    who = ["-c", "user.name=case", "-c", "user.email=case@example.com", "-c", "commit.gpgsign=false"]
    _git(repository, *who, "commit", "--quiet", "-m", case.name)
    return repository


def _git(repository: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(repository), *arguments], check=True, capture_output=True, timeout=120)
