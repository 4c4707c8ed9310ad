"""A real git repository with a work tree, begun with the files of `tests/corpus/edited`."""

import shutil
import subprocess
from pathlib import Path

from tests.ingest.repository import make_repository, run_git

FILES = Path(__file__).parent.parent / "corpus" / "edited"


class Hosted:
    """A repository with a work tree, on the branch `main`."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.folder = folder / name
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(FILES / name, self.folder)
        make_repository(self.folder, {})
        self.git("branch", "other")

    def git(self, *words: str) -> str:
        return run_git(self.folder, *words)

    @property
    def head(self) -> str:
        return self.git("rev-parse", "HEAD")

    @property
    def files(self) -> list[str]:
        """Those that have a text: no links, no submodule."""
        listed = [path for path in self.git("ls-files", "-z").split("\0") if path]
        places = [(path, self.folder / path) for path in listed]
        return [path for path, place in places if place.is_file() and not place.is_symlink()]

    def text(self, path: str) -> str:
        return (self.folder / path).read_text("utf-8")

    def write(self, path: str, text: str) -> None:
        place = self.folder / path
        if any(parent.is_file() for parent in place.parents):
            return
        place.parent.mkdir(parents=True, exist_ok=True)
        if not place.is_dir():
            place.unlink(missing_ok=True)
            place.write_text(text, "utf-8")

    def commit(self) -> None:
        self.git("add", "--all", "--force")
        self.git("commit", "--quiet", "--allow-empty", "--message", "next")

    def tried(self, *words: str) -> None:
        """What may stop at a conflict: then it is given up."""
        try:
            self.git(*words)
        except subprocess.CalledProcessError:
            for verb in ("merge", "rebase", "revert", "cherry-pick"):
                self._give_up(verb)
            self.git("reset", "--quiet", "--hard")

    def _give_up(self, verb: str) -> None:
        try:
            self.git(verb, "--abort")
        except subprocess.CalledProcessError:
            return
