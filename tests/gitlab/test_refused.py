"""What git is told instead of an answer, and whether another try may help: a project must not be closed, nor a
job given up, because a host is busy or has shut our address out for some minutes."""

from pathlib import Path

import pytest

from kg.errors import SourceError, SourceUnavailable
from kg.ingest.source.git import open_source
from kg.ingest.source.mirror import remote_head
from tests.gitlab.fake import FakeGitLab, fake_gitlab

FOR_GOOD = {
    "gone, or hidden from us": (
        404,
        "The project you were looking for could not be found or you don't have permission to view it.",
    ),
    "a guest": (403, "You are not allowed to download code from this project."),
    "a token that has ended": (401, "HTTP Basic: Access denied. The token has expired."),
}
FOR_NOW = {
    "our address is shut out": (403, "Forbidden"),
    "too many requests": (429, "Retry later"),
    "a gateway": (502, "GitLab is not responding"),
    "an upgrade": (503, "down for maintenance"),
}


def _urls(fake: FakeGitLab) -> tuple[str, str]:
    """With its login, and without."""
    return f"http://oauth2:{fake.token}@{fake.host}/acme/shop.git", f"{fake.url}/acme/shop.git"


@pytest.mark.parametrize("case", [*FOR_GOOD, *FOR_NOW])
async def test_a_refusal_says_whether_to_come_again(case: str, tmp_path: Path) -> None:
    with fake_gitlab(tmp_path / "git") as fake:
        fake.create("acme/shop", {"pay.py": "pass\n"})
        url, stored = _urls(fake)
        assert await remote_head(url, stored, "main")
        fake.git_refuses = (FOR_GOOD | FOR_NOW)[case]
        with pytest.raises(SourceError) as looking:
            await remote_head(url, stored, "main")
        with pytest.raises(SourceError) as fetching:
            await open_source(url, "", tmp_path / "cache", "shop")
    for error in (looking.value, fetching.value):
        assert isinstance(error, SourceUnavailable) == (case in FOR_NOW)
        assert fake.token not in str(error)
