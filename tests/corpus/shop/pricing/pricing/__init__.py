"""The pricing service: fees and discounts are decided here."""

from .fees import refund_fee

__all__ = ["refund_fee"]
