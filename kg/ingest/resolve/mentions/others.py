"""What stands around the code, by its own kind of name: routes, keys, tables, topics, jobs, libraries.

Names that could be a word of any text need one that says what they are (`the orders table`). Pure.
"""

import re
from collections.abc import Callable, Sequence

from kg.ingest.resolve.key_names import is_variable, squeezed
from kg.ingest.resolve.mentions.found import MAX_CANDIDATES, Found, candidates, exact, inferred
from kg.ingest.resolve.mentions.names import Names, route_key
from kg.ingest.resolve.mentions.nearness import Near
from kg.schema.facts import Artifact, Mention
from kg.schema.vocabulary import Form, Kind

_MOST_SIDES = 6
_NEAR = 20
"""Characters."""
_OF_KIND = {
    Kind.TABLE: re.compile(
        r"\b(?:tables?|view|columns?|rows?|select|insert|join)\b|테이블|表|テーブル", re.IGNORECASE
    ),
    Kind.TOPIC: re.compile(
        r"\b(?:topics?|queues?|exchanges?|events?|channels?)\b|토픽|큐|主题|队列", re.IGNORECASE
    ),
    Kind.JOB: re.compile(
        r"\b(?:jobs?|tasks?|(?:micro)?services?|applications?|containers?|stages?|pipelines?|workflows?|cron|dag)\b|작업|배치|서비스|任务|服务",
        re.IGNORECASE,
    ),
    Kind.SERVICE: re.compile(r"\bservices?\b|서비스|服务", re.IGNORECASE),
    Kind.LIBRARY: re.compile(
        r"\b(?:librar(?:y|ies)|packages?|dependenc(?:y|ies)|starter|pip|npm)\b|라이브러리|依赖", re.IGNORECASE
    ),
}
_DISTINCTIVE = {
    Kind.TABLE: re.compile(r"^\w+(?:[._]\w+)+$"),
    Kind.TOPIC: re.compile(r"^[\w.-]*\w[._-]\w[\w.-]*$"),
    Kind.SERVICE: re.compile(r"^\w+(?:-\w+)+$"),
    Kind.LIBRARY: re.compile(r"^(?:@[\w-]+/[\w.-]+|[\w.-]+[:/][\w.:/-]+|\w+(?:-\w+)+)$"),
    Kind.STATEMENT: re.compile(r"\w[.#]\w"),
}
_SETTING = re.compile(
    r"\b(?:propert(?:y|ies)|settings?|keys?|parameters?|options?)\b|프로퍼티|속성|属性|配置", re.IGNORECASE
)
_ARGUMENT = re.compile(r"^(?:-D|--|\$\{?|export )?([A-Za-z][\w.\[\]-]*[\w\]])\}?(?:[=:].*)?$")


def by_route(text: str, names: Names) -> list[Found]:
    """The endpoints that serve a method and path; those of any method too."""
    method, path = route_key(text)
    served = names.endpoints.get(f"{method} {path}") or names.endpoints.get(f"ANY {path}") or ()
    if not served or len(served) > _MOST_SIDES or not path.strip("/{}"):
        return []
    return exact(served) if len(served) == 1 else inferred(served, 0.7)


def by_served_path(text: str, names: Names) -> list[Found]:
    """`/orders/{id}`: every method that is served there."""
    if not re.match(r"^/[\w{}:<>.-]+/[\w/{}:<>.-]+$", text) or not re.search(r"[a-z]", text):
        return []
    served = names.endpoints.get(route_key(f"ANY {text}")[1], ())
    return inferred(served, 0.8) if 0 < len(served) <= _MOST_SIDES else []


def setting_name(text: str) -> str:
    """`payment.timeout` of `--payment.timeout=3s`, `-Dpayment.timeout`, `${PAYMENT}`; else as it is."""
    found = _ARGUMENT.match(text.strip())
    return found.group(1) if found else text.strip()


