"""Packages, imports, builds, scopes: which thing a name means."""

from tests.ingest.go.edges import MODULE, check, open_sites


def test_a_package_is_all_its_files() -> None:
    """Files of one folder and package see each other's names without any import."""
    check(
        {
            "pay/a.go": "package pay\n\nfunc Pay() {\n\tcharge() // -> pay.charge\n}\n",
            "pay/b.go": "package pay\n\nfunc charge() {}\n",
            "other/b.go": "package other\n\nfunc charge() {}\n",
        }
    )


def test_imports_lead_to_packages_of_the_module() -> None:
    """An import path is the module's path and a folder; an alias or the package's own name stands for it."""
    check(
        {
            "go.mod": MODULE,
            "cmd/main.go": """
            package main

            import (
                "example.com/shop/pay"
                n "example.com/shop/net/http"
                "example.com/shop/go-log"
                "net/http"
            )

            func main() {
                pay.Pay() // -> pay.Pay
                n.Get() // -> http.Get
                log.Print() // -> log.Print
                http.Get()
            }
            """,
            "pay/pay.go": "package pay\n\nfunc Pay() {}\n",
            "net/http/http.go": "package http\n\nfunc Get() {}\n",
            "go-log/log.go": "package log\n\nfunc Print() {}\n",
        }
    )


def test_a_dot_import_brings_names_in_and_a_blank_one_none() -> None:
    """`import . "x"` lets its names be used plainly; the package's own names go first."""
    check(
        {
            "go.mod": MODULE,
            "pay/pay.go": "package pay\n\nfunc Pay() {}\n\nfunc Own() {}\n",
            "pay/pay_test.go": """
            package pay_test

            import . "example.com/shop/pay"
            import _ "example.com/shop/log"

            func Own() {}

            func TestPay() {
                Pay() // -> pay.Pay
                Own() // -> pay_test.Own
            }
            """,
            "log/log.go": "package log\n\nfunc Print() {}\n",
        }
    )


def test_tests_in_the_package_see_what_is_not_exported() -> None:
    """`package pay` in a _test file is the package itself; `pay_test` must import it."""
    check(
        {
            "go.mod": MODULE,
            "pay/pay.go": "package pay\n\nfunc charge() {}\n",
            "pay/in_test.go": "package pay\n\nfunc TestA() {\n\tcharge() // -> pay.charge\n}\n",
            "pay/out_test.go": "package pay_test\n\nfunc TestB() {\n\tcharge()\n}\n",
        }
    )


def test_several_modules_and_replacements() -> None:
    """A replaced module is a folder here for certain; one that is only here too is a good guess."""
    sources = {
        "app/main.go": """
        package main

        import "example.com/log"
        import "example.com/far"

        func main() {
            log.Print() // -> log.Print
            far.Go() // -> ~far.Go
        }
        """,
        "app/go.mod": "module example.com/app\n\nreplace example.com/log => ../libs/log\n",
        "libs/log/go.mod": "module example.com/renamed\n",
        "libs/log/log.go": "package log\n\nfunc Print() {}\n",
        "far/go.mod": "module example.com/far\n",
        "far/far.go": "package far\n\nfunc Go() {}\n",
    }
    check(sources)
    joined = {**sources, "go.work": "go 1.22\n\nuse (\n\t./app\n\t./far\n)\n"}
    check({**joined, "app/main.go": sources["app/main.go"].replace("~far.Go", "far.Go")})


def test_a_repository_without_modules_is_known_by_its_imports() -> None:
    """Before modules, import paths ended in a repository's folders: what most agree on is a good guess."""
    check(
        {
            "main.go": """
            package main

            import (
                "github.com/acme/shop/pay"
                other "github.com/other/lib/log"
            )

            func main() {
                pay.Pay() // -> ~pay.Pay
                other.Print()
            }
            """,
            "pay/pay.go": """
            package pay

            import "github.com/acme/shop/lib/log"

            func Pay() {
                log.Print() // -> ~log.Print
            }
            """,
            "lib/log/log.go": "package log\n\nfunc Print() {}\n",
        }
    )


def test_builds_decide_which_twin_is_called() -> None:
    """A file of one system calls that system's function; a file of all systems calls any of them."""
    check(
        {
            "pay/open_linux.go": "package pay\n\nfunc open() {}\n\nfunc a() {\n\topen() // -> pay.open[linux]\n}\n",
            "pay/open_windows.go": "package pay\n\nfunc open() {}\n",
            "pay/x.go": "//go:build linux && !cgo\n\npackage pay\n\nfunc b() {\n\topen() // -> pay.open[linux]\n}\n",
            "pay/pay.go": (
                "package pay\n\nfunc c() {\n\topen() // -> ?pay.open[linux], ?pay.open[windows]\n}\n"
            ),
        }
    )


