"""Which commit of a repository runs where."""

import strawberry


@strawberry.type(description="The commit that an environment runs, as the host told.")
class Deployment:
    environment: str = strawberry.field(description="The name of the environment at the host.")
    commit: str = strawberry.field(description="The commit.")
    at: str = strawberry.field(description="Since when, ISO 8601.")
    current: bool = strawberry.field(
        description="Whether that is the commit which this snapshot holds of the repository."
    )
