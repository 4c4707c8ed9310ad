"""spring-petclinic's call sites against its compiled classes (`tests/truth/java/petclinic.tsv`).

Needs a bare git copy of the repository, which is no part of this one: set KG_MIRRORS, or keep `.mirror/`
beside the checkout.
"""

import os
from pathlib import Path

import pytest

from tests.bench.callgraph.petclinic import REPOSITORY, given_sites, true_sites

_BESIDE = Path(__file__).resolve().parents[4] / ".mirror"
_MIRRORS = Path(os.environ.get("KG_MIRRORS", _BESIDE))


def test_every_call_site_of_petclinic_goes_where_the_compiler_sends_it() -> None:
    """73 sites: precision and recall are both 1."""
    repository = _MIRRORS / REPOSITORY.replace("/", "+") / "repo"
    if not repository.exists():
        pytest.skip(f"spring-petclinic is not here ({repository})")
    given, truth = given_sites(repository), true_sites()
    assert len(truth) == 73
    assert given - truth == set()
    assert truth - given == set()
