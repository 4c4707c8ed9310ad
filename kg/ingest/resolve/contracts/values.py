"""What arguments say where they name a constant of a library (`RequestMethod.POST`), and on what a call is."""

from kg.schema.facts import Facts
from kg.schema.usages import MAP, Usage, Value, names_in


def argument(usage: Usage, *names: str) -> Value:
    """The first argument with one of these names."""
    return next((value for name, value in usage.arguments if name in names), None)


def nth(usage: Usage, at: int) -> Value:
    """An argument by its place."""
    return usage.arguments[at][1] if at < len(usage.arguments) else None


def last_names(value: Value) -> tuple[str, ...]:
    """The last parts of the names in a value: `POST` and `PUT` of `{RequestMethod.POST, PUT}`."""
    return tuple(name.rpartition(".")[2] for name in names_in(value))


def root_of(on: str) -> str:
    """What a chain of calls begins with: `WebClient.Builder` of `WebClient.Builder.build.get`, `client` of
    `client.get`."""
    parts = on.split(".")
    types = next((n for n, part in enumerate(parts) if not part[:1].isupper()), len(parts))
    return ".".join(parts[: max(types, 1)])


def is_on(usage: Usage, *types: str) -> bool:
    """Whether a call is on something of one of these types, or at least named like one (`restTemplate`)."""
    return bool(usage.on) and root_of(usage.on).lower().endswith(types)


def imports(facts: Facts, *packages: str) -> bool:
    """Whether a file imports something of one of these packages."""
    names = (written.removeprefix("static ") for written in facts.file.imports)
    return packages == ("",) or any(name.startswith(packages) for name in names)


def in_map(value: Value, *keys: str) -> Value:
    """What a map has under the first of some keys that it has: `{ prefix: "/v1" }`."""
    if isinstance(value, tuple) and value[0] == MAP:
        pairs = dict(pair for pair in value[1:] if isinstance(pair[0], str))
        return next((pairs[key] for key in keys if key in pairs), None)
    return None
