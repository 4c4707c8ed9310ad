"""What the settings of an API gateway say of one route, as their parser leaves it for the contracts."""

from dataclasses import dataclass

from kg.schema.quick import quick_pickle


@quick_pickle
@dataclass(frozen=True, slots=True)
class GatewayRoute:
    """Paths that a gateway hands on to a service."""

    path: str
    """What it takes, as written: `/api/orders/**`."""
    uri: str
    """Where it hands it on, as written: `lb://order-service`, `${orders.url}`."""
    strip: int
    """Parts that it takes off the front."""
    rewrite: tuple[str, str]
    """A first part of the path, and what stands there instead; twice nothing where none is."""
    prefix: str
    """What it puts before the path."""
    line: int
