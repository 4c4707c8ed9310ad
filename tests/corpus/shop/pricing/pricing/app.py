"""The HTTP API of the pricing service."""

from fastapi import Depends, FastAPI

from . import settings as configuration
from .customers import Customers
from .fees import refund_fee
from .store import open_customers

app = FastAPI(title="pricing")


@app.get("/refund-fees/{order}")
def show_refund_fee(order: str, cents: int, customers: Customers = Depends(open_customers)) -> dict[str, int]:
    """The fee for refunding an order of so many cents."""
    customer = customers.of_order(order)
    return {"cents": refund_fee(cents, customer, configuration.load())}
