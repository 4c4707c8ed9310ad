"""What a glossary looks like: names of files, headers of tables, and the entries of tables in documents.

A file is one by its name, or because `.kg.yaml` says so; a table is one by its header, in English, Korean or
Chinese. What is not a table of terms says nothing. Pure; `glossary_files` reads CSV and YAML.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from kg.schema.glossary import GlossaryEntry

GLOSSARY = "glossary"
_MAX_TERM = 80
_MAX_MEANING = 2_000
_NAMED = re.compile(
    r"(?:^|/)(?:[^/]*[-_. ])?(?:glossar(?:y|ies)|terminology|terms|vocabulary|용어(?:집|사전)?|术语表?|術語表?)(?:[-_. ][^/]*)?$"
    r"|(?:^|/)(?:glossary|terminology|용어집?|术语)/[^/]+$",
    re.IGNORECASE,
)
_TABLES = frozenset(("csv", "yaml"))
_TERM = ("term", "word", "name", "용어", "단어", "术语", "術語", "名词", "词条", "用語")
_ALIASES = (
    "alias", "aliases", "synonym", "synonyms", "abbreviation", "abbreviations", "acronym", "abbr", "english",
    "korean", "chinese", "also", "영문", "영어", "한글", "약어", "동의어", "英文", "中文", "别名", "缩写", "同义词", "简称",
)  # fmt: skip
_MEANING = (
    "meaning", "definition", "description", "explanation", "뜻", "의미", "정의", "설명",
    "含义", "定义", "说明", "释义", "解释", "意味", "描述",
)  # fmt: skip
_SPLIT = re.compile(r"\s*[,;、，；]\s*|\s+/\s+")
_MARKS = re.compile(r"\*\*|__|`|<[^<>]+>|!?\[([^\]]*)\]\([^)]*\)")
_RULE = re.compile(r"^[\s|:-]+$")
_CELLS = re.compile(r"(?<!\\)\|")


def is_glossary(path: str, doc_type: str = "") -> bool:
    """Whether a file is one, should its content be a table of terms."""
    return doc_type == GLOSSARY or bool(_NAMED.search(re.sub(r"\.\w+$", "", path)))


def is_glossary_table(path: str, language: str, doc_type: str) -> bool:
    """Whether a file of data is read as a glossary, and as nothing else."""
    return language in _TABLES and is_glossary(path, doc_type)


def entries_in(text: str, first_line: int) -> Iterator[GlossaryEntry]:
    """The terms of the tables in a text that is marked up as Markdown."""
    header: Mapping[str, list[int]] = {}
    for number, line in enumerate(text.split("\n"), first_line):
        if "|" not in line:
            header = {}
        elif header and not _RULE.match(line):
            yield from of_row(_cells(line), header, number)
        elif not header:
            header = columns(_cells(line))


def _cells(line: str) -> list[str]:
    inside = line.strip().removeprefix("|").removesuffix("|")
    return [_MARKS.sub(r"\1", cell).replace("\\|", "|").strip() for cell in _CELLS.split(inside)]


def columns(cells: Sequence[str]) -> Mapping[str, list[int]]:
    """Which column says what; empty where it is no header of terms with their meaning or other names."""
    found: dict[str, list[int]] = {"term": [], "aliases": [], "meaning": []}
    for at, cell in enumerate(cells):
        if said := role_of(cell):
            found[said].append(at)
    if not found["term"] and len(found["aliases"]) > 1:  # `English | Korean | Definition`
        found["term"].append(found["aliases"].pop(0))
    return found if found["term"] and (found["aliases"] or found["meaning"]) else {}


def role_of(name: str) -> str:
    """What a column, or a key, says of a term; empty for anything else."""
    words = set(re.findall(r"[a-z]+", name.lower()))
    for role, told in (("meaning", _MEANING), ("aliases", _ALIASES), ("term", _TERM)):
        if any(word in words if word.isascii() else word in name for word in told):
            return role
    return ""


def of_row(row: Sequence[str], header: Mapping[str, list[int]], line: int) -> Iterator[GlossaryEntry]:
    def said(role: str) -> list[str]:
        return [row[at].strip() for at in header[role] if at < len(row) and row[at].strip(" -\u2013\u2014")]

    names = said("term")
    yield from entry(names[:1], names[1:] + said("aliases"), said("meaning"), line)


def entry(
    term: Sequence[str], aliases: Sequence[str], meaning: Sequence[str], line: int
) -> Iterator[GlossaryEntry]:
    """One entry, if it says anything; `Chargeback (CB)` has an alias."""
    if not term or not (aliases or meaning) or len(term[0]) > _MAX_TERM:
        return
    name, _, inside = term[0].partition("(")
    more = [inside.rstrip(") ")] if inside and name.strip() else []
    split = [
        part for alias in (*more, *aliases) for part in _SPLIT.split(alias) if 1 < len(part) <= _MAX_TERM
    ]
    name = name.strip() or term[0]
    others = tuple(dict.fromkeys(part for part in split if part.lower() != name.lower()))
    yield GlossaryEntry(name, others, " ".join(meaning)[:_MAX_MEANING], line)