def test_scopes_shadow() -> None:
    """The innermost declaration counts, from where it stands to the end of its block."""
    check(
        """
        type A struct{}
        func (A) M() {}
        type B struct{}
        func (B) M() {}
        var x A

        func f(cond bool) {
            x.M() // -> pay.A.M
            x := x
            x.M() // -> pay.A.M
            if x := (B{}); cond {
                x.M() // -> pay.B.M
            } else {
                x.M() // -> pay.B.M
            }
            for _, x := range []B{} {
                x.M() // -> pay.B.M
            }
            {
                var x *B
                x.M() // -> pay.B.M
            }
            x.M() // -> pay.A.M
            func(x B) {
                x.M() // -> pay.B.M
            }(B{})
            x.M() // -> pay.A.M
        }

        func f2(f func()) {
            f()
        }
        """
    )


def test_a_local_name_hides_a_package() -> None:
    """A variable named like an import is the variable."""
    check(
        {
            "go.mod": MODULE,
            "log/log.go": "package log\n\nfunc Print() {}\n",
            "pay/pay.go": """
            package pay

            import "example.com/shop/log"

            type logger struct{}

            func (logger) Print() {}

            func Pay(log logger) {
                log.Print() // -> pay.logger.Print
            }

            func Log() {
                log.Print() // -> log.Print
            }
            """,
        }
    )


def test_conversions_and_builtins_are_no_calls() -> None:
    """`T(x)`, `len(x)` reach nothing and leave nothing open; a function that hides a builtin is called."""
    source = """
        type Cents int64
        func (c Cents) String() string { return string(c) }

        func f(xs []int) {
            Cents(len(xs)).String() // -> pay.Cents.String
            (*Cents)(nil).String() // -> pay.Cents.String
            _ = append(xs, cap(xs), min(1, 2))
            _ = []byte("x")
            print("x") // -> pay.print
        }

        func print(string) {}
        """
    check(source)
    assert open_sites(source) == []


def test_what_stays_open_says_why() -> None:
    """Other packages' functions are external with their import path; values of function type are dynamic."""
    assert open_sites(
        """
        import (
            "net/http"
            yaml "gopkg.in/yaml.v3"
        )

        type T struct {
            *http.Server
            run func()
        }

        func f(t T, g func()) {
            http.Get("x")
            yaml.Marshal(t)
            t.Shutdown()
            t.run()
            g()
        }
        """
    ) == [
        "external net/http.Get",
        "external gopkg.in/yaml.v3.Marshal",
        "external net/http.Server.Shutdown",
        "dynamic t.run",
        "dynamic g",
    ]


def test_external_calls_name_the_module_that_is_depended_on() -> None:
    """The longest required module path that fits is the library; the standard library is none."""
    assert open_sites(
        {
            "go.mod": MODULE
            + "require (\n\tgorm.io/gorm v1.2.3\n\tgorm.io/gorm/extra v1.0.0 // indirect\n)\n",
            "pay/pay.go": """
            package pay

            import (
                "fmt"
                "gorm.io/gorm"
                "gorm.io/gorm/extra/log"
            )

            func f(db *gorm.DB) {
                db.Find(1)
                log.Print()
                fmt.Println()
            }
            """,
        }
    ) == [
        "external gorm.io/gorm.DB.Find from gorm.io/gorm",
        "external gorm.io/gorm/extra/log.Print from gorm.io/gorm/extra",
        "external fmt.Println",
    ]


def test_package_variables_are_typed_by_what_they_are_given() -> None:
    """Order does not matter, several results are told apart, and constants repeat the line above."""
    check(
        """
        var store, err = open() // -> pay.open
        type Store struct{}
        func (*Store) Get() {}
        func open() (*Store, error) { return nil, nil }
        type Color int
        func (Color) Name() {}
        const (
            Red Color = iota
            Green
        )
        var self = self

        func f() {
            store.Get() // -> pay.Store.Get
            Green.Name() // -> pay.Color.Name
            self.Get()
        }
        """
    )


def test_broken_files_still_tie_what_is_whole() -> None:
    """A syntax error costs the function it stands in at most."""
    check("func a() {\n\tb() // -> pay.b\n}\n\nfunc b() {}\n\nfunc c() { d(\n")


def test_code_that_no_compiler_takes_is_read_anyway() -> None:
    """Types made of themselves, unknown names, wrong counts: nothing is tied, nothing fails."""
    check(
        """
        type I interface { I; J }
        type J interface { I; M() }
        type S struct { S }
        type A = B
        type B = A
        type N N
        type G[T G[T]] struct{}
        func (T) None() {}
        func h[T T](t T) { t.M() }

        func f(i I, s S, a A, n N, g G[int]) {
            i.M() // -> pay.J.M
            s.M()
            a.M()
            n.M()
            g.M()
            x, y := 1
            x.M(y...)
            h[int, int](1)() // -> pay.h
            _ = S{1, 2, 3, k: 4}
            _ = map[string]{1}
        }
        """
    )


def test_what_nests_deeply_is_no_problem() -> None:
    """Fluent chains and sums of a thousand parts are read to the end."""
    chain = "b" + ".Add()" * 900
    check(
        f"type B struct{{}}\nfunc (b B) Add() B {{ return b }}\nfunc f(b B) {{\n\t{chain} // -> pay.B.Add\n}}\n"
    )
    check("func one() int { return 1 }\nvar sum = " + "one() + " * 1500 + "1 // -> pay.one\n")
