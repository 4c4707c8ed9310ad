"""What git prints of a repository, for code that blocks in a thread; `kg.ingest.source.command` for the rest.

An error gives what was printed until then, often nothing: of a past that git cannot tell, less is told.
"""

import subprocess
from collections.abc import Iterable

from kg.ingest.source.environment import SAFE_OPTIONS, git_environment


def git_command(git_dir: str, *arguments: str) -> list[str]:
    return ["git", f"--git-dir={git_dir}", *SAFE_OPTIONS, "-c", "i18n.logOutputEncoding=UTF-8", *arguments]


def git_output(
    git_dir: str, *arguments: str, given: Iterable[str] = (), seconds: float | None = None
) -> bytes:
    """`given` are the lines of its standard input; TimeoutExpired after `seconds`."""
    text = "".join(f"{line}\n" for line in given).encode("ascii")
    command = git_command(git_dir, *arguments)
    return subprocess.run(
        command, input=text, capture_output=True, check=False, env=git_environment(), timeout=seconds
    ).stdout
