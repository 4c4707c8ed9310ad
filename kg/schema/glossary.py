"""An entry of a glossary, as a file gives it."""

from dataclasses import dataclass

from kg.schema.quick import quick_pickle


@quick_pickle
@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """A term with what else it is called and what it means."""

    term: str
    aliases: tuple[str, ...]
    """Synonyms, abbreviations, its name in other languages."""
    meaning: str
    line: int
    """Where it stands in its file, from 1."""
