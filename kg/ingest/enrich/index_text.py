"""The weighted text of an artifact for the full text index: terms, repeated by weight, and padding.

In: an artifact and the number of filler tokens of this index. Out: terms with spaces between them, for a
whitespace analyser. A function of the version alone, not of what surrounds it: a class may go to another file and
leave its methods where they are. Weights are repetitions. The filler makes every text
longer by the same length: Neo4j gives no way to set BM25's b, and P = average x (.75/b - 1) copies
of one token turn its b = .75 into b exactly. The text is derived: it is in no content hash.
"""

import re
from functools import lru_cache

from kg.schema.facts import Artifact
from kg.schema.tokens import mark, tokens
from kg.schema.vocabulary import Form, Kind

FILLER = "_"
"""One character that `tokens` never gives and no query asks for; short, since it is stored often."""
LENGTH_WEIGHT = 0.3
"""The b that ranks code best (.03 recall@10 above Lucene's .75)."""
NAME_WEIGHT, CLASS_WEIGHT, LAST_FOLDERS_WEIGHT, FOLDERS_WEIGHT = 6, 3, 6, 6
LAST_FOLDERS = 3
DEFAULT_AVERAGE = 150.0
"""Terms of an average artifact of Java and Python code, until an index has measured its own."""
MAX_TERMS = 20_000
"""Terms of one body that are indexed: a generated method of a megabyte is found by its start."""
_ARGUMENTS = re.compile(r"\([^()]*\)")
_BETWEEN_NAMES = re.compile(r"[.#:$\\/]+")
_LOCALS = "<locals>"
"""Python's word for what stands in a function."""


def filler_count(average_length: float) -> int:
    """Copies of the filler for an index whose unpadded texts have this many terms on average."""
    return round(average_length * (0.75 / LENGTH_WEIGHT - 1))


def search_text(artifact: Artifact, filler: int) -> str:
    """The padded index text."""
    tail = _tail(artifact.kind, artifact.language, filler)
    return f"{_weighted_text(artifact)}{tail}"


def weighted_terms(artifact: Artifact) -> list[str]:
    """The terms without the padding, repeated by weight; their number is the length that counts."""
    return _weighted_text(artifact).split()


def _weighted_text(artifact: Artifact) -> str:
    name = _repeated(artifact.name, NAME_WEIGHT)
    around = _repeated(_class_name(artifact), CLASS_WEIGHT)
    folders = _folder_terms(artifact.path.rpartition("/")[0])
    body = " ".join(tokens(_body(artifact))[:MAX_TERMS])
    return f"{name} {around} {folders} {body}"


@lru_cache(maxsize=100_000)
def _repeated(text: str, weight: int) -> str:
    """The terms of a name so many times; names come again and again, classes with every member."""
    return " ".join(tokens(text) * weight)


def _class_name(artifact: Artifact) -> str:
    """The class that its qualified name says it stands in; what stands in none counts its file's stem as one."""
    names = _BETWEEN_NAMES.split(_names_inside(artifact))
    if len(names) > 1 and names[-2] not in ("", _LOCALS):
        return names[-2]
    return artifact.path.rpartition("/")[2].partition(".")[0]


def _names_inside(artifact: Artifact) -> str:
    """The names from the outermost class on; of Python from the module on, which is as good as its file."""
    if artifact.kind not in (Kind.METHOD, Kind.CLASS) or artifact.form == Form.MODULE:
        return ""
    names = _ARGUMENTS.sub("", artifact.qualified_name)
    if artifact.language == "go":
        return names.partition(".")[2]
    around = f"{artifact.path}#" if names.startswith(f"{artifact.path}#") else f"{artifact.package}."
    return names if artifact.language == "python" else names.removeprefix(around)


def _body(artifact: Artifact) -> str:
    return "\n".join(
        part
        for part in (
            artifact.doc_comment,
            *artifact.annotations,
            artifact.text or artifact.signature or _details(artifact),
            *artifact.values,
        )
        if part
    )


def _details(artifact: Artifact) -> str:
    """What only its kind has, for what has no text of its own: the columns of a table."""
    values = (value for _, value in artifact.details)
    return "\n".join("\n".join(value) if isinstance(value, tuple) else str(value) for value in values)


@lru_cache(maxsize=50_000)
def _folder_terms(folder: str) -> str:
    """Folders by weight; a repository has far fewer of them than artifacts."""
    last = "/".join(folder.split("/")[-LAST_FOLDERS:])
    return " ".join(tokens(last) * LAST_FOLDERS_WEIGHT + tokens(folder) * FOLDERS_WEIGHT)


@lru_cache(maxsize=1_000)
def _tail(kind: Kind, language: str, filler: int) -> str:
    """What a filter asks for, and the padding."""
    return f" {mark('kind', kind)} {mark('language', language)}" + f" {FILLER}" * filler
