"""Plain text that is a document: README, NOTICE, CHANGES, and what its path says is one.

In: a Unit. Out: Facts. Its marks are those of Markdown or of reStructuredText, whichever its headings look
like; which texts are documents is said by `plain_names`.
"""

import re

from kg.ingest.parse.documents.facts import document_facts
from kg.ingest.parse.documents.markdown import read_markdown
from kg.ingest.parse.documents.restructured_text import read_restructured_text
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts

_MARKDOWN = re.compile(r"^#{1,6} \S", re.MULTILINE)


def parse_text(unit: Unit) -> Facts:
    read = read_markdown if _MARKDOWN.search(unit.text) else read_restructured_text
    return document_facts(unit, read(unit))
