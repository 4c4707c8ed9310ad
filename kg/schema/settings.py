"""What a parser finds about settings besides keys: the objects that code reads them from. Knows no language."""

from dataclasses import dataclass

from kg.schema.quick import quick_pickle


@quick_pickle
@dataclass(frozen=True, slots=True)
class SettingsObject:
    """An object, or a function that gives one, whose attributes are settings."""

    name: str
    """Qualified: `app.config.settings`, `app.config.get_config`."""
