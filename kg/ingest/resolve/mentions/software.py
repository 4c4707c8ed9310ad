"""What runs under the name of the software that it is: `Grafana` for a service that runs Grafana's image.

Only in a section that names the file which starts it, or something else that this file starts: elsewhere
such a word speaks of the software at large. What a service runs is told by its image (`grafana/grafana:9`) or
the folder that it builds (`docker/grafana`), whatever itself is called. Pure.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from kg.ingest.resolve.mentions.found import Found, inferred
from kg.ingest.resolve.mentions.names import Names
from kg.ingest.resolve.mentions.product_names import is_ordinary
from kg.schema.facts import Artifact, Facts, Mention
from kg.schema.ids import Uid
from kg.schema.jobs import FILE, Run
from kg.schema.vocabulary import How, Kind

Tied = tuple[Mention, list[Found]]
_IMAGE = re.compile(r"^(?P<whose>(?:[\w.:-]+/)*)(?P<name>[a-z][a-z0-9]+)(?:[:@].*)?$")
_SHORTEST = 4
_BASES = frozenset((
    "alpine", "busybox", "centos", "debian", "golang", "gradle", "java", "maven", "node", "openjdk", "php",
    "python", "ruby", "rust", "ubuntu",
))  # fmt: skip
"""Images that run what somebody else wrote."""


def software(facts: Facts, tied: Sequence[Tied], names: Names) -> Iterator[Tied]:
    """Mentions that only a section which speaks of its file has."""
    named = _files_named(tied, names)
    docs = {a.uid: a for a in facts.artifacts if a.uid in named}
    for source, paths in named.items():
        known = _known(paths, names)
        text = docs[source].text if known else ""
        said = {word: service for word, service in known.items() if not _is_a_word(word, service, text)}
        for number, line in enumerate(text.split("\n")) if said else ():
            for word, service in said.items():
                if _said(word.capitalize()).search(line):
                    yield Mention(source, word, "product", number), inferred([service], 0.8)


def _files_named(tied: Sequence[Tied], names: Names) -> dict[Uid, dict[str, None]]:
    """The files that start something, by the section that names one of them, or one of those, for certain."""
    named: dict[Uid, dict[str, None]] = defaultdict(dict)
    for mention, found in tied:
        for artifact, how, _ in found:
            if (
                how is not How.CANDIDATE
                and artifact.kind in (Kind.FILE, Kind.JOB)
                and artifact.path in names.workloads
            ):
                named[mention.source][artifact.path] = None
    return named


def _known(paths: Iterable[str], names: Names) -> dict[str, Artifact]:
    """Software that one service of these files runs, the only one."""
    found: dict[str, dict[Uid, Artifact]] = defaultdict(dict)
    for path in paths:
        for service in names.workloads[path]:
            for word in _run_by(service, names.facts[path]):
                found[word][service.uid] = service
    return {
        word: next(iter(services.values()))
        for word, services in found.items()
        if len(services) == 1 and len(word) >= _SHORTEST and word not in _BASES and not is_ordinary(word)
    }


def _run_by(service: Artifact, facts: Facts) -> Iterator[str]:
    """The name of its images, and of the folders that it builds."""
    for image in _images(service):
        if runs := _IMAGE.match(image):
            yield runs["name"]
    for run in facts.found:
        if isinstance(run, Run) and run.form == FILE and run.source == service.uid:
            yield run.name.rpartition("/")[0].rpartition("/")[2]


def _images(service: Artifact) -> list[str]:
    return str(dict(service.details).get("image", "")).split(", ")


def _is_a_word(word: str, service: Artifact, text: str) -> bool:
    """Whether the section has it in lower case too (`orders`), and nobody publishes it under that name alone."""
    official = any((runs := _IMAGE.match(image)) and not runs["whose"] for image in _images(service))
    return not official and _said(word).search(text) is not None


@lru_cache(1_000)
def _said(word: str) -> re.Pattern[str]:
    """A word of its own, no part of a path, an address or a longer name; after its first letter in any case."""
    return re.compile(rf"(?<![\w./@:`-]){word[0]}(?i:{re.escape(word[1:])})(?![\w/`-]|\.\w)")
