"""What code writes, read with constants and settings: the texts a resolver around the code asks for."""

from kg.ingest.parse.file import parse_file
from kg.ingest.resolve.keys import resolve_keys
from kg.ingest.resolve.world import World

TOPICS = 'package t; public class Topics { public static final String PAID = "order.paid"; }'


def said(sender: str, **files: str) -> tuple[str, ...]:
    """What the only `send` of a class sends to."""
    given = {"src/main/java/w/Bus.java": f"package w;\n{sender}", "src/main/java/t/Topics.java": TOPICS}
    given |= {path.replace("__", "/"): text for path, text in files.items()}
    facts = [parse_file("r", path, "b", text.encode()) for path, text in sorted(given.items())]
    world = World("r", facts, resolve_keys(facts)[0])
    ((file, usage),) = world.usages("send")
    return world.texts(usage.arguments[0][1], file, usage)


def test_a_constant_is_followed_through_imports() -> None:
    """By class, by static import, by wildcard; without an import the name of another package ties nothing."""
    call = "class Bus { void m(K k) { k.send(%s); } }"
    assert said("import t.Topics;\n" + call % "Topics.PAID") == ("order.paid",)
    assert said("import static t.Topics.PAID;\n" + call % "PAID") == ("order.paid",)
    assert said("import t.*;\n" + call % "Topics.PAID") == ("order.paid",)
    assert said(call % "t.Topics.PAID") == ("order.paid",)
    assert said(call % "Topics.PAID") == ()


def test_a_placeholder_is_the_setting() -> None:
    """Of the file's module, of the default environment; else its default; else it stays."""
    sender = 'class Bus { @Value("${topic.paid:fallback}") String topic; void m(K k) { k.send(topic); } }'
    setting = {"src__main__resources__application.properties": "topic.paid=orders-v2\n"}
    assert said(sender, **setting) == ("orders-v2",)
    assert said(sender) == ("fallback",)
    assert said('class Bus { void m(K k) { k.send("${topic.x}"); } }') == ("${topic.x}",)


def test_gaps_stay_gaps() -> None:
    """What only running the code would tell is `{}`; nothing but a gap is nothing."""
    assert said('class Bus { void m(K k, long id) { k.send("orders." + id); } }') == ("orders.{}",)
    assert said("class Bus { void m(K k, String t) { k.send(t); } }") == ()


def test_a_getter_of_an_enum_says_what_the_constant_was_made_with() -> None:
    """`Queue.PAID.getName()` is the constructor's argument of that name."""
    sender = """class Bus { void m(K k) { k.send(Queue.PAID.getName()); } }
        enum Queue { PAID("q.paid", 1), OTHER("q.other", 2); Queue(String name, int n) {} }"""
    assert said(sender) == ("q.paid",)


def test_circles_end() -> None:
    """Settings and constants that name each other give what is known, not a hang."""
    setting = {"src__main__resources__application.properties": "a=${b}\nb=${a}\n"}
    assert said('class Bus { void m(K k) { k.send("x${a}"); } }', **setting)[0].startswith("x")
    assert said("class Bus { static final String A = B, B = A; void m(K k) { k.send(A); } }") == ()
