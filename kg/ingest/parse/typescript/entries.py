"""Why nothing needs to call a function: `main`, `test`, `route`, `listener`, `scheduler`.

Told from names, decorators and paths alone, so it is a convention and not a proof.
"""

import re

_TEST = re.compile(
    r"(?:^|/)(?:__tests__|tests?|spec|e2e|cypress)/|[._-](?:test|spec|cy|e2e|stories)\.[cm]?[jt]sx?$"
)
_BY_DECORATOR = {
    **dict.fromkeys(
        ("Get", "Post", "Put", "Delete", "Patch", "All", "Head", "Options", "Query", "Mutation"), "route"
    ),
    **dict.fromkeys(("Subscription", "ResolveField", "MessagePattern", "GrpcMethod"), "route"),
    **dict.fromkeys(
        ("EventPattern", "OnEvent", "HostListener", "SubscribeMessage", "Process", "Processor"), "listener"
    ),
    **dict.fromkeys(("Cron", "Interval", "Timeout"), "scheduler"),
}
_BY_EXPORT = {
    **dict.fromkeys(("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"), "route"),
    **dict.fromkeys(("getServerSideProps", "getStaticProps", "getStaticPaths", "loader", "action"), "route"),
}
_ROUTED = re.compile(r"(?:^|/)(?:app|pages|routes|api)/")


def is_test_file(path: str) -> bool:
    return _TEST.search(path) is not None


def entry_of(name: str, owner_path: str, path: str, decorators: tuple[str, ...]) -> str:
    """`decorators` as written, without the `@`."""
    for written in decorators:
        found = _BY_DECORATOR.get(written.partition("(")[0].rpartition(".")[2])
        if found:
            return found
    if owner_path == name and name in _BY_EXPORT and _ROUTED.search(path):
        return _BY_EXPORT[name]
    return ""


def module_entry(path: str, text: str) -> str:
    """A test file runs by itself; so does a script with a `#!` line."""
    if is_test_file(path):
        return "test"
    return "main" if text.startswith("#!") else ""
