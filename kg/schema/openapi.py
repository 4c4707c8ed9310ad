"""What an OpenAPI (or Swagger) document says of one operation, as its parser leaves it for the contracts."""

from dataclasses import dataclass

from kg.schema.ids import Uid
from kg.schema.quick import quick_pickle


@quick_pickle
@dataclass(frozen=True, slots=True)
class ApiOperation:
    """A method of a path."""

    method: str
    """`GET`."""
    path: str
    """As written, below the base: `/orders/{id}`."""
    base: str
    """Of its server (the first one) or `basePath`: `/v1`; often not what the service itself serves."""
    operation_id: str
    line: int
    """Of its method in the document, from 1."""
    end_line: int
    doc: Uid
    """The Doc that describes it; empty where nothing does."""
