"""Which artifacts of a snapshot commits change, seen from whatever commit the graph holds."""

from pathlib import Path

import pytest

from kg.errors import NotFound
from kg.graph import Graph
from kg.history.changed import changed_in_commit, changed_in_request
from kg.publish.snapshots import active
from kg.schema.access import Scope
from kg.schema.ids import ScopeToken
from kg.schema.impact import ChangedIn
from tests.history.repository import Past
from tests.shop import bring

OPEN = Scope((ScopeToken("s00001"),))
PAY = """package x;

class Pay {
    int fee = 3;

    int price(int n) {
        return n * 2;
    }

    int total(int n) {
        return n + fee;
    }
}
"""


@pytest.fixture
def past(tmp_path: Path) -> Past:
    return Past(tmp_path / "shop", {"src/x/Pay.java": PAY, "a.md": "# Pay\n\nHow it is paid.\n"})


def ends(found: ChangedIn) -> set[str]:
    return {uid.rpartition(":")[2] for uid in found.uids}


async def commit(graph: Graph, past: Past, tmp_path: Path, sha: str) -> ChangedIn:
    return await changed_in_commit(graph, "shop", sha, OPEN, await active(graph), tmp_path)


async def test_the_innermost_that_a_commit_touched(graph: Graph, past: Past, tmp_path: Path) -> None:
    """A body is its method alone; a field is its class; a paragraph is its section."""
    past.commit("body", {"src/x/Pay.java": PAY.replace("n * 2", "n * 3")})
    past.commit("field", {"src/x/Pay.java": PAY.replace("n * 2", "n * 3").replace("fee = 3", "fee = 4")})
    past.commit("words", {"a.md": "# Pay\n\nHow it is paid today.\n"})
    await bring(graph, past.folder, tmp_path)
    assert ends(await commit(graph, past, tmp_path, past.sha("body"))) == {"x.Pay#price(int)"}
    assert ends(await commit(graph, past, tmp_path, past.sha("field"))) == {"x.Pay"}
    assert ends(await commit(graph, past, tmp_path, past.sha("words"))) == {"a.md#Pay"}


async def test_an_older_commit_is_found_where_its_lines_stand_now(
    graph: Graph, past: Past, tmp_path: Path
) -> None:
    """Later commits moved the lines and the file; the method is the same."""
    changed = PAY.replace("n + fee", "n - fee")
    past.commit("total", {"src/x/Pay.java": changed})
    moved = changed.replace("class Pay {", "class Pay {\n    // one\n    // two\n    // three\n")
    past.commit("lines", {"src/x/Pay.java": moved})
    past.git("mv", "src/x/Pay.java", "src/Pay.java")
    past.commit("moved")
    await bring(graph, past.folder, tmp_path)
    found = await commit(graph, past, tmp_path, past.sha("total"))
    assert {end.rpartition(".")[2] for end in ends(found)} == {"Pay#total(int)"}


async def test_what_a_branch_changes_before_it_is_merged(graph: Graph, past: Past, tmp_path: Path) -> None:
    """The graph holds the target branch, which went on; what the branch takes away is changed, what it adds is
    not there yet."""
    past.git("checkout", "--quiet", "-b", "cheaper")
    gone = PAY[: PAY.index("    int total")] + "}\n"
    past.commit("without total", {"src/x/Pay.java": gone, "src/x/New.java": "package x;\nclass New {}\n"})
    head = past.git("rev-parse", "HEAD").strip()
    past.git("update-ref", "refs/merge-requests/7/head", head)
    past.git("checkout", "--quiet", "-")
    past.commit("target goes on", {"src/x/Pay.java": PAY.replace("class Pay {", "class Pay {\n\n")})
    await bring(graph, past.folder, tmp_path)
    found = await changed_in_request(graph, "shop", 7, OPEN, await active(graph), tmp_path)
    assert ends(found) == {"x.Pay", "x.Pay#total(int)"}  # the class lost a member
    assert found.elsewhere == ("src/x/New.java",)


async def test_a_merged_request_is_found_by_what_its_merge_says(
    graph: Graph, past: Past, tmp_path: Path
) -> None:
    """Also where no ref of it is kept; another number is nothing."""
    past.git("checkout", "--quiet", "-b", "dearer")
    past.commit("price", {"src/x/Pay.java": PAY.replace("n * 2", "n * 9")})
    past.git("checkout", "--quiet", "-")
    past.merge("dearer", "Merge branch 'dearer'\n\nSee merge request shop/shop!12")
    await bring(graph, past.folder, tmp_path)
    found = await changed_in_request(graph, "shop", 12, OPEN, await active(graph), tmp_path)
    assert ends(found) == {"x.Pay#price(int)"}
    with pytest.raises(NotFound):
        await changed_in_request(graph, "shop", 1, OPEN, await active(graph), tmp_path)


async def test_what_is_hidden_or_not_here_is_not_found(graph: Graph, past: Past, tmp_path: Path) -> None:
    """A repository out of scope and one that is not there read the same; an unknown commit says so."""
    await bring(graph, past.folder, tmp_path)
    seq = await active(graph)
    for repo, scope in (("shop", Scope((ScopeToken("s00009"),))), ("other", OPEN)):
        with pytest.raises(NotFound, match="no repository"):
            await changed_in_commit(graph, repo, "HEAD", scope, seq, tmp_path)
    for name in ("f" * 40, "--output=x", "$(touch x)"):
        with pytest.raises(NotFound, match="no commit"):
            await changed_in_commit(graph, "shop", name, OPEN, seq, tmp_path)
