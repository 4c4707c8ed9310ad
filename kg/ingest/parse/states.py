"""States: the constants of enums that name a status, and where code changes one.

Read from the text of methods, for all languages alike: an assignment to a field of a status (`order.status =
Status.PAID`, `order.setStatus(PAID)`), and the condition that stands around it, by indentation: `if` with the
same field, a case of a switch over it, or a guard before it that leaves. Whatever is less plain says nothing.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kg.ingest.parse.unit import Unit
from kg.schema.details import details
from kg.schema.facts import Artifact, Facts
from kg.schema.ids import Uid
from kg.schema.states import StateChange
from kg.schema.vocabulary import EdgeType, Form, Kind

_LANGUAGES = frozenset({"java", "kotlin", "python", "typescript", "javascript"})
_HINTS = ("tatus = ", "tate = ", "hase = ", "tage = ", "tatus(", "tate(", "hase(", "tage(")
"""One of them is in the text of a file that changes a status."""
_NAMED = re.compile(r"(?:Status|State|Phase|Stage|Lifecycle)(?:Choices?|Enum|Type|Code|Kind|s|es)?$")
_FIELD = r"\w*(?:[sS]tatus|[sS]tate|[pP]hase|[sS]tage)"
_CONSTANT = r"(?:[A-Z]\w*\.)*[A-Z][A-Z0-9_]*(?![\w(.])"
_OWNER = r"[\w.()\[\]]+?"
_ASSIGNED = re.compile(rf"^\s*(?:({_OWNER})\.)?({_FIELD})\s*=\s*({_CONSTANT})\s*;?\s*(?:#.*|//.*)?$")
_SET = re.compile(rf"(?:({_OWNER})[.])?set({_FIELD})\(\s*({_CONSTANT})\s*\)")
_IF = re.compile(r"^(?:\}\s*)?(?:else\s+)?(?:if|elif)\b\s*(.*)$")
_CASE = re.compile(r"^case\s+(.+?)\s*(?:->.*|:.*)$")
_SWITCH = re.compile(r"^(?:switch|match|when)\s*\(?(.+?)\)?\s*[:{]")
_LEAVES = re.compile(r"\b(?:return|raise|throw|continue|break)\b")
_OR = re.compile(r"\|\||\bor\b|\bnot\b|!\(")
_PYTHON_CONSTANT = re.compile(r"^\s+([A-Z][A-Z0-9_]*)\s*(?::[^=]+)?=", re.MULTILINE)
_NOISE = re.compile(r"""/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'""", re.DOTALL)
_WORD = re.compile(r"[A-Za-z_]\w*")
MAX_STATES = 100


@dataclass(frozen=True, slots=True)
class _Target:
    """What is changed: an owner as written (empty for a bare name), and the field."""

    owner: str
    field: str

    def read(self) -> str:
        """A pattern of how the same field is asked for."""
        word = self.field[:1].lower() + self.field[1:]
        getter = f"get{word[:1].upper()}{word[1:]}\\(\\)"
        owner = re.escape(self.owner.removeprefix("this.").removeprefix("self."))
        before = (
            rf"(?:(?:this|self)\.)?{owner}\."
            if owner not in ("", "this", "self")
            else r"(?:(?:this|self)\.)?"
        )
        return rf"(?<![\w.]){before}(?:{word}(?:\(\))?|{getter})(?![\w(])"


def with_states(unit: Unit, facts: Facts) -> Facts:
    """The facts with states on the enums of a status, and a record for each change of one."""
    if unit.language not in _LANGUAGES:
        return facts
    if any(a.kind is Kind.CLASS and _NAMED.search(a.name) for a in facts.artifacts):
        facts = replace(facts, artifacts=tuple(_stated(unit, facts)))
    if any(hint in unit.text for hint in _HINTS):
        changes = [
            change
            for artifact in facts.artifacts
            if artifact.kind == Kind.METHOD and any(hint in artifact.text for hint in _HINTS)
            for change in _changes(artifact.uid, artifact.text.split("\n"), unit.language)
        ]
        facts = replace(facts, found=(*facts.found, *changes)) if changes else facts
    return facts


def _stated(unit: Unit, facts: Facts) -> Iterator[Artifact]:
    lines = unit.text.split("\n")
    spans = {e.target: (e.start_line, e.end_line) for e in facts.edges if e.type is EdgeType.DEFINES}
    for artifact in facts.artifacts:
        states: tuple[str, ...] = ()
        if artifact.kind == Kind.CLASS and artifact.uid in spans and _NAMED.search(artifact.name):
            start, end = spans[artifact.uid]
            text = "\n".join(lines[start - 1 : end])
            if unit.language == "python":
                states = _python_states(text)
            elif artifact.form == Form.ENUM:
                states = tuple(_enum_states(text))[:MAX_STATES]
        yield (
            replace(artifact, details=details(**dict(artifact.details), states=states))
            if states
            else artifact
        )


