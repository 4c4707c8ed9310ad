"""docs/cli.md: every command and every flag, with an example."""

from collections.abc import Iterator
from typing import Any

import typer

from kg.cli.app import app
from tests.pages.made import MADE, table

EXAMPLES = {
    "up": "kg up",
    "down": "kg down",
    "status": "kg status --json",
    "doctor": "kg doctor",
    "reset": "kg reset --yes",
    "demo": "kg demo ~/src/my-service",
    "ingest": "kg ingest ~/src/orders --branch release/2",
    "schema drift": "kg schema drift --repo shop/orders --url env:ORDERS_DB_URL",
    "sources connect": "kg sources connect folder:/srv/runbooks",
    "sources list": "kg sources list",
    "sources pause": "kg sources pause confluence/OPS",
    "sources resume": "kg sources resume confluence/OPS",
    "sources close": 'kg sources close confluence/OPS --reason "the space is gone"',
    "jobs list": "kg jobs list --state dead",
    "jobs show": "kg jobs show 12",
    "jobs cancel": "kg jobs cancel 12",
    "jobs retry": "kg jobs retry 12",
    "jobs priority": "kg jobs priority 12 1",
    "gitlab plan": "kg gitlab plan acme",
    "gitlab connect": "kg gitlab connect acme --hooks",
    "gitlab list": "kg gitlab list",
    "gitlab hooks": "kg gitlab hooks --state failed",
    "gitlab pause": "kg gitlab pause acme/shop",
    "gitlab resume": "kg gitlab resume acme/shop",
    "gitlab forget": "kg gitlab forget acme",
    "gitlab priority": "kg gitlab priority acme/shop 2",
    "remove": "kg remove orders",
    "search": 'kg search "how is a refund priced?" --kind Method --limit 5',
    "callers": "kg callers RefundService.refund",
    "callees": "kg callees 'shop.orders.refund.RefundService#refund(String)'",
    "flow": "kg flow RefundService.refund --depth 2",
    "history": "kg history payment.lease-seconds",
    "blame": "kg blame RefundService.refund",
    "cochange": "kg cochange RefundService.refund",
    "gates": "kg gates",
    "verify": "kg verify --repair",
    "impact": "kg impact RefundService.refund",
    "incidents": "kg incidents RefundService.refund",
    "problems": "kg problems --repo orders",
    "purge": "kg purge - < leaked.txt",
    "stale": "kg stale --repo orders",
    "configs": "kg configs unread --repo shop",
    "snapshots": "kg snapshots",
    "rollback": "kg rollback 12",
    "diff": "kg diff release-2 release-3",
    "pin": "kg pin release-3",
    "unpin": "kg unpin release-3",
    "pins": "kg pins",
    "vacuum": "kg vacuum",
    "holds": "kg holds",
    "release": "kg release shop/orders",
    "audit": "kg audit --limit 20",
    "export": "kg export > graph.jsonl",
    "stubs add": "kg stubs add lib/pricing-client.jar ~/src/orders/pom.xml",
    "stubs list": "kg stubs list",
    "stubs remove": "kg stubs remove com.acme:pricing-client",
    "scip add": "kg scip add index.scip --repo shop/orders --commit 4ee46ecf99abc55055be8e6c88ae670c10d60f51",
    "scip list": "kg scip list",
    "scip remove": "kg scip remove shop/orders 4ee46ecf99abc55055be8e6c88ae670c10d60f51",
    "serve": "kg serve",
    "work": "kg work",
    "config": "kg config",
}
HELP = {"limit": "How many at most."}
"""For flags whose name says it all."""


def page() -> str:
    group: Any = typer.main.get_command(app)
    parts = [_command(name, command) for name, command in _commands(group, "")]
    head = f"""# Commands
{MADE}

`kg COMMAND --help` says the same. In a checkout without installation: `python -m kg`. `--json` prints
one JSON document; notes and progress go to the error stream. Exit codes are in [errors.md](errors.md).

Before the command (`kg --home /data/kg status`):

{table(("flag", "meaning"), _rows(group))}
"""
    return "\n".join([head, *parts])


def _commands(group: Any, prefix: str) -> Iterator[tuple[str, Any]]:
    """Those of a group by both words: `stubs add`."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from _commands(command, f"{name} ")
        else:
            yield prefix + name, command


def _command(name: str, command: Any) -> str:
    rows = list(_rows(command))
    told = " ".join((command.help or "").partition("\n")[0].split())
    text = f"## kg {name}\n\n{told}\n\n    {EXAMPLES[name]}\n"
    return f"{text}\n{table(('flag', 'meaning'), rows)}\n" if rows else text


def _rows(command: Any) -> Iterator[tuple[str, str]]:
    for param in command.params:
        if param.param_type_name == "argument":
            yield f"`{param.name.upper()}`", str(param.help or HELP[param.name])
            continue
        flags = ", ".join(f"`{flag}`" for flag in (*param.opts, *param.secondary_opts))
        yield flags, f"{param.help or HELP[param.name]}{_default(param)}"


def _default(param: Any) -> str:
    shown = param.default if type(param.default) in (int, str) else ""
    return f" Default: {shown}." if str(shown) else ""
