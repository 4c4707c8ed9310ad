"""What each `.scm` language defines, nested, with lines; a snippet a language is its manual."""

from tests.ingest.scm.reading import defined, read


def test_rust() -> None:
    """An `impl` names its methods and belongs to the type where the file has it."""
    assert defined(
        "src/pay.rs",
        """\
        pub struct Order<T> { total: T }
        trait Priced { fn price(&self) -> i64; }
        impl<T> Priced for Order<T> {
            fn price(&self) -> i64 { 1 }
        }
        impl Elsewhere { fn far() {} }
        mod fees { enum Kind { Flat } pub fn fee() {} }
        """,
    ) == [
        "struct Order < file 1-1",
        "trait Priced < file 2-2",
        "method Priced::price < Priced 2-2",
        "method Order::price < Order 4-4",
        "method Elsewhere::far < file 6-6",
        "module fees < file 7-7",
        "enum fees::Kind < fees 7-7",
        "function fees::fee < fees 7-7",
    ]


def test_c_sharp() -> None:
    """Namespaces of both kinds name what stands in them; overloads are told apart by their types."""
    assert defined(
        "Pay.cs",
        """\
        namespace Shop.Pay;
        public class Order<T> : Base {
            public Order(int id) : base(id) {}
            public void Add(int n) => Go();
            public void Add(string s, T t) { void Inner() {} }
            interface IPriced { long Price(); }
        }
        record Money(long Cents);
        """,
    ) == [
        "class Shop.Pay.Order < file 2-7",
        "constructor Shop.Pay.Order.Order(int) < Shop.Pay.Order 3-3",
        "method Shop.Pay.Order.Add(int) < Shop.Pay.Order 4-4",
        "method Shop.Pay.Order.Add(string,T) < Shop.Pay.Order 5-5",
        "function Shop.Pay.Order.Add.Inner() < Shop.Pay.Order.Add(string,T) 5-5",
        "interface Shop.Pay.Order.IPriced < Shop.Pay.Order 6-6",
        "method Shop.Pay.Order.IPriced.Price() < Shop.Pay.Order.IPriced 6-6",
        "record Shop.Pay.Money < file 8-8",
    ]


def test_php() -> None:
    """A namespace statement names the rest of the file; `__construct` is the constructor."""
    assert defined(
        "Order.php",
        """\
        <?php
        namespace Shop\\Pay;
        final class Order { public function __construct(private int $id) {} function total() {} }
        trait Priced { abstract function price(); }
        enum Kind { case Flat; }
        function fee() {}
        """,
    ) == [
        "class Shop\\Pay\\Order < file 3-3",
        "constructor Shop\\Pay\\Order\\__construct < Shop\\Pay\\Order 3-3",
        "method Shop\\Pay\\Order\\total < Shop\\Pay\\Order 3-3",
        "trait Shop\\Pay\\Priced < file 4-4",
        "method Shop\\Pay\\Priced\\price < Shop\\Pay\\Priced 4-4",
        "enum Shop\\Pay\\Kind < file 5-5",
        "function Shop\\Pay\\fee < file 6-6",
    ]


def test_ruby() -> None:
    """Modules and classes nest, by their place and by a name written with `::`."""
    assert defined(
        "order.rb",
        """\
        module Shop::Pay
          class Order < Base
            def initialize(id); end
            def self.find(id); end
            def []=(key, value); end
          end
        end
        """,
    ) == [
        "module Shop::Pay < file 1-7",
        "class Shop::Pay::Order < Shop::Pay 2-6",
        "constructor Shop::Pay::Order::initialize < Shop::Pay::Order 3-3",
        "method Shop::Pay::Order::find < Shop::Pay::Order 4-4",
        "method Shop::Pay::Order::[]= < Shop::Pay::Order 5-5",
    ]


