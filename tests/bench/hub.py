"""A repository with one method that ten thousand others call."""

from tests.bench.changes import Change

CALLERS = 10_000
_A_FILE = 100
_FOLDER = "src/main/java/acme"
_HUB = f"{_FOLDER}/Hub.java"


def hub_files() -> dict[str, str]:
    """All files, by path."""
    files = {f"{_FOLDER}/C{number}.java": _callers(number) for number in range(CALLERS // _A_FILE)}
    return {_HUB: _hub("kgHub"), **files}


def hub_change(repo: str, number: int) -> Change:
    """The body of the method changes."""
    marker = f"kgHub{number}"
    return Change(repo, _HUB, marker, _hub(marker), "body")


def _hub(marker: str) -> str:
    return (
        "package acme;\npublic class Hub {\n  static int price(int amount) {\n"
        f"    int {marker} = amount > 0 ? amount : 0;\n    return {marker} + 1;\n  }}\n}}\n"
    )


def _callers(number: int) -> str:
    methods = "\n".join(
        f"  int pay{at}(int amount) {{ return amount > {at} ? Hub.price(amount) : {at}; }}"
        for at in range(_A_FILE)
    )
    return f"package acme;\npublic class C{number} {{\n{methods}\n}}\n"
