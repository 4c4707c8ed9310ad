"""Edits of Java files by their text, as people make them; some leave code that no compiler takes.

In: the texts by path and a `Random`. Out: new texts, and the paths that are gone. They need not be good
code: what is compared is a partial resolution with a full one of the same text.
"""

import re
from collections.abc import Callable
from random import Random

from tests.ingest.incremental.places import Change, Edit, Texts, in_places

_METHOD = re.compile(
    r"^( +)(public |protected |private )?(static )?([\w<>\[\], ?]+) (\w+)\(([^()]*)\)( throws [\w, ]+)? \{$",
    re.M,
)
_TYPE = re.compile(
    r"\b(class|interface) (\w+)(<[^{]*?>)?( extends [\w<>, .]+?)?( implements [\w<>, .]+?)? \{"
)
_FIELD = re.compile(
    r"^( +)(private|protected|public) ((?:static |final )*)([\w<>\[\], ?]+) (\w+)( = .*)?;$", re.M
)
_IMPORT = re.compile(r"^import (static )?[\w.]+(\.\*)?;\n", re.M)
_PACKAGE = re.compile(r"^package ([\w.]+);", re.M)


def edit(texts: Texts, random: Random) -> Change:
    """One edit of one file."""
    path = random.choice(sorted(texts))
    return random.choice(EDITS)(texts, path, random)


def _in(pattern: re.Pattern[str], change: Callable[[re.Match[str], Random], str]) -> Edit:
    """Nothing that is written here looks at other files."""
    return in_places(pattern, lambda place, _texts, random: change(place, random))


def _body(place: re.Match[str], random: Random) -> str:
    return f"{place[0]}\n int kg{random.randrange(9)} = hashCode();"


def _renamed(place: re.Match[str], random: Random) -> str:
    return place[0].replace(f" {place[5]}(", f" {random.choice(('renamed', 'get', 'of'))}(", 1)


def _overloaded(place: re.Match[str], random: Random) -> str:
    given = random.choice(("", "int a", "Object a", "String a, int b", "java.util.List<String> a"))
    return f"{place[1]}public {place[4]} {place[5]}({given}) {{ return null; }}\n{place[0]}"


def _returning(place: re.Match[str], random: Random) -> str:
    other = random.choice(("int", "String", "Object", "java.util.List<String>", "void"))
    return place[0].replace(f"{place[4]} {place[5]}(", f"{other} {place[5]}(", 1)


def _static(place: re.Match[str], _random: Random) -> str:
    if place[3]:
        return place[0].replace("static ", "", 1)
    return place[0].replace(f"{place[4]} {place[5]}(", f"static {place[4]} {place[5]}(", 1)


def _private(place: re.Match[str], random: Random) -> str:
    word = random.choice(("private ", "public ", ""))
    return f"{place[1]}{word}{place[0][len(place[1]) + len(place[2] or '') :]}"


def _parameters(place: re.Match[str], random: Random) -> str:
    given = random.choice(("", "Object... a", "T a"))
    return place[0].replace(f"{place[5]}({place[6]})", f"{place[5]}({given})", 1)


def _supertype(place: re.Match[str], random: Random) -> str:
    above = random.choice(
        ("", " extends Object", " implements Runnable", " extends java.util.ArrayList<String>")
    )
    return f"{place[1]} {place[2]}{place[3] or ''}{above} {{"


def _generic(place: re.Match[str], random: Random) -> str:
    parameters = "" if place[3] else random.choice(("<T>", "<T extends Comparable<T>, U>"))
    return f"{place[1]} {place[2]}{parameters}{place[4] or ''}{place[5] or ''} {{"


def _marked(place: re.Match[str], random: Random) -> str:
    mark = random.choice(("@Data", "@Service", "@Builder", "@RequiredArgsConstructor", "@Getter"))
    return f"{mark} {place[0]}"


def _nested(place: re.Match[str], random: Random) -> str:
    name = random.choice(("Entry", "Builder", "String", "Type"))
    return f"{place[0]}\n static class {name} {{ public int get() {{ return 1; }} }}"


def _field(place: re.Match[str], random: Random) -> str:
    other = random.choice(("int", "String", "Object", "java.util.Map<String, Integer>"))
    return f"{place[1]}{place[2]} {place[3]}{other} {place[5]};"


def _no_import(_place: re.Match[str], _random: Random) -> str:
    return ""


def _on_demand(place: re.Match[str], _random: Random) -> str:
    return re.sub(r"\.\w+;", ".*;", place[0])


def _borrowed_supertype(texts: Texts, path: str, random: Random) -> Change:
    """It extends another class of the repository."""
    name = random.choice(sorted(texts)).rpartition("/")[2].removesuffix(".java")
    return _in(_TYPE, lambda place, _: f"{place[1]} {place[2]}{place[3] or ''} extends {name} {{")(
        texts, path, random
    )


def _more_imports(texts: Texts, path: str, random: Random) -> Change:
    other = random.choice(sorted(texts))
    package = _PACKAGE.search(texts[other])
    if package is None:
        return {}, ()
    name = other.rpartition("/")[2].removesuffix(".java")
    line = random.choice((f"{package[1]}.{name}", f"{package[1]}.*", f"static {package[1]}.{name}.*"))
    return {path: _PACKAGE.sub(lambda found: f"{found[0]}\nimport {line};", texts[path], count=1)}, ()


def _shadow(texts: Texts, path: str, random: Random) -> Change:
    """A class in the package that has a name from elsewhere."""
    package = _PACKAGE.search(texts[path])
    others = [each.rpartition("/")[2].removesuffix(".java") for each in sorted(texts)]
    name = random.choice((*others, "String", "List", "Object"))
    place = f"{path.rpartition('/')[0]}/{name}.java"
    if package is None or place in texts:
        return {}, ()
    return {place: f"package {package[1]};\npublic class {name} {{ public int get() {{ return 1; }} }}\n"}, ()


def _twin(texts: Texts, path: str, _random: Random) -> Change:
    """The same class among the tests."""
    return {path.replace("/main/", "/test/"): texts[path].replace("int ", "long ")}, ()


def _gone(_texts: Texts, path: str, _random: Random) -> Change:
    return {}, (path,)


def _moved(texts: Texts, path: str, random: Random) -> Change:
    """To the package of another file."""
    other = random.choice(sorted(texts))
    package = _PACKAGE.search(texts[other])
    place = f"{other.rpartition('/')[0]}/{path.rpartition('/')[2]}"
    if package is None or place in texts:
        return {}, ()
    return {place: _PACKAGE.sub(f"package {package[1]};", texts[path], count=1)}, (path,)


EDITS: tuple[Edit, ...] = (
    *(_in(_METHOD, change) for change in (_body, _renamed, _overloaded, _returning, _static, _private, _parameters)),
    *(_in(_TYPE, change) for change in (_supertype, _generic, _marked, _nested)),
    _in(_FIELD, _field),
    _in(_IMPORT, _no_import),
    _in(_IMPORT, _on_demand),
    _borrowed_supertype,
    _more_imports,
    _shadow,
    _twin,
    _gone,
    _moved,
)  # fmt: skip
