"""The poison lab: lines that were written to steer a model, over all days and MEMORY.md.

Knows its cards and memory's questions, not what makes a line suspicious.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from desktop_app.language.poison import LEAST, Certainty
from desktop_app.language.poison_words import sure_words
from desktop_app.ui.look.theme import theme
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.card_column import CardColumn
from desktop_app.ui.parts.controls import Segmented
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.notices import EmptyState
from desktop_app.ui.parts.scrolled_column import ScrolledColumn
from desktop_app.ui.plans import POISON
from desktop_app.ui.poison.kept_list import KeptLine, KeptList
from desktop_app.ui.poison.poison_card import FINE, KEYS, QUARANTINE, PoisonCard, answer_words
from desktop_app.ui.review.source_row import Names
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.errors import Problem
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Changed, Memory
    from desktop_app.memory.poison import PoisonedLine
    from desktop_app.notebook.quarantine import FineLine, QuarantinedLine

_WIDTH = 720
_EACH = 50  # files, after which it is said how far the look is
_REST = 1_500  # milliseconds without a change of a file, then it is looked again


class PoisonSeen(NamedTuple):
    """All that the page shows."""

    found: "list[PoisonedLine]"
    held: "list[QuarantinedLine]"
    fine: "list[FineLine]"


class PoisonPage(Page):
    """One card a line; the keys are meant for the current one."""

    plan = POISON

    looked = Signal(int, int)  # files so far, of how many; from the thread that looks

    def __init__(self, jobs: "Jobs", actions: Actions) -> None:
        super().__init__(jobs, actions)
        self.lines: list[PoisonedLine] = []  # those that are shown
        self.current = 0
        self._seen = PoisonSeen([], [], [])
        self.header = Header(actions, self.title)
        self.filter = Segmented(
            {
                str(Certainty.CERTAIN): sure_words(Certainty.CERTAIN),
                str(Certainty.LIKELY): tr("Likely or more"),
                str(Certainty.POSSIBLE): tr("All"),
            },
            tr("How sure"),
        )
        self.filter.choose(Certainty.LIKELY)
        self.filter.chosen.connect(lambda _least: self._draw())
        self.header.add(self.filter)
        self.empty = EmptyState(self.name, "")
        self.held = KeptList(tr("In quarantine"), tr("Put back"))
        self.fine = KeptList(tr("Called fine"), tr("Mark again"))
        self._scroll = ScrolledColumn()
        self.cards = CardColumn(self._scroll, self._card, lambda number: number == self.current)
        for part in (self.cards, self.empty, self.held, self.fine):
            self._scroll.column.addWidget(part)
        self._scroll.column.addStretch(1)
        stacked(self, self.header, self._scroll, grows=self._scroll)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._asking = False
        self._soon = QTimer(self, singleShot=True, interval=_REST)
        self._soon.timeout.connect(self._ask)
        self.looked.connect(self._say_looked)
        self.held.taken_back.connect(self._put_back)
        self.fine.taken_back.connect(self._mark_again)
        self._add_keys(actions)
        theme().followed_by(self._measure)

    # -- what the window says -------------------------------------------------------------

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        self._seen = PoisonSeen([], [], [])
        self._draw()
        if self.isVisible():
            self._ask()

    def show_changed(self, changed: "Changed") -> None:
        if changed.paths and self.isVisible():
            self._soon.start()

    def show_again(self) -> None:
        if self.isVisible():
            self._ask()

    def entered(self) -> None:
        self._ask()

    @property
    def settled(self) -> bool:
        """Whether what is shown is what is there now."""
        return not self._asking and not self._soon.isActive()

    # -- looking --------------------------------------------------------------------------

    def _ask(self) -> None:
        if (memory := self.memory) is None:
            return
        self._asking = True
        self._soon.stop()

        def report(files: int, of: int) -> None:
            if not files % _EACH:
                self.looked.emit(files, of)

        if not self.lines:
            self._say_empty(tr("Looking at every line…"))
        # A notebook of ten years takes half a minute the first time; nobody waits for its end.
        self.jobs.call(
            "poison",
            lambda: PoisonSeen(memory.poison.look(report), memory.poison.held(),
                               memory.poison.fine_lines()),
            self._show, self._failed, alone=True,
        )  # fmt: skip

    def _say_looked(self, files: int, of: int) -> None:
        if self._asking:
            told = tr("{count} of {of} files").format(count=f"{files:,}", of=f"{of:,}")
            self.header.say(self.title, told)

    def _failed(self, problem: "Problem") -> None:
        self._asking = False
        self.tell(problem)

    def _show(self, seen: PoisonSeen) -> None:
        self._asking = False
        self._seen = seen
        self._draw()

    def _draw(self) -> None:
        seen, least = self._seen, LEAST[Certainty(self.filter.value)]
        lines = [one for one in seen.found if one.sure >= least]
        at_work = self.isAncestorOf(QApplication.focusWidget())
        if lines != self.lines:
            self.lines = lines
            self.cards.clear()
            self.cards.show_numbers(range(len(lines)))
        self.held.show_lines(
            [KeptLine(one.id, one.text, f"{one.path}:{one.line}") for one in seen.held]
        )
        self.fine.show_lines([KeptLine(one.id, one.text) for one in seen.fine])
        count, more = len(lines), len(seen.found) - len(lines)
        told = counted("{count} line", "{count} lines", count) if count else ""
        if more:
            less = counted("{count} less sure", "{count} less sure", more)
            told = " · ".join(filter(None, (told, less)))
        self.header.say(self.title, told)
        self._say_empty("" if lines else tr("No line seems to be written to steer a model."))
        if at_work:
            self.setFocus()
        self._go(min(self.current, count - 1))

    def _say_empty(self, words: str) -> None:
        self.empty.say(words)
        self.empty.setVisible(bool(words))

    def _card(self, number: int) -> QWidget:
        line = self.lines[number]
        assert self.memory is not None
        dates = self.memory.layout.dates_of({line.path})
        names = Names(self.memory.today(), dates, memory=self.memory.layout.memory)
        card = PoisonCard(line, names)
        card.said.connect(partial(self._answer, number))
        card.opened.connect(self.opened)
        card.wanted.connect(partial(self._go, number))
        card.set_current(number == self.current and len(self.lines) > 1)
        return card

    # -- answers --------------------------------------------------------------------------

    def _answer(self, number: int, answer: str) -> None:
        if (memory := self.memory) is None or not 0 <= number < len(self.lines):
            return
        line = self.lines[number]
        self.setFocus()
        if answer == FINE:
            self.jobs.do(
                lambda: memory.poison.call_fine(line.text),
                lambda one: self._done(tr("It is marked no more."), self._mark_again, one.id),
                self._refused,
            )
        else:
            self.jobs.do(
                lambda: memory.poison.quarantine(line.path, line.line, line.text),
                lambda one: self._done(tr("The line is in quarantine."), self._put_back, one.id),
                self._refused,
            )

    def _done(self, words: str, undo: Callable[[str], None], name: str) -> None:
        self._ask()
        self.toast(words, tr("Undo"), partial(undo, name))

    def _refused(self, problem: "Problem") -> None:
        self.tell(problem)
        self._ask()

    def _put_back(self, name: str) -> None:
        if (memory := self.memory) is not None:
            self.jobs.do(lambda: memory.poison.back(name), lambda _: self._ask(), self._refused)

    def _mark_again(self, name: str) -> None:
        if (memory := self.memory) is not None:
            self.jobs.do(lambda: memory.poison.not_fine(name), lambda _: self._ask(), self._refused)

    # -- keys -----------------------------------------------------------------------------

    def _add_keys(self, actions: Actions) -> None:
        def add(
            name: str, words: str, key: str, slot: Callable[[], None], *, listed: bool = True
        ) -> None:
            known = f"poison.{name}"
            actions.add(known, words, slot, key, "", self.name, scope=self, listed=listed)

        for answer in (QUARANTINE, FINE):
            add(answer, answer_words(answer), KEYS[answer], partial(self._say, answer))
        add("next", tr("Next line"), "J", partial(self._step, 1), listed=False)
        add("previous", tr("Previous line"), "K", partial(self._step, -1), listed=False)
        add("source", tr("Open the line"), "Return", self._enter, listed=False)

    def _say(self, answer: str) -> None:
        self._answer(self.current, answer)

    def _step(self, by: int) -> None:
        self._go(max(0, min(len(self.lines) - 1, self.current + by)))

    def _enter(self) -> None:
        """Enter presses the button that has the keyboard; elsewhere it opens the line."""
        now = QApplication.focusWidget()
        if isinstance(now, QAbstractButton) and self.isAncestorOf(now):
            now.click()
        elif self.lines:
            line = self.lines[self.current]
            self.opened.emit(line.path, line.line)

    def _go(self, number: int) -> None:
        self.current = max(0, number)
        now = self.cards.card(self.current)
        for n, card in self.cards.cards.items():
            if isinstance(card, PoisonCard):
                card.set_current(n == self.current and len(self.lines) > 1)
        for answer in (QUARANTINE, FINE):
            self.registry.allow(f"poison.{answer}", now is not None)
        if now is not None:
            self.cards.settle()
            self._scroll.ensureWidgetVisible(now)

    def _measure(self) -> None:
        px = theme().px
        self._scroll.middle.setMaximumWidth(px(_WIDTH))
        self._scroll.column.setContentsMargins(px(24), px(20), px(24), px(40))
        self._scroll.column.setSpacing(px(20))
        self.cards.measure(px(14), theme().zoom)
