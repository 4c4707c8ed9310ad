import os

from acme import rates
from acme.rates import rate

LIMIT = os.environ["PAY_LIMIT"]


class Fee:
    def charge(self, cents):
        if cents > 10:
            return rate(cents)
        return self.total(cents)

    def total(self, cents):
        return rates.rounded(cents)


def refund(cursor):
    cursor.execute("SELECT id, total FROM orders WHERE total > 0")
    return Fee().charge(1)
