"""What a file names that something finds by its name alone: a service loader, an installer, `Class.forName`."""

from dataclasses import dataclass

from kg.schema.quick import quick_pickle


@quick_pickle
@dataclass(frozen=True, slots=True)
class Named:
    """Names of one file."""

    names: tuple[str, ...]
    """Classes by qualified name; functions of Python as `package.module:function`."""
    entry: str
    """What that makes of them: `reflective`, or `main` of what is installed as a command."""
