"""Whatever is edited, resolving again gives what resolving everything gives.

Over the shop of this repository always, and over modules of real repositories where their mirrors are
(KG_MIRRORS, or `.mirror/` beside the checkout). `KG_EDITS=200` looks longer.
"""

import os
import subprocess
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.ingest.incremental import go_edits, java_edits, python_edits
from tests.ingest.incremental.again import GO, JAVA, PYTHON, Language, Shop
from tests.ingest.incremental.go_town import TOWN

_ROOT = Path(__file__).resolve().parents[3]
_MIRRORS = Path(os.environ.get("KG_MIRRORS", _ROOT.parent / ".mirror"))
_RUNS = int(os.environ.get("KG_EDITS", "10"))
_MODULES = {
    "alibaba/nacos": (
        JAVA,
        (
            "api/src/main/java/com/alibaba/nacos/api/naming/",
            "client/src/main/java/com/alibaba/nacos/client/naming/",
        ),
    ),
    "macrozheng/mall": (JAVA, ("mall-portal/", "mall-common/")),
    "encode/httpx": (PYTHON, ("httpx/", "tests/")),
    "gin-gonic/gin": (
        GO,
        ("go.mod", "binding/", "render/", "internal/", "context.go", "gin.go", "routergroup.go", "tree.go"),
    ),
    "netbox-community/netbox": (PYTHON, ("netbox/users/", "netbox/account/", "netbox/utilities/")),
}
_EDITS = {JAVA: java_edits.edit, PYTHON: python_edits.edit, GO: go_edits.edit}
_ENDS = {JAVA: (".java",), PYTHON: (".py",), GO: (".go", "go.mod")}
_SEEDS = st.integers(0, 2**32)
_LONG = settings(max_examples=_RUNS, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("language", [JAVA, PYTHON, GO], ids=lambda each: each.name)
@_LONG
@given(seed=_SEEDS)
def test_any_edit_of_the_shop(language: Language, seed: int) -> None:
    """Six edits after each other."""
    _edited(language, _shop(language), seed)


@pytest.mark.parametrize("repository", sorted(_MODULES))
@_LONG
@given(seed=_SEEDS)
def test_any_edit_of_real_files(repository: str, seed: int) -> None:
    """The same over modules of real repositories."""
    mirror = _MIRRORS / repository.replace("/", "+") / "repo"
    if not mirror.exists():
        pytest.skip(f"{repository} is not here ({mirror})")
    language, folders = _MODULES[repository]
    _edited(language, _real(mirror, language, folders), seed)


def _edited(language: Language, texts: dict[str, str], seed: int) -> None:
    random = Random(seed)
    shop = Shop(texts, language)
    for _ in range(6):
        changed, gone = _EDITS[language](shop.texts, random)
        shop.edit(changed, gone)


@cache
def _shop(language: Language) -> dict[str, str]:
    if language is GO:
        return TOWN
    folder = _ROOT / "tests/corpus/shop"
    files = (path for path in folder.rglob("*") if path.name.endswith(_ENDS[language]))
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in files}


@cache
def _real(mirror: Path, language: Language, folders: tuple[str, ...]) -> dict[str, str]:
    listed = _git(mirror, "ls-tree", "-r", "--name-only", "HEAD", "--", *folders).splitlines()
    return {path: _git(mirror, "show", f"HEAD:{path}") for path in listed if path.endswith(_ENDS[language])}


def _git(mirror: Path, *arguments: str) -> str:
    return subprocess.run(
        ["git", f"--git-dir={mirror}", *arguments], check=True, capture_output=True
    ).stdout.decode()
