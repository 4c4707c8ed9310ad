"""From the path of a file to the dotted name of its module. Pure; looks at nothing but the path."""


def module_name(path: str) -> str:
    """`pkg/sub/__init__.py` -> `pkg.sub`, from the repository's root; dashes are kept.

    A notebook is a module too; a stub keeps its suffix (`pkg.mod.pyi`), so that it never takes the place of its module.
    """
    stem, _, suffix = path.rpartition(".")
    parts = (stem if suffix in ("py", "pyw", "pyi", "ipynb") else path).split("/")
    if parts[-1] == "__init__" and len(parts) > 1:
        parts.pop()
    dotted = ".".join(parts)
    return f"{dotted}.pyi" if suffix == "pyi" else dotted


def is_package(path: str) -> bool:
    return path.rpartition("/")[2] in ("__init__.py", "__init__.pyi")


def package_of(path: str) -> str:
    """The package a module stands in; a package stands in itself."""
    name = module_name(path)
    return name if is_package(path) else name.rpartition(".")[0]


def absolute(module: str, package: str) -> str:
    """A module as written, `..conf`, as seen from the root by a file of a package."""
    bare = module.lstrip(".")
    dots = len(module) - len(bare)
    if not dots:
        return module
    parts = package.split(".") if package else []
    return ".".join([*parts[: len(parts) - dots + 1], *([bare] if bare else [])])


def is_test_file(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name.startswith("test_") or name.endswith("_test.py") or name in ("tests.py", "test.py")
