"""What little must be known of the standard library to follow values through it.

Containers hold what was put in; a few functions give back what they were given. Everything else from
outside stays a name. A flat table; knows no file.
"""

import builtins

SEQUENCES = frozenset(
    [
        "list",
        "set",
        "frozenset",
        "deque",
        "Sequence",
        "MutableSequence",
        "Iterable",
        "Iterator",
        "Collection",
        "AbstractSet",
        "MutableSet",
        "Set",
        "Container",
        "Reversible",
        "AsyncIterable",
        "AsyncIterator",
        "Generator",
        "AsyncGenerator",
        "List",
        "FrozenSet",
        "Deque",
        "KeysView",
        "ValuesView",
        "Queue",
        "LifoQueue",
        "SimpleQueue",
        "ContextVar",
    ]
)
"""Hold one kind of thing, and give it when iterated: the first type argument."""

MAPPINGS = frozenset(
    [
        "dict",
        "Dict",
        "Mapping",
        "MutableMapping",
        "defaultdict",
        "DefaultDict",
        "OrderedDict",
        "ChainMap",
        "WeakValueDictionary",
    ]
)
"""Give their keys when iterated; the second type argument is what they hold."""

WRAPPERS = frozenset(
    [
        "Optional",
        "Annotated",
        "ClassVar",
        "Final",
        "Required",
        "NotRequired",
        "ReadOnly",
        "InitVar",
        "Awaitable",
        "Task",
        "Future",
    ]
)
"""Types that mean what they wrap."""

CONTEXTS = frozenset(
    ["ContextManager", "AsyncContextManager", "AbstractContextManager", "AbstractAsyncContextManager"]
)

GIVE_ELEMENT = frozenset(("pop", "popleft", "get", "get_nowait", "__getitem__", "setdefault", "popitem"))
"""Methods of a container that give one of what it holds."""

SAME_CONTAINER = frozenset(
    ("copy", "union", "intersection", "difference", "__enter__", "__iter__", "__aiter__")
)

ELEMENT_OF_FIRST = frozenset(
    ("builtins.next", "builtins.anext", "random.choice", "builtins.min", "builtins.max")
)

SAME_AS_FIRST = frozenset(
    (
        "copy.copy",
        "copy.deepcopy",
        "functools.partial",
        "functools.update_wrapper",
        "dataclasses.replace",
        "asyncio.run",
        "asyncio.create_task",
        "asyncio.ensure_future",
        "asyncio.wait_for",
        "asyncio.shield",
        "anyio.run",
        "weakref.ref",
        "weakref.proxy",
        "builtins.await",
    )
)
"""Give what their first argument is, or what it gives when called."""

LIKE_FIRST = frozenset(
    (
        "builtins.list",
        "builtins.set",
        "builtins.frozenset",
        "builtins.iter",
        "builtins.aiter",
        "builtins.sorted",
        "builtins.reversed",
        "builtins.filter",
        "itertools.chain",
        "itertools.islice",
        "collections.deque",
    )
)
"""Give a sequence of what their (last) argument holds."""


def is_builtin(name: str) -> bool:
    return hasattr(builtins, name)


def is_builtin_class(name: str) -> bool:
    """`builtins.list` and its like: calling it makes an object of it."""
    module, _, last = name.rpartition(".")
    return module == "builtins" and isinstance(getattr(builtins, last, None), type)


def short(name: str) -> str:
    """`typing.Optional` -> `Optional`."""
    return name.rpartition(".")[2]
