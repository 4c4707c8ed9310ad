"""A page of Confluence in its storage format (XHTML with macros), as a folder of exported pages holds it.

In: a Unit. Out: a Document whose text reads like Markdown: nothing of the markup is left, and nothing that a
reader of the page sees is lost. Entities of HTML are known; nothing is fetched, a DTD is refused.
"""

import re
from dataclasses import replace
from html.entities import html5

from kg.ingest.parse.documents.confluence_page import Page
from kg.ingest.parse.documents.document import Document
from kg.ingest.parse.documents.facts import document_facts
from kg.ingest.parse.tree import Unreadable
from kg.ingest.parse.unit import Unit
from kg.ingest.parse.xml import load_xml
from kg.schema.facts import Facts

_APART = re.compile(r"(<!\[CDATA\[.*?\]\]>)", re.DOTALL)
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,30};)")
_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*\?>")
_OF_XML = frozenset(("amp;", "lt;", "gt;", "quot;", "apos;"))


def parse_confluence(unit: Unit) -> Facts:
    try:
        return document_facts(unit, read_confluence(unit))
    except Unreadable as error:
        return Facts(unit.file(problems=(error.problem,)))


def read_confluence(unit: Unit) -> Document:
    """Raises Unreadable."""
    text = _DECLARATION.sub(lambda found: "\n" * found.group(0).count("\n"), unit.text)
    whole = f"<page>{_with_known_entities(text)}</page>"  # a page has no element around it
    page = Page()
    page.read(load_xml(replace(unit, text=whole)).root)
    unit.check()
    return Document(page.sections())


def _with_known_entities(text: str) -> str:
    """The entities of HTML as their characters; what stands in CDATA is no markup and stays."""
    parts = _APART.split(text)
    return "".join(part if at % 2 else _ENTITY.sub(_character, part) for at, part in enumerate(parts))


def _character(entity: re.Match[str]) -> str:
    name = entity.group(1)
    return entity.group(0) if name in _OF_XML else html5.get(name, entity.group(0))
