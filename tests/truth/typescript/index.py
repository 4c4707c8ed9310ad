"""A public repository with what it depends on installed, and its index by scip-typescript. Made once.

Everything comes through the ordinary npm client, without running any script of a package. Only files of
code are checked out: a snapshot may lack large blobs, and they are not looked at anyway.
"""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.bench.callgraph.store import Store

INDEXER = "@sourcegraph/scip-typescript@0.4.0"
_CODE = (".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".json")
_MEMORY_MB = 5_000


@dataclass(frozen=True, slots=True)
class Repository:
    name: str
    """`owner/name`."""
    commit: str
    include: tuple[str, ...]
    """What is measured: `include` of the project the indexer is given."""


def tools(store: Store) -> Path:
    """The indexer's `node_modules`."""
    folder = store.place("typescript", "tools", "package.json").parent
    if not (folder / "node_modules").exists():
        _npm(folder, "install", "--prefix", ".", INDEXER)
    return folder / "node_modules"


def checkout(store: Store, repository: Repository) -> Path:
    """Its files of code at the commit."""
    root = store.place("typescript", repository.name.replace("/", "+"), ".git").parent
    if not (root / ".git").exists():
        _git(
            root.parent,
            "clone",
            "--quiet",
            "--no-checkout",
            str(store.repository(repository.name)),
            root.name,
        )
        _git(root, "read-tree", repository.commit)
        listed = _git(root, "ls-files").splitlines()
        wanted = "\n".join(path for path in listed if path.endswith(_CODE))
        subprocess.run(
            ["git", "-C", str(root), "checkout-index", "-f", "-q", "--stdin"],
            input=wanted,
            text=True,
            check=False,
        )
    return root


def index(store: Store, repository: Repository) -> Path:
    """The index, made from the checkout with its dependencies."""
    root = checkout(store, repository)
    place = store.place("typescript", repository.name.replace("/", "+") + ".scip")
    if place.exists():
        return place
    if not (root / "node_modules").exists():
        _allow_any_client(root / "package.json")
        _npm(root, "install", "--legacy-peer-deps")
    project = root / "tsconfig.truth.json"
    project.write_text(json.dumps({"extends": "./tsconfig.json", "include": repository.include}))
    command = ["node", f"--max-old-space-size={_MEMORY_MB}", str(tools(store) / ".bin" / "scip-typescript")]
    subprocess.run([*command, "index", "--output", str(place), project.name], cwd=root, check=True)
    return place


def _allow_any_client(manifest: Path) -> None:
    """A manifest may ask for one package client; its dependencies are the same for all."""
    wanted = json.loads(manifest.read_text(encoding="utf-8"))
    for key in ("devEngines", "engines", "packageManager"):
        wanted.pop(key, None)
    manifest.write_text(json.dumps(wanted), encoding="utf-8")


def _npm(folder: Path, *arguments: str) -> None:
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund")
    subprocess.run(["npm", *arguments, *quiet], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def _git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True, text=True)
    return done.stdout
