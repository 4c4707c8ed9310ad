"""docs/errors.md: every code of `kg.errors` and of the API, with what to do."""

import re
from collections.abc import Iterator
from pathlib import Path

import api
from kg import errors
from kg.errors import KgError
from tests.pages.made import MADE, table

WHAT_TO_DO = {
    "INTERNAL": "A fault of kg: please tell us. `KG_DEBUG=1` shows the traceback.",
    "SETTINGS": "The line names the setting and where it came from; `kg config` shows them all.",
    "SOURCE": "Check the path or URL, the branch, and that git itself can read it (`git ls-remote URL`).",
    "STUBS": "The line names the file; give a jar with classes in it, or a pom.xml.",
    "INDEX": "The line says why; make the index at the commit that the graph holds, or ingest that commit first.",
    "JOB": "The line says in which state the job is; `kg jobs show NUMBER` tells the rest.",
    "GRAPH": "The line has Neo4j's own code; for a refused password see NEO4J_USER and NEO4J_PASSWORD.",
    "GRAPH_UNAVAILABLE": "`kg up`, or set NEO4J_URI; `kg doctor` looks for the cause.",
    "GRAPH_TIMEOUT": "Try again; raise KG_READ_TIMEOUT_SECONDS or KG_WRITE_TIMEOUT_SECONDS if it stays.",
    "GRAPH_TOO_OLD": "Use Neo4j 2026.09 or newer: kg needs its vector and full text SEARCH.",
    "SOURCE_UNAVAILABLE": "Wait for the host, or look at the network; a job tries again by itself.",
    "OVERTAKEN": "Run it again: what it had read was no longer the newest; a job does so by itself.",
    "FENCE_LOST": "Another ingest took over; run yours again, readers saw nothing of it.",
    "SNAPSHOT_GONE": "Ask again without the old cursor or number; `kg snapshots` lists what is kept.",
    "GATE": "Look at `kg gates`: mend what broke, or publish it with `kg ingest --force`.",
    "SNAPSHOT_PINNED": "Take the pin away first (`kg unpin NAME`), or take back one repository (`--repo`).",
    "CURSOR": "Pass a cursor back as it was given, to the same list and by the same caller.",
    "MODEL": "The line has what the endpoint said; check KG_EMBEDDING_URL, the model's name, its dimension.",
    "MODEL_UNAVAILABLE": "Search goes on without vectors and says so; try again when the model is back.",
    "RECORDS": "Check KG_SQL_URL; by default it is records.db in the data folder.",
    "RECORDS_UNAVAILABLE": "Another process holds the file, or the disk is full: try again.",
    "QUESTION": "Ask with at least one word or name.",
    "NOT_FOUND": "Check the name; `kg search` looks for words instead. What you may not see reads the same.",
    "LOCAL": "The line says what the local Neo4j lacks; `kg doctor` looks at the whole machine.",
    "GRAPHQL": "The query is not valid: the message has the place in it.",
    "ARGUMENT": "An argument is out of its bounds: the message has them.",
    "QUERY_TOO_LARGE": "Ask for less at once: fewer levels, fields or items.",
    "DEADLINE": "The request took too long; ask for less, or try again.",
    "HOST": "Call the API by a name in KG_API_HOSTS, or by 127.0.0.1.",
    "UNAUTHENTICATED": "Send `Authorization: Bearer TOKEN`; `kg status` says where the token is.",
    "FORBIDDEN": "Name the caller in KG_API_UPLOADERS or KG_API_OPERATORS, or use the local token.",
    "BODY_TOO_LARGE": "Send a smaller request.",
    "RATE_LIMITED": "Wait, then try again.",
}
_TREE = re.compile(r"[├└]── (\w+)\s+(?:\(temporary\) )?(.+)$", re.MULTILINE)
_API_CODE = re.compile(r'(?:refusal\(|"code": |^(?:CODE|DEADLINE|INVALID) = )"([A-Z_]+)"', re.MULTILINE)


def page() -> str:
    meanings = dict(_TREE.findall(errors.__doc__ or ""))
    own = [
        (
            f"`{error.code}`",
            str(error.exit_code),
            "yes" if error.temporary else "",
            meanings.get(error.__name__, "what kg did not foresee"),
            WHAT_TO_DO[error.code],
        )
        for error in _all(KgError)
    ]
    known = {error.code for error in _all(KgError)}
    more = [(f"`{code}`", WHAT_TO_DO[code]) for code in api_codes() if code not in known]
    return f"""# Errors
{MADE}

An error is one line that says what was being done, with what, and what to do next. Its code is in
`--json` (`error.code`) and in GraphQL (`extensions.code`); the exit code is the command's.

{table(("code", "exit code", "a retry may help", "meaning", "what to do"), own)}

Exit code 0 is success; 130 follows Ctrl-C, after which the next run completes the graph. The shell's
own usage errors are 2.

Only in GraphQL (what a caller must not know is `INTERNAL` there, without details):

{table(("code", "what to do"), more)}
"""


def _all(error: type[KgError]) -> Iterator[type[KgError]]:
    """The tree of kg.errors; tests that ran before may have grown it."""
    yield error
    for below in error.__subclasses__():
        if below.__module__ == KgError.__module__:
            yield from _all(below)


def api_codes() -> list[str]:
    """The codes that are written in api/."""
    folder = Path(api.__file__).parent
    found = {c for path in folder.rglob("*.py") for c in _API_CODE.findall(path.read_text(encoding="utf-8"))}
    return sorted(found)
