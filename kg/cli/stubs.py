"""`kg stubs add | list | remove`: signatures of dependencies that `kg ingest` does not find by itself."""

from pathlib import Path
from typing import Annotated

import typer

from kg.cli.frame import Json, settings
from kg.cli.output import errors, say, show_json, show_table
from kg.errors import NotFound, StubError
from kg.ingest.stubs import store
from kg.ingest.stubs.find import dependencies_of, read_jars
from kg.ingest.stubs.pom import read_pom
from kg.ingest.stubs.repository import LocalRepository
from kg.ingest.stubs.stub import Stub

_ADD = """Keep the signatures of jars, so that calls through their types are tied.

    kg stubs add lib/pricing-client.jar     a jar
    kg stubs add ~/src/orders/pom.xml       what a pom depends on, from the local Maven repository

`kg ingest` finds by itself what pom.xml and Gradle files name, where the jars are in the local Maven
repository or in Gradle's cache, and jars in lib folders. Add what is elsewhere; it counts for every
repository, from its next ingest on. Only names and types are read and kept, no code.
"""


def add(app: typer.Typer) -> None:
    group = typer.Typer(no_args_is_help=True, help="Signatures of dependencies, for exact Java calls.")
    group.command("add", help=_ADD)(add_stubs)
    group.command("list", help="What was added.")(list_stubs)
    group.command("remove", help="Take one away, by its name, with or without the version.")(remove_stub)
    app.add_typer(group, name="stubs")


def add_stubs(
    files: Annotated[list[Path], typer.Argument(help="Jars and pom.xml files.")], as_json: Json = False
) -> None:
    options = settings().stub_options()
    found: list[Stub] = []
    missing: list[str] = []
    for path in files:
        if path.suffix in (".xml", ".pom"):
            more, absent = _of_pom(path)
            found += more
            missing += absent
        else:
            found.append(store.read_jar(path, "", options.cache))
    for stub in found:
        store.add(options.folder, stub)
    if as_json:
        show_json({"added": [_row(stub) for stub in found], "missing": missing})
        return
    for stub in found:
        say(f"{stub.name}: {stub.classes} classes")
    for name in missing:
        errors.print(f"note: {name} has no jar on this machine", style="yellow", markup=False)


def list_stubs(as_json: Json = False) -> None:
    rows = [_row(stub) for stub in store.added(settings().stub_options().folder)]
    if as_json:
        show_json(rows)
    elif rows:
        show_table(("name", "classes", "digest"), [tuple(row.values()) for row in rows])
    else:
        say("no stubs were added; `kg ingest` finds those of a local Maven repository by itself")


def remove_stub(
    name: Annotated[str, typer.Argument(help="As `kg stubs list` shows it.")], as_json: Json = False
) -> None:
    gone = store.remove(settings().stub_options().folder, name)
    if not gone:
        raise NotFound(f"stubs: {name} was not added; `kg stubs list` shows what was")
    if as_json:
        show_json({"removed": gone})
    else:
        say(f"removed {', '.join(gone)}; the next ingest goes without")


def _of_pom(path: Path) -> tuple[list[Stub], tuple[str, ...]]:
    """The dependencies of one pom; its parents are looked up in the local repository."""
    options = settings().stub_options()
    repository = LocalRepository(options.maven, options.gradle)
    try:
        pom = read_pom(path.read_bytes())
    except OSError as error:
        raise StubError(f"stubs: {path} cannot be read: {error.strerror or error}") from error
    except StubError as error:
        raise StubError(f"stubs: {path}: {error}") from error
    return read_jars(dependencies_of([pom], repository), repository, options.cache)


def _row(stub: Stub) -> dict[str, object]:
    return {"name": stub.name, "classes": stub.classes, "digest": stub.digest}
