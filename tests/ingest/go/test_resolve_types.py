"""Types: fields, methods, embedding, interfaces, generics, function values."""

from kg.schema.vocabulary import EdgeType
from tests.ingest.go.edges import check, edges, open_sites


def test_values_come_from_every_form_of_expression() -> None:
    """Results, elements, pointers, channels, assertions and literals have the types the language says."""
    check(
        """
        type Order struct{ Next *Order; Lines []Line; By map[string]Line; Ch chan *Line }
        type Line struct{}
        func (l Line) Price() (int, error) { return 0, nil }
        func (o *Order) First() (Line, bool) { return o.Lines[0], true }
        func NewOrder() (*Order, error) { return &Order{}, nil }

        func f(x any, many ...Line) {
            o, err := NewOrder() // -> pay.NewOrder
            _ = err
            o.Next.Next.First() // -> pay.Order.First
            o.Lines[0].Price() // -> pay.Line.Price
            o.Lines[1:][0].Price() // -> pay.Line.Price
            if l, ok := o.By["a"]; ok {
                l.Price() // -> pay.Line.Price
            }
            (<-o.Ch).Price() // -> pay.Line.Price
            x.(Line).Price() // -> pay.Line.Price
            if l, ok := x.(*Order); ok {
                l.First() // -> pay.Order.First
            }
            for _, l := range o.Lines {
                l.Price() // -> pay.Line.Price
            }
            for l := range o.Ch {
                l.Price() // -> pay.Line.Price
            }
            many[0].Price() // -> pay.Line.Price
            new(Order).First() // -> pay.Order.First
            (&Order{}).First() // -> pay.Order.First
            make([]Line, 1)[0].Price() // -> pay.Line.Price
            append(o.Lines, Line{})[0].Price() // -> pay.Line.Price
            l, _ := o.First() // -> pay.Order.First
            defer l.Price() // -> pay.Line.Price
            go l.Price() // -> pay.Line.Price
            var p **Order
            (*p).First() // -> pay.Order.First
        }
        """
    )


def test_switches_narrow() -> None:
    """A type switch gives its variable the type of a case with one type; select defines what it receives."""
    check(
        """
        type A struct{}
        func (A) M() {}
        type B struct{}
        func (*B) M() {}
        type I interface{ M() }

        func f(i I, ch chan A) {
            switch x := i.(type) {
            case A:
                x.M() // -> pay.A.M
            case *B:
                x.M() // -> pay.B.M
            case nil, I:
                x.M() // -> pay.I.M
            default:
                x.M() // -> pay.I.M
            }
            select {
            case a := <-ch:
                a.M() // -> pay.A.M
            case ch <- A{}:
            }
        }
        """
    )


def test_literals_without_a_type_have_that_of_their_place() -> None:
    """Elements of slices, maps and arrays may leave their type out; calls in them count."""
    check(
        """
        type T struct{ f func() int; n int }
        func one() int { return 1 }
        var table = []T{{n: one()}, {one, one()}} // -> pay.one
        var byName = map[string]*T{
            "a": {n: one()}, // -> pay.one
        }

        func f() {
            table[0].m() // -> pay.T.m
            byName["a"].m() // -> pay.T.m
        }

        func (t *T) m() {}
        """
    )


def test_embedded_structs_promote() -> None:
    """Fields and methods of embedded structs are reached, the shallowest first, two at one depth not at all."""
    check(
        """
        type Base struct{ log Log }
        func (b *Base) ID() {}
        func (b *Base) Name() {}
        type Log struct{}
        func (Log) Print() {}
        type Other struct{}
        func (Other) Name() {}
        func (Other) Only() {}
        type Deep struct{ Other }
        type T struct { *Base; Deep }
        type Twice struct { Base; Other }
        type Left struct { Other }
        type Both struct { Left; Deep }

        func f(t T, w Twice, b Both) {
            b.Only()
            t.ID() // -> pay.Base.ID
            t.Name() // -> pay.Base.Name
            t.Only() // -> pay.Other.Only
            t.log.Print() // -> pay.Log.Print
            t.Base.Name() // -> pay.Base.Name
            w.Name()
        }
        """
    )
    assert edges("type A struct{}\ntype B struct{ *A }\n", EdgeType.EXTENDS) == [("pay.B", "pay.A")]


