"""Versions in words and as rows. Knows steps, not what stands in them."""

from collections.abc import Sequence
from datetime import date, datetime

from desktop_app import dates
from desktop_app.notebook.history import GONE, Cause, Version, VersionStep
from desktop_app.notebook.layout import Layout
from desktop_app.ui.parts.inspector import Heading, Outline, name_of
from desktop_app.ui.parts.rows import RowDelegate, RowWords, ThingRows
from desktop_app.words import size, tr

_SOME = 6  # versions in an inspector
_CAUSES = {
    Cause.EDIT: ("edit", tr("You edited")),
    Cause.UPDATE: ("edit", tr("Written by a command")),
    Cause.NOTE: ("note", tr("A note was added")),
    Cause.DELETED: ("trash", tr("Deleted")),
    Cause.RENAMED: ("edit", tr("Renamed")),
    Cause.MOVED: ("edit", tr("Renamed")),
    Cause.DREAM: ("dreams", tr("A dream")),
    Cause.UNDO: ("undo", tr("Dream undone")),
    Cause.TAKEN_BACK: ("undo", tr("Undone")),
    Cause.LINKS: ("link", tr("Links or title changed")),
    Cause.RESTORE: ("history", tr("Restored")),
    Cause.OUTSIDE: ("external", tr("Another program")),
    Cause.FLUSH: ("conversation", tr("From a conversation")),
    Cause.IMPORT: ("download", tr("Imported")),
    Cause.DRAFT: ("note", tr("Draft")),
    Cause.QUARANTINE: ("poison", tr("A line put into quarantine")),
    Cause.RECOVERED: ("warn", tr("Recovered after a crash")),
}


def version_in_words(version: Version, *, first: bool = False) -> str:
    """Why a version came to be, and by whom; `first`: nothing older of the file is kept."""
    cause = Cause(version.cause)
    if first and cause == Cause.OUTSIDE:
        return tr("First version")
    if cause.client and cause.kind in (*GONE, Cause.RENAMED):
        return f"{_CAUSES[cause.kind][1]} · {cause.client}"
    words = _CAUSES.get(cause, ("", ""))[1]
    return words or cause.client or cause.capitalize()


def title_of(step: VersionStep) -> str:
    return version_in_words(step.version, first=step.before is None)


class VersionRows(ThingRows):
    """Steps, newest first, with a line between two days. `moved` tells at once that another one has
    the keyboard, `chosen` the one where it rests; Enter says that the person wants to read it."""

    def __init__(self, name: str) -> None:
        number = lambda step: step.version.version
        super().__init__(name, self._told, RowDelegate(group=self._day), number)
        self._now = datetime.now().astimezone()
        self._layout: Layout | None = None

    def bring(self, version: int) -> None:
        numbers = [step.version.version for step in self.rows.things]
        if version in numbers:
            self.setCurrentIndex(self.rows.index(numbers.index(version)))

    def show_steps(
        self, steps: Sequence[VersionStep], now: datetime, layout: Layout | None
    ) -> None:
        """These in place of the ones before; with a `layout`, of many files, which are named. The
        chosen one stays where it is, else the newest is."""
        self._now, self._layout = now, layout
        self.show_things(steps, 0)

    def _day(self, step: VersionStep) -> date:
        return step.version.at.astimezone(self._now.tzinfo).date()

    def _told(self, step: VersionStep) -> RowWords:
        version, today = step.version, self._now.date()
        when = dates.when(version.at, self._now)
        if (today - self._day(step)).days >= 7:
            when = f"{when} {version.at.astimezone(self._now.tzinfo):%H:%M}"
        name = name_of(version.path, self._layout, today, short=True) if self._layout else ""
        detail = " · ".join(filter(None, (name, size(version.size))))
        icon, *_ = _CAUSES.get(Cause(version.cause).kind, ("sparkle",))
        return RowWords(title_of(step), detail, when, icon)


class LatestVersions(Outline):
    """The newest versions in an inspector; `chosen` is for the history, at one of them (0: all)."""

    def __init__(self) -> None:
        super().__init__(tr("Changes made from now on are kept here."))

    def show_versions(self, versions: Sequence[Version], now: datetime) -> None:
        lines = []
        for one in versions[:_SOME]:
            words = version_in_words(one, first=one is versions[-1])  # nothing older is known
            lines.append(Heading(words, dates.when(one.at, now), one.version))
        every = [Heading(tr("All versions"), "", 0)] if lines else []
        self.show_headings([*lines, *every])
