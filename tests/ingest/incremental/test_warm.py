"""What an ingest left in memory makes the next one sooner, and never another."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from kg.ingest.delta import Sealed
from kg.ingest.options import IngestOptions
from kg.ingest.parse.child import Spare
from kg.ingest.parse.denied import NOTHING, Denied, honour
from kg.ingest.pipeline import open_source, parse_commit, remember, seal_rows, tie
from kg.ingest.warm import COLD, Warm, WarmStore
from tests.ingest.incremental.java_edits import edit
from tests.ingest.repository import commit, make_repository
from tests.shop import ingest_options

_SHOP = Path(__file__).resolve().parents[2] / "corpus/shop"
_EDITS = 8
_ROOM = 1 << 40


async def ingested(folder: Path, options: IngestOptions) -> tuple[Sealed, ...]:
    """What would be written of the head, with all that is kept for the next time."""
    source = await open_source(str(folder), "", options.cache_dir, "shop")
    parsed = await parse_commit(source, options, lambda what, done, total: None)
    tied = tie(parsed)
    sealed = seal_rows(parsed, tied)
    await remember(parsed, tied, sealed, options)
    return sealed


@pytest.mark.parametrize("seed", range(2))
async def test_after_any_edit_the_rows_are_those_of_an_ingest_that_knows_nothing(
    tmp_path: Path, seed: int
) -> None:
    """Files of every kind are edited, moved, deleted and brought back, one commit after the other; an ingest
    that kept all it may gives row for row what one gives that resolves everything."""
    random = Random(seed)
    texts = _texts()
    folder = make_repository(tmp_path / "r", texts)
    spare = Spare()
    cold, warm = (_with(ingest_options(tmp_path / name), spare) for name in ("cold", "warm"))
    warm = replace(warm, warm=WarmStore(_ROOM))
    for _ in range(_EDITS):
        cold.cache_dir.mkdir(exist_ok=True)
        for kept in cold.cache_dir.glob("resolved-*"):
            kept.unlink()
        wanted = await ingested(folder, cold)
        assert await ingested(folder, warm) == wanted
        _change(folder, texts, random)
    await spare.close()


async def test_only_what_changed_is_read(tmp_path: Path) -> None:
    """With every other object gone, an edited file is all that is needed."""
    folder = make_repository(tmp_path / "r", {f"A{n}.java": f"class A{n} {{ }}" for n in range(5)})
    options = replace(ingest_options(tmp_path / "c"), warm=(store := WarmStore(_ROOM)))
    await ingested(folder, options)
    before = store.of("shop")
    commit(folder, {"A1.java": "class A1 { int a; }"})
    await ingested(folder, options)
    after = store.of("shop")
    same = [key for key in after.facts if key in before.facts and after.facts[key] is before.facts[key]]
    kept = [origin for origin, one in after.sealed.items() if before.sealed.get(origin) is one]
    assert len(same) == 4
    assert sorted(kept) == ["/", "A0.java", "A2.java", "A3.java", "A4.java"]


async def test_a_file_that_was_cut_off_is_read_again(tmp_path: Path) -> None:
    """What a limit took away may be there next time, so it is not kept."""
    folder = make_repository(
        tmp_path / "r", {"a.md": ("*a _b **c " * 1500 + "\n") * 60, "A.java": "class A {}"}
    )
    options = replace(ingest_options(tmp_path / "c"), warm=(store := WarmStore(_ROOM)))
    hasty = replace(options, parse=replace(options.parse, file_seconds=0.2))
    await ingested(folder, hasty)
    assert "a.md" not in [facts.file.path for facts in store.of("shop").facts.values()]


def test_the_repository_that_was_asked_for_longest_ago_makes_room() -> None:
    """There is never more than the limit; what is too large alone is not kept."""
    store = WarmStore(100)
    for repo in ("a", "b"):
        store.keep(repo, Warm(size=50))
    store.of("a")
    store.keep("c", Warm(size=40))
    store.keep("d", Warm(size=101))
    assert [repo for repo in "abcd" if store.of(repo) is not COLD] == ["a", "c"]
    assert store.size == 90
    store.keep("a", Warm(size=60))
    assert store.size == 100


def test_nothing_outlives_a_denial() -> None:
    """What a process kept before a purge is forgotten with it."""
    store = WarmStore(100)
    store.keep("a", Warm(size=50))
    nothing = Denied(b"key", frozenset())
    try:
        honour(replace(nothing, denials=frozenset({nothing.of_text("topsy")})))
        assert store.of("a") is COLD
        assert store.size == 0
    finally:
        honour(NOTHING)


def _with(options: IngestOptions, spare: Spare) -> IngestOptions:
    return replace(options, parse=replace(options.parse, processes=spare))


def _texts() -> dict[str, str]:
    return {
        str(path.relative_to(_SHOP)): path.read_text("utf-8")
        for path in sorted(_SHOP.rglob("*"))
        if path.is_file() and path.suffix != ".pyc" and path.name != "make.py"
    }


def _change(folder: Path, texts: dict[str, str], random: Random) -> None:
    """One commit: Java as people edit it, any other file by its lines."""
    path = random.choice(sorted(texts))
    if path.endswith(".java"):
        changed, gone = edit({each: text for each, text in texts.items() if each.endswith(".java")}, random)
    else:
        changed, gone = random.choice((_lines, _moved, _deleted))(path, texts[path], random)
    for each in gone:
        (folder / each).unlink(missing_ok=True)
        texts.pop(each, None)
    texts.update(changed)
    commit(folder, changed)


def _lines(path: str, text: str, random: Random) -> tuple[dict[str, str], tuple[str, ...]]:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    return {path: "\n".join((*lines[:at], *random.choice(((), (lines[at],) * 2)), *lines[at + 1 :]))}, ()


def _moved(path: str, text: str, _random: Random) -> tuple[dict[str, str], tuple[str, ...]]:
    return {f"moved/{path}": text}, (path,)


def _deleted(path: str, _text: str, _random: Random) -> tuple[dict[str, str], tuple[str, ...]]:
    return {}, (path,)