def _python_states(text: str) -> tuple[str, ...]:
    """The constants of a class, of an Enum or of texts; one alone is no state."""
    found = tuple(dict.fromkeys(_PYTHON_CONSTANT.findall(text.partition("\n")[2])))
    plain = tuple(name for name in found if name not in ("CHOICES", "ALL", "VALUES"))
    return plain[:MAX_STATES] if len(plain) > 1 else ()


def _enum_states(text: str) -> Iterator[str]:
    """The constants of an enum of Java, Kotlin or TypeScript: the first word of each item of its body."""
    plain = _NOISE.sub(" ", text)
    begun = re.search(r"\benum\b[^{]*\{", plain)
    depth, fresh, at = 0, True, begun.end() if begun else len(plain)
    while at < len(plain):
        letter = plain[at]
        if depth == 0 and letter in ";}":
            return
        word = _WORD.match(plain, at) if depth == 0 and fresh else None
        if letter == "@":
            skipped = re.compile(r"@[\w.]+").match(plain, at)
            at = skipped.end() if skipped else at + 1
        elif word:
            yield word[0]
            fresh, at = False, word.end()
        else:
            depth += {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}.get(letter, 0)
            fresh = fresh or (depth == 0 and letter == ",")
            at += 1


def _changes(source: Uid, lines: Sequence[str], language: str) -> Iterator[StateChange]:
    for number, line in enumerate(lines):
        if number == 0 or not any(hint in line for hint in _HINTS):
            continue
        if line.lstrip().startswith(("#", "//", "*")):
            continue
        for found in (_ASSIGNED.match(line), *_SET.finditer(line)):
            if found:
                target = _Target(found[1] or "", found[2])
                if (
                    not target.owner
                    and found.re is _ASSIGNED
                    and not _is_field(target.field, lines, language)
                ):
                    continue
                yield StateChange(source, found[3], tuple(_before(lines, number, target)), number)


def _is_field(name: str, lines: Sequence[str], language: str) -> bool:
    """Whether a bare name is a field: where fields are written so, and the method declares no such local."""
    declares = re.compile(rf"(?:[A-Z]\w*(?:<[^>]*>)?|\bva[rl])\s+{name}\s*[=;,):]")
    return language in ("java", "kotlin") and not any(declares.search(line) for line in lines)


def _before(lines: Sequence[str], number: int, target: _Target) -> list[str]:
    """The constants that the field may have there, as the nearest condition on it says."""
    asked = target.read()
    indent = _indent(lines[number])
    cases: list[str] = []
    """Of the case it stands in, and of those that fall through to it from right above."""
    label = 0
    for at in range(number - 1, 0, -1):
        line = lines[at]
        if not line.strip():
            continue
        depth, plain = _indent(line), line.strip()
        if depth > indent:
            continue
        if depth == indent:
            if re.search(rf"{asked}\s*=(?!=)", plain) or plain.startswith(
                ("else", "} else", "elif", "except")
            ):
                break
            guard = _guarded(plain, lines[at + 1 : at + 2], asked)
            if guard:
                return guard
            case = _CASE.match(plain)
            if case is None or (cases and at != label - 1):
                continue
        indent = depth
        case, condition, switch = _CASE.match(plain), _IF.match(plain), _SWITCH.match(plain)
        if case:
            cases, label = [*cases, *_constants(case[1])], at
        elif switch:
            return cases if cases and re.search(asked, switch[1]) else []
        elif condition:
            found = _equal(condition[1], asked)
            if found:
                return found
        elif plain.startswith(("else", "} else", "except", "catch", "} catch")):
            break
    return []


def _guarded(plain: str, following: Sequence[str], asked: str) -> list[str]:
    """`if (status != NEW) return;` before it: it is NEW from there on."""
    condition = _IF.match(plain)
    body = plain if _LEAVES.search(plain) else "".join(following)
    if (
        condition is None
        or not _LEAVES.search(body)
        or _OR.search(condition[1])
        or "&&" in plain
        or " and " in plain
    ):
        return []
    other = re.search(rf"{asked}\s*(?:!==?|is not)\s*({_CONSTANT})", condition[1])
    return [other[1]] if other else []


def _equal(condition: str, asked: str) -> list[str]:
    """The constants that a condition compares the field with; nothing where it may hold otherwise."""
    if _OR.search(condition):
        return []
    for pattern in (
        rf"{asked}\s*(?:===?|\bis\b)\s*({_CONSTANT})",
        rf"{asked}\.equals\(\s*({_CONSTANT})\s*\)",
        rf"({_CONSTANT})\s*===?\s*{asked}",
        rf"((?:[A-Z]\w*\.)*[A-Z][A-Z0-9_]*)\.equals\(\s*{asked}\s*\)",
    ):
        found = re.search(pattern, condition)
        if found:
            return [found[1]]
    several = re.search(rf"{asked}\s+in\s+[\[({{]([^\])}}]*)[\])}}]", condition)
    return _constants(several[1]) if several else []


def _constants(text: str) -> list[str]:
    return [each for each in re.findall(r"(?:[A-Z]\w*\.)*[A-Z][A-Z0-9_]*\b", text) if each]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
