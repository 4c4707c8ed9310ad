"""Reads the files of a commit that are not known from an earlier one.

In: the entries, and facts by key. Out: the facts of every entry, by key, in the order of the entries. Facts
that were cut off by a limit are not kept: another run may have more time or memory.
"""

from collections.abc import Iterable, Mapping, Sequence

from kg.ingest.parse.file import too_dear
from kg.ingest.parse.pool import FileEntry, ParseOptions, Progress, key_of, parse_all, was_lost
from kg.schema.facts import Facts


async def parse_again(
    source_git_dir: str,
    repo: str,
    entries: Sequence[FileEntry],
    options: ParseOptions,
    progress: Progress,
    known: Mapping[bytes, Facts],
) -> dict[bytes, Facts]:
    """What all files say; only those that are not known are read."""
    keys = [key_of(repo, entry) for entry in entries]
    missing = [(key, entry) for key, entry in zip(keys, entries, strict=True) if key not in known]
    found = await parse_all(source_git_dir, repo, [entry for _, entry in missing], options, progress)
    read = {key: facts for (key, _), facts in zip(missing, found, strict=True)}
    return {key: read[key] if key in read else known[key] for key in keys}


def lasting(facts: Iterable[tuple[bytes, Facts]]) -> dict[bytes, Facts]:
    """Those that another run would find the same."""
    return {key: one for key, one in facts if not too_dear(one) and not was_lost(one)}
