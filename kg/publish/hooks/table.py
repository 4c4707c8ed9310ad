"""Which event of GitLab, and of a wiki, is handled by what. To add one: a function in a file of its own, and its line here."""

from functools import partial

from kg.graph import Graph
from kg.publish.dispatch import Handlers
from kg.publish.hooks.deployment import on_deployment
from kg.publish.hooks.life import Life, on_gone, on_group_gone, on_group_moved, on_member, on_moved
from kg.publish.hooks.push import on_push, on_tag
from kg.publish.hooks.request import on_request
from kg.publish.hooks.wiki import EVENTS, on_page


def gitlab_handlers(graph: Graph, host: str) -> Handlers:
    """`host` as the settings name it; empty: each message's own."""
    life = Life(graph, host)
    return {
        "gitlab:push": partial(on_push, life),
        "gitlab:tag_push": partial(on_tag, host),
        "gitlab:merge_request": partial(on_request, host),
        "gitlab:deployment": partial(on_deployment, host),
        "gitlab:project_rename": partial(on_moved, life),
        "gitlab:project_transfer": partial(on_moved, life),
        "gitlab:project_destroy": partial(on_gone, life),
        "gitlab:group_rename": partial(on_group_moved, life),
        "gitlab:group_destroy": partial(on_group_gone, life),
        "gitlab:user_remove_from_team": partial(on_member, life),
        "gitlab:user_update_for_team": partial(on_member, life),
        "gitlab:user_remove_from_group": partial(on_member, life),
        "gitlab:user_update_for_group": partial(on_member, life),
    }


WIKI_HANDLERS: Handlers = {f"confluence:{event}": on_page for event in EVENTS}
