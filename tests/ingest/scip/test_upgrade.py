"""An index wins where it speaks of one of our call sites, and nowhere else."""

from tests.ingest.scip.encoding import At, defined, index
from tests.ingest.scip.laying import calls, open_sites

SHOP = "t python shop 1 "
RUST = {
    "src/a.rs": "fn a(x: X) {\n    x.go(1);\n    x.go(2);\n    y.go(3);\n}\n",
    "src/b.rs": "impl B { fn go(&self, n: i32) {} }\nimpl C { fn go(&self, n: i32) {} }\n",
}
"""Two candidates for each of three sites."""
B_GO = defined(0, 12, f"{SHOP}B#go().")
C_GO = defined(1, 12, f"{SHOP}C#go().")


def test_a_site_of_the_index_is_exact_and_the_others_keep_our_answer() -> None:
    """It wins per call site, never per file."""
    before = {"a -> B::go candidate 1,2,3", "a -> C::go candidate 1,2,3"}
    assert calls(RUST) == before
    said = index({"src/a.rs": [At(1, 6, C_GO.symbol)], "src/b.rs": [B_GO, C_GO]})
    assert calls(RUST, said) == {"a -> B::go candidate 2,3", "a -> C::go exact 1,2,3"}


def test_a_site_that_leaves_the_repository_becomes_open() -> None:
    """What the index ties to another package is external, with its package."""
    said = index(
        {"src/a.rs": [At(n, 6, "t cargo std 1 vec/Vec#go().") for n in (1, 2, 3)], "src/b.rs": [B_GO, C_GO]}
    )
    assert calls(RUST, said) == set()
    assert open_sites(RUST, said) == {f"a: {n}:6 external vec.Vec.go from std" for n in (1, 2, 3)}


def test_an_open_site_is_closed() -> None:
    """What we could not tie, the index can."""
    files = {"a.py": "def run(x):\n    x.go()\n\nclass B:\n    def go(self): pass\n"}
    assert "a.run: 1:6 dynamic x.go" in open_sites(files)
    said = index({"a.py": [At(1, 6, f"{SHOP}B#go()."), defined(4, 8, f"{SHOP}B#go().")]})
    assert calls(files, said) == {"a.run -> a.B.go exact 1"}
    assert open_sites(files, said) == set()


def test_calls_of_a_module_are_sites_too() -> None:
    """A module's open call is tied, though a module lists no sites."""
    files = {"a.py": "class B:\n    def go(self): pass\n\nx = load()\nx.go()\n"}
    said = index({"a.py": [At(4, 2, f"{SHOP}B#go()."), defined(1, 8, f"{SHOP}B#go().")]})
    assert calls(files, said) == {"a -> a.B.go exact 4"}


def test_a_class_that_is_called_runs_its_constructor() -> None:
    """An indexer that names the class at `Order()` means `__init__`; a class without one changes nothing."""
    text = "def run(f):\n    f(1)\n    f(2)\n\nclass Order:\n    def __init__(self, n): pass\n\nclass Bare: pass\n"
    said = index({"a.py": [
        At(1, 4, f"{SHOP}Order#"), At(2, 4, f"{SHOP}Bare#"),
        defined(4, 6, f"{SHOP}Order#"), defined(7, 6, f"{SHOP}Bare#"),
    ]})  # fmt: skip
    assert calls({"a.py": text}, said) == {"a.run -> a.Order.__init__ exact 1"}
    assert "a.run: 2:4 dynamic f" in open_sites({"a.py": text}, said)


def test_new_finds_the_class_behind_it() -> None:
    """`new Order(1)` is one site, at `new`; the index has the name."""
    files = {
        "A.java": "class A { void f(long x) {\n  new Order(x);\n} }\n"
        "class Order {\n  Order(int n) {}\n  Order(long n) {}\n}\n"
    }
    assert calls(files) == {"A#f(long) -> Order#<init>(long) exact 1"}
    said = index({"A.java": [
        At(1, 6, f"{SHOP}Order#`<init>`()."), defined(4, 2, f"{SHOP}Order#`<init>`()."),
    ]})  # fmt: skip
    assert calls(files, said) == {"A#f(long) -> Order#<init>(int) exact 1"}


