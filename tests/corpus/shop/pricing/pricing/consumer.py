"""Listens to what the order service publishes."""

from kafka import KafkaConsumer

from .store import count_refund

TOPIC = "orders.refunded"


def run() -> None:
    """Count every refund until the process is stopped."""
    for message in KafkaConsumer(TOPIC):
        on_refunded(message.value.decode())


def on_refunded(text: str) -> None:
    """One refund: `order:cents`."""
    _, _, cents = text.rpartition(":")
    count_refund(int(cents))


if __name__ == "__main__":
    run()
