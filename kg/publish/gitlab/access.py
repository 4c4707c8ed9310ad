"""The API of the GitLab that the settings name, with the token that a project or group names."""

from kg.errors import SettingsError
from kg.ingest.source.gitlab import GitLab, GitLabOptions
from kg.publish.credentials import read_credential
from kg.schema.remote import Site


def open_gitlab(site: Site, credential: str = "") -> GitLab:
    """`credential` is the project's own; empty: the site's."""
    if not site.url:
        raise SettingsError("settings: KG_GITLAB_URL names no GitLab; set it, and KG_GITLAB_TOKEN_FILE")
    named = credential or site.credential
    if not named:
        raise SettingsError("settings: there is no token for GitLab; set KG_GITLAB_TOKEN_FILE")
    return GitLab(GitLabOptions(site.url, read_credential(named)))
