"""What people do to a repository: every way in which its head can come to be another one.

Each step ends with a commit, or with the branch at another one. Conflicts are settled by taking one side, and
what git cannot do (nothing to revert, a conflict that is left) is left undone.
"""

import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random

from tests.equivalence.edits import edited
from tests.equivalence.hosted import Hosted

SUBMODULE = "lib/shared"
_POINTER = "version https://git-lfs.github.com/spec/v1"

_RULES = {
    ".kgignore": ("docs/\n", "*.py\n!rates.py\n", "src/\n", "", "*.ts\n", "*\n"),
    ".gitattributes": (
        "*.py linguist-generated\n",
        "docs/* linguist-vendored\n",
        "*.java -linguist-generated\n",
    ),
    ".kg.yaml": (
        "generated:\n  - 'py/**'\n",
        "doc_types:\n  'docs/**': postmortem\n",
        "entry_points:\n  - 'acme.*#charge'\nrisk_words: [refund]\n",
        "glossary: docs/glossary.md\nservices:\n  - name: fees\n    paths: [py/]\n    depends_on: [shop]\n",
    ),
    "CODEOWNERS": ("* @acme/all\n", "/py/ @acme/one\n/go/ @acme/two\n"),
}
"""Files that say how others are read."""


def edit(repository: Hosted, random: Random) -> None:
    """One to four files."""
    files = repository.files
    for path in random.sample(files, min(len(files), random.randint(1, 4))):
        repository.write(path, edited(repository.text(path), random))
    repository.commit()


def add(repository: Hosted, random: Random) -> None:
    """A file that is there already, once more in another folder: its names are there twice then."""
    path = _any(repository, random)
    if path:
        place = f"{_folder(repository, random)}/{random.choice(('', 'copy_'))}{Path(path).name}"
        repository.write(place.lstrip("/"), random.choice((str, _edited(random)))(repository.text(path)))
    repository.commit()


def delete(repository: Hosted, random: Random) -> None:
    """One to three files; now and then all of them."""
    files = repository.files
    count = len(files) if random.random() < 0.05 else min(len(files), random.randint(1, 3))
    for path in random.sample(files, count):
        (repository.folder / path).unlink()
    repository.commit()


def bring_back(repository: Hosted, random: Random) -> None:
    """Files that the first commit had, as they were then."""
    first = repository.git("rev-list", "--max-parents=0", "HEAD").split()[0]
    had = repository.git("ls-tree", "-r", "--name-only", first).splitlines()
    gone = [path for path in had if not (repository.folder / path).exists()] or had
    for path in random.sample(gone, min(len(gone), 3)):
        repository.write(path, repository.git("show", f"{first}:{path}") + "\n")
    repository.commit()


def rename(repository: Hosted, random: Random) -> None:
    """Beside where it was; with an edit or without."""
    path = _any(repository, random)
    if path:
        place = Path(path)
        _move(repository, path, str(place.with_name(f"other_{place.name}")), random)
    repository.commit()


def rename_case(repository: Hosted, random: Random) -> None:
    """`Pay.java` becomes `PAY.java` or `pay.java`."""
    path = _any(repository, random)
    if path:
        stem = Path(path).stem
        changed = random.choice((stem.upper(), stem.lower(), stem.capitalize()))
        _move(repository, path, str(Path(path).with_name(changed + Path(path).suffix)), random)
    repository.commit()


def move(repository: Hosted, random: Random) -> None:
    """Into the folder of another file."""
    path = _any(repository, random)
    if path:
        place = f"{_folder(repository, random)}/{Path(path).name}".lstrip("/")
        _move(repository, path, place, random)
    repository.commit()


def swap(repository: Hosted, random: Random) -> None:
    """Two files take each other's names."""
    files = repository.files
    if len(files) > 1:
        one, other = random.sample(files, 2)
        texts = repository.text(one), repository.text(other)
        repository.write(one, texts[1])
        repository.write(other, texts[0])
    repository.commit()


def merge(repository: Hosted, random: Random) -> None:
    """Both sides have gone on."""
    edit(repository, random)
    repository.git("checkout", "--quiet", "other")
    random.choice((edit, add, rename))(repository, random)
    repository.git("checkout", "--quiet", "main")
    side = random.choice(("ours", "theirs"))
    repository.tried("merge", "--quiet", "--no-edit", "--no-ff", "-X", side, "other")


def revert(repository: Hosted, random: Random) -> None:
    """A commit of the last four, which need not be the last."""
    at = _ancestor(repository, random)
    repository.tried("revert", "--no-edit", "-X", "theirs", *_mainline(repository, at), at)


