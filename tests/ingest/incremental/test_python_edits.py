"""Which files an edit of one Python file makes resolve again: those that rest on what changed, no others."""

import pytest

from tests.ingest.incremental.again import PYTHON, Shop

TEXTS = {
    "acme/__init__.py": "from acme.order import Order\n",
    "acme/base.py": "class Base:\n    def rate(self):\n        return 1\n",
    "acme/order.py": """
from acme.base import Base
class Order(Base):
    def total(self):
        return self.sum()
    def sum(self):
        return 1
    def note(self):
        return Note()
class Note:
    def write(self):
        pass
""",
    "acme/pay.py": """
from acme import Order
def charge(order: Order):
    return order.total() + order.rate()
def tell(order: Order):
    order.note().write()
""",
    "acme/run.py": """
def run(job):
    job.start()
""",
    "acme/job.py": """
from acme.run import run
class Job:
    def start(self):
        pass
run(Job())
""",
    "acme/mail.py": """
def send():
    return other()
def other():
    return 2
""",
}


def _edit(path: str, before: str, after: str, more: dict[str, str] | None = None) -> set[str]:
    shop = Shop(TEXTS | (more or {}), PYTHON)
    text = shop.texts[path]
    assert before in text
    return _names(shop.edit({path: text.replace(before, after)}))


def _names(paths: set[str]) -> set[str]:
    return {path.removeprefix("acme/").removesuffix(".py") for path in paths}


def test_at_first_every_file_is_resolved_and_then_none() -> None:
    """Nothing changed: nothing is resolved."""
    shop = Shop({}, PYTHON)
    assert shop.edit(TEXTS) == set(TEXTS)
    assert shop.edit({}) == set()


def test_a_change_that_nobody_looks_at_resolves_one_file() -> None:
    """Nobody imports the file."""
    assert _edit("acme/mail.py", "return 2", "return send()") == {"mail"}


def test_a_change_reaches_those_who_look_at_it_through_others() -> None:
    """Pay imports Order from the package, which takes it from its module and calls nothing itself."""
    assert _edit("acme/order.py", "def sum", "def whole") == {"order", "pay"}


@pytest.mark.parametrize(
    ("before", "after", "resolved"),
    [
        (
            "    def sum(self):\n        return 1",
            "    def sum(self):\n        found = 2\n        return 1",
            {"order"},
        ),
        ("    def total(self):\n", "    def total(self):\n        self.note().write()\n", {"order"}),
        ("class Note:\n", "\n\n\nclass Note:\n", {"order"}),
        ("        return Note()", "        made = Note()\n        return made", {"order", "pay"}),
        ("        return Note()", "        self.made = Order()\n        return Note()", {"order", "pay"}),
        ("    def sum(self):", "    def sum(self, more=1):", {"order", "pay"}),
    ],
    ids=["a name", "a call", "lines", "what is returned", "an attribute", "a signature"],
)
def test_others_look_again_when_what_they_can_see_changes(
    before: str, after: str, resolved: set[str]
) -> None:
    """What a body does by itself is nobody else's business; Pay looks at methods of Order."""
    assert _edit("acme/order.py", before, after) == resolved


def test_a_name_is_seen_when_what_is_returned_uses_it() -> None:
    """`made` is one more way to a class, and is bound before or after it is returned."""
    text = "class A:\n    def go(self): ...\nclass B:\n    def go(self): ...\ndef make():\n    made = A()\n    return made\n"
    shop = Shop({"make.py": text, "use.py": "from make import make\nmake().go()\n"}, PYTHON)
    assert shop.edit({"make.py": text.replace("    made = A()\n", "    made = A()\n    made = B()\n")}) == {
        "make.py",
        "use.py",
    }
    assert shop.edit(
        {"make.py": text.replace("    made = A()\n", "    x = 1\n    made = A()\n    y = made\n")}
    ) == {
        "make.py",
        "use.py",
    }
    assert shop.edit({"make.py": text}) == {"make.py"}


def test_a_base_class_is_looked_at_through_the_class() -> None:
    """`order.rate()` is written in a file that Pay never names."""
    assert _edit("acme/base.py", "def rate", "def price") == {"base", "order", "pay"}


def test_what_callers_hand_over_reaches_the_function() -> None:
    """`run` starts whatever it is handed: a call elsewhere decides what that is."""
    assert _edit("acme/job.py", "run(Job())", "run(None)") == {"job", "run"}
    shop = Shop(TEXTS, PYTHON)
    other = "from acme.run import run\nclass Task:\n    def start(self):\n        pass\nrun(Task())\n"
    assert _names(shop.edit({"acme/task.py": other})) == {"task", "run"}
    assert _names(shop.edit({}, gone=("acme/task.py",))) == {"run"}


