"""What git runs in: no surprise from the caller's environment or the repository's configuration.

Repository-local variables of the caller (GIT_DIR, GIT_INDEX_FILE, as a git hook sets them) do not
reach it, it never asks at a terminal, and starts no file-system monitor or hook. Light: each worker
of the parse pool loads it.
"""

import os
from collections.abc import Mapping

SAFE_OPTIONS = (
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.quotePath=false",
    "-c",
    "protocol.ext.allow=never",
)

_LOCAL = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_NAMESPACE",
    "GIT_PREFIX",
    "GIT_CEILING_DIRECTORIES",
    "GIT_QUARANTINE_PATH",
    "GIT_EXTERNAL_DIFF",
    "GIT_TRACE",
    "GIT_TRACE_CURL",
)


def git_environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The caller's environment for git: proxies, certificates, agents and helpers stay."""
    environment = {key: value for key, value in os.environ.items() if key not in _LOCAL}
    environment |= {"GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1"}
    environment |= {"LC_ALL": "C", "GIT_PAGER": "cat"}
    return environment | dict(extra or {})
