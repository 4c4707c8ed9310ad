"""Why nothing in the code needs to call a function: `main`, or what its annotations say."""

from kg.ingest.parse.java.entries import entry_of as entry_of_annotations
from kg.schema.kotlin import KotlinParameter

_MAIN_PARAMETERS = ((), (("Array", ("String",)),))


def entry_of(
    name: str,
    annotations: tuple[str, ...],
    parameters: tuple[KotlinParameter, ...],
    of_class: tuple[str, ...],
    is_free: bool,
) -> str:
    """`main`, `test`, `route`, `listener`, `scheduler`, or nothing. A free function stands at the top of
    a file or, as @JvmStatic, in an object."""
    if name == "main" and (is_free or "JvmStatic" in annotations):
        types = tuple(each.type for each in parameters)
        if types in _MAIN_PARAMETERS or (len(types) == 1 and parameters[0].vararg):
            return "main"
    return entry_of_annotations("", annotations, frozenset(), (), of_class)
