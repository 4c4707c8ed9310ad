"""What one Go file says: artifacts, names, documentation, keys; broken files too."""

from kg.schema.vocabulary import Form, Kind
from tests.ingest.go.snippets import artifact, read


def test_every_form_of_type_is_a_class() -> None:
    """Structs, interfaces, aliases and other named types are classes, and the form says which."""
    facts = read(
        """
        package pay

        type (
            Order struct{ ID int }
            // Store keeps orders.
            Store interface {
                // Get finds one.
                Get(id int) (Order, error)
            }
            Cents int64
            Bill = Order
        )
        """
    )
    forms = {each.name: each.form for each in facts.artifacts if each.kind is Kind.CLASS}
    assert forms == {"Order": Form.STRUCT, "Store": Form.INTERFACE, "Cents": Form.TYPE, "Bill": Form.ALIAS}
    assert artifact(facts, "pay.Store").doc_comment == "Store keeps orders."
    assert artifact(facts, "pay.Store.Get").doc_comment == "Get finds one."
    assert artifact(facts, "pay.Store.Get").modifiers == ("abstract",)


def test_names_are_those_of_the_package() -> None:
    """A uid has the folder and the package, and says nothing of the file."""
    facts = read("package pay\n\nfunc (o *Order[T]) Total() int { return 1 }\n\nfunc Open() {}\n")
    assert [each.uid for each in facts.artifacts] == [
        "shop:go:pay:pay.Order.Total",
        "shop:go:pay:pay.Open",
    ]
    assert [each.form for each in facts.artifacts] == [Form.METHOD, Form.FUNCTION]


def test_a_test_package_is_a_package_of_its_own() -> None:
    """`package pay_test` shares the folder with `pay` and none of its names."""
    facts = read("package pay_test\n\nfunc TestOpen(t *testing.T) {}\n", "pay/pay_test.go")
    assert facts.artifacts[0].uid == "shop:go:pay:pay_test.TestOpen"
    assert facts.artifacts[0].entry == "test"


def test_what_only_some_builds_have_says_which() -> None:
    """Two systems may define the same function: the file's name or its build line is in the uid."""
    source = "package pay\n\nfunc open() {}\n"
    assert read(source, "pay/open_linux.go").artifacts[0].uid == "shop:go:pay:pay.open[linux]"
    tagged = "//go:build darwin || freebsd\n\n" + source
    assert read(tagged, "pay/open_bsd.go").artifacts[0].uid == "shop:go:pay:pay.open[darwin || freebsd]"
    old = "// +build linux,amd64 darwin\n\n" + source
    assert read(old, "pay/x.go").file.annotations == ("build (linux && amd64) || darwin",)
    script = "//go:build ignore\n\npackage main\n\nfunc main() {}\n"
    assert read(script, "pay/gen.go").artifacts[0].uid == "shop:go:pay:main.main[ignore,gen.go]"


def test_each_file_may_have_its_own_init() -> None:
    """`init` may be written many times: the file and an ordinal tell them apart."""
    facts = read("package pay\n\nfunc init() {}\n\nfunc init() {}\n")
    assert [each.uid for each in facts.artifacts] == [
        "shop:go:pay:pay.init[pay.go]",
        "shop:go:pay:pay.init[pay.go]~2",
    ]
    assert {each.entry for each in facts.artifacts} == {"init"}


def test_a_method_belongs_to_its_type() -> None:
    """The type defines its methods where it stands in the same file, otherwise the file does."""
    facts = read("package pay\n\nfunc (o *Order) Pay() {}\n\ntype Order struct{}\n\nfunc (b Bill) Pay() {}\n")
    defined = {edge.target: (edge.source, edge.start_line) for edge in facts.edges}
    assert defined["shop:go:pay:pay.Order.Pay"] == ("shop:go:pay:pay.Order", 3)
    assert defined["shop:go:pay:pay.Bill.Pay"] == ("shop:file:pay/pay.go", 7)
    assert artifact(facts, "pay.Order").text == "type Order struct{}\nfunc (o *Order) Pay()"


def test_call_sites_are_listed_whether_tied_or_not() -> None:
    """Function literals fold into the function around them; builtins are sites as written."""
    facts = read(
        """
        package pay

        // Serve listens.
        //
        //nolint:all
        func Serve(m *http.ServeMux) error {
            m.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
                handle(w, r)
            })
            if err := start(); err != nil || m == nil {
                return err
            }
            return nil
        }
        """
    )
    serve = artifact(facts, "pay.Serve")
    assert serve.call_sites == ("1:6 m.HandleFunc/2", "2:8 handle/2", "4:14 start/0")
    assert serve.complexity == 3
    assert serve.signature == "func Serve(m *http.ServeMux) error"
    assert serve.doc_comment == "Serve listens."


