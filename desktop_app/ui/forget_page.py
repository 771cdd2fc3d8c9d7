"""Forgetting for good: say what, see where it stands, say yes twice, read what came of it.

Knows its three steps and memory's questions, not how anything is removed.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.notebook.forgetting.cutting import (
    CHOSEN,
    ForgetPlace,
    ForgetReport,
    FoundPlace,
    FoundTexts,
    count_in_words,
)
from desktop_app.ui.page import Page, PageParts
from desktop_app.ui.parts.boxes import ScrolledColumn, in_row, sized, stacked
from desktop_app.ui.parts.controls import Button, Segmented
from desktop_app.ui.parts.forms import FormOwner, Row, SettingForm, confirm
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import breakable, surface, text
from desktop_app.ui.parts.notices import Banner, announce
from desktop_app.ui.plans import FORGET
from desktop_app.words import (
    as_sentence,
    cut,
    filled,
    headed,
    listed,
    remarked,
    spoken,
    together,
    tr,
)

LINE, TOPIC = "line", "topic"
_WIDTH = 720
_MOST = 40  # lines of a place that are shown; all of them are counted
_LONGEST = 240  # characters of a line
_ABOUT = {
    LINE: tr("A line, or some of its words in a row. Punctuation and capitals do not matter."),
    TOPIC: tr("A word: all lines with it, the section under that heading, the file of that name."),
}
_META = ("meta", "text2")


def by_place(places: Sequence[FoundPlace]) -> dict[ForgetPlace, list[FoundPlace]]:
    there = {place: [one for one in places if one.place == place] for place in ForgetPlace}
    return {place: some for place, some in there.items() if some}


def counts(places: Sequence[FoundPlace]) -> str:
    """MEMORY.md (1 line), days (3 lines), earlier versions (12 versions)."""
    return listed(
        remarked(place.in_words, count_in_words(place, sum(one.count for one in some)))
        for place, some in by_place(places).items()
    )


class ForgetPreview(FormOwner, QWidget):
    """Where it stands: each place with its lines, switches for those that one chooses, and a button
    that asks once more."""

    agreed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.found: FoundTexts | None = None
        self.chosen: frozenset[ForgetPlace] = frozenset()
        self.title = text("", "section", wrap=True)
        self.form = SettingForm("", self)
        self.rest = text("", *_META, wrap=True)
        self.promise = text("", wrap=True)
        self.forget_button = Button(tr("Forget for good"), "danger", "trash", act=self._ask)
        foot = in_row(self.forget_button, None)
        sized(stacked(self, self.title, self.form, self.rest, self.promise, foot), gap=12)

    @property
    def first(self) -> QWidget:
        return next(iter(self.form.controls.values()), self.forget_button)

    def show_found(self, found: FoundTexts) -> None:
        self.found = found
        whole = lambda one: all(found.sought.is_all_of(line.text) for line in one.lines)
        self.chosen = frozenset(
            place
            for place, some in by_place(found.places).items()
            if place in CHOSEN and all(map(whole, some))
        )
        title = tr("Where it stands") if found.places else tr("Nothing says this.")
        if not all(map(whole, found.places)):
            title = tr("Where it stands. Each line goes whole, with all that it says.")
        self.title.setText(title)
        self._show()
        announce(self, f"{title} {counts(found.places)}")

    def choose(self, key: str, _on: bool) -> None:
        self.chosen ^= {ForgetPlace(key)}
        self._show()

    def _show(self) -> None:
        places = by_place(self.found.places)
        rows = [
            _row(place, some, place in self.chosen)
            for place, some in places.items()
            if place in CHOSEN or any(one.lines for one in some)
        ]
        self.form.show_rows(rows)
        self.form.setVisible(bool(rows))
        goes, stays = self.found.apart(self.chosen)
        self.rest.setVisible(bool(stays))
        if stays:
            words = tr(
                "Not chosen, so it stays: %1. Dreams and agents will not take it from there."
            )
            self.rest.setText(filled(words, counts([one for one in stays if one.lines])))
        promise = tr("It goes from %1. There is no undo, and no earlier version of it stays.")
        self.promise.setText(filled(promise, counts(goes)))
        self.promise.setVisible(bool(goes))
        self.forget_button.setEnabled(bool(goes))
        self.forget_button.setVisible(bool(places))

    def _ask(self) -> None:
        self.menu = confirm(self.forget_button, tr("Yes, forget it for good"), self.agreed.emit)


def _row(place: ForgetPlace, found: Sequence[FoundPlace], chosen: bool) -> Row:
    """A place with the first of its lines, below the paths of their files."""
    count = count_in_words(place, sum(one.count for one in found))
    name = place.in_words[0].upper() + place.in_words[1:]
    said: list[str] = []
    for one in found:
        said += [one.path] if one.lines and one.path != place.in_words else []
        said += [cut(line.text, _LONGEST) for line in one.lines]
    if (more := len(said) - _MOST) > 0:
        said = [*said[:_MOST], tr("and %1 more", f"{more:,}")]
    kind = "switch" if place in CHOSEN else "buttons"
    told = "\n".join(map(breakable, said))
    return Row("forget", place, headed(name, count), kind, told, value=chosen, sets=False)


class ForgetPage(Page):
    plan = FORGET

    flush_asked = Signal()  # save what was typed, so that it is found, too

    def __init__(self, given: PageParts) -> None:
        super().__init__(given)
        self._turn = 0  # how often something else was meant
        header = Header(self.registry, self.title, tr("A line or a topic, wherever it stands"))
        self.field = QLineEdit()
        self.field.setAccessibleName(tr("What is to be forgotten"))
        self.field.setPlaceholderText(tr("What is to be forgotten"))
        self.kinds = Segmented({LINE: tr("A line"), TOPIC: tr("A topic")}, tr("Forget"))
        self.look_button = Button(tr("Show where it appears"), "primary", "search")
        self._about = text("", *_META, wrap=True)
        self.asking = surface("card")
        tools = in_row(self.kinds, self.look_button, None, gap=8)
        sized(stacked(self.asking, self.field, tools, self._about), (16, 14, 16, 14), 10)
        self.banner = Banner()
        self.preview = ForgetPreview()
        self.busy = text("", "ui", "text2", wrap=True)
        self.report = QWidget()
        self.outcome = text("", "section", wrap=True)
        self.result = text("", wrap=True)
        self.another_button = Button(tr("Forget something else"), act=self._begin)
        sized(stacked(self.report, self.outcome, self.result, self.another_button), gap=10)
        self._scroll = ScrolledColumn(_WIDTH, (24, 20, 24, 20), self.asking, self.banner,
            self.preview, self.busy, self.report, None, gap=16)  # fmt: skip
        stacked(self, header, self._scroll, grows=self._scroll)
        self.setFocusProxy(self.field)
        for asks in (self.field.returnPressed, self.look_button.clicked):
            asks.connect(lambda *_: self._look(self.field.text()))
        self.field.textChanged.connect(self._ask_anew)
        self.kinds.chosen.connect(self._ask_anew)
        self.preview.agreed.connect(self._forget)
        self._ask_anew()

    def show_notebook(self, memory: Memory) -> None:
        super().show_notebook(memory)
        self._begin()

    def come(self) -> None:
        super().come()
        if self.report.isVisible():
            self._begin()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.selectAll()  # what is typed is meant alone, not behind what was sought before

    def show_words(self, words: str, topic: bool) -> None:
        """Comes to the front and shows where this line, or this topic, stands; without words the
        person says what."""
        self._begin()
        self.come()
        self.kinds.choose(TOPIC if topic else LINE)
        self.field.setText(" ".join(words.split()))
        self._ask_anew()
        self._look(words)

    def _begin(self) -> None:
        self.field.clear()
        self.banner.clear()
        self._ask_anew()

    def _show(self, step: QWidget | None, busy: str = "") -> None:
        self.busy.setText(f"{busy} …")
        self.asking.setVisible(step is not self.report)
        for part in (self.preview, self.busy, self.report):
            part.setVisible(part is step)
        for part in (self.asking, self.preview):
            part.setEnabled(busy != tr("Forgetting"))

    def _ask_anew(self) -> None:
        """Something else is meant: what was found, or is looked for, is not to go."""
        self._turn += 1
        self.preview.found = None
        self._show(None)
        self._about.setText(_ABOUT[self.kinds.value])
        self.look_button.setEnabled(bool(self.field.text().strip()))

    def _look(self, words: str) -> None:
        memory, topic = self.memory, self.kinds.value == TOPIC
        if memory is None or not words.strip():
            return
        self.banner.clear()
        self._ask_anew()
        self._show(self.busy, tr("Looking"))
        self.flush_asked.emit()

        def work() -> FoundTexts:
            memory.index.refresh()
            return memory.forgetting.find(words, topic=topic)

        turn = self._turn
        self.jobs.do(work, lambda found: self._found(found, turn), self._failed)

    def _found(self, found: FoundTexts, turn: int) -> None:
        if turn != self._turn:
            return
        self._show(self.preview)
        self.preview.show_found(found)
        if found.places and self.isVisible():
            self.preview.first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _forget(self) -> None:
        found, chosen = self.preview.found, self.preview.chosen
        if found is None:
            return
        self._show(self.busy, tr("Forgetting"))
        self.flush_asked.emit()
        forget = lambda memory: memory.forgetting.forget(found, chosen)
        self.change(forget, self._forgotten, self._failed)

    def _forgotten(self, report: ForgetReport) -> None:
        self.field.clear()
        self._show(self.report)
        done = not report.unfinished
        self.outcome.setText(tr("Forgotten for good") if done else tr("Not finished yet"))
        gone = [tr("It is gone from %1.", counts(report.removed))]
        if not done:
            gone.insert(0, together(report.unfinished, tr("It goes on at the next start.")))
        gone.append(tr("Dreams, conversations, imports and agents do not learn it again."))
        told = gone
        if left := [one for one in report.left if one.lines]:
            told = [*told, "", tr("Left, as you chose"), as_sentence(counts(left))]
        self.result.setText("\n".join([*told, "", tr("Not reached"), *report.unreached]))
        announce(self, spoken(self.outcome.text(), *gone))
        if self.isVisible():
            self.another_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _failed(self, problem: Problem) -> None:
        self._show(self.preview if self.preview.found is not None else None)
        self.banner.say(problem.message, problem.hint)