def cherry_pick(repository: Hosted, random: Random) -> None:
    """A commit of the other branch."""
    repository.git("checkout", "--quiet", "other")
    edit(repository, random)
    repository.git("checkout", "--quiet", "main")
    repository.tried("cherry-pick", "--allow-empty", "--keep-redundant-commits", "-X", "theirs", "other")


def rebase(repository: Hosted, random: Random) -> None:
    """Commits that were there are no ancestors any more."""
    repository.tried("rebase", "--quiet", "-X", "theirs", "other")
    edit(repository, random)


def force_push(repository: Hosted, random: Random) -> None:
    """Back to an ancestor, and on from there or not."""
    repository.git("reset", "--quiet", "--hard", _ancestor(repository, random))
    if random.random() < 0.5:
        edit(repository, random)


def bump_submodule(repository: Hosted, random: Random) -> None:
    """A submodule comes, or points to another commit; a file of its path makes room."""
    sha = f"{random.getrandbits(160):040x}"
    repository.git("update-index", "--add", "--cacheinfo", f"160000,{sha},{SUBMODULE}")
    repository.git("commit", "--quiet", "--message", "bump")
    (repository.folder / SUBMODULE).mkdir(parents=True, exist_ok=True)


def change_rules(repository: Hosted, random: Random) -> None:
    """What is read, and as what, changes, though no other file does."""
    path = random.choice(sorted(_RULES))
    if (repository.folder / path).exists() and random.random() < 0.4:
        (repository.folder / path).unlink()
    else:
        repository.write(path, random.choice(_RULES[path]))
    repository.commit()


def become_link(repository: Hosted, random: Random) -> None:
    """A file becomes a symbolic link to another, or may be executed: its mode changes."""
    path, target = _any(repository, random), _any(repository, random)
    if path:
        place = repository.folder / path
        if random.random() < 0.5:
            place.unlink()
            place.symlink_to(os.path.relpath(repository.folder / target, place.parent))
        else:
            place.chmod(0o755)
    repository.commit()


def become_pointer(repository: Hosted, random: Random) -> None:
    """A file moves to LFS, its name stays: what git has of it is a pointer, which is not read. Or one comes back."""
    pointers = [path for path in repository.files if repository.text(path).startswith(_POINTER)]
    path = random.choice(pointers) if pointers and random.random() < 0.6 else _any(repository, random)
    if path in pointers:
        repository.write(path, random.choice(_texts(repository, path) or [""]) + "\n")
    elif path:
        text = repository.text(path).encode()
        repository.write(path, f"{_POINTER}\noid sha256:{sha256(text).hexdigest()}\nsize {len(text)}\n")
    repository.commit()


STEPS: dict[str, Callable[[Hosted, Random], None]] = {
    step.__name__: step
    for step in (
        edit, add, delete, bring_back, rename, rename_case, move, swap, merge, revert, cherry_pick, rebase,
        force_push, bump_submodule, change_rules, become_link, become_pointer,
    )
}  # fmt: skip


def _texts(repository: Hosted, path: str) -> list[str]:
    """What the file has said in its last commits, while it was no pointer."""
    had = repository.git("log", "--max-count=8", "--format=%H", "--diff-filter=AM", "--", path).split()
    texts = [repository.git("show", f"{commit}:{path}") for commit in had]
    return [text for text in texts if not text.startswith(_POINTER)]


def _any(repository: Hosted, random: Random) -> str:
    """A file, or nothing where there is none."""
    files = repository.files
    return random.choice(files) if files else ""


def _folder(repository: Hosted, random: Random) -> str:
    path = _any(repository, random)
    return path.rpartition("/")[0]


def _edited(random: Random) -> Callable[[str], str]:
    return lambda text: edited(text, random)


def _move(repository: Hosted, path: str, place: str, random: Random) -> None:
    text = repository.text(path)
    (repository.folder / path).unlink()
    repository.write(place, edited(text, random) if random.random() < 0.4 else text)


def _ancestor(repository: Hosted, random: Random) -> str:
    """One of the last four commits of the branch."""
    commits = repository.git("rev-list", "--first-parent", "--max-count=4", "HEAD").split()
    return random.choice(commits)


def _mainline(repository: Hosted, commit: str) -> list[str]:
    """Which parent of a merge is reverted to."""
    parents = repository.git("rev-list", "--parents", "--max-count=1", commit).split()[1:]
    return ["-m", "1"] if len(parents) > 1 else []
