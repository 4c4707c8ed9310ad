"""What lines of a shell start: scripts, modules, make targets, programs. Words are read, nothing is run.

Only what is plainly a command of a line counts: no `eval`, no variable as a program, no here-documents.
"""

import posixpath
import re
from collections.abc import Iterable, Iterator, Set

from kg.schema.ids import Uid
from kg.schema.jobs import COMMAND, FILE, FUNCTION, MODULE, PROGRAM, SCRIPT, TARGET, Run

_ENDS = re.compile(r"\|\||&&|[;|&]|\$\(|`|\(|\bthen\b|\bdo\b|\belse\b")
_WORD = re.compile(r"""(?:[^\s"']+|"[^"]*"|'[^']*')+""")
_QUOTES = re.compile(r"[\"']")
_ASSIGNMENT = re.compile(r"^[A-Za-z_]\w*=")
_HEREDOC = re.compile(r"<<-?\s*([\"']?)(\w+)\1")
_BEFORE = frozenset(
    {
        "sudo",
        "exec",
        "time",
        "nohup",
        "env",
        "command",
        "if",
        "while",
        "until",
        "!",
        "xvfb-run",
        "nice",
        "elif",
    }
)
_RUNNERS = {
    "poetry": "run",
    "uv": "run",
    "pipenv": "run",
    "pdm": "run",
    "hatch": "run",
    "rye": "run",
    "coverage": "run",
}
"""`poetry run x` runs x."""
_SHELLS = frozenset({"bash", "sh", "zsh", "ksh", "source", "."})
_PYTHON = re.compile(r"^(?:.*/)?python[\d.]*$")
_NODES = frozenset({"node", "ts-node", "tsx", "deno", "bun"})
_NPM = frozenset({"npm", "yarn", "pnpm", "bun"})
_NPM_OWN = frozenset(
    {"install", "ci", "i", "add", "exec", "dlx", "publish", "audit", "version", "config", "cache", "pack", "set", "login",
     "outdated", "why", "init", "link", "global", "corepack", "view", "prune", "dedupe", "licenses", "remove", "root"}
)  # fmt: skip
_PATHS = ("/", "./", "../")
_SCRIPT_ENDINGS = (".sh", ".bash", ".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl", ".php", ".groovy")
_DIRNAME = re.compile(r"""\$\(\s*dirname\s+(?:--\s+)?"?\$[^)\s]*\)""")
_HERE = re.compile(
    r"^\$\{?(?:DIR|SCRIPT_DIR|SCRIPTDIR|BASEDIR|BASE_DIR|HERE|SCRIPTPATH|script_dir|dir|here)\}?/"
)
"""The folder of the script itself, as scripts call it."""
_OUTSIDE = re.compile(r"[$*{}<>]")


def runs(
    lines: Iterable[tuple[int, str]], folder: str = "", own: str = "", functions: Set[str] = frozenset()
) -> Iterator[Run]:
    """What numbered lines start, in a folder; `own` is the folder of the script itself, `functions` those
    that its file defines. A `cd` to a plain path holds for the lines that follow."""
    for number, line in _commands(lines):
        for words in _each(line):
            if words[0] == "cd" and len(words) == 2:
                folder = _inside(folder, words[1]) if not _OUTSIDE.search(words[1]) else folder
            else:
                yield from _run(words, number, folder, own, functions)


def _commands(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Whole lines of commands: continuations joined, comments and here-documents left out."""
    held, first, until = "", 0, ""
    for number, line in lines:
        if until:
            until = "" if line.strip() == until else until
            continue
        plain = line.strip()
        if plain.startswith("#"):
            continue
        first = first or number
        if plain.endswith("\\"):
            held += plain[:-1] + " "
            continue
        whole, held, start, first = held + plain, "", first, 0
        begun = _HEREDOC.search(whole)
        until = begun[2] if begun else ""
        if whole:
            yield start, whole


def _each(line: str) -> Iterator[list[str]]:
    """The simple commands of a line, as words, without what only stands before them."""
    for part in _ENDS.split(_without_quoted_ends(_DIRNAME.sub("$DIR", line))):
        words = _WORD.findall(part)
        while words and (words[0] in _BEFORE or _ASSIGNMENT.match(words[0])):
            words = words[1:]
        while len(words) > 1 and _RUNNERS.get(words[0]) == words[1]:
            words = words[2:]
            while words and words[0].startswith("-") and words[0] != "-m":
                words = words[1:]
        if words:
            yield [_QUOTES.sub("", word) for word in words]


def _without_quoted_ends(line: str) -> str:
    """The same line where quotes hold nothing that ends a command: a text to print is no command."""
    return re.sub(r"""'[^']*'|"[^"]*\s[^"]*\"""", lambda found: '"_"' if " " in found[0] else found[0], line)


