"""`kg …` as a person types it, in this process: a start of its own costs a second."""

import json
from typing import Any

from typer.testing import CliRunner

from kg.cli.app import app


class Commands:
    """`kg --set … WORDS`; what it prints never holds one of the `secrets`."""

    def __init__(self, *secrets: str, **settings: object) -> None:
        self.given = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
        self._secrets = secrets

    def __call__(self, *words: str) -> Any:
        """What it printed, read where it is JSON; its error is raised."""
        done = CliRunner().invoke(app, [*self.given, *words])
        assert not any(secret in done.output for secret in self._secrets)
        if done.exception is not None:
            raise done.exception
        return json.loads(done.stdout) if "--json" in words else done.stdout
