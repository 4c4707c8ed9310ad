"""Runs git so that nothing hostile or secret gets through.

In: arguments; out: bytes, or a SourceError in one clear line, without credentials. What git is given
to run in: `environment`.
"""

import asyncio
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress

from kg.errors import SourceError
from kg.ingest.source.environment import SAFE_OPTIONS, git_environment

_CREDENTIALS = re.compile(r"(?<=://)[^/@\s'\"]*@")
_QUERY = re.compile(r"(?<=[\w/])\?[^\s'\"]*(?==)[^\s'\"]*")
_SAYS_NOTHING = "Could not read from remote repository"
_HINT = re.compile(r"^(hint|warning):", re.IGNORECASE)


class GitFailed(Exception):
    """git ended with an error; `message` is its clearest line, without credentials, `said` all it printed."""

    def __init__(self, message: str, code: int, said: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.said = said or message


async def git(
    *arguments: str,
    git_dir: str = "",
    folder: str = "",
    extra: Mapping[str, str] | None = None,
    timeout_seconds: float = 120.0,
    given: bytes | None = None,
) -> bytes:
    """What `git ARGUMENTS` prints; raises GitFailed. `given` is what it reads. The child is killed when the
    caller is cancelled."""
    where = [f"--git-dir={git_dir}"] if git_dir else ["-C", folder] if folder else []
    try:
        child = await asyncio.create_subprocess_exec(
            "git",
            *where,
            *SAFE_OPTIONS,
            *arguments,
            stdin=asyncio.subprocess.DEVNULL if given is None else asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=git_environment(extra),
        )
    except FileNotFoundError as error:
        raise SourceError(
            "source: git is not installed, or not on PATH; install git 2.30 or newer"
        ) from error
    try:
        async with asyncio.timeout(timeout_seconds):
            out, err = await child.communicate(given)
    except TimeoutError as error:
        raise GitFailed(f"git {arguments[0]} took longer than {timeout_seconds:g} s", 124) from error
    finally:
        if child.returncode is None:
            with suppress(ProcessLookupError):
                child.kill()
            await child.wait()
    if child.returncode:
        said = err.decode("utf-8", "replace")
        raise GitFailed(clear_line(said), child.returncode, said)
    return out


def clear_line(stderr: str) -> str:
    """The line of git's complaint that says most, without credentials."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip() and not _HINT.match(line)]
    fatal = [line for line in lines if line.startswith(("fatal:", "error:", "ERROR:", "remote:"))]
    chosen = (fatal or lines or ["no message"])[0 if fatal else -1]
    if _SAYS_NOTHING in chosen and lines[0] != chosen:
        chosen = lines[lines.index(chosen) - 1]  # ssh has said why
    return without_credentials(chosen.removeprefix("fatal: ").removeprefix("error: "))[:300]


def without_credentials(text: str) -> str:
    """The text with `user:password@` and `?query` (tokens stand there too) taken out of its URLs."""
    return _QUERY.sub("", _CREDENTIALS.sub("", text))


def lines(output: bytes) -> Sequence[str]:
    return output.decode("utf-8", "replace").splitlines()
