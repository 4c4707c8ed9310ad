"""Points in time as both databases keep them: aware, in UTC, to the microsecond.

SQLite forgets the zone of a time, so a time that comes back without one is UTC.
"""

from datetime import UTC, datetime

import sqlalchemy as sa


class Moment(sa.TypeDecorator[datetime]):
    """The type of a column that holds a point in time."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        if value is None or value.tzinfo:
            return value
        return value.replace(tzinfo=UTC)


def now() -> datetime:
    return datetime.now(UTC)
