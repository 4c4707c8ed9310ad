"""Names of branches and tags that come from outside, held against git's own rules before git sees them.

A name is never the beginning of an argument: `refs/…/` stands before it, so it can be no option.
"""

from kg.ingest.source.command import GitFailed, git


async def is_branch(name: str) -> bool:
    return await _allowed("refs/heads/", name)


async def is_tag(name: str) -> bool:
    return await _allowed("refs/tags/", name)


async def _allowed(place: str, name: str) -> bool:
    """A NUL cannot be handed to a program at all, and half a character is no name."""
    if not name or not name.isprintable():
        return False
    try:
        await git("check-ref-format", f"{place}{name}")
    except (GitFailed, UnicodeEncodeError):
        return False
    return True