def test_getters_and_setters_are_trivial() -> None:
    """A body that only hands a field on has complexity 0."""
    facts = read(
        "package pay\n\nfunc (o *Order) ID() int { return o.id }\n"
        "func (o *Order) Set(id int) { o.id = id }\nfunc (o *Order) Run() int { return run() }\n"
    )
    assert [each.complexity for each in facts.artifacts] == [0, 0, 1]


def test_package_variables_have_an_initialiser() -> None:
    """What package-level variables are given is the code of one caller a file."""
    facts = read("package pay\n\nvar limit = 3\n\nvar store = open(limit)\n")
    (initializer,) = facts.artifacts
    assert (initializer.form, initializer.text) == (Form.INITIALIZER, "store = open(limit)")
    assert initializer.call_sites == ("0:12 open/1",)


def test_settings_that_code_reads_are_known() -> None:
    """`os.Getenv` and `os.LookupEnv` read keys, by text or by a constant of the file."""
    facts = read(
        """
        package pay

        import sys "os"

        const portKey = "PAY_PORT"

        func port() string {
            if v, ok := sys.LookupEnv("PAY_HOST"); ok {
                return v
            }
            return sys.Getenv(portKey)
        }
        """
    )
    assert [(read.key, read.line) for read in facts.reads] == [("PAY_HOST", 1), ("PAY_PORT", 4)]


def test_a_struct_reads_the_variables_its_tags_name() -> None:
    """`env` and `envconfig` tags fill fields from environment variables."""
    facts = read(
        """
        package pay

        type Options struct {
            Port int `env:"PAY_PORT,required"`
            Name string `json:"name" envconfig:"PAY_NAME"`
            Other string `json:"env"`
        }
        """
    )
    assert [(read.source, read.key, read.line) for read in facts.reads] == [
        ("shop:go:pay:pay.Options", "PAY_PORT", 1),
        ("shop:go:pay:pay.Options", "PAY_NAME", 2),
    ]


def test_generated_code_is_kept_and_marked() -> None:
    """A generated file has callers like any other; that a program wrote it is said on the File."""
    facts = read("// Code generated by protoc. DO NOT EDIT.\n\npackage pay\n\nfunc Marshal() {}\n")
    assert facts.file.modifiers == ("generated",)
    assert len(facts.artifacts) == 1


def test_entries_are_what_nothing_needs_to_call() -> None:
    """`main` of package main, tests, benchmarks and HTTP handlers have no caller in the code."""
    facts = read("package main\n\nfunc main() {}\nfunc Testify() {}\n", "cmd/main_test.go")
    assert [each.entry for each in facts.artifacts] == ["main", ""]
    handler = read("package pay\n\nfunc (s S) ServeHTTP(w http.ResponseWriter, r *http.Request) {}\n")
    assert handler.artifacts[0].entry == "route"


def test_broken_files_give_what_can_be_read() -> None:
    """A half-typed function is a problem of the file; its neighbours stay."""
    facts = read("package pay\n\nfunc Open() { close( }\n\nfunc Close() { done() }\n\ntype T struct {")
    assert facts.file.problems
    assert "Close" in {each.name for each in facts.artifacts}


def test_nothing_at_all_is_a_file() -> None:
    """Empty and senseless bytes give a File and no artifacts."""
    for source in ("", "\n", "package", "}}}} func (", "func (", "type"):
        assert read(source).file.path == "pay/pay.go"


def test_a_module_says_its_path_and_local_replacements() -> None:
    """go.mod and go.work tell which import paths are folders here."""
    facts = read(
        """
        module example.com/shop // the shop

        go 1.22

        require example.com/log v1.2.0

        replace (
            example.com/log v1.2.0 => ../log
            example.com/far => example.com/near v1.0.0
        )
        """,
        "shop/go.mod",
    )
    assert facts.code.path == "example.com/shop"
    assert facts.code.replaced == (("example.com/log", "log"),)
    assert facts.file.imports == ("example.com/log v1.2.0",)
    assert read("go 1.22\n\nuse ./a\nuse (\n\t./b\n)\n", "go.work").code.used == ("a", "b")


def test_new_of_a_value_is_read() -> None:
    """The grammar knows `new(T)` only; `new(count())` is read too, and names stay as written."""
    facts = read(
        "package pay\n\n// é\nfunc f(n int) {\n\tx := new(count(1))\n\ty := make([]int, new(n))\n}\n"
    )
    assert facts.file.problems == ()
    assert facts.artifacts[0].call_sites == ("1:6 new/1", "1:10 count/1", "2:6 make/2", "2:18 new/1")
