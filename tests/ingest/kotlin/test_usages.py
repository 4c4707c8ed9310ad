"""What one Kotlin file says of frameworks: annotations with their arguments, and constants."""

from kg.schema.usages import JOIN, LIST, NAME
from tests.ingest.kotlin.test_parse import read


def test_annotations_of_classes_and_functions_are_told() -> None:
    """By what they stand on; an argument without a name is the value; a dollar that is escaped is one."""
    facts = read("""
        package acme
        @RequestMapping("/api", produces = ["x/y"])
        class Orders {
            @Other
            @GetMapping(BASE + "/{id}")
            fun one(id: Long) {}
            @KafkaListener(topics = arrayOf("\\${topic.paid}", Topics.LATE))
            fun paid() {}
        }
    """)
    assert [
        (each.name, each.source.rpartition(":")[2], each.line, each.arguments) for each in facts.usages
    ] == [
        ("RequestMapping", "acme.Orders", 0, (("value", "/api"), ("produces", (LIST, "x/y")))),
        ("GetMapping", "acme.Orders#one(Long)", 1, (("value", (JOIN, (NAME, "BASE"), "/{id}")),)),
        (
            "KafkaListener",
            "acme.Orders#paid()",
            0,
            (("topics", (LIST, "${topic.paid}", (NAME, "Topics.LATE"))),),
        ),
    ]


def test_constants_are_named_by_package_or_class() -> None:
    """A companion's are those of its class; what is no `const` is none."""
    facts = read("""
        package acme
        const val BASE = "/api"
        val other = "x"
        object Topics { const val LATE = "$BASE/late" }
        class Pay { companion object { const val KEY = "pay" } }
    """)
    assert {each.name: each.value for each in facts.constants} == {
        "acme.BASE": "/api",
        "acme.Topics.LATE": (JOIN, (NAME, "BASE"), "/late"),
        "acme.Pay.KEY": "pay",
    }
