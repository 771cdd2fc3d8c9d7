"""When a conversation was held, as its messages tell. Knows times, no files."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime

from desktop_app.notebook.text.records import Message

_MILLISECONDS = 100_000_000_000  # a greater count is of these; as seconds it is the year 5138


def held_at(messages: Iterable[Message], now: datetime) -> datetime | None:
    """When the last message with a time was said, in the zone of `now`.

    None where no message has one, or where that is today or is still to come.
    """
    said = [moment for message in messages if (moment := _moment(message.time, now))]
    return said[-1] if said and said[-1].date() < now.date() else None


def _moment(time: str, now: datetime) -> datetime | None:
    """A time in ISO 8601, or counted from 1970; one without a zone is of the zone of `now`."""
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
