"""What names of Python code mean: through imports of every form, to the files of the repository."""

from kg.ingest.parse.file import parse_file
from kg.ingest.resolve.world import World


def said(sender: str, path: str = "src/shop/bus/send.py", **files: str) -> tuple[str, ...]:
    """What the only `publish` of a file sends to; the other files are in `src/shop`."""
    given = {path: sender, **{f"src/shop/{name}.py": text for name, text in files.items()}}
    facts = [parse_file("r", each, "b", text.encode()) for each, text in sorted(given.items())]
    world = World("r", facts, ())
    ((file, usage),) = world.usages("publish")
    return world.texts(usage.arguments[0][1], file, usage)


def test_a_constant_is_followed_through_every_form_of_import() -> None:
    """Relative, by module, by another name, by star, from the import root; without an import there is nothing."""
    topics = 'PAID = "order.paid"\nclass Topic:\n    PAID = PAID\n'
    for text in (
        "from ..topics import PAID\npublish(PAID)\n",
        "from .. import topics\npublish(topics.PAID)\n",
        "from ..topics import PAID as P\npublish(P)\n",
        "from ..topics import *\npublish(PAID)\n",
        "from shop.topics import PAID\npublish(PAID)\n",
        "import shop.topics\npublish(shop.topics.PAID)\n",
        "import shop.topics as t\npublish(t.PAID)\n",
        "def send():\n    from shop.topics import PAID\n    publish(PAID)\n",
    ):
        assert said(text, topics=topics) == ("order.paid",), text
    assert said("publish(PAID)\n", topics=topics) == ()


def test_the_nearest_scope_says_what_a_name_means() -> None:
    """A variable of the function, then a field of its class, then the module."""
    text = """
NAME = "module"
class Bus:
    def __init__(self):
        self.name = "field"
    def go(self):
        {}
        publish({})
"""
    assert said(text.format('NAME = "local"', "NAME")) == ("local",)
    assert said(text.format("pass", "NAME")) == ("module",)
    assert said(text.format("pass", "self.name")) == ("field",)


def test_settings_are_fields_of_their_class() -> None:
    """An object of a class of settings says what the class says."""
    settings = 'class Settings(BaseSettings):\n    TOPIC: str = "orders"\n\nsettings = Settings()\n'
    assert said("from shop.conf import settings\npublish(settings.TOPIC)\n", conf=settings) == ("orders",)
    assert said("from shop.conf import settings\npublish(settings.OTHER)\n", conf=settings) == ()
