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
    ("mysql", ("`", "AUTO_INCREMENT", "ENGINE", "DUPLICATE", "/*!"),
     re.compile(r"`\w+`|\bAUTO_INCREMENT\b|\bENGINE\s*=|\bON\s+DUPLICATE\s+KEY\b|/\*!\d{5}", re.I)),
    ("tsql", ("GO", "NVARCHAR", "[DBO]", "IDENTITY"),
     re.compile(r"^\s*GO\s*$|\bNVARCHAR\s*\(\s*MAX|\[dbo\]|\bIDENTITY\s*\(\s*1", re.I | re.M)),
    ("oracle", ("VARCHAR2", "NUMBER", "NVL", "SYSDATE", "ROWNUM"),
     re.compile(r"\bVARCHAR2\b|\bNUMBER\s*\(\s*\d|\bNVL\s*\(|\bSYSDATE\b|\bROWNUM\b", re.I)),
    ("postgres", ("SERIAL", "::", "JSONB", "ILIKE", "$", "RETURNING"),
     re.compile(r"\b(?:BIG)?SERIAL\b|\w::\w|\bJSONB\b|\bILIKE\b|\$\w*\$|\bRETURNING\b", re.I)),
    ("sqlite", ("AUTOINCREMENT", "PRAGMA", "ROWID"),
     re.compile(r"\bAUTOINCREMENT\b|^\s*PRAGMA\b|\bWITHOUT\s+ROWID\b", re.I | re.M)),
)  # fmt: skip
"""What only one dialect writes; of the words one is in any text that has its signs, and looked for first: most
texts have none, and the expressions are slow to say so."""
_MOST = 100_000
"""Characters looked at for signs of a dialect."""


def dialect_of(path: str, text: str = "") -> str:
    """`mysql` of `db/mysql/schema.sql` or of a text with back-ticks; empty where nothing tells."""
    for word in reversed(_PATH_WORDS.split(path.lower())[:-1]):
        if word in KNOWN:
            return KNOWN[word]
    head = text[:_MOST]
    upper = head.upper()
    return next(
        (
            dialect
            for dialect, hints, sign in _SYNTAX
            if any(hint in upper for hint in hints) and sign.search(head)
        ),
        "",
    )
