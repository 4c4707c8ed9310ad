"""Who last wrote each line of an artifact, from `git blame`: asked for, and read from the mirror only."""

from collections.abc import Iterable, Iterator

from kg.errors import NotFound
from kg.history.log import iso
from kg.history.merges import merge_requests, with_request
from kg.history.standing import Span, Standing
from kg.ingest.parse.denied import in_force
from kg.ingest.parse.redact import redact
from kg.ingest.source.command import GitFailed, git, lines
from kg.schema.history import BlamedLines, Commit

SECONDS = 10.0
MAX_LINES = 5_000
_SHA = 40


async def blame(standing: Standing) -> tuple[BlamedLines, ...]:
    """Neighbouring lines of one commit together, in the order of its first file; moved blocks keep their author."""
    mirror, span = standing.mirror, standing.spans[0]
    try:
        out = await git(
            "blame", "--porcelain", "-M", "-L", _range(span), mirror.head, "--", span.path,
            git_dir=mirror.git_dir, timeout_seconds=SECONDS,
        )  # fmt: skip
    except GitFailed as error:
        raise NotFound(f"history: the lines of {span.path} cannot be told: {error.message}") from None
    requests = merge_requests(mirror.git_dir, mirror.head)
    return tuple(
        BlamedLines(one.start_line, one.end_line, with_request(one.commit, requests))
        for one in _together(_blamed(lines(out)))
    )


def _range(span: Span) -> str:
    start = max(span.start_line, 1)
    return f"{start},{min(span.end_line, start + MAX_LINES)}" if span.end_line else f"1,{MAX_LINES}"


def _blamed(output: Iterable[str]) -> Iterator[BlamedLines]:
    """One for each line. Of each commit the first line has its header."""
    known: dict[str, Commit] = {}
    header: dict[str, str] = {}
    sha, number = "", 0
    for line in output:
        if line.startswith("\t"):
            if sha not in known:
                stamp = iso(int(header.get("committer-time", "0")))
                known[sha] = Commit(
                    sha, in_force().mask(header.get("author", "")), stamp, redact(header.get("summary", ""))
                )
            yield BlamedLines(number, number, known[sha])
            header = {}
            continue
        name, _, rest = line.partition(" ")
        if len(name) == _SHA and not name.strip("0123456789abcdef"):
            sha, number = name, int(rest.split(" ")[1])
        else:
            header[name] = rest


def _together(found: Iterator[BlamedLines]) -> Iterator[BlamedLines]:
    last: BlamedLines | None = None
    for one in found:
        if last is not None and last.commit.sha == one.commit.sha and one.start_line == last.end_line + 1:
            last = BlamedLines(last.start_line, one.end_line, last.commit)
            continue
        if last is not None:
            yield last
        last = one
    if last is not None:
        yield last