def test_an_interface_call_goes_to_the_interface() -> None:
    """The declared method is the target; embedded interfaces keep their own."""
    check(
        """
        type Reader interface{ Read() }
        type Store interface { Reader; Close() error }
        type Impl struct{}
        func (*Impl) Read() {}
        func (*Impl) Close() error { return nil }
        type Holder struct{ Store }

        func f(s Store, h Holder, x interface{ Read() }) {
            s.Read() // -> pay.Reader.Read
            s.Close().Error() // -> pay.Store.Close
            h.Read() // -> pay.Reader.Read
            (&Impl{}).Read() // -> pay.Impl.Read
            x.Read()
        }
        """
    )


def test_interfaces_are_implemented_by_structure() -> None:
    """Methods with the same names and signatures suffice, promoted ones too; other signatures do not."""
    source = """
        type Reader interface{ Read(n int) error }
        type Store interface { Reader; Close() }
        type Full struct{}
        func (*Full) Read(k int) error { return nil }
        func (Full) Close() {}
        type Promoted struct{ *Full }
        type Wrong struct{}
        func (Wrong) Read(n string) error { return nil }
        type Empty interface{}
        type Left struct{ Full }
        type Right struct{ Full }
        type Twice struct { Left; Right }
        """
    assert edges(source, EdgeType.IMPLEMENTS) == [
        ("pay.Full", "pay.Reader"),
        ("pay.Full", "pay.Store"),
        ("pay.Left", "pay.Reader"),
        ("pay.Left", "pay.Store"),
        ("pay.Promoted", "pay.Reader"),
        ("pay.Promoted", "pay.Store"),
        ("pay.Right", "pay.Reader"),
        ("pay.Right", "pay.Store"),
    ]
    assert edges(source, EdgeType.OVERRIDES) == [
        ("pay.Full.Close", "pay.Store.Close"),
        ("pay.Full.Read", "pay.Reader.Read"),
    ]
    assert edges(source, EdgeType.EXTENDS) == [
        ("pay.Left", "pay.Full"),
        ("pay.Promoted", "pay.Full"),
        ("pay.Right", "pay.Full"),
        ("pay.Store", "pay.Reader"),
        ("pay.Twice", "pay.Left"),
        ("pay.Twice", "pay.Right"),
    ]


def test_a_hidden_method_belongs_to_its_package() -> None:
    """Two packages may both have a method `seal`: they are different methods."""
    sources = {
        "a/a.go": "package a\n\ntype I interface{ seal() }\n\ntype T struct{}\n\nfunc (T) seal() {}\n",
        "b/b.go": "package b\n\ntype T struct{}\n\nfunc (T) seal() {}\n",
    }
    assert edges(sources, EdgeType.IMPLEMENTS) == [("a.T", "a.I")]


def test_generic_types_and_functions() -> None:
    """Type arguments are written or inferred; what comes out has them filled in."""
    check(
        """
        type Item struct{}
        func (Item) Use() {}
        type List[T any] struct{ items []T; next *List[T] }
        func (l *List[E]) First() E { return l.items[0] }
        func (l *List[E]) Each(f func(E)) { f(l.First()) } // -> pay.List.First
        type Pair[K comparable, V any] struct{ Key K; Value V }
        func Map[A, B any](in []A, f func(A) B) []B { return nil }
        func Of[T any](items ...T) *List[T] { return nil }
        func Zip[K comparable, V any](k []K, v []V) []Pair[K, V] { return nil }
        func Sorted[S ~[]E, E any](s S) E { return s[0] }
        type Items []Item

        func f(l List[Item], xs Items) {
            l.First().Use() // -> pay.Item.Use, pay.List.First
            l.next.next.items[0].Use() // -> pay.Item.Use
            Of(Item{}).First().Use() // -> pay.Item.Use, pay.List.First, pay.Of
            Of[Item]().First().Use() // -> pay.Item.Use, pay.List.First, pay.Of
            Map([]int{1}, func(n int) Item { return Item{} })[0].Use() // -> pay.Item.Use, pay.Map
            Zip([]string{}, []*Item{})[0].Value.Use() // -> pay.Item.Use, pay.Zip
            Sorted(xs).Use() // -> pay.Item.Use, pay.Sorted
            (&List[Item]{}).First().Use() // -> pay.Item.Use, pay.List.First
            p := Pair[string, Item]{Key: "a"}
            p.Value.Use() // -> pay.Item.Use
        }

        func g() {
            Map([]Item{}, Of[Item])[0].First().Use() // -> pay.Item.Use, pay.List.First, pay.Map, ~pay.Of
            Map(nil, Zip[string, Item])[0][0].Value.Use() // -> pay.Item.Use, pay.Map, ~pay.Zip
        }
        """
    )


