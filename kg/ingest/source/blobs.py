"""Reads blobs through one `git cat-file --batch`, for as long as it is open.

In: blob ids. Out: bytes, or None for a blob that is not in the object store (a partial clone).
Plain blocking code: the workers of the parse pool use it, one each.
"""

import subprocess
from types import TracebackType

from kg.ingest.source.environment import SAFE_OPTIONS, git_environment


class Blobs:
    """The blobs of one repository; use as a context."""

    def __init__(self, git_dir: str) -> None:
        self._git_dir = git_dir
        self._child: subprocess.Popen[bytes] | None = None

    def read(self, blob: str) -> bytes | None:
        """The bytes of a blob; None when it is missing (or git gives up on it)."""
        child = self._child or self._start()
        assert child.stdin is not None and child.stdout is not None
        try:
            child.stdin.write(blob.encode("ascii") + b"\n")
            child.stdin.flush()
        except BrokenPipeError:
            self.close()
            return None
        head = child.stdout.readline().split()
        if len(head) != 3:
            if not head:  # git ended, as it does when a promised object cannot be had
                self.close()
            return None
        data = child.stdout.read(int(head[2]))
        child.stdout.read(1)
        return data

    def close(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            assert child.stdin is not None and child.stdout is not None
            child.kill()
            child.stdin.close()
            child.stdout.close()
            child.wait()

    def __enter__(self) -> "Blobs":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _start(self) -> subprocess.Popen[bytes]:
        self._child = subprocess.Popen(
            ["git", f"--git-dir={self._git_dir}", *SAFE_OPTIONS, "cat-file", "--batch"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=git_environment(),
        )
        return self._child
