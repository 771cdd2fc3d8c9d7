"""What came of a dream, in a person's words, told to somebody who may be elsewhere.

Beside the dreams a dream is there to be seen; a toast would only cover its buttons.
"""

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from desktop_app import dates
from desktop_app.dreams.deciding import needs_of
from desktop_app.dreams.schedule.plan import ScheduleKind
from desktop_app.errors import Problem
from desktop_app.ui.page import Page
from desktop_app.ui.parts.notices import Banner, announce
from desktop_app.ui.parts.settings import KeptSettings
from desktop_app.ui.review.words import changes, title_of
from desktop_app.words import counted, listed, tr

if TYPE_CHECKING:
    from desktop_app.dreams.apply import Applied, Undone
    from desktop_app.dreams.dream import Outcome
    from desktop_app.dreams.question import DreamAnswer
    from desktop_app.dreams.span_writing import WrittenSpanDiary
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory

Act = Callable[[], None]
_FEW = 3  # lines that are named


def lines_left_out(answer: "DreamAnswer") -> str:
    """The first lines of a chat's answer of which nothing is proposed, and why; "" for none."""
    lines = [f"“{text}” ({why})" for text, why in answer.left_out.items()]
    more = [tr("and %1 more").replace("%1", str(len(lines) - _FEW))] if len(lines) > _FEW else []
    return listed([*lines[:_FEW], *more])


def until_in_words(day: date, today: date) -> str:
    """Dream up to 14 March 2026."""
    return tr("Dream up to %1").replace("%1", dates.plain(day, today))


def left_out_words(count: int) -> str:
    """2 sentences were left out: no line says them."""
    return counted(
        "{count} sentence was left out: no line says it.",
        "{count} sentences were left out: no line says them.",
        count,
    )


class DreamNews:
    """Says how a dream ended: on the page if that is in `front`, else by a toast."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.front = False
        self._called = False

    def come(self) -> None:
        """The page is in front. Whoever reads it needs no toast any more."""
        self.front = True
        if self._called:
            self._called = False
            self._page.toast("")

    def dreamt(self, outcome: "Outcome", review: Act, again: Act) -> None:
        """A dream ended well."""
        if outcome.fell_back:
            self._page.told.emit(outcome.without_model, "")
        if outcome.proposal is None:
            word = tr("Dream again")
            if outcome.newest is not None and self._page.memory is not None:
                word = until_in_words(outcome.newest, self._page.memory.today())
            self._tell(outcome.reason, word, again)
            return
        sentence = tr("Dream finished: %1")
        needs = needs_of([outcome.proposal]).words
        self._tell(sentence.replace("%1", needs), tr("To decide"), review)

    def failed(self, outcome: "Outcome", look: Act) -> None:
        """A dream failed; what there is to do stands on the page."""
        sentence = tr("The dream failed. %1")
        self._tell(sentence.replace("%1", outcome.reason), tr("Look"), look)

    def applied(self, applied: "Applied", undo: Act) -> None:
        """MEMORY.md was written, perhaps without what could not be."""
        taken = sum(change.accepted for change in applied.proposal.changes)
        words = tr("MEMORY.md updated: %1 applied").replace("%1", changes(taken))
        if applied.waiting and (needs := needs_of([applied.waiting])).decision:
            words = tr("%1. %2.").replace("%1", words).replace("%2", needs.words)
        self.did(words, undo)
        if applied.unwritten:
            names = listed(f"“{title_of(change)}”" for change in applied.unwritten)
            words = tr("%1 left out, since MEMORY.md was edited after the dream: %2.")
            words = words.replace("%1", changes(len(applied.unwritten))).replace("%2", names)
            self._page.told.emit(words, tr("Dream again to look at them anew."))

    def undone(self, undone: "Undone") -> None:
        """A dream was taken back, perhaps without what could not be."""
        count = len(undone.conflicts)
        if not count:
            words = tr("Undone. Its changes are taken back. What came later stays.")
        elif count == 1:
            words = tr("Undone. One place was edited since and stays as it is now.")
        else:
            words = tr("Undone. %1 places were edited since and stay as they are now.")
        again = tr("Its changes wait for you again.")
        self._page.toast(f"{words.replace('%1', str(count))} {again}")

    def wrote(self, written: "WrittenSpanDiary", undo: Act) -> None:
        """A model wrote the diary of a week or a month."""
        said = tr("%1 is written.") if written.changed else tr("%1 says this already.")
        words = [said.replace("%1", written.path)]
        words += [tr("What you wrote into it stays.")] if written.kept and written.changed else []
        if written.unsaid:
            words.append(left_out_words(written.unsaid))
        self._page.toast(" ".join(words), *((tr("Undo"), undo) if written.changed else ()))

    def did(self, words: str, undo: Act) -> None:
        """Something was done; for a while a click or Ctrl+Z takes it back."""
        self._page.toast(words, tr("Undo"), undo)

    def _tell(self, words: str, word: str, act: Act) -> None:
        if self.front:
            announce(self._page, words)
        else:
            self._called = True
            self._page.toast(words, word, act)


class NightlyOffer(Banner):
    """A strip that is hidden until there is something to offer; one click takes it."""

    taken = Signal()
    failed = Signal(object)  # the Problem of a choice that could not be kept

    def __init__(self, jobs: "Jobs", settings: KeptSettings) -> None:
        super().__init__()
        self._jobs, self._settings = jobs, settings
        self.acted.connect(self._take)

    def look(self, memory: "Memory") -> None:
        """A dream was applied or undone: offer them if it was the first, else no more."""
        get = self._settings.get
        self._jobs.call("dreams.offer", lambda: memory.schedule.offers(get), self._show)

    def _show(self, offers: bool) -> None:
        if not offers:
            self.clear()
            return
        words = tr("Automatic dreams begin each night at %1. What they find waits for you.")
        time = str(self._settings.get("dreams.time"))
        self.say(words.replace("%1", time), "", tr("Dream each night"), "info")

    def _take(self) -> None:
        try:
            self._settings.set("dreams.schedule", ScheduleKind.DAILY)
        except Problem as problem:
            self.failed.emit(problem)
            return
        self.clear()
        self.taken.emit()
