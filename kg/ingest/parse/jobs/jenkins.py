"""Jenkinsfiles: a job a stage, with the shell commands in it. Groovy is not evaluated."""

import re
from collections.abc import Iterator

from kg.ingest.parse.jobs.commands import runs
from kg.ingest.parse.jobs.job import Job, facts_of
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts

SYSTEM = "jenkins"
_STAGE = re.compile(r"""\bstage\s*\(\s*["']([^"'$]+)["']\s*\)\s*\{""")
_COMMENT = re.compile(r"^[ \t]*//.*$", re.MULTILINE)
_SHELL = re.compile(
    r"""\bsh\s*\(?\s*(?:script\s*:\s*)?(?:\"\"\"(.*?)\"\"\"|'''(.*?)'''|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)')""",
    re.DOTALL,
)
_FOLDER = re.compile(r"""\bdir\s*\(\s*["']([^"'$]+)["']\s*\)""")


def parse_groovy(unit: Unit) -> Facts:
    """Groovy that is no pipeline gives the File alone."""
    if not unit.path.rpartition("/")[2].lower().startswith("jenkinsfile"):
        return Facts(unit.file())
    return facts_of(unit, list(_stages(unit)))


def _stages(unit: Unit) -> Iterator[Job]:
    text = _COMMENT.sub(lambda found: " " * len(found[0]), unit.text)
    for stage in _STAGE.finditer(text):
        end = _closing(text, stage.end())
        inner = _STAGE.search(text, stage.end(), end)
        start, last = _line(text, stage.start()), _line(text, end)
        body = text[stage.end() : inner.start() if inner else end]
        commands = list(_commands(body, _line(text, stage.end())))
        folder = _FOLDER.search(body)
        script = "\n".join(line for _, line in commands)
        yield Job(
            stage[1],
            SYSTEM,
            start,
            last,
            text=script,
            runs=tuple(runs(commands, folder[1] if folder else "")),
        )


def _commands(body: str, first: int) -> Iterator[tuple[int, str]]:
    """The numbered lines of what is given to `sh`."""
    for shell in _SHELL.finditer(body):
        line = first + body.count("\n", 0, shell.start())
        script = next((each for each in shell.groups("") if each), "")
        yield from enumerate(script.split("\n"), line)


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _closing(text: str, at: int) -> int:
    """Where the brace closes that opened before `at`; texts in quotes are passed over."""
    depth = 1
    for found in re.finditer(
        r"""\"\"\".*?\"\"\"|'''.*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[{}]""", text[at:], re.DOTALL
    ):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth == 0:
            return at + found.start()
    return len(text)
