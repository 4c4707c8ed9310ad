"""The shop's repositories, made once per run."""

import tempfile
from functools import cache
from pathlib import Path

from tests.corpus.shop.make import make_shop


@cache
def shop() -> dict[str, Path]:
    """Paths of the git repositories `orders` and `pricing`, read-only for tests."""
    return make_shop(Path(tempfile.mkdtemp(prefix="kg-shop-")))