def by_setting(mention: Mention, names: Names, near: Near) -> list[Found]:
    """A key by its name, or the environment variable that sets it; bare words are no keys."""
    name = setting_name(mention.text)
    found = names.settings.get(name, ())
    if found and not re.search(r"\w\.\w", name) and not _is_variable(name, mention):
        found = [key for key in found if re.search(r"\w[_-]\w", name) and _is_near(key, near)]
    if not found and is_variable(name) and "_" in name:
        keys = _nearest(names.settings.get(f"={squeezed(name)}", ()), near)
        return inferred(keys, 0.8) if len(keys) == 1 else []
    if not found and mention.form == "code" and re.search(r"\w-\w|[a-z][A-Z]", name):
        keys = _nearest(names.settings.get(f".{name}", ()), near)  # the end of one, where the line says so
        return inferred(keys, 0.7) if len(keys) == 1 and _SETTING.search(near.line_of(mention)) else []
    nearest = _nearest(found, near)
    if len(nearest) == 1:
        return exact(nearest) if len(found) == 1 else inferred(nearest, 0.8)
    return candidates(nearest, len(nearest))


def _is_variable(name: str, mention: Mention) -> bool:
    return is_variable(name) and ("_" in name or (mention.form == "code" and len(name) > 3))


def _is_near(key: Artifact, near: Near) -> bool:
    """Whether a key is of the document's own module."""
    folder = _set_folder(key)
    return folder != "." and near.path.startswith(f"{folder}/")


def _nearest(keys: Sequence[Artifact], near: Near) -> list[Artifact]:
    """Of the same key in several modules the one of the document's own."""
    if len(keys) < 2:
        return list(keys)
    own = [key for key in keys if near.path.startswith(f"{_set_folder(key)}/")]
    return own or list(keys)


def _set_folder(key: Artifact) -> str:
    return key.origin.removeprefix("config:")


def by_other_name(mention: Mention, names: Names, line: Callable[[], str]) -> list[Found]:
    """A table, topic, job, service, library, statement by its name as it is there."""
    text = mention.text.strip()
    found = [a for a in names.others.get(text.lower(), ()) if _says_so(a, text, mention, line)]
    if not found or len(found) > _MOST_SIDES:
        return []
    first = found[0].kind
    same = [a for a in found if a.kind is first]
    return inferred(same, 0.8 if len(same) == len(found) else 0.7)


def spoken_forms(text: str) -> tuple[str, ...]:
    """How `Customers Service`, or the plural `vets-services`, may be written where it is declared."""
    if re.fullmatch(r"\w+(?:-\w+)*-\w+s", text):
        return (text.lower().removesuffix("s"),)
    words = text.lower().split()
    if len(words) < 2 or not text.replace(" ", "").isalnum():
        return ()
    words[-1] = words[-1].removesuffix("s")
    return "-".join(words), "".join(words), "_".join(words)


def by_spoken_name(text: str, names: Names) -> list[Found]:
    """What runs under a name that is written out in capitalised words."""
    found = {a.uid: a for form in spoken_forms(text) for a in names.others.get(form, ()) if _runs(a)}
    return inferred(list(found.values()), 0.8) if len(found) <= MAX_CANDIDATES else []


def _runs(artifact: Artifact) -> bool:
    return artifact.kind is Kind.SERVICE or (artifact.kind is Kind.JOB and artifact.form == Form.WORKLOAD)


def _says_so(artifact: Artifact, text: str, mention: Mention, line: Callable[[], str]) -> bool:
    """Whether the name is that of nothing else, or the line says what it is."""
    own = _DISTINCTIVE.get(artifact.kind)
    if artifact.kind is Kind.TERM:
        return False
    if (
        own is not None
        and own.search(text)
        and (mention.form == "code" or text.isupper() or text.count(".") > 1)
    ):
        return True
    word = _OF_KIND.get(artifact.kind)
    return mention.form == "code" and word is not None and bool(word.search(_around(text, line())))


def _around(text: str, line: str) -> str:
    """Where a word must stand that says what a name is: near it, or, where it is of several parts, in its line."""
    if re.search(r"\w[-_:.]\w", text):
        return line
    at = max(line.find(text), 0)
    return line[max(at - _NEAR, 0) : at + len(text) + _NEAR]
