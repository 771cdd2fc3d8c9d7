"""What every door says of dreams by themselves: why none begins, and when the next one does."""

from datetime import datetime
from typing import TYPE_CHECKING

from desktop_app import dates
from desktop_app.dreams.proposal import RunOutcome
from desktop_app.dreams.schedule.plan import Conditions, DueVerdict, Schedule, ScheduleKind, Skip
from desktop_app.errors import Problem
from desktop_app.words import counted, listed, together, tr

if TYPE_CHECKING:
    from desktop_app.dreams.decisions import Needs
    from desktop_app.dreams.dream import Outcome

_EVENING, _MORNING = 18, 6  # hours of the clock between which it is night

_SENTENCES = {
    Skip.DISABLED: tr("Dreams are switched off in Settings."),
    Skip.OFF: tr("Automatic dreams are off."),
    Skip.RUNNING: tr("Another dream runs over this notebook."),
    Skip.UNSAVED: tr("Some text is not saved yet."),
    Skip.BATTERY: tr("The computer runs on its battery."),
    Skip.BUSY: tr("Somebody is at work at this computer."),
}


def skipped_in_words(why: Skip, schedule: Schedule, known: Conditions, at: datetime | None) -> str:
    """Why no dream begins now, in a sentence; `at` is when the next one does."""
    if why == Skip.PAUSED:
        return tr("Automatic dreams are paused. {why}").format(why=known.paused)
    if why == Skip.NOT_YET:
        return tr("The next dream has not come yet: {at}.").format(
            at=dates.moment(at) if at else tr("no time says when")
        )
    if why == Skip.NOT_ENOUGH:
        return tr("There is not enough new: {lines} of {of_lines}, {days} of {of_days}.").format(
            lines=known.lines,
            of_lines=counted("{count} line", "{count} lines", schedule.lines),
            days=known.days,
            of_days=counted("{count} day", "{count} days", schedule.days),
        )
    return _SENTENCES[why]


def next_in_words(schedule: Schedule, found: DueVerdict, now: datetime) -> str:
    """When the next dream comes, as the status bar says it; "" where none does."""
    if found.why in (Skip.DISABLED, Skip.OFF):
        return ""
    if found.why == Skip.PAUSED:
        return tr("Dreams are paused")
    if found.due or found.wanted is not None:
        return tr("Next dream soon")
    if schedule.kind == ScheduleKind.ENOUGH:
        return tr("Next dream when there is enough new")
    return tr("Next dream {when}").format(when=_when(found.next_at, now)) if found.next_at else ""


def dreamt_in_words(
    outcome: "Outcome", written: int, needs: "Needs", problem: Problem | None
) -> str:
    """What came of a dream by itself: how many changes it wrote, and what the others need."""
    if problem is not None:
        return str(problem)
    if outcome.kind != RunOutcome.DONE:
        return together(outcome.without_model, outcome.reason)
    parts = [counted("{count} change written", "{count} changes written", written)] * bool(written)
    parts += [needs.words] * bool(needs.count)
    return together(outcome.without_model, listed(parts) or tr("Nothing new to keep."))


def _when(at: datetime, now: datetime) -> str:
    """`tonight 03:00`, `today 14:00`, `tomorrow 14:00`, or with its date."""
    time = f"{at:%H:%M}"
    days = (at.date() - now.date()).days
    evening, morning = at.hour >= _EVENING, at.hour < _MORNING
    if (days == 0 and (evening or (morning and now.hour < _MORNING))) or (days == 1 and morning):
        return tr("tonight {time}").format(time=time)
    if days == 0:
        return tr("today {time}").format(time=time)
    if days == 1:
        return tr("tomorrow {time}").format(time=time)
    return dates.moment(at)
