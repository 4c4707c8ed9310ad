"""Steps of shell scripts, Makefiles and package.json, and what commands start."""

import pytest

from tests.ingest.jobs.found import jobs, runs, told

FILES = {"bin/a.sh": "", "app/__init__.py": "", "app/__main__.py": "x = 1\n", "app/run.py": "x = 1\n"}


def test_functions_of_a_script_are_steps() -> None:
    """They run each other; the rest is run by the script itself, from the root or beside it."""
    script = """
        lib() { echo; }
        function deploy {
          lib
          "$DIR"/a.sh
          cat <<EOF
        lib
        EOF
        }
        # deploy
        if lib; then deploy && echo "lib"; fi
        . "$(dirname "$0")/a.sh"
    """
    assert runs({**FILES, "bin/b.sh": script}) == [
        "bin/b.sh runs bin/a.sh @12",
        "bin/b.sh runs bin/b.sh#deploy @11",
        "bin/b.sh runs bin/b.sh#lib @11",
        "bin/b.sh#deploy runs bin/a.sh @5",
        "bin/b.sh#deploy runs bin/b.sh#lib @4",
    ]


def test_targets_of_a_makefile_are_steps() -> None:
    """They run what they depend on, their recipes, and other Makefiles."""
    files = {
        **FILES,
        "Makefile": "all: build # everything\nbuild: x.o\n\t@bin/a.sh\n\t$(MAKE) -C web dist\nNAME := all\n",
        "web/Makefile": "dist:\n\tnpm run bundle\n",
        "web/package.json": '{"scripts": {"bundle": "node pack.js",\n "post": "yarn bundle"}}',
        "web/pack.js": "a()\n",
    }
    assert runs(files) == [
        "Makefile#all runs Makefile#build @1",
        "Makefile#build runs bin/a.sh @3",
        "Makefile#build runs web/Makefile#dist @4",
        "web/Makefile#dist runs web/package.json#bundle @2",
        "web/package.json#bundle runs web/pack.js @1",
        "web/package.json#post runs web/package.json#bundle @2",
    ]


@pytest.mark.parametrize(
    ("command", "target"),
    [
        ("python -m app", "app.__main__"),
        ("poetry run python3 app/run.py", "app.run"),
        ("FOO=1 sudo bash -e bin/a.sh", "bin/a.sh"),
        ("cd bin && ./a.sh", "bin/a.sh"),
        ("coverage run app/run.py", "app.run"),
        ("python manage.py close", "shop.management.commands.close.Command.handle"),
        ("go run ./cmd/serve", "cmd/serve:main.main"),
        ("echo bin/a.sh", ""),
        ("$CMD bin/a.sh", ""),
        ("docker run -v bin/a.sh:/x image", ""),
        ("python -c 'import app'", ""),
        ("./missing.sh", ""),
    ],
)
def test_what_a_command_starts(command: str, target: str) -> None:
    """Only what is plainly started and is there."""
    files = {
        **FILES,
        "crontab": f"*/5 * * * * {command}\n",
        "shop/management/commands/close.py": "class Command:\n    def handle(self): pass\n",
        "cmd/serve/main.go": "package main\nfunc main() {}\n",
    }
    found = [each.partition(" runs ")[2].partition(" @")[0] for each in runs(files)]
    assert found == ([target] if target else [])


def test_a_crontab_says_when() -> None:
    """A job a line, with its schedule; a user is no part of the command."""
    files = {**FILES, "etc/nightly.cron": "# nightly\n0 3 * * * root bin/a.sh\n@daily bin/a.sh\nPATH=/bin\n"}
    assert told(jobs(files)["bin/a.sh"])["schedule"] == "0 3 * * *"
    assert runs(files) == ["etc/nightly.cron#bin/a.sh runs bin/a.sh @2"]
