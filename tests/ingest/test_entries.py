"""Entry points that other files, or the class around a method, make."""

from textwrap import dedent

from kg.ingest.entries import with_entries
from kg.ingest.parse.file import parse_file


def entries(**files: str) -> dict[str, str]:
    """By name of the method: why nothing needs to call it; `__` in a path is a slash, a last `_` a dot."""
    parsed = [parse_file("r", path, "b", dedent(text).encode()) for path, text in files.items()]
    return {a.qualified_name: a.entry for one in with_entries(parsed) for a in one.artifacts if a.entry}


LOADED = "package w; class A { A() {} void other() {} } class B { B() {} }"


def test_classes_that_are_found_by_name() -> None:
    """Services, factories with continued lines, Class.forName; a comment and other classes are none."""
    found = {"w.A#<init>()": "reflective"}
    assert entries(**{"w/A.java": LOADED, "META-INF/services/w.I": "# w.B\nw.A # the one\n"}) == found
    assert (
        entries(**{"w/A.java": LOADED, "META-INF/spring.factories": "x.EnableIt=\\\n  w.A,\\\n  y.C\n"})
        == found
    )
    caller = (
        'package w; class C { void c() throws Exception { Class.forName("w.A"); other.forName("w.B"); } }'
    )
    assert entries(**{"w/A.java": LOADED, "w/C.java": caller}) == found


def test_functions_that_are_installed() -> None:
    """As commands, as plugins, below a root of sources; a command of Django has its `handle`."""
    project = (
        '[project.scripts]\nshop = "shop.cli:run"\n[project.entry-points."x.plugins"]\na = "shop.cli:load"\n'
    )
    code = "def run(): pass\n\ndef load(): pass\n\ndef other(): pass\n"
    assert entries(**{"src/shop/cli.py": code, "pyproject.toml": project}) == {
        "src.shop.cli.run": "main",
        "src.shop.cli.load": "reflective",
    }
    setup = "[options.entry_points]\nconsole_scripts =\n    shop = shop.cli:run\n"
    assert entries(**{"shop/cli.py": code, "setup.cfg": setup}) == {"shop.cli.run": "main"}
    command = "class Command:\n    def handle(self): pass\n    def other(self): pass\n"
    assert entries(**{"a/management/commands/b.py": command}) == {
        "a.management.commands.b.Command.handle": "main"
    }


def test_methods_that_a_framework_calls() -> None:
    """Runners, listeners by interface, beans that are functions."""
    code = """
        package w;
        import java.util.function.Consumer;
        import org.springframework.boot.CommandLineRunner;
        class R implements CommandLineRunner { public void run(String... a) {} void other() {} }
        class L implements ApplicationListener<Paid> { public void onApplicationEvent(Paid p) {} }
        class C { @Bean Consumer<Paid> paid() { return null; } @Bean Clock clock() { return null; } }
    """
    assert entries(**{"w/R.java": code}) == {
        "w.R#run(String[])": "main",
        "w.L#onApplicationEvent(Paid)": "listener",
        "w.C#paid()": "listener",
    }
