"""`kg config`: every setting, its value, and where the value came from."""

import os

import typer

from kg.cli.frame import Json, settings
from kg.cli.output import say, show_json
from kg.config import DEFAULT, settable, settings_file


def add(app: typer.Typer) -> None:
    app.command("config", help=_HELP)(config)


_HELP = """Show every setting, its value, and where the value came from.

Precedence: --set on the command line, then the environment, then the settings file, then the default.

    kg config
    kg --set neo4j_bolt_port=7690 config
    KG_API_PORT=9000 kg config --json
"""


def config(as_json: Json = False) -> None:
    now = settings()
    rows = [
        {
            "name": item.name,
            "value": _shown(item.metadata["secret"], str(getattr(now, item.name))),
            "from": now.origins.get(item.name, DEFAULT),
            "environment": item.metadata["names"][0],
            "about": item.metadata["about"],
        }
        for item in settable()
    ]
    path = settings_file(now, os.environ)
    if as_json:
        show_json({"file": path, "file_exists": path.exists(), "settings": rows})
        return
    for row in rows:
        value = row["value"] or "(not set)"
        say(f"{row['name']:<26}{value:<28}{row['from']:<13}{row['environment']:<30}{row['about']}")
    say(f"\nsettings file: {path} ({'read' if path.exists() else 'not there, which is fine'})")


def _shown(secret: bool, value: str) -> str:
    return "***" if secret and value else value
