"""Column types of databases under one name each, so that `character varying(20)` and `VARCHAR(20)` are the same.

In: a type as a migration or a database writes it. Out: its name and what stands in its parentheses; an empty
name for a type that is not known here, which is then compared with nothing.
"""

import re

_NAMES = {
    "smallint": "smallint int2 smallserial serial2",
    "integer": "integer int int4 serial serial4 mediumint",
    "bigint": "bigint int8 bigserial serial8",
    "varchar": "varchar|character varying|nvarchar|varchar2|nvarchar2|string",
    "char": "char|character|nchar|bpchar",
    "text": "text|clob|longtext|mediumtext|tinytext|ntext|long",
    "boolean": "boolean bool",
    "numeric": "numeric decimal number dec",
    "real": "real float4",
    "double": "double|double precision|float8|float",
    "date": "date",
    "time": "time|time without time zone",
    "timestamp": "timestamp|timestamp without time zone|datetime|datetime2|smalldatetime",
    "timestamptz": "timestamptz|timestamp with time zone|datetimeoffset",
    "bytes": "bytea|blob|longblob|mediumblob|binary|varbinary|image|raw",
    "json": "json",
    "jsonb": "jsonb",
    "uuid": "uuid uniqueidentifier",
    "inet": "inet",
    "interval": "interval",
}
_KNOWN = {word: name for name, words in _NAMES.items() for word in words.split("|" if "|" in words else " ")}
_TYPE = re.compile(
    r"(?P<name>[a-z][a-z0-9_ ]*?)\s*(?:\((?P<inside>[^)]*)\))?(?P<rest>\s+with(?:out)? time zone)?"
)
_SIZED = frozenset(("varchar", "char", "numeric"))


def known_type(written: str) -> tuple[str, str]:
    """`("varchar", "20")`; a size counts only where it bounds what is stored."""
    text = " ".join(written.lower().replace('"', "").split())
    if text.startswith("tinyint(1)"):
        return "boolean", ""
    text = re.sub(r"\s+(?:unsigned|identity(?:\(.*\))?|collate .*|character set .*)$", "", text)
    found = _TYPE.fullmatch(text)
    if found is None:
        return "", ""
    name = _KNOWN.get(f"{found['name']}{found['rest'] or ''}", "")
    size = re.sub(r"\s|\bbyte\b|\bchar\b", "", found["inside"] or "")
    if name == "numeric" and size.endswith(",0"):
        size = size[:-2]
    return name, size if name in _SIZED else ""


def same_type(one: str, other: str) -> bool | None:
    """None where one of them is not known."""
    (name, size), (other_name, other_size) = known_type(one), known_type(other)
    if not name or not other_name:
        return None
    return name == other_name and (not size or not other_size or size == other_size)
