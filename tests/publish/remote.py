"""A real git remote that tests push to: a bare repository, and a clone to commit in."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

_IDENTITY = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false")


class Remote:
    """The bare repository at `path`; commits are made in a clone beside it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._clone = path.with_suffix(".clone")
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            _git("init", "--quiet", "--bare", "--initial-branch=main", str(path))
        if not self._clone.exists():
            _git("clone", "--quiet", str(path), str(self._clone))
            _git("-C", str(self._clone), "checkout", "--quiet", "-B", "main")

    @property
    def url(self) -> str:
        return f"file://{self.path}"

    def git(self, *words: str) -> str:
        """In the bare repository."""
        return _git(f"--git-dir={self.path}", *words)

    def push(self, files: Mapping[str, str], force: bool = False) -> str:
        """Commit these files (an empty text deletes one) and push; the commit."""
        self._write(files)
        _git("-C", str(self._clone), *_IDENTITY, "commit", "--quiet", "--allow-empty", "-m", "change")
        _git("-C", str(self._clone), "push", "--quiet", *(["--force"] * force), "origin", "HEAD:main")
        return self.head()

    def push_request(self, number: int, files: Mapping[str, str]) -> str:
        """The head of a merge request, as GitLab keeps it: these files on top of main, on no branch."""
        _git("-C", str(self._clone), "checkout", "--quiet", "--detach", "main")
        self._write(files)
        _git("-C", str(self._clone), *_IDENTITY, "commit", "--quiet", "-m", "a request")
        name = f"refs/merge-requests/{number}/head"
        _git("-C", str(self._clone), "push", "--quiet", "--force", "origin", f"HEAD:{name}")
        commit = _git("-C", str(self._clone), "rev-parse", "HEAD")
        _git("-C", str(self._clone), "checkout", "--quiet", "main")
        return commit

    def merge_request(self, number: int, message: str) -> str:
        """Merge it into main, as GitLab's button does; the commit."""
        clone = ("-C", str(self._clone))
        _git(*clone, "fetch", "--quiet", "origin", f"refs/merge-requests/{number}/head")
        _git(*clone, *_IDENTITY, "merge", "--quiet", "--no-ff", "-m", message, "FETCH_HEAD")
        _git(*clone, "push", "--quiet", "origin", "HEAD:main")
        return self.head()

    def has(self, name: str) -> bool:
        """Whether the newest commit has this file."""
        return (self._clone / name).exists()

    def head(self) -> str:
        return _git("--git-dir", str(self.path), "rev-parse", "main")

    def _write(self, files: Mapping[str, str]) -> None:
        """Into the clone and its index; an empty text deletes a file."""
        for name, text in files.items():
            path = self._clone / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if text:
                path.write_text(text)
            else:
                path.unlink()
        _git("-C", str(self._clone), "add", "--all")

    def move(self, name: str) -> "Remote":
        """The same repository under another name, as after a transfer."""
        self.path.rename(self.path.with_name(name))
        return Remote(self.path.with_name(name))


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], check=True, capture_output=True, text=True).stdout.strip()
