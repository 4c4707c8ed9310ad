"""Apps of Django: their labels, and the class that stands for a user.

A label is what the app's AppConfig says, else the name of its folder. Pure.
"""

from kg.ingest.resolve.world import World
from kg.schema.models import Model

DEFAULT_USER = "auth.User"


class Apps:
    """The apps of a repository by folder."""

    def __init__(self, world: World) -> None:
        self.labels: dict[str, str] = {}
        for facts, model in world.found(Model):
            if any(base.rpartition(".")[2] == "AppConfig" for base in model.bases):
                label = model.option("label") or model.option("name").rpartition(".")[2]
                if label:
                    self.labels[facts.file.path.rpartition("/")[0]] = label
        users = (
            constant.value
            for facts in world.files
            for constant in facts.constants
            if constant.name.endswith(".AUTH_USER_MODEL")
        )
        self.user = next((user for user in users if isinstance(user, str)), DEFAULT_USER)

    def label(self, path: str) -> str:
        """The label of the app that a file of models belongs to."""
        folder = path.rpartition("/")[0]
        parts = folder.split("/")
        while parts and "/".join(parts) not in self.labels:
            if parts[-1] == "models":
                return self.label_of("/".join(parts[:-1]))
            parts.pop()
        return self.label_of("/".join(parts) or folder)

    def label_of(self, folder: str) -> str:
        return self.labels.get(folder) or folder.rpartition("/")[2]
