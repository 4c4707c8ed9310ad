"""The client of GitLab's API over real HTTP: what a host that is slow, broken or hostile does to it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.errors import NotFound, SourceError, SourceUnavailable
from kg.ingest.source import gitlab as client
from kg.ingest.source.gitlab import GitLab, GitLabOptions
from kg.publish.gitlab.plan import plan
from tests.gitlab.fake import CUT, ELSEWHERE, GATEWAY, LIMITED, TOKEN, FakeGitLab, fake_gitlab


@pytest.fixture
def fake(tmp_path: Path) -> Iterator[FakeGitLab]:
    with fake_gitlab(tmp_path / "git") as server:
        yield server


def opened(fake: FakeGitLab, token: str = TOKEN) -> GitLab:
    return GitLab(GitLabOptions(fake.url, token, timeout_seconds=10.0))


async def test_a_group_is_listed_whole_whatever_happens_between_its_pages(fake: FakeGitLab) -> None:
    """Too many requests, a gateway's error, a page cut in the middle: each is asked for again, and nothing is
    missing or there twice."""
    for number in range(5):
        fake.create(f"acme/{'deep/' * (number % 2)}p{number}")
    fake.create("acme-labs/other")
    fake.fault("", LIMITED, GATEWAY, CUT, "", CUT)
    found = await opened(fake).projects("acme")
    assert [one.path for one in found] == ["acme/p0", "acme/deep/p1", "acme/p2", "acme/deep/p3", "acme/p4"]
    assert len(fake.asked) == 3 + 4
    assert "pagination=keyset" in fake.asked[0][1]


async def test_a_host_that_stays_broken_is_given_up(
    fake: FakeGitLab, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After some tries the error says that another try may help; the token is not in it."""
    monkeypatch.setattr(client, "RETRIES", 1)
    fake.create("acme/shop")
    for faults in ((GATEWAY,) * 2, (CUT,) * 4):
        fake.fault(*faults)
        with pytest.raises(SourceUnavailable) as error:
            await opened(fake).project("acme/shop")
        assert TOKEN not in str(error.value) and error.value.temporary
    with pytest.raises(SourceUnavailable):
        await GitLab(GitLabOptions("http://127.0.0.1:9", TOKEN)).project("acme/shop")


async def test_what_the_token_may_not_is_no_reason_to_try_again(fake: FakeGitLab) -> None:
    """Refused and not found are answers: one call each, and no token in what is said."""
    fake.create("acme/shop")
    with pytest.raises(SourceError, match="refuses our token") as error:
        await opened(fake, "glpat-wrong").project("acme/shop")
    assert not error.value.temporary and "glpat" not in str(error.value)
    with pytest.raises(NotFound):
        await opened(fake).project("acme/nothing")
    assert len(fake.asked) == 2


async def test_the_next_page_is_not_looked_for_at_another_host(fake: FakeGitLab) -> None:
    """A list that names another host gets no token there."""
    with fake_gitlab(fake.root) as other:
        for number in range(3):
            fake.create(f"acme/p{number}")
        real, fake.url = fake.url, other.url  # its links now name the other one
        with pytest.raises(SourceError, match="another host"):
            await GitLab(GitLabOptions(real, TOKEN)).projects("acme")
        assert other.asked == []


async def test_a_redirect_is_not_followed(fake: FakeGitLab) -> None:
    """The token would go along, in a header that nobody takes away."""
    with fake_gitlab(fake.root) as other:
        fake.elsewhere = other.url
        fake.fault(ELSEWHERE)
        with pytest.raises(SourceError, match="redirects"):
            await opened(fake).project("acme/shop")
        assert other.asked == []


async def test_a_note_is_written_once_and_then_changed(fake: FakeGitLab) -> None:
    """Ours is known by its marker, on whatever page it stands; the same text again writes nothing."""
    project = fake.create("acme/shop")
    notes = project.notes[7] = [{"id": number, "body": "of a person"} for number in range(1, 6)]
    gitlab = opened(fake)
    assert await gitlab.write_note(project.id, 7, "<!-- kg -->", "<!-- kg -->\none")
    assert not await gitlab.write_note(project.id, 7, "<!-- kg -->", "<!-- kg -->\none")
    assert await gitlab.write_note(project.id, 7, "<!-- kg -->", "<!-- kg -->\ntwo")
    assert [note["body"] for note in notes] == ["of a person"] * 5 + ["<!-- kg -->\ntwo"]


async def test_a_webhook_is_added_once(fake: FakeGitLab) -> None:
    project = fake.create("acme/shop")
    gitlab = opened(fake)
    added = [
        await gitlab.add_hook(project.id, "https://kg.example/hooks/gitlab", {"token": "x"}) for _ in "ab"
    ]
    assert added == [True, False]
    (hook,) = project.hooks
    assert hook["push_events"] and hook["token"] == "x"


async def test_a_plan_says_what_a_group_costs(fake: FakeGitLab) -> None:
    """Archived projects are left out unless they are wanted, and count for nothing then."""
    fake.create("acme/big").size = 120_000_000
    old = fake.create("acme/old")
    old.size, old.archived = 60_000_000, True
    fake.create("acme/hidden").size = 0
    listed = await opened(fake).projects("acme")
    made = plan(listed, archived=False)
    assert (made.lines, made.embedding_tokens, made.unknown) == (1_000_000, 12_000_000, 1)
    assert [(one.path, one.left_out) for one in made.projects] == [
        ("acme/big", ""), ("acme/hidden", ""), ("acme/old", "archived"),
    ]  # fmt: skip
    assert made.hours == round(1_000_000 / 10_000 / 3600, 2) and made.disk_bytes > 120_000_000
    assert plan(listed, archived=True).lines == 1_500_000
