"""Where the call-graph benchmark keeps what it fetched: jars, packages, repositories, truth."""

import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Store:
    """A cache folder, and the mirrors that stand in for GitHub where there are some."""

    folder: Path
    mirrors: Path | None

    def place(self, *parts: str) -> Path:
        """A path in the cache whose parent folder exists."""
        path = self.folder.joinpath(*parts)
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def repository(self, name: str) -> Path:
        """A bare clone of a public repository `owner/name`; fetched once."""
        if self.mirrors is not None:
            mirror = self.mirrors / name.replace("/", "+") / "repo"
            if mirror.exists():
                return mirror
        place = self.place("repos", f"{name.replace('/', '+')}.git")
        if not place.exists():
            subprocess.run(
                ["git", "clone", "--quiet", "--bare", f"https://github.com/{name}.git", str(place)],
                check=True,
            )
        return place

    def checkout(self, name: str, commit: str = "HEAD") -> Path:
        """A work tree of a public repository at a commit; made once."""
        place = self.place("trees", f"{name.replace('/', '+')}@{commit[:12]}")
        if not place.exists():
            subprocess.run(["git", "clone", "--quiet", str(self.repository(name)), str(place)], check=True)
            subprocess.run(["git", "-C", str(place), "checkout", "--quiet", commit], check=True)
        return place
