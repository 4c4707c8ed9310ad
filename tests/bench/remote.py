"""A remote that takes one-file commits: a bare repository of what another one holds at its head.

In: a bare repository on this machine, or a URL. Its past is left out, and so are blobs that a partial clone
lacks, which nobody could fetch. Commits are made without a work tree.
"""

import os
import subprocess
import tempfile
from pathlib import Path

_WHO = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "bench"), ("EMAIL", "bench@example.com"))
}
BRANCH = "main"


class Remote:
    """The repository at `folder`; `url` is what is ingested."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = folder.as_uri()

    @classmethod
    def of(cls, source: str, folder: Path) -> "Remote":
        """A new one with the files at the head of `source`."""
        remote = cls.empty(folder)
        if "://" in source:
            remote._git("fetch", "--quiet", "--depth=1", source, "HEAD:refs/source")
        else:
            remote._borrow(Path(source))
        remote._commit(remote._there())
        return remote

    @classmethod
    def empty(cls, folder: Path) -> "Remote":
        remote = cls(folder)
        folder.mkdir(parents=True)
        remote._git("init", "--quiet", "--bare", f"--initial-branch={BRANCH}")
        return remote

    def read(self, path: str) -> str:
        """A file at the head."""
        return self._git("show", f"{BRANCH}:{path}", strip=False)

    def commit(self, files: dict[str, str]) -> None:
        """One commit that gives these files new contents."""
        rows = []
        for path, text in files.items():
            blob = self._git("hash-object", "-w", "--stdin", given=text)
            rows.append(f"100644 {blob}\t{path}")
        self._commit(rows)

    def _borrow(self, source: Path) -> None:
        """The objects of a repository on this machine, without a copy of them."""
        (self.folder / "objects/info/alternates").write_text(f"{source / 'objects'}\n")
        head = subprocess.run(
            ["git", f"--git-dir={source}", "rev-parse", "HEAD"], check=True, capture_output=True, text=True
        )
        self._git("update-ref", "refs/source", head.stdout.strip())

    def _there(self) -> list[str]:
        """The index lines of all files of `refs/source` whose blobs are there."""
        listing = self._git("ls-tree", "-r", "refs/source").splitlines()
        blobs = "\n".join(line.split()[2] for line in listing) + "\n"
        checked = self._git("cat-file", "--batch-check", given=blobs).splitlines()
        return [line for line, found in zip(listing, checked, strict=True) if not found.endswith("missing")]

    def _commit(self, rows: list[str]) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            index = {"GIT_INDEX_FILE": f"{scratch}/index"}
            before = self._git("for-each-ref", "--format=%(objectname)", f"refs/heads/{BRANCH}")
            if before:
                self._git("read-tree", before, environment=index)
            self._git("update-index", "--index-info", given="\n".join(rows) + "\n", environment=index)
            tree = self._git("write-tree", environment=index)
        parent = ("-p", before) if before else ()
        made = self._git("commit-tree", *parent, "-m", "bench", tree)
        self._git("update-ref", f"refs/heads/{BRANCH}", made)

    def _git(
        self, *arguments: str, given: str = "", environment: dict[str, str] | None = None, strip: bool = True
    ) -> str:
        inherited = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
        done = subprocess.run(
            ["git", f"--git-dir={self.folder}", *arguments],
            input=given,
            check=True,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=inherited | _WHO | (environment or {}),
        )
        return done.stdout.strip() if strip else done.stdout
