"""One file from bytes to Facts: decode, redact, then the adapter of its language.

In: the bytes of a blob. Out: Facts, always: what cannot be read is a problem of the File, and a text
in a language without an adapter gives the File alone. Reads nothing itself; knows no git.
"""

import math
from dataclasses import replace

from kg.ingest.parse.decode import Decoded, NotText, decode
from kg.ingest.parse.glossary import is_glossary_table
from kg.ingest.parse.jobs.celery_beat import with_beat
from kg.ingest.parse.languages import adapter, has_adapter, language_in, language_of
from kg.ingest.parse.manifests.readers import manifest_reader, read_manifest
from kg.ingest.parse.manifests.text import Unreadable
from kg.ingest.parse.readers import is_wanted
from kg.ingest.parse.redact import redact
from kg.ingest.parse.states import with_states
from kg.ingest.parse.unit import TooSlow, Unit
from kg.schema.facts import Facts, Problem
from kg.schema.vocabulary import Form

FILE_ONLY = "kept as a File only"
TOO_SLOW = f"took too long to read: {FILE_ONLY}"
TOO_DEEP = "nested too deeply to read: kept as a File only"
TOO_BIG = f"needs too much memory to read: {FILE_ONLY}"

LONGEST_LINE = 20_000
"""Code with a longer line was written by a program (a bundle, a table): the File alone is kept."""

_LONG_LINES = frozenset(("sql", "confluence", "notebook"))
"""Languages whose long lines hold rows, which their adapter cuts, or a whole page; of a notebook a printed
picture, which is not read."""

MAX_ARTIFACTS = 5_000
"""A file that defines more was written by a program."""

MAX_TEXT = 60_000
"""Characters of one artifact."""


def parse_file(
    repo: str, path: str, blob: str, data: bytes, deadline: float = math.inf, doc_type: str = ""
) -> Facts:
    """What one file says; never raises for bad input."""
    language = language_of(path)
    try:
        decoded = decode(data, language)
    except NotText as error:
        return skipped_file(repo, path, blob, str(error))
    language = language_in(path, decoded.text)
    is_terms = is_glossary_table(path, language, doc_type)
    if (
        not is_terms
        and manifest_reader(path) is None
        and not (has_adapter(language) and is_wanted(language, path, decoded.text))
    ):
        return Facts(_unit(repo, path, blob, decoded, decoded.text, language, deadline).file())
    unit = _unit(repo, path, blob, decoded, redact(decoded.text, language), language, deadline)
    longest = max(map(len, unit.text.split("\n")))
    if longest > LONGEST_LINE and language not in _LONG_LINES:
        return _alone(unit, f"a line of {longest:,} characters: {FILE_ONLY}")
    return _adapted(replace(unit, doc_type=doc_type) if doc_type else unit)


def skipped_file(repo: str, path: str, blob: str, reason: str) -> Facts:
    """The File of something that was not read at all, with the reason."""
    unit = Unit(repo, path, blob, "", "", language_of(path))
    return Facts(unit.file(problems=(Problem(0, reason),), form=Form.SKIPPED))


def failed_file(repo: str, path: str, blob: str, reason: str) -> Facts:
    """The File of something whose reading was cut off, with the reason."""
    return _alone(Unit(repo, path, blob, "", "", language_of(path)), reason)


def too_dear(facts: Facts) -> bool:
    """Whether a limit of time or memory cut it off: another run may have more, so it is not cached."""
    return any(TOO_SLOW in problem or TOO_BIG in problem for problem in facts.file.problems)


def _unit(
    repo: str, path: str, blob: str, decoded: Decoded, text: str, language: str, deadline: float
) -> Unit:
    return Unit(repo, path, blob, text, decoded.encoding, language, deadline, decoded.problems)


def _adapted(unit: Unit) -> Facts:
    """The adapter's facts; whatever goes wrong in it is this file's problem and nobody else's."""
    try:
        return _with_manifest(unit, _bounded(unit, with_beat(unit, with_states(unit, _read(unit)))))
    except TooSlow:
        return _alone(unit, TOO_SLOW)
    except RecursionError:
        return _alone(unit, TOO_DEEP)
    except MemoryError:
        return _alone(unit, TOO_BIG)
    except Exception as error:  # the run must go on, whatever an adapter trips over
        return _alone(unit, f"could not be read ({type(error).__name__}): kept as a File only")


def _read(unit: Unit) -> Facts:
    if is_glossary_table(unit.path, unit.language, unit.doc_type):
        return adapter("glossary")(unit)
    return adapter(unit.language)(unit) if has_adapter(unit.language) else Facts(unit.file())


def _with_manifest(unit: Unit, facts: Facts) -> Facts:
    """Beside what its language says, a build file names what the repository depends on."""
    reader = manifest_reader(unit.path)
    if reader is None:
        return facts
    try:
        return replace(facts, found=(*facts.found, *read_manifest(unit, reader)))
    except Unreadable as error:
        problems = dict.fromkeys((*facts.file.problems, str(Problem(0, str(error)))))
        return replace(facts, file=replace(facts.file, problems=tuple(problems)))


def _bounded(unit: Unit, facts: Facts) -> Facts:
    """The facts, unless they are those of a generated file; no text is longer than the limit."""
    if len(facts.artifacts) > MAX_ARTIFACTS:
        return _alone(
            unit, f"defines {len(facts.artifacts):,} things, more than {MAX_ARTIFACTS:,}: {FILE_ONLY}"
        )
    long = [artifact.name for artifact in facts.artifacts if len(artifact.text) > MAX_TEXT]
    if not long:
        return facts
    cut = tuple(replace(a, text=a.text[:MAX_TEXT]) if len(a.text) > MAX_TEXT else a for a in facts.artifacts)
    problem = f"0: the text of {', '.join(long[:5])} is kept up to {MAX_TEXT:,} characters"
    return replace(facts, artifacts=cut, file=replace(facts.file, problems=(*facts.file.problems, problem)))


def _alone(unit: Unit, reason: str) -> Facts:
    return Facts(unit.file(problems=(Problem(0, reason),)))
