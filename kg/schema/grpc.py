"""What a .proto file declares: the methods of its services."""

from dataclasses import dataclass

from kg.schema.quick import quick_pickle


@quick_pickle
@dataclass(frozen=True, slots=True)
class Rpc:
    package: str
    service: str
    method: str
    line: int
    """In the file, from 1."""

    @property
    def key(self) -> str:
        """As it is called over the wire: `shop.v1.Orders/Find`."""
        return (
            f"{self.package}.{self.service}/{self.method}"
            if self.package
            else f"{self.service}/{self.method}"
        )
