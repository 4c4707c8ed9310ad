"""`<script>` in an annotation of MyBatis: dynamic tags in a text of Java."""

import re

from kg.ingest.parse.mybatis.runnable import runnable
from kg.ingest.parse.tree import Unreadable
from kg.ingest.parse.unit import Unit
from kg.ingest.parse.xml import load_xml

_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")


def script_sql(text: str) -> str:
    """The SQL that a script stands for; without its tags where it is no XML."""
    try:
        root = load_xml(Unit("", "", "", text.strip(), "utf-8")).root
    except Unreadable:
        return _TAG.sub(" ", text)
    return runnable(root, "", {}).sql
