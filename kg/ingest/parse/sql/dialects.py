"""Which dialect a SQL text is written in: what its path says, else what only one dialect writes.

The names are those of the parser library; the empty name is standard SQL, which H2, Derby and HSQLDB are
close to.
"""

import re
from collections.abc import Mapping

KNOWN: Mapping[str, str] = {
    "mysql": "mysql", "mariadb": "mysql", "postgresql": "postgres", "postgres": "postgres", "pgsql": "postgres",
    "psql": "postgres", "pg": "postgres", "oracle": "oracle", "ora": "oracle", "sqlserver": "tsql",
    "mssql": "tsql", "sqlite": "sqlite", "sqlite3": "sqlite", "h2": "", "derby": "", "hsqldb": "", "hsql": "",
}  # fmt: skip
"""Words of paths, of JDBC urls and of driver settings."""

_PATH_WORDS = re.compile(r"[/._-]+")
_SYNTAX = (
    ("mysql", re.compile(r"`\w+`|\bAUTO_INCREMENT\b|\bENGINE\s*=|\bON\s+DUPLICATE\s+KEY\b|/\*!\d{5}", re.I)),
    ("tsql", re.compile(r"^\s*GO\s*$|\bNVARCHAR\s*\(\s*MAX|\[dbo\]|\bIDENTITY\s*\(\s*1", re.I | re.M)),
    ("oracle", re.compile(r"\bVARCHAR2\b|\bNUMBER\s*\(\s*\d|\bNVL\s*\(|\bSYSDATE\b|\bROWNUM\b", re.I)),
    ("postgres", re.compile(r"\b(?:BIG)?SERIAL\b|\w::\w|\bJSONB\b|\bILIKE\b|\$\w*\$|\bRETURNING\b", re.I)),
    ("sqlite", re.compile(r"\bAUTOINCREMENT\b|^\s*PRAGMA\b|\bWITHOUT\s+ROWID\b", re.I | re.M)),
)
_MOST = 100_000
"""Characters looked at for signs of a dialect."""


def dialect_of(path: str, text: str = "") -> str:
    """`mysql` of `db/mysql/schema.sql` or of a text with back-ticks; empty where nothing tells."""
    for word in reversed(_PATH_WORDS.split(path.lower())[:-1]):
        if word in KNOWN:
            return KNOWN[word]
    head = text[:_MOST]
    return next((dialect for dialect, sign in _SYNTAX if sign.search(head)), "")
