"""The bundled knowledge of JavaScript's own library and of a few packages: a declaration file, read once.

It is read like any other declaration file; what it declares is known as being outside.
"""

from functools import cache
from pathlib import Path

from kg.ingest.parse.typescript import parse_typescript
from kg.ingest.parse.unit import Unit
from kg.schema.typescript import TsFacts


@cache
def library_facts() -> tuple[TsFacts, ...]:
    text = (Path(__file__).parent / "library.d.ts").read_text(encoding="utf-8")
    facts = parse_typescript(Unit("", "library.d.ts", "", text, "utf-8", "typescript")).code
    assert isinstance(facts, TsFacts)
    return (facts,)
