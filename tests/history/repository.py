"""Git repositories with a past: each commit has its own second, so that the order is certain."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.ingest.repository import make_repository, run_git


class Past:
    """A repository that grows commit by commit; `sha` gives a commit by its subject."""

    def __init__(self, folder: Path, files: Mapping[str, str], subject: str = "first") -> None:
        self.folder = make_repository(folder, files, subject)
        self._second = 0
        self._amend_date()

    @property
    def git_dir(self) -> str:
        return str(self.folder / ".git")

    def commit(self, subject: str, files: Mapping[str, str | None] | None = None) -> "Past":
        """Write (or, for None, delete) files, and commit."""
        for path, text in (files or {}).items():
            target = self.folder / path
            if text is None:
                target.unlink()
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)
        self.git("add", "--all", "--force")
        self.git("commit", "--quiet", "--allow-empty", "--message", subject)
        self._amend_date()
        return self

    def git(self, *arguments: str) -> str:
        return run_git(self.folder, *arguments)

    def merge(self, branch: str, message: str) -> "Past":
        self.git("merge", "--quiet", "--no-ff", "--message", message, branch)
        return self

    def sha(self, subject: str) -> str:
        found = self.git("log", "--all", "--format=%H %s").splitlines()
        return next(line.partition(" ")[0] for line in found if line.partition(" ")[2] == subject)

    def _amend_date(self) -> None:
        self._second += 1
        stamp = f"2026-02-01T00:00:{self._second:02d}+00:00"
        subprocess.run(
            ["git", "-C", str(self.folder), "-c", "user.name=Ann", "-c", "user.email=ann@shop.example",
             "commit", "--quiet", "--amend", "--no-edit", "--allow-empty", "--reset-author", f"--date={stamp}"],
            check=True, env={"GIT_COMMITTER_DATE": stamp, "PATH": "/usr/bin:/bin", "HOME": str(self.folder),
                             "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"},
        )  # fmt: skip
