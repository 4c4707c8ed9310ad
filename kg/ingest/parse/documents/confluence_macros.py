"""What the macros and references of Confluence's storage format say. Pure look-ups in elements."""

from dataclasses import dataclass

from kg.ingest.parse.xml import Element

_CODE = frozenset(("code", "noformat", "codeblock"))
_BOXES = frozenset(
    ("info", "note", "warning", "tip", "panel", "expand", "details", "excerpt", "section", "column")
)
"""Their text is what counts; of these the kind is said, since a warning is more than its text."""
_SAID = frozenset(("warning", "note"))
_SECOND = ("ri:space", "ri:shortcut", "ri:content-entity")


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro as a reader of the page sees it."""

    label: str
    """What stands for it: its title, or its name and what it is given; empty where its text is enough."""
    text: str
    """Plain text that it holds, as it is."""
    line: int
    bodies: tuple[Element, ...]
    """Rich text that it holds."""
    is_code: bool = False
    language: str = ""
    title: str = ""


def macro_of(element: Element) -> Macro:
    name = macro_name(element)
    plain = next(element.children("plain-text-body"), None)
    text, line = (plain.text, plain.line) if plain else ("", element.line)
    bodies = tuple(element.children("rich-text-body"))
    title = title_of(element)
    if name in _CODE:
        return Macro("", text, line, (), True, _parameter(element, "language"), title)
    if name == "status":
        return Macro(title, "", line, ())
    if name in _BOXES:
        label = f"{title}:" if title else f"{name.capitalize()}:" if name in _SAID else ""
        return Macro(label, text, line, bodies)
    return Macro(_placeholder(element, name), text, line, bodies)


def macro_name(element: Element) -> str:
    return element.get("ac:name").lower()


def title_of(element: Element) -> str:
    return _parameter(element, "title")


def link_of(element: Element) -> tuple[str, bool]:
    """What a link leads to, and whether that is a page: `OPS:Order FSM`, `fsm.png`, `@557058:abc`."""
    for each in element.elements:
        if each.tag in ("ri:page", "ri:blog-post"):
            space, title = each.get("ri:space-key"), each.get("ri:content-title")
            return (f"{space}:{title}" if space else title), True
        if each.tag == "ri:attachment":
            return each.get("ri:filename"), False
        if each.tag == "ri:user":
            return f"@{_first(each, 'ri:account-id', 'ri:username', 'ri:userkey')}", False
        if each.tag == "ri:url":
            return each.get("ri:value"), True
        if each.tag in _SECOND:
            return _first(each, "ri:space-key", "ri:parameter", "ri:content-id"), False
    anchor = element.get("ac:anchor")
    return (f"#{anchor}" if anchor else ""), False


def image_name(element: Element) -> str:
    """The file's name or the address; of one on another page, the page too."""
    target, _ = link_of(element)
    return target or element.get("ac:alt") or "?"


def _placeholder(element: Element, name: str) -> str:
    """`[jira: PAY-12]`, `[chart: type=bar, width=3]`: an unknown macro is named, with what it is given."""
    given = [(p.get("ac:name"), _value(p)) for p in element.children("parameter")]
    told = [value if key in ("", "key", "name") else f"{key}={value}" for key, value in given if value]
    return f"[{name}: {', '.join(told)}]" if told else f"[{name}]"


def _value(parameter: Element) -> str:
    """A parameter's text, or what it refers to."""
    return " ".join(parameter.text.split())[:200] or link_of(parameter)[0]


def _parameter(element: Element, name: str) -> str:
    return next((p.text.strip() for p in element.children("parameter") if p.get("ac:name") == name), "")


def _first(element: Element, *attributes: str) -> str:
    return next((value for name in attributes if (value := element.get(name))), "")
