"""Dating: when a conversation took place, by the times of its messages. Knows no files."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timezone

from desktop_app.notebook.text.records import Message

_MILLISECONDS = 100_000_000_000  # a greater count is of these; as seconds it is the year 5138


def held_at(messages: Iterable[Message], now: datetime) -> datetime | None:
    """The time of the last message that has one, in the zone of `now`.

    None if no message has a time, or if that time is today or later.
    """
    moments = [moment for message in messages if (moment := moment_of(message.time, now))]
    return moments[-1] if moments and moments[-1].date() < now.date() else None


def local(moment: datetime, now: datetime) -> datetime:
    """A moment in the zone of `now`, with the offset that was in force there at that moment.

    A clock tells its offset of today only. If that is the system's, its zone knows the others.
    """
    if isinstance(now.tzinfo, timezone) and now.astimezone().utcoffset() == now.utcoffset():
        with suppress(OverflowError, OSError):  # Windows knows no years before 1970
            return moment.astimezone()
    return moment.astimezone(now.tzinfo)


def moment_of(time: str, now: datetime) -> datetime | None:
    """A time in ISO 8601, or seconds since 1970; without a zone it is in the zone of `now`."""
    with suppress(ValueError, OverflowError, OSError):
        count = float(time)
        seconds = count / 1000 if count > _MILLISECONDS else count
        return local(datetime.fromtimestamp(seconds, UTC), now)
    with suppress(ValueError, OverflowError):
        moment = datetime.fromisoformat(time)
        if moment.tzinfo is None:
            return moment.replace(tzinfo=now.tzinfo)
        return local(moment, now)
    return None
