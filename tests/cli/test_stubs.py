"""`kg stubs`: what it keeps, shows and takes away."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.ingest.stubs.classes import class_file, jar
from tests.ingest.stubs.test_maven import needs, pom


def kg(home: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    known = {"KG_HOME": str(home), "KG_MAVEN_REPOSITORY": str(home / "m2")}
    command = [sys.executable, "-m", "kg", "stubs", *words]
    return subprocess.run(
        command, env=os.environ | known, capture_output=True, text=True, timeout=60, check=False
    )


def test_jars_are_added_listed_and_removed(tmp_path: Path) -> None:
    """By jar and by pom; what the local repository lacks is named on the error stream."""
    box = jar(("lib/Box", class_file("lib/Box")))
    (tmp_path / "own.jar").write_bytes(box)
    (tmp_path / "pom.xml").write_text(pom("acme:shop:1", needs("lib:box:1", "lib:none:1")))
    place = tmp_path / "m2" / "lib" / "box" / "1" / "box-1.jar"
    place.parent.mkdir(parents=True)
    place.write_bytes(box)
    done = kg(tmp_path, "add", str(tmp_path / "own.jar"), str(tmp_path / "pom.xml"))
    assert done.stdout.splitlines() == ["own.jar: 1 classes", "lib:box:1: 1 classes"]
    assert "lib:none:1 has no jar" in done.stderr
    assert [row["name"] for row in json.loads(kg(tmp_path, "list", "--json").stdout)] == [
        "lib:box:1",
        "own.jar",
    ]
    assert kg(tmp_path, "remove", "lib:box").stdout.startswith("removed lib:box:1")
    assert kg(tmp_path, "remove", "lib:box").returncode == 8


def test_what_is_no_jar_is_one_clear_line(tmp_path: Path) -> None:
    """A missing file, a text, and a pom that is none: the file is named, nothing is kept."""
    (tmp_path / "a.jar").write_text("text")
    (tmp_path / "pom.xml").write_text("text")
    for name in ("missing.jar", "a.jar", "pom.xml"):
        done = kg(tmp_path, "add", str(tmp_path / name))
        assert done.returncode == 11 and done.stderr.startswith("error: stubs:") and name in done.stderr
    assert json.loads(kg(tmp_path, "list", "--json").stdout) == []