def _run(words: list[str], line: int, folder: str, own: str, functions: Set[str]) -> Iterator[Run]:
    first, rest = words[0], words[1:]
    name = first.rpartition("/")[2]
    if first in functions:
        yield Run(_NOBODY, FUNCTION, first, line, folder)
    elif _PYTHON.match(first) or first == "-m":
        yield from _python(rest if first != "-m" else words, line, folder)
    elif first in _SHELLS:
        yield from _file(
            next((each for each in rest if not each.startswith(("-", "+"))), ""), line, folder, own
        )
    elif first in _NODES and rest and rest[0].endswith(_SCRIPT_ENDINGS):
        yield from _file(rest[0], line, folder, own)
    elif first in _NPM:
        yield from _npm(rest, line, folder)
    elif name == "make":
        yield from _make(rest, line, folder)
    elif first == "go" and rest[:1] == ["run"]:
        yield from _go([each for each in rest[1:] if not each.startswith("-")], line, folder)
    elif first.endswith("manage.py"):
        yield from _python(words, line, folder)
    elif first.startswith(_PATHS) or first.endswith(_SCRIPT_ENDINGS) or _HERE.match(first):
        yield from _file(first, line, folder, own)


_NOBODY = Uid("")


def _python(rest: list[str], line: int, folder: str) -> Iterator[Run]:
    while rest and rest[0].startswith("-") and rest[0] not in ("-m", "-c"):
        rest = rest[2:] if rest[0] in ("-W", "-X") else rest[1:]
    if len(rest) > 1 and rest[0] == "-m":
        if rest[1] in ("coverage", "debugpy") and "-m" in rest[2:]:
            rest = rest[rest.index("-m", 2) :]
        yield Run(_NOBODY, MODULE, rest[1], line, folder)
    elif rest and rest[0].endswith("manage.py"):
        yield from _file(rest[0], line, folder, "")
        if len(rest) > 1 and not rest[1].startswith("-"):
            yield Run(_NOBODY, COMMAND, rest[1], line, folder)
    elif rest and not rest[0].startswith("-"):
        yield from _file(rest[0], line, folder, "")


def _file(written: str, line: int, folder: str, own: str) -> Iterator[Run]:
    """A path as it is seen from where the command runs; `$DIR/x` is beside the script itself."""
    here = _HERE.match(written)
    if here:
        written, folder = written[here.end() :], own
    if written and not _OUTSIDE.search(written) and not written.startswith(("/", "~", "-", "http")):
        yield Run(_NOBODY, FILE, written.strip("\"'"), line, folder)


def _npm(rest: list[str], line: int, folder: str) -> Iterator[Run]:
    """`npm run x`, `yarn x`; `--prefix dir` and `--cwd dir` say where."""
    folder, words = _moved(folder, rest, ("--prefix", "--cwd", "-C", "--dir"))
    words = [each for each in words if not each.startswith("-")]
    if words[:1] in (["run"], ["run-script"]):
        words = words[1:]
    elif words[:1] and words[0] in _NPM_OWN:
        return
    if words and not _OUTSIDE.search(words[0]):
        yield Run(_NOBODY, SCRIPT, words[0], line, folder)


def _make(rest: list[str], line: int, folder: str) -> Iterator[Run]:
    folder, words = _moved(folder, rest, ("-C", "--directory"))
    for word in words:
        if not word.startswith("-") and "=" not in word and not _OUTSIDE.search(word):
            yield Run(_NOBODY, TARGET, word, line, folder)


def _moved(folder: str, words: list[str], options: Iterable[str]) -> tuple[str, list[str]]:
    """The folder that options say to run in, and the words without them."""
    for option in options:
        if option in words[:-1]:
            at = words.index(option)
            folder, words = _inside(folder, words[at + 1]), words[:at] + words[at + 2 :]
    return folder, words


def _go(rest: list[str], line: int, folder: str) -> Iterator[Run]:
    if rest and rest[0].endswith(".go"):
        yield from _file(rest[0], line, folder, "")
    elif rest and rest[0].startswith("."):
        yield Run(_NOBODY, PROGRAM, rest[0], line, folder)


def _inside(folder: str, path: str) -> str:
    """A path below a folder; what leads out of the repository stays where it is."""
    found = posixpath.normpath(posixpath.join(folder, path.strip("\"'")))
    return "" if found == "." else folder if found.startswith(("..", "/")) else found
