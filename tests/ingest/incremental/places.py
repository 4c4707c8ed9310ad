"""Edits of a text by the places of a pattern in it, for the edits of every language."""

import re
from collections.abc import Callable
from random import Random

Texts = dict[str, str]
Change = tuple[Texts, tuple[str, ...]]
"""New texts by path, and the paths that are gone."""
Edit = Callable[[Texts, str, Random], Change]

_NAME = re.compile(r"\b[A-Za-z_]\w+\b")


def in_places(pattern: re.Pattern[str], change: Callable[[re.Match[str], Texts, Random], str]) -> Edit:
    """One place of a pattern written anew; nothing where there is none."""

    def apply(texts: Texts, path: str, random: Random) -> Change:
        text = texts[path]
        places = list(pattern.finditer(text))
        if not places:
            return {}, ()
        place = random.choice(places)
        return {path: text[: place.start()] + change(place, texts, random) + text[place.end() :]}, ()

    return apply


def some(pattern: re.Pattern[str], texts: Texts, random: Random) -> re.Match[str] | None:
    """A place of a pattern in any file."""
    found = list(pattern.finditer(texts[random.choice(sorted(texts))]))
    return random.choice(found) if found else None


def name_of(texts: Texts, random: Random) -> str:
    """A name that is written somewhere."""
    found = some(_NAME, texts, random)
    return "it" if found is None else found[0]


def moved(texts: Texts, path: str, random: Random) -> Change:
    """To the folder of another file."""
    folder, slash, _ = random.choice(sorted(texts)).rpartition("/")
    place = f"{folder}{slash}{path.rpartition('/')[2]}"
    return ({}, ()) if place in texts else ({place: texts[path]}, (path,))


def gone(texts: Texts, path: str, _random: Random) -> Change:
    return ({}, (path,)) if len(texts) > 2 else ({}, ())
