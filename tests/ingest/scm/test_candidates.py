"""A name alone makes candidates, never facts: how near and how many decide how likely."""

from kg.schema.vocabulary import How
from tests.ingest.scm.reading import calls, open_sites, resolved


def test_every_edge_is_a_candidate() -> None:
    """However sure it looks, no edge from a name is exact or inferred."""
    _, found = resolved({"a.rs": "fn a() { b(); }\nfn b() {}\n"})
    assert [edge.how for edge in found.edges] == [How.CANDIDATE]


def test_the_nearest_definition_is_taken() -> None:
    """Same file before same folder before the rest of the repository."""
    files = {"x/a.c": "void a() { f(); g(); h(); }\nvoid f() {}\n", "x/b.c": "void f() {}\nvoid g() {}\n"}
    found = calls(files | {"y/c.c": "void g() {}\nvoid h() {}\n"})
    assert {(caller, target) for caller, target, _ in found} == {("a", "f"), ("a", "g"), ("a", "h")}
    likely = {target: confidence for _, target, confidence in found}
    assert 1.0 > likely["f"] >= likely["g"] > likely["h"] > 0.0


def test_an_own_member_is_of_the_same_class() -> None:
    """`$this->f()` is the method of this class, not of another one in the file."""
    text = "<?php class A { function f() { $this->g(); } function g() {} } class B { function g() {} }"
    assert {(s, t) for s, t, _ in calls({"a.php": text})} == {("A\\f", "A\\g")}


def test_a_named_class_owns_what_is_called() -> None:
    """`Order::new()` is the function of `Order` in whatever file it stands."""
    files = {
        "a.rs": "fn a() { Order::new(); Vec::new(); }\n",
        "b/order.rs": "struct Order; impl Order { fn new() {} }\nstruct Line; impl Line { fn new() {} }\n",
    }
    assert {(s, t) for s, t, _ in calls(files)} == {("a", "Order::new")}
    assert open_sites(files) == {"a: external Vec.new"}


def test_several_share_their_likelihood() -> None:
    """Two methods of that name are at most half as likely each; more than four leave the site open."""
    two = "class A { def go(x); end }\nclass B { def go(x); end }\n".replace("{", ";").replace("}", "end")
    found = calls({"a.rb": f"class C; def run(y); y.go(1); end; end\n{two}"})
    one = calls({"a.rb": "class C; def run(y); y.go(1); end; end\nclass A; def go(x); end; end\n"})
    assert len(found) == 2
    assert sum(confidence for _, _, confidence in found) <= next(iter(one))[2]
    many = "\n".join(f"class K{n}; def go(x); end; end" for n in range(5))
    files = {"a.rb": f"class C; def run(y); y.go(1); end; end\n{many}"}
    assert calls(files) == set()
    assert open_sites(files) == {"C::run: ambiguous y.go"}


def test_the_number_of_arguments_counts() -> None:
    """A definition that takes another number of arguments is no candidate."""
    text = "class A { void F() { G(1); } void G(int a) {} void G(int a, int b) {} }"
    assert {t for _, t, _ in calls({"A.cs": text})} == {"A.G(int)"}


def test_a_receiver_called_like_a_class_hints_at_it() -> None:
    """`searcher.run()` is more likely `Searcher.run` than any other `run`."""
    files = {
        "a.rs": "fn a(searcher: S) { searcher.run(); }\n",
        "b.rs": "impl Searcher { fn run(&self) {} }\nimpl Walker { fn run(&self) {} }\n",
    }
    assert {t for _, t, _ in calls(files)} == {"Searcher::run"}


def test_a_member_from_anywhere_is_no_candidate() -> None:
    """`value.push()` is hardly ever the one `push` of another folder: the site stays open."""
    files = {"a/a.rs": "fn a(v: V) { v.push(1); }\n", "b/b.rs": "impl Stack { fn push(&self, x: i32) {} }\n"}
    assert calls(files) == set()
    assert open_sites(files) == {"a: ambiguous v.push"}


def test_new_calls_the_constructor() -> None:
    """`new A(1)` calls A's constructor; a class without one leaves the site generated."""
    text = "class A { public A(int a) {} void F() { new A(1); new B(); new C(); } } class B {}"
    assert {t for _, t, _ in calls({"A.cs": text})} == {"A.A(int)"}
    assert open_sites({"A.cs": text}) == {"A.F(): generated B", "A.F(): external C"}


def test_what_nobody_defines_is_external() -> None:
    """A name without a definition in the repository stays open, with what was written."""
    assert open_sites({"a.c": 'void a() { printf("x"); p->go(); }'}) == {
        "a: external printf",
        "a: external p.go",
    }
