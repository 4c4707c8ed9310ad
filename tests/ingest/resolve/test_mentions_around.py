"""Documents name what stands around the code: routes, variables, tables, libraries, lines of files."""

import pytest

from tests.ingest.resolve.documents import documented

ORDERS = """package shop;
import org.springframework.web.bind.annotation.*;
@RestController @RequestMapping("/orders")
public class Orders {
  @GetMapping("/{id}") public String one(@PathVariable long id) { return ""; }
  @PostMapping public void add() {}
}
"""
FILES = {
    "src/main/java/shop/Orders.java": ORDERS,
    "src/main/resources/application.properties": "payment.timeout=3\n",
    "src/main/resources/db/migration/V1__a.sql": "create table refund_line (id int);\ncreate table fee (id int);\n",
    "requirements.txt": "requests==2.1\ntyping-extensions==4\n",
}


def found(text: str) -> dict[str, tuple[str, float]]:
    return documented({**FILES, "docs/a.md": text})


@pytest.mark.parametrize(
    "text",
    [
        "`GET /orders/{id}`",
        "Call GET /orders/:order_id to see it",
        "```\ncurl -X GET http://localhost:8080/orders/{id}?full=1\n```",
        "| `GET` | `/orders/{id}` |\n|---|---|\n",
    ],
)
def test_a_route_leads_to_its_endpoint(text: str) -> None:
    """However it is set, whatever its variable is called."""
    assert [uid for uid in found(f"# A\n{text}\n") if "endpoint" in uid] == [
        "endpoint:.:serves:GET /orders/{}"
    ]


def test_a_variable_of_the_environment_leads_to_the_key_it_sets() -> None:
    """By the rules of Spring; as an argument too."""
    assert found("Set PAYMENT_TIMEOUT.\n") == {"config:.:payment.timeout": ("inferred", 0.8)}
    assert found("Give `--payment.timeout=9`.\n") == {"config:.:payment.timeout": ("exact", 1.0)}


def test_a_table_needs_a_name_of_its_own_or_the_word() -> None:
    """`fee` may be anything; `refund_line`, or the `fee` table, may not."""
    assert found("See `refund_line`.\n") == {"table:refund_line": ("inferred", 0.8)}
    assert found("The `fee` table, or `fee` \ud14c\uc774\ube14.\n") == {"table:fee": ("inferred", 0.8)}
    assert found("Take the `fee`.\n") == {}
    assert found("Take the `fee` of whom you like, and not of that other table.\n") == {}


def test_a_library_is_named_explicitly_or_not_at_all() -> None:
    """A name of several parts in a code span, or one beside the word."""
    assert found("Needs `typing-extensions`.\n") == {"library:pypi:typing-extensions": ("inferred", 0.8)}
    assert found("The `requests` library.\n") == {"library:pypi:requests": ("inferred", 0.8)}
    assert found("Send `requests` to it; typing-extensions.\n") == {}


def test_a_line_of_a_file_leads_to_the_method_there() -> None:
    """Lines move, so the method is inferred, the file is exact."""
    link = "src/main/java/shop/Orders.java"
    assert found(f"[one](../{link}#L5)\n") == {
        f"file:{link}": ("exact", 1.0),
        "java:src/main/java:shop.Orders#one(long)": ("inferred", 0.8),
    }
    assert found(f"[one](https://github.com/shop/r/blob/0123456789abcdef/{link}#L5)\n") == {
        f"file:{link}": ("inferred", 0.8)
    }


def test_names_end_where_another_script_goes_on() -> None:
    """Korean and Chinese put no space behind a name."""
    assert found(
        "\uc8fc\ubb38\uc740 shop.Orders.one\uc744 \ubcf8\ub2e4. \u5bfc\u5165V1__a.sql\u6587\u4ef6\u3002PAYMENT_TIMEOUT\ub294\n"
    ).keys() == {
        "config:.:payment.timeout",
        "file:src/main/resources/db/migration/V1__a.sql",
    }