def test_a_parameter_that_many_fill_is_not_asked_about_again() -> None:
    """More callers than anybody tells apart: one more changes nothing for the function."""
    calls = "".join(f"def f{number}(job):\n    log(job)\n" for number in range(20))
    shop = Shop({"log.py": "def log(it):\n    it.go()\n", "many.py": f"from log import log\n{calls}"}, PYTHON)
    assert shop.edit({"more.py": "from log import log\nlog(1)\n"}) == {"more.py"}


def test_a_class_below_answers_for_what_its_base_lacks() -> None:
    """A mixin calls what the classes below it have: a new one is looked at, one of another base is not."""
    shop = Shop({"mixin.py": "class Mixin:\n    def go(self):\n        self.move()\n"}, PYTHON)
    below = "from mixin import Mixin\nclass Car(Mixin):\n    def move(self):\n        pass\n"
    assert shop.edit({"car.py": below}) == {"car.py", "mixin.py"}
    assert shop.edit({"cart.py": below.replace("(Mixin)", "")}) == {"cart.py"}


@pytest.mark.parametrize(
    ("name", "text", "resolved"),
    [
        ("acme/base/__init__.py", "class Base:\n    pass\n", {"base/__init__", "base", "order", "pay"}),
        ("acme/unused.py", "class Base:\n    pass\n", {"unused"}),
        ("json.py", "def dumps(it):\n    pass\n", {"json", "uses"}),
        ("acme/json.py", "def dumps(it):\n    pass\n", {"json"}),
    ],
)
def test_a_file_that_appears_is_what_imports_lead_to(name: str, text: str, resolved: set[str]) -> None:
    """A package in the place of a module, a name of a library; another name is nobody's business."""
    shop = Shop(TEXTS | {"uses.py": "import json\njson.dumps(1)\n"}, PYTHON)
    assert _names(shop.edit({name: text})) == resolved


def test_a_file_that_is_gone_leaves_its_callers_open() -> None:
    """So is whoever imports it, whose imports lead elsewhere; the same when it is back."""
    shop = Shop(TEXTS, PYTHON)
    assert _names(shop.edit({}, gone=("acme/order.py",))) == {"__init__", "pay"}
    assert _names(shop.edit({"acme/order.py": TEXTS["acme/order.py"]})) == {"__init__", "order", "pay"}


def test_a_name_that_becomes_a_property_is_asked_about_where_it_is_read() -> None:
    """Reading an attribute is a call once somebody writes a property of that name."""
    reading = "from acme.order import Order\ndef show(order: Order):\n    return order.sum\n"
    assert _edit("acme/order.py", "    def sum", "    @property\n    def sum", {"show.py": reading}) == {
        "order",
        "pay",
        "show",
    }


def test_the_first_special_method_concerns_every_file() -> None:
    """Until somebody writes `__getattr__`, no attribute is asked about it."""
    shop = Shop(TEXTS, PYTHON)
    text = TEXTS["acme/mail.py"] + "class Mail:\n    def __getattr__(self, name):\n        pass\n"
    assert shop.edit({"acme/mail.py": text}) == set(TEXTS)


def test_a_special_method_that_is_looked_for_anyway_concerns_its_file() -> None:
    """Making an object asks for `__init__`, written or not."""
    text = "class Mail:\n    def __init__(self):\n        pass\n"
    assert _edit("acme/mail.py", "def send", f"{text}def send") == {"mail"}


def test_what_leads_back_to_itself_is_the_same_whoever_asks_first() -> None:
    """Two files whose answers lead back to each other: either is resolved alone as it is beside the other."""
    one = "from {0} import {0}\ndef {1}(of):\n    return {0}(of) or {1}.it or One()\nclass One:\n    pass\n{1}(1).go()\n"
    shop = Shop(
        {"a.py": one.format("b", "a"), "b.py": one.format("a", "b"), "c.py": "from a import a\na(1).go()\n"},
        PYTHON,
    )
    assert shop.edit({"c.py": "from b import b\nb(1).go()\n"}) == {"c.py"}


def test_a_fixture_nearer_to_a_test_takes_the_place_of_another() -> None:
    """A `conftest` that appears beside a test is asked before the one above."""
    fixture = "import pytest\nclass {0}:\n    def go(self):\n        pass\n@pytest.fixture\ndef it():\n    return {0}()\n"
    shop = Shop(
        {"conftest.py": fixture.format("Far"), "tests/test_it.py": "def test_it(it):\n    it.go()\n"}, PYTHON
    )
    assert shop.edit({"tests/conftest.py": fixture.format("Near")}) == {
        "tests/conftest.py",
        "tests/test_it.py",
    }


def test_a_file_that_cannot_be_told_from_another_waits_for_its_name() -> None:
    """A module and a package of one name: the package counts, and when it is gone the module does."""
    shop = Shop({"a.py": "def f():\n    f()\n", "a/__init__.py": "def g():\n    g()\n"}, PYTHON)
    assert shop.edit({}, gone=("a/__init__.py",)) == {"a.py"}
