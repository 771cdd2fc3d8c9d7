"""Dating: when a conversation took place, by the times of its messages. Knows no files."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime

from desktop_app.notebook.text.records import Message

_MILLISECONDS = 100_000_000_000  # a greater count is of these; as seconds it is the year 5138


def held_at(messages: Iterable[Message], now: datetime) -> datetime | None:
    """The time of the last message that has one, in the zone of `now`.

    None if no message has a time, or if that time is today or later.
    """
    moments = [moment for message in messages if (moment := moment_of(message.time, now))]
    return moments[-1] if moments and moments[-1].date() < now.date() else None


def moment_of(time: str, now: datetime) -> datetime | None:
    """A time in ISO 8601, or seconds since 1970; without a zone it is in the zone of `now`."""
    with suppress(ValueError, OverflowError, OSError):
        count = float(time)
        seconds = count / 1000 if count > _MILLISECONDS else count
        return datetime.fromtimestamp(seconds, UTC).astimezone(now.tzinfo)
    with suppress(ValueError, OverflowError):
        moment = datetime.fromisoformat(time)
        if moment.tzinfo is None:
            return moment.replace(tzinfo=now.tzinfo)
        return moment.astimezone(now.tzinfo)
    return None
