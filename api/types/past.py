"""What git says of an artifact: commits, values that changed, lines and who wrote them, files that go with it."""

import strawberry

from kg.schema import history as record


@strawberry.type(
    description="A commit of git; its subject is redacted, of its author the name alone is told."
)
class Commit:
    sha: str = strawberry.field(description="Its id.")
    author: str = strawberry.field(description="Who wrote it.")
    at: str = strawberry.field(description="When it was committed, ISO 8601 in UTC.")
    subject: str = strawberry.field(description="The first line of its message.")
    merge_request: str | None = strawberry.field(
        description="The merge request that brought it: `group/project!12`, `#12`."
    )


@strawberry.type(description="A setting that got another value in one environment.")
class ValueChange:
    environment: str = strawberry.field(description="The environment.")
    old: str | None = strawberry.field(description="The value before, or the type that is withheld.")
    new: str | None = strawberry.field(description="The value after, or the type that is withheld.")


@strawberry.type(description="A commit that touched an artifact.")
class Change:
    commit: Commit = strawberry.field(description="The commit.")
    path: str = strawberry.field(description="The file it stood in, as that was called then.")
    values: list[ValueChange] = strawberry.field(description="Of a setting: the values that changed.")


@strawberry.type(description="The past of an artifact, newest first.")
class History:
    changes: list[Change] = strawberry.field(description="The commits that touched it.")
    complete: bool = strawberry.field(
        description="False where a bound of time or count, a shallow clone or a missing object cut it."
    )
    whole_file: bool = strawberry.field(description="True where it is the history of the whole file.")


@strawberry.type(description="Neighbouring lines that one commit wrote.")
class BlamedLines:
    start_line: int = strawberry.field(description="The first line in the file, from 1.")
    end_line: int = strawberry.field(description="The last line.")
    commit: Commit = strawberry.field(description="The commit that wrote them.")


@strawberry.type(description="A file that changed in the same commits.")
class CoChangedFile:
    path: str = strawberry.field(description="The file, as it is called today.")
    together: int = strawberry.field(
        description="Commits that touched both; those of many files do not count."
    )
    share: float = strawberry.field(description="Of the commits that touched the artifact.")


@strawberry.type(description="How much of what is visible has its history filled in.")
class HistoryCoverage:
    covered: int = strawberry.field(description="Artifacts with their history.")
    wanted: int = strawberry.field(description="Artifacts that can have one.")
    share: float = strawberry.field(description="The first over the second; 1 when there are none.")


def history_type(found: record.History) -> History:
    changes = [
        Change(commit=commit_type(one.commit), path=one.path, values=[_value(v) for v in one.transitions])
        for one in found.changes
    ]
    return History(changes=changes, complete=found.complete, whole_file=found.whole_file)


def blamed_type(one: record.BlamedLines) -> BlamedLines:
    return BlamedLines(start_line=one.start_line, end_line=one.end_line, commit=commit_type(one.commit))


def co_changed_type(one: record.CoChanged) -> CoChangedFile:
    return CoChangedFile(path=one.path, together=one.together, share=one.share)


def commit_type(one: record.Commit) -> Commit:
    return Commit(
        sha=one.sha,
        author=one.author,
        at=one.at,
        subject=one.subject,
        merge_request=one.merge_request or None,
    )


def _value(one: record.Transition) -> ValueChange:
    return ValueChange(environment=one.environment, old=one.old or None, new=one.new or None)