def test_scala() -> None:
    """Classes, objects and traits hold methods; a function may stand alone."""
    assert defined(
        "Order.scala",
        """\
        package shop.pay
        case class Order[T](id: Int) extends Base {
          def total[A](of: T): Long = sum(of)
        }
        object Order { def apply() = new Order(1) }
        trait Priced { def price: Long }
        """,
    ) == [
        "class shop.pay.Order < file 2-4",
        "method shop.pay.Order.total(T) < shop.pay.Order 3-3",
        "object shop.pay.Order < file 5-5",
        "method shop.pay.Order.apply() < shop.pay.Order 5-5",
        "trait shop.pay.Priced < file 6-6",
        "method shop.pay.Priced.price() < shop.pay.Priced 6-6",
    ]


def test_c() -> None:
    """A prototype defines nothing; an anonymous struct has the name of its typedef."""
    assert defined(
        "pay.c",
        """\
        int fee(int cents);
        typedef struct { int id; } order;
        struct line { int n; };
        static char *name(order *of) { return 0; }
        """,
    ) == ["struct order < file 2-2", "struct line < file 3-3", "function name < file 4-4"]


def test_cpp() -> None:
    """A method outside of its class is named by it; what is defaulted or only declared is none."""
    assert defined(
        "pay.cc",
        """\
        namespace shop {
        class EXPORT Order : public Base {
         public:
          Order(int id) : id_(id) {}
          Order() = default;
          virtual long price() const = 0;
          bool operator==(const Order& o) const { return true; }
        };
        long Line::total(int n) { return n; }
        template <class T> T max(T a) { return a; }
        }
        """,
    ) == [
        "class shop::Order < file 2-8",
        "constructor shop::Order::Order(int) < shop::Order 4-4",
        "method shop::Order::operator==(Order) < shop::Order 7-7",
        "method shop::Line::total(int) < file 9-9",
        "function shop::max(T) < file 10-10",
    ]


def test_a_header_of_cpp_is_read_as_cpp() -> None:
    """The ending `.h` says nothing: what is written in it does."""
    assert (
        read("pay.h", "namespace shop { class Order { long total() { return 1; } }; }").file.language == "c++"
    )
    assert read("pay.h", "struct order { int id; };").file.language == "c"


def test_branches_of_the_preprocessor_do_not_break_a_function() -> None:
    """Two `#if` branches that open the same brace are read as the first of them."""
    text = """\
        int a() {
        #ifdef FAST
          if (x) {
        #else
          if (y) {
        #endif
          }
          return 1;
        }
        int b() LOCKED(mu) { return 2; }
        """
    assert defined("a.c", text) == ["function a < file 1-9", "function b < file 10-10"]


def test_the_comment_above_belongs_to_the_definition() -> None:
    """Comment marks go; attributes may stand between; a comment behind code is about that code."""
    facts = read("a.rs", "let x = 1; // not this\n/// Charges it.\n#[test]\nfn charge() {}\n")
    artifact = facts.artifacts[0]
    assert (artifact.doc_comment, artifact.annotations, artifact.entry) == ("Charges it.", ("test",), "test")
    assert (
        read("a.php", "<?php\n/**\n * Two\n * lines.\n */\nfunction f() {}").artifacts[0].doc_comment
        == "Two\nlines."
    )


def test_call_sites_have_the_place_of_the_name() -> None:
    """Line relative to the method, column in characters, and how many arguments are written."""
    facts = read("a.rs", 'fn f() {\n    let ü = "ü"; order.total(1, 2);\n    Order::new(g());\n}\n')
    assert facts.artifacts[0].call_sites == ("1:23 order.total/2", "2:11 Order.new/1", "2:15 g/0")


def test_broken_code_is_read_as_far_as_it_goes() -> None:
    """An error in one function leaves the others."""
    facts = read("a.rs", "fn good() {}\nfn bad( {\n}\nfn fine() {}\n")
    assert "good" in {a.name for a in facts.artifacts}
    assert facts.file.problems


def test_a_long_chain_is_still_a_receiver() -> None:
    """A call at the end of a chain over many lines is no bare call."""
    chain = "\n".join(f'        .with_something("{n}")' for n in range(9))
    sites = (
        read("a.rs", f"fn f() {{\n    Test::new()\n{chain}\n        .run();\n}}\n").artifacts[0].call_sites
    )
    assert [site.split()[1] for site in sites if ".run/" in site] == ['().with_something("8").run/0']