def test_a_constraint_says_which_methods_a_variable_has() -> None:
    """A method of a type parameter is the method of its constraint."""
    check(
        """
        type Shape interface{ Area() float64 }
        func Total[S Shape](shapes []S) {
            for _, s := range shapes {
                s.Area() // -> pay.Shape.Area
            }
        }
        """
    )


def test_functions_are_values() -> None:
    """A function that is named and not called is handed on: whoever gets it may call it (inferred)."""
    check(
        """
        type T struct{ run func() }
        func (t *T) Serve() {}
        func (t T) Get() T { return t }
        func run() {}
        func with(f func()) {}

        var commands = map[string]func(){
            "run": run, // -> ~pay.run
        }

        func f(t *T) {
            with(run) // -> pay.with, ~pay.run
            with(t.Serve) // -> pay.with, ~pay.T.Serve
            g := t.Serve // -> ~pay.T.Serve
            g()
            _, _ = g, T{run: run} // -> ~pay.run
        }

        func h(t *T) {
            T.Get(*t).Serve() // -> pay.T.Get, pay.T.Serve
            (*T).Serve(t) // -> pay.T.Serve
            local := func() T { return *t }
            local().Serve() // -> pay.T.Serve
        }
        """
    )


def test_local_types_live_in_their_block() -> None:
    """A type declared in a function hides the package's and may hold itself."""
    check(
        """
        type T struct{}
        func (T) M() {}

        func f() {
            type T struct{ next *T; in Inner }
            T{}.next.next.in.M() // -> pay.Inner.M
        }

        func g() {
            T{}.M() // -> pay.T.M
        }

        type Inner struct{}
        func (Inner) M() {}
        """
    )


def test_aliases_are_what_they_stand_for() -> None:
    """Methods of an alias are those of its type, wherever they are declared."""
    check(
        """
        type T struct{}
        type A = T
        func (a A) M() {}
        type L[E any] = []E

        func f(a A, t T, l L[T]) {
            a.M() // -> pay.T.M
            t.M() // -> pay.T.M
            l[0].M() // -> pay.T.M
        }
        """.replace("pay.T.M", "pay.A.M")
    )


def test_ranges_over_functions_and_numbers() -> None:
    """`for x := range seq` gives what the iterator yields."""
    check(
        """
        type T struct{}
        func (T) M() {}
        func all(yield func(int, T) bool) {}
        type Seq[V any] func(yield func(V) bool)
        func each() Seq[T] { return nil }

        func f() {
            for _, t := range all {
                t.M() // -> pay.T.M
            }
            for t := range each() { // -> pay.each
                t.M() // -> pay.T.M
            }
            for i := range 3 {
                _ = i
            }
        }
        """
    )


def test_types_pass_through_the_standard_library() -> None:
    """Its signatures are known, generic ones too: what comes out of it has a type, and calls of it are external."""
    source = """
        import (
            "net/http"
            "sync"
            "slices"
            "time"
        )

        type T struct{ sync.Mutex; http.ResponseWriter }
        func (*T) M() {}
        func (T) WriteHeader(code int) {}
        type Reader interface { http.Handler; Extra() }
        type H struct{}
        func (H) ServeHTTP(w http.ResponseWriter, r *http.Request) {}
        func (H) Extra() {}

        var load = sync.OnceValue(func() *T { return nil })

        func f(ts []T, r *http.Request) {
            load().M() // -> pay.T.M
            slices.MaxFunc(ts, nil).M() // -> pay.T.M
            time.Duration(3).String()
            ts[0].Lock()
            ts[0].WriteHeader(1) // -> pay.T.WriteHeader
            ts[0].Header().Get("a")
            r.Context()
        }
        """
    check(source)
    assert edges(source, EdgeType.IMPLEMENTS) == [("pay.H", "pay.Reader")]
    assert open_sites(source) == [
        "dynamic load",
        "external slices.MaxFunc",
        "external time.Duration.String",
        "external sync.Mutex.Lock",
        "external net/http.ResponseWriter.Header",
        "external net/http.Header.Get",
        "external net/http.Request.Context",
        "external sync.OnceValue",
    ]


def test_a_type_defines_its_methods_in_other_files_too() -> None:
    """The file has the lines of such a method, the type has it as a member."""
    sources = {
        "pay/a.go": "package pay\n\ntype T struct{}\n\nfunc (T) Here() {}\n",
        "pay/b.go": "package pay\n\nfunc (T) There() {}\n",
    }
    assert edges(sources, EdgeType.DEFINES) == [("pay.T", "pay.T.There")]
