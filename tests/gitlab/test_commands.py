"""`kg gitlab …`, as a person uses it, against the fake."""

import json
import os
from pathlib import Path
from typing import Any

from kg.graph import Graph, GraphOptions
from tests.cli.test_jobs import commands
from tests.gitlab.fake import TOKEN, fake_gitlab


def test_projects_are_planned_connected_and_set_aside(
    graph: Graph, graph_options: GraphOptions, tmp_path: Path
) -> None:
    """A plan does nothing; connecting keeps the group and asks for jobs; pause, priority and forget do what they
    say; what is missing is said in one line, and the token in none."""
    token = tmp_path / "token"
    token.write_text(TOKEN)
    with fake_gitlab(tmp_path / "git") as fake:
        shop = fake.create("acme/shop", {"pay.py": "x = 1\n"})
        fake.create("acme/deep/tax", {"tax.py": "y = 1\n"})
        environment = {
            **os.environ,
            "KG_HOME": str(tmp_path / "home"),
            "NEO4J_URI": graph_options.uri,
            "NEO4J_PASSWORD": graph_options.password,
            "KG_GITLAB_URL": fake.url,
        }
        refused = commands(environment)("gitlab", "plan", "acme")
        assert refused.returncode == 2 and "KG_GITLAB_TOKEN_FILE" in refused.stderr
        environment |= {"KG_GITLAB_TOKEN_FILE": str(token), "KG_GITLAB_HOOK_URL": "https://kg.example"}
        kg = commands(environment)

        def answer(*words: str) -> Any:
            done = kg("gitlab", *words)
            assert done.returncode == 0, done.stderr
            assert TOKEN not in done.stdout + done.stderr
            return json.loads(done.stdout) if "--json" in words else done.stdout

        assert [one["path"] for one in answer("plan", "acme", "--json")["projects"]] == [
            "acme/deep/tax",
            "acme/shop",
        ]
        assert answer("list", "--json") == {"projects": [], "groups": []}
        assert len(answer("connect", "acme", "--hooks", "--json")) == 2
        assert [hook["url"] for hook in shop.hooks] == ["https://kg.example/hooks/gitlab"]
        answer("pause", "acme/shop")
        answer("priority", "acme/deep/tax", "2")
        listed = answer("list", "--json")
        assert {one["repo"]: (one["state"], one["priority"]) for one in listed["projects"]} == {
            "acme/shop": ("paused", 5), "acme/deep/tax": ("connected", 2),
        }  # fmt: skip
        assert [one["path"] for one in listed["groups"]] == ["acme"]
        assert len(json.loads(kg("jobs", "list", "--json").stdout)) == 2
        answer("resume", "acme/shop")
        answer("forget", "acme")
        assert answer("list", "--json")["groups"] == []
        unknown = kg("gitlab", "connect", "acme/nothing")
        assert unknown.returncode == 8 and TOKEN not in unknown.stderr
