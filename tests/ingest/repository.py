"""Real git repositories in a test's own folder."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

_PLAIN = {
    "GIT_AUTHOR_NAME": "a",
    "GIT_AUTHOR_EMAIL": "a@example.com",
    "GIT_COMMITTER_NAME": "a",
    "GIT_COMMITTER_EMAIL": "a@example.com",
    "GIT_AUTHOR_DATE": "2026-01-02T03:04:05+00:00",
    "GIT_COMMITTER_DATE": "2026-01-02T03:04:05+00:00",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_SYSTEM": "/dev/null",
}


def run_git(folder: Path, *arguments: str) -> str:
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    done = subprocess.run(
        ["git", "-C", str(folder), *arguments],
        check=True,
        capture_output=True,
        text=True,
        env=inherited | _PLAIN,
    )
    return done.stdout.strip()


def make_repository(folder: Path, files: Mapping[str, str | bytes], message: str = "first") -> Path:
    """A repository on branch `main` whose one commit holds these files."""
    folder.mkdir(parents=True, exist_ok=True)
    run_git(folder, "init", "--quiet", "--initial-branch=main")
    return commit(folder, files, message)


def commit(folder: Path, files: Mapping[str, str | bytes], message: str = "next") -> Path:
    """Write the files and commit everything in the work tree."""
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
    run_git(folder, "add", "--all", "--force")
    run_git(folder, "commit", "--quiet", "--allow-empty", "--message", message)
    return folder
