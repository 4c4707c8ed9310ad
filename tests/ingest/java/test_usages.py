"""What Java code gives to frameworks, as it is written; names are followed where the file says so."""

from kg.ingest.parse.file import parse_file
from kg.schema.facts import Facts
from kg.schema.usages import CALL, HANDED, JOIN, LIST, NAME, Usage


def parsed(body: str) -> Facts:
    return parse_file("shop", "src/w/Bus.java", "b", f"package w;\n{body}".encode())


def usages(body: str) -> list[Usage]:
    return list(parsed(body).usages)


def only(body: str) -> Usage:
    (usage,) = usages(body)
    return usage


def constants(body: str) -> dict[str, object]:
    return {constant.name: constant.value for constant in parsed(body).constants}


def test_an_annotation_keeps_what_is_in_its_brackets() -> None:
    """Lists, constants by name, sums and nested annotations; a lone value is `value`."""
    usage = only('class B { @KafkaListener(topics = {"a", T.B, T.C + ".x"}) void on(String s) {} }')
    assert usage.name == "KafkaListener" and usage.source.endswith("w.Bus#on(String)".replace("Bus", "B"))
    assert usage.arguments == (("topics", (LIST, "a", (NAME, "T.B"), (JOIN, (NAME, "T.C"), ".x"))),)
    assert only('@RequestMapping("/api") class B {}').arguments == (("value", "/api"),)


def test_an_annotation_of_a_field_or_parameter_says_which() -> None:
    """They have no artifact of their own: the source is what holds them."""
    assert only('class B { @Column(name = "c_1") String c; }').member == "c"
    assert only('class B { void m(@Column(name = "x") String p) {} }').member == "p"


def test_a_call_is_on_the_declared_type() -> None:
    """Fields, parameters, locals and `var` are looked up in the file; what is not there stays as written."""
    body = """class B { private final KafkaTemplate<String, Order> bus;
        void a() { bus.send("t", "v"); this.bus.send("t", "v"); }
        void b(RabbitTemplate bus) { bus.convertAndSend("q", 1); }
        void c() { var rest = new RestTemplate(); rest.getForObject("/x", String.class); }
        void d() { inherited.send("t"); client().get().uri("/y"); }
        WebClient client() { return null; } }"""
    assert [usage.on for usage in usages(body)] == [
        "KafkaTemplate",
        "KafkaTemplate",
        "RabbitTemplate",
        "RestTemplate",
        "inherited",
        "WebClient",
        "WebClient.get",
    ]


def test_a_class_inside_a_class_is_named_with_it() -> None:
    """Every library has a `Builder`."""
    assert only('class B { WebClient.Builder b; void m() { b.baseUrl("/x"); } }').on == "WebClient.Builder"


def test_common_names_are_noted_beside_their_library() -> None:
    """`put` is everybody's; of some the call says something without an argument."""
    body = "class B { void m(Map<String, String> map) { map.put(1, 2); map.get(); } }"
    assert usages(body) == []
    assert [usage.name for usage in usages(f"import okhttp3.Request; {body}")] == ["put", "get"]


def test_a_builder_is_what_was_chained() -> None:
    """Calls are nested the other way round, a local is what made it, a lambda what it gives back."""
    body = """class B { void m(WebClient c, RestTemplate r) {
        UriComponents u = From.text("/a").build();
        r.getForObject(u.toUri(), X.class);
        c.get().uri(b -> b.path("/b").build()); } }"""
    made, _, asked = usages(body)
    text = (CALL, "From.text", (("", "/a"),), None)
    assert made.arguments[0][1] == (CALL, "UriComponents.toUri", (), (CALL, "From.text.build", (), text))
    path = (CALL, "b.path", (("", "/b"),), None)
    assert asked.arguments[0][1] == (CALL, "b.path.build", (), path)


def test_a_local_is_followed_unless_it_changes() -> None:
    """A local that is assigned again says nothing, a parameter only which one it is."""
    body = """class B { void m(String p, Bus bus) {
        String topic = "orders"; log("topic={}", topic); bus.send(topic);
        String other = "a"; other = p; bus.send(other); bus.send(p); } }"""
    assert [usage.arguments for usage in usages(body)] == [
        (("", "orders"),),
        (("", None),),
        (("", None), (HANDED, (LIST, "0", "0"))),
    ]


def test_a_format_is_a_text_with_gaps() -> None:
    """`String.format` and `formatted` read like a concatenation."""
    usage = only(
        'class B { void m(RestTemplate r, long i) { r.getForObject(String.format("/a/%d/b", i), X.class); } }'
    )
    assert usage.arguments == (("", (JOIN, "/a/", None, "/b")), ("", (NAME, "X.class")))


def test_a_text_block_loses_its_margin() -> None:
    """And escapes are what they stand for."""
    usage = only(
        'class B { void m(J j) { j.query("""\n        select 1\n          from t\\n\n        """); } }'
    )
    assert usage.arguments == (("", "select 1\n  from t\n\n"),)


def test_texts_that_a_class_names() -> None:
    """Final and private fields, what a container fills in, classes of properties, and constants of an enum."""
    assert constants(
        'class T { static final String A = "a"; String b = "b"; private String c = "c"; static final int N = 1; }'
    ) == {
        "w.T.A": "a",
        "w.T.c": "c",
    }
    assert constants('class T { @Value("${k}") String v; T(@Value("${j}") String p) {} }') == {
        "w.T.v": "${k}",
        "w.T.p": "${j}",
    }
    assert constants('@ConfigurationProperties("pg") class T { String url; }') == {"w.T.url": "${pg.url}"}
    body = 'enum Q { PAID("x", "rk"); Q(String exchange, String key) {} }'
    assert constants(body) == {"w.Q.PAID.exchange": "x", "w.Q.PAID.key": "rk"}


def test_a_sum_of_a_thousand_parts_is_read() -> None:
    """A long concatenation is a loop, not a recursion."""
    text = " + ".join(['"x"'] * 1_000)
    usage = only(f"class B {{ void m(J j) {{ j.query({text}); }} }}")
    value = usage.arguments[0][1]
    assert isinstance(value, tuple) and len(value) == 1_001


def test_a_record_of_properties_names_its_settings() -> None:
    """As a class of properties does by its fields; any other record names nothing."""
    assert constants(
        '@ConfigurationProperties("pay") record P(String topic) {} record Q(String topic) {}'
    ) == {"w.P.topic": "${pay.topic}"}


def test_calls_of_own_methods_that_take_a_text() -> None:
    """They are noted in a file that names what sends: such a method may send to what it is given."""
    own = """void tell(String topic, Object o) {} void log(Object o) {}
        void m() { tell("a", 1); this.tell("b", 1); log(1); }"""
    found = [usage.arguments[0][1] for usage in usages(f"class B {{ KafkaTemplate t; {own} }}")]
    assert found == ["a", "b"]
    assert usages(f"class B {{ {own} }}") == []
