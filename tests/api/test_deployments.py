"""Which commit runs where, beside a repository."""

from kg.graph import Graph
from kg.records.deployments import Deployment, keep_deployment
from tests.api.serving import make_client, service_of


async def test_a_repository_says_which_commit_runs_where(town: Graph) -> None:
    """Each environment once, by name; whether it runs what this snapshot holds; and nothing of a repository that
    the caller may not see."""
    query = """{ repositories { nodes { name ... on Repository { commit deployments { environment commit at current } } } } }"""
    async with service_of(town) as service, make_client(service) as client:
        held = (await client.data("{ repositories { nodes { name ... on Repository { commit } } } }"))[
            "repositories"
        ]["nodes"]
        commit = next(one["commit"] for one in held if one["name"] == "shop")
        assert commit
        for deployment in (
            Deployment("shop", "staging", "a" * 40, 2, "2026-11-30"),
            Deployment("shop", "prod", commit, 1, "2026-11-29"),
            Deployment("elsewhere", "prod", "a" * 40, 3, "2026-11-30"),
        ):
            await keep_deployment(service.records, deployment)
        found = (await client.data(query))["repositories"]["nodes"]
        told = {one["name"]: one["deployments"] for one in found}
        assert told["shop"] == [
            {"environment": "prod", "commit": commit, "at": "2026-11-29", "current": True},
            {"environment": "staging", "commit": "a" * 40, "at": "2026-11-30", "current": False},
        ]
        assert (await client.as_other().data(query))["repositories"]["nodes"] == []
