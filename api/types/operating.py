"""What operators see of what is kept beside the graph: holds, offered pins, the audit record."""

import strawberry

from kg.records import audit, holds, offers


@strawberry.type(description="A commit that does not come back by itself.")
class Hold:
    repository: str = strawberry.field(description="The key of the repository.")
    ref: str = strawberry.field(description="The branch or tag.")
    commit: str = strawberry.field(description="The commit.")
    reason: str = strawberry.field(description="Why it is held.")
    by: str = strawberry.field(description="Who holds it.")
    created_at: str = strawberry.field(description="Since when, ISO 8601.")


@strawberry.type(description="A pin that a pushed tag offers: `pin` with its name accepts it.")
class PinOffer:
    name: str = strawberry.field(description="The name of the pin.")
    repository: str = strawberry.field(description="The key of the repository.")
    tag: str = strawberry.field(description="The tag.")
    commit: str = strawberry.field(description="The commit that the tag stands at.")
    created_at: str = strawberry.field(description="Since when, ISO 8601.")


@strawberry.type(description="One line of the audit record.")
class AuditNote:
    number: int = strawberry.field(description="Its number; newer lines have higher ones.")
    who: str = strawberry.field(description="A principal, or what acted by itself: `tier 2`.")
    what: str = strawberry.field(
        description="`rollback`, `hold`, `release`, `pin`, `unpin`, `force`, `approve`, `repair`, `purge`."
    )
    about: str = strawberry.field(description="What it was done to.")
    reason: str = strawberry.field(description="Why.")
    created_at: str = strawberry.field(description="When, ISO 8601.")


def hold_of(one: holds.Hold) -> Hold:
    return Hold(
        repository=one.repo,
        ref=one.ref,
        commit=one.commit,
        reason=one.reason,
        by=one.by,
        created_at=one.created_at,
    )


def offer_of(one: offers.Offer) -> PinOffer:
    return PinOffer(
        name=one.name, repository=one.repo, tag=one.tag, commit=one.commit, created_at=one.created_at
    )


def note_of(one: audit.Note) -> AuditNote:
    return AuditNote(
        number=one.number,
        who=one.who,
        what=one.what,
        about=one.about,
        reason=one.reason,
        created_at=one.created_at,
    )
