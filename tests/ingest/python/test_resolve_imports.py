"""Which module and which definition an import means."""

from tests.ingest.python.edges import check, open_sites


def test_reexports_aliases_stars_and_circles() -> None:
    """A name is followed through `__init__`, aliases, stars limited by `__all__`, and circular imports."""
    check(
        {
            "pkg/__init__.py": 'from .impl import target as goal\nfrom .sub import *\n__all__ = ["goal", "starred"]',
            "pkg/impl.py": """
                from . import other

                def target(x):
                    return other.helper(x)  # -> pkg.other.helper
                """,
            "pkg/other.py": """
                from .impl import target

                def helper(x):
                    return target(x - 1)  # -> pkg.impl.target
                """,
            "pkg/sub/__init__.py": 'from .deep import starred, _private\n__all__ = ["starred"]',
            "pkg/sub/deep.py": """
                from ... import missing
                from ..other import helper
                def starred(): return helper(1)  # -> pkg.other.helper
                def _private(): return 0
                """,
            "caller.py": """
                import pkg.other as po
                import pkg
                from pkg import goal
                from pkg.sub import *
                goal(1)  # -> pkg.impl.target
                starred()  # -> pkg.sub.deep.starred
                po.helper(2)  # -> pkg.other.helper
                pkg.goal(3)  # -> pkg.impl.target
                pkg.sub.deep.starred()  # -> pkg.sub.deep.starred
                _private()
                """,
        }
    )


def test_source_roots_are_found() -> None:
    """Packages are found below `src` and below the services of a monorepo, the nearest first."""
    check(
        {
            "src/shop/__init__.py": "",
            "src/shop/pay.py": "def charge(): pass",
            "tests/test_pay.py": "from shop.pay import charge\ncharge()  # -> src.shop.pay.charge",
            "a/core/__init__.py": "def f(): pass",
            "b/core/__init__.py": "def f(): pass",
            "a/app/main.py": "from core import f\nf()  # -> a.core.f",
            "b/app/main.py": "from core import f\nf()  # -> b.core.f",
            "elsewhere.py": "from core import f\nf()",
        }
    )


def test_script_imports_its_neighbour() -> None:
    """A file in a folder that is no package imports the file beside it."""
    check({"tools/run.py": "import util\nutil.go()  # -> tools.util.go", "tools/util.py": "def go(): pass"})


def test_library_is_not_a_file_of_that_name() -> None:
    """A module inside a package is never taken for the library it is called after."""
    sources = {
        "pkg/__init__.py": "",
        "pkg/json.py": "def dumps(x): pass",
        "pkg/yaml.py": "def load(x): pass",
        "redis/script.py": "def Redis(): pass",
        "app.py": "import json, yaml, redis\njson.dumps(1)\nyaml.load(1)\nredis.Redis()",
    }
    check(sources)
    assert open_sites(sources) == [
        "app: 1:5 external json.dumps",
        "app: 2:5 external yaml.load",
        "app: 3:6 external redis.Redis",
    ]


def test_conditional_import_is_a_candidate() -> None:
    """Two definitions that may both be meant are two candidates; a None beside one is not."""
    check(
        {
            "fast.py": "def go(): pass",
            "slow.py": "def go(): pass",
            "app.py": """
                try:
                    from fast import go
                except ImportError:
                    from slow import go
                try:
                    import fast
                except ImportError:
                    fast = None
                def either():
                    go()  # -> ?fast.go, ?slow.go
                def one():
                    fast.go()  # -> fast.go
                """,
        }
    )


def test_package_member_wins_over_submodule() -> None:
    """`from pkg import run` means what `__init__` binds, and the module where it binds nothing."""
    check(
        {
            "pkg/__init__.py": "from .run import run",
            "pkg/run.py": "def run(): pass",
            "pkg/walk.py": "def walk(): pass",
            "app.py": "from pkg import run, walk\nrun()  # -> pkg.run.run\nwalk.walk()  # -> pkg.walk.walk",
        }
    )