def test_columns_count_what_the_index_counts() -> None:
    """Behind a character of four bytes each encoding has another column; all find the site."""
    files = {"a.py": 'def run(x):\n    "🚀"; x.go()\n\nclass B:\n    def go(self): pass\n'}
    for encoding, column in ((1, 14), (2, 12), (3, 11)):
        places = [At(1, column, f"{SHOP}B#go()."), defined(4, 8, f"{SHOP}B#go().")]
        assert calls(files, index({"a.py": places}, encoding=encoding)) == {"a.run -> a.B.go exact 1"}, (
            encoding
        )
        wrong = [At(1, column + 1, f"{SHOP}B#go()."), places[1]]
        assert calls(files, index({"a.py": wrong}, encoding=encoding)) == set()


def test_an_index_of_a_folder_finds_its_place() -> None:
    """Paths count from the project's root, which may be a folder of the repository."""
    files = {f"services/pay/{path}": text for path, text in RUST.items()}
    said = {"src/a.rs": [At(1, 6, C_GO.symbol)], "src/b.rs": [B_GO, C_GO]}
    assert "a -> C::go exact 1,2,3" in calls(files, index(said, "file:///builds/shop/services/pay"))


def test_two_indexes_of_one_commit_add_up() -> None:
    """What one project calls of another is defined in the other's index."""
    one = index({"src/a.rs": [defined(0, 3, f"{SHOP}a()."), At(1, 6, C_GO.symbol)]})
    assert "a -> C::go candidate 1,2,3" in calls(RUST, one)
    assert "a -> C::go exact 1,2,3" in calls(RUST, one, index({"src/b.rs": [B_GO, C_GO]}))


def test_a_symbol_of_this_package_without_a_definition_says_nothing() -> None:
    """It may be generated, or of an index that is not here: our answer stays."""
    said = index({"src/a.rs": [At(1, 6, f"{SHOP}D#go().")], "src/b.rs": [B_GO, C_GO]})
    assert calls(RUST, said) == calls(RUST)


def test_two_calls_of_one_name_on_a_line() -> None:
    """The silent one keeps our answer, and so does the line of its edge."""
    files = {"a.rs": "fn a(x: X) { b(b(1)); }\nfn b(n: i32) -> i32 { 1 }\nfn c(n: i32) -> i32 { 1 }\n"}
    said = index(
        {"a.rs": [At(0, 15, f"{SHOP}c()."), defined(1, 3, f"{SHOP}b()."), defined(2, 3, f"{SHOP}c().")]}
    )
    assert calls(files, said) == {"a -> b candidate 0", "a -> c exact 0"}


def test_an_alias_is_replaced_too() -> None:
    """A target that is not called as the site is written is that site's, when only the two are left over."""
    files = {
        "a.py": "from b import first as go\n\ndef run():\n    go()\n",
        "b.py": "def first(): pass\n\ndef second(): pass\n",
    }
    assert calls(files) == {"a.run -> b.first exact 1"}
    said = index({"a.py": [At(3, 4, f"{SHOP}b/second().")], "b.py": [defined(2, 4, f"{SHOP}b/second().")]})
    assert calls(files, said) == {"a.run -> b.second exact 1"}


def test_what_is_handed_to_something_external_is_still_run() -> None:
    """The index says that `map` is called; that `map` runs `price` is our answer, and stays."""
    files = {"a.py": "def price(n): pass\n\ndef run(ns):\n    map(price, ns)\n"}
    before = calls(files)
    said = index({"a.py": [defined(0, 4, f"{SHOP}price()."), At(3, 4, "t python builtins 3 map#")]})
    assert before and calls(files, said) == before
    assert open_sites(files, said) == {"a.run: 1:4 external map from builtins"}


def test_a_name_that_is_not_written_there_is_not_believed() -> None:
    """Where we have exactly what is written, an index that names something else is at fault."""
    files = {"a.py": "def get(): pass\n\ndef put(): pass\n\ndef run():\n    put()\n"}
    get, put = defined(0, 4, f"{SHOP}get()."), defined(2, 4, f"{SHOP}put().")
    assert calls(files, index({"a.py": [get, put, At(5, 4, get.symbol)]})) == {"a.run -> a.put exact 1"}
