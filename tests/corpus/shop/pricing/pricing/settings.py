"""Settings of the pricing service, from the environment."""

import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """What can be switched without a deployment."""

    minimum_fee_cents: int
    percent: float
    free_for_gold: bool


def load() -> Settings:
    """Read the settings; every one has a default that is safe."""
    return Settings(
        minimum_fee_cents=int(os.environ.get("REFUND_MINIMUM_FEE_CENTS", "100")),
        percent=float(os.environ.get("REFUND_FEE_PERCENT", "2.5")),
        free_for_gold=os.environ.get("REFUND_FREE_FOR_GOLD", "true") == "true",
    )
