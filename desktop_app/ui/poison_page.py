"""The poison lab: lines that were written to steer a model, over all days and MEMORY.md.

Knows its cards and memory's questions, not what makes a line suspicious.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Signal

from desktop_app.language.gate.poison import LEAST, Certainty
from desktop_app.language.gate.poison_words import line_words, sure_words
from desktop_app.memory.poison import PoisonedLine
from desktop_app.ui.answering.answer_page import AnswerPage
from desktop_app.ui.answering.kept_list import KeptLine, KeptList
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.controls import Segmented
from desktop_app.ui.plans import POISON
from desktop_app.ui.poison.poison_card import ANSWERS, FINE, KEYS, PoisonCard
from desktop_app.ui.review.source_row import Names
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Changed, Memory
    from desktop_app.notebook.quarantine import FineLine, QuarantinedLine

_EACH = 50  # files, after which it is said how far the look is
_LONGEST = 200  # characters of a line that was answered


class PoisonSeen(NamedTuple):
    """All that the page shows."""

    found: list[PoisonedLine]
    held: "list[QuarantinedLine]"
    fine: "list[FineLine]"


class PoisonPage(AnswerPage):
    """One card a line."""

    plan = POISON
    rest = 1_500

    looked = Signal(int, int)  # files so far, of how many; from the thread that looks

    def __init__(self, jobs: "Jobs", actions: Actions) -> None:
        self._seen = PoisonSeen([], [], [])
        self.held = KeptList(tr("In quarantine"), tr("Put back"))
        self.fine = KeptList(tr("Called fine"), tr("Mark again"))
        super().__init__(jobs, actions, [self.held, self.fine])
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
        self.looked.connect(self._say_looked)
        self.held.taken_back.connect(self._put_back)
        self.fine.taken_back.connect(self._mark_again)
        self.add_keys(ANSWERS, KEYS, (tr("Next line"), tr("Previous line"), tr("Open the line")))

    def show_notebook(self, memory: "Memory") -> None:
        self._seen = PoisonSeen([], [], [])
        self._show_kept()
        super().show_notebook(memory)

    def show_changed(self, changed: "Changed") -> None:
        if changed.paths and self.isVisible():
            self._soon.start()

    # -- looking --------------------------------------------------------------------------

    def ask(self, memory: "Memory") -> None:
        def report(files: int, of: int) -> None:
            if not files % _EACH:
                self.looked.emit(files, of)

        if not self.items:
            self.empty.say(tr("Looking at every line…"))
            self.empty.show()
        # A notebook of ten years takes half a minute the first time; nobody waits for its end.
        self.jobs.call(
            "poison",
            lambda: PoisonSeen(memory.poison.look(report), memory.poison.held(),
                               memory.poison.fine_lines()),
            self._show, self.failed, alone=True,
        )  # fmt: skip

    def _say_looked(self, files: int, of: int) -> None:
        if self._asking:
            told = tr("{count} of {of} files").format(count=f"{files:,}", of=f"{of:,}")
            self.header.say(self.title, told)

    def _show(self, seen: PoisonSeen) -> None:
        self._seen = seen
        self._show_kept()
        self._draw()

    def _show_kept(self) -> None:
        self.held.show_lines(
            [KeptLine(one.id, f"{one.path}:{one.line}  ·  {line_words(one.text, _LONGEST)}")
             for one in self._seen.held]
        )  # fmt: skip
        self.fine.show_lines(
            [KeptLine(one.id, line_words(one.text, _LONGEST)) for one in self._seen.fine]
        )

    def _draw(self) -> None:
        """The lines that are as sure as the person wants."""
        least = LEAST[Certainty(self.filter.value)]
        lines = [one for one in self._seen.found if one.sure >= least]
        count, more = len(lines), len(self._seen.found) - len(lines)
        told = counted("{count} line", "{count} lines", count) if count else ""
        if more:
            less = counted("{count} less sure", "{count} less sure", more)
            told = " · ".join(filter(None, (told, less)))
        self.header.say(self.title, told)
        self.show_items(lines, tr("No line seems to be written to steer a model."))

    def card_of(self, item: PoisonedLine, names: Names) -> PoisonCard:
        return PoisonCard(item, names)

    def paths_of(self, item: PoisonedLine) -> set[str]:
        return {item.path}

    # -- answers --------------------------------------------------------------------------

    def answer(self, memory: "Memory", item: PoisonedLine, answer: str, words: str) -> None:
        if answer == FINE:
            self.jobs.do(
                lambda: memory.poison.call_fine(item.text),
                lambda one: self._kept(tr("It is marked no more."), self._mark_again, one.id),
                self.refused,
            )
        else:
            self.jobs.do(
                lambda: memory.poison.quarantine(item.path, item.line, item.text),
                lambda one: self._kept(tr("The line is in quarantine."), self._put_back, one.id),
                self.refused,
            )

    def _kept(self, words: str, undo: Callable[[str], None], name: str) -> None:
        self.done(words, tr("Undo"), partial(undo, name))

    def _put_back(self, name: str) -> None:
        if (memory := self.memory) is not None:
            self.jobs.do(lambda: memory.poison.back(name), lambda _: self._ask(), self.refused)

    def _mark_again(self, name: str) -> None:
        if (memory := self.memory) is not None:
            self.jobs.do(lambda: memory.poison.not_fine(name), lambda _: self._ask(), self.refused)
