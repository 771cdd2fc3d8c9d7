"""What stands beside the hits: the note at the line that was found, why it was found, and what one
can ask while nothing is asked. Knows how to read and mark, not who found it.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.notebook.text.runs import TextRun
from desktop_app.search.arms import Arm, SearchBy
from desktop_app.search.hits import Hit
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import centred, sized, stacked
from desktop_app.ui.parts.controls import Chip
from desktop_app.ui.parts.labels import rule, text
from desktop_app.ui.parts.notices import EmptyState, announce
from desktop_app.ui.reading.reader import MARKDOWN, Reader
from desktop_app.ui.reading.render import Piece, PieceKind
from desktop_app.ui.search.hits import HitRow, words_of
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory


class FoundNote(QFrame):
    """Reads a note when it is another one than before, and lets the line stand out."""

    arrived = Signal()  # the note asked for last is shown
    failed = Signal(object)  # the Problem why it can't be

    def __init__(self, jobs: "Jobs", name: str) -> None:
        super().__init__()
        self.reader = Reader(jobs, name)
        self._jobs = jobs
        self._row: HitRow | None = None
        self._hit: Hit | None = None
        self._shown = ""  # the path whose text is shown; "" when it is to be read again
        self._changes = 0
        stacked(self, self.reader)
        self.setFocusProxy(self.reader)
        theme().changed.connect(self._mark_again)  # after the page was set anew

    def show_hit(self, memory: "Memory", row: HitRow, hit: Hit | None) -> None:
        """Shows the note of a row, a day's under its date, at the line that was found, else from
        its top. `arrived` or `failed` follows."""
        self._row, self._hit = row, hit
        if not self.needs(row.path):
            self._mark()
            return
        changes = self._changes

        def done(words: str) -> None:
            if row is self._row:
                self._show(row, words)
                if changes != self._changes:  # it was read before its last change
                    self._shown = ""

        def failed(problem: Problem) -> None:
            if row is self._row:
                self._shown = ""
                self.failed.emit(problem)

        self._jobs.call("search.note", lambda: _read(memory, row.path), done, failed)

    def stale(self, path: str = "") -> None:
        """This note (none: any) is read again when it is shown next."""
        self._changes += 1
        if path in ("", self._shown):
            self._shown = ""

    def needs(self, path: str) -> bool:
        """Whether this note has to be read before it can be shown."""
        return path != self._shown

    def _show(self, row: HitRow, words: str) -> None:
        self._shown = row.path
        lead, form = [], MARKDOWN
        if row.path.endswith(".jsonl"):
            from desktop_app.ui.search.talk_page import TALK  # seldom wanted, so not at the start

            form = TALK
        elif row.day:
            lead = [Piece(PieceKind.TITLE, (TextRun(dates.whole(row.day)),), 1, 1)]
        self.reader.show_markdown(words, row.path, lead, form=form)
        self._mark()

    def _mark(self) -> None:
        self.arrived.emit()
        if self._hit is not None:
            self.reader.show_line(self._hit.line, words_of(self._hit), self._hit.end_line)
        else:
            self.reader.clear_marks()
            self.reader.scroll_to(1)

    def _mark_again(self) -> None:
        if self._hit is not None and self._row.path == self._shown:
            self._mark()


def _read(memory: "Memory", path: str) -> str:
    """The text of a note, its lines counted as the index counts them. Raises Problem."""
    snapshot = memory.files.read(path)
    if not snapshot.exists:
        raise Problem(tr("%1 is not there any more.").replace("%1", path))
    words = snapshot.data.decode("utf-8", "replace").removeprefix("\ufeff")
    return words.replace("\r\n", "\n").replace("\r", " ")


class WhyStrip(QFrame):
    """Which words of a hit stand where, and how well each arm found it."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "side")
        self.places = text("", "meta", "text2", wrap=True)
        self.scores = text("", "meta", "text2", wrap=True)
        words = QWidget()
        sized(stacked(words, self.places, self.scores), (20, 8, 20, 8), 2)
        stacked(self, words, rule())
        self.hide()

    def show_hit(self, hit: Hit | None) -> None:
        """Tells of a hit that was explained; of another one nothing yet."""
        reasons = hit.explained if hit else None
        if hit is None or reasons is None:
            self.places.setText("")
            self.scores.setText("")
            return
        sentence = (
            (tr("In the line: %1"), reasons.own),
            (tr("In its headings, date or name: %1"), reasons.head),
            (tr("In the lines around it: %1"), reasons.around),
        )
        places = [words.replace("%1", ", ".join(some)) for words, some in sentence if some]
        if hit.by == SearchBy.MEANING and not places:
            places = [tr("No word of it; what it means lies near.")]
        arms = [
            _arm(tr("By words no. %1"), reasons.arms.words),
            _arm(tr("By meaning no. %1"), reasons.arms.meaning),
        ]
        score = tr("score %1").replace("%1", f"{hit.score:.2f}")
        self.places.setText(" · ".join(places))
        self.scores.setText(f"{'  +  '.join(filter(None, arms))}  =  {score}")
        announce(self, self.places.text())


def _arm(words: str, arm: Arm | None) -> str:
    """By words no. 2, 0.90 × 70 %."""
    if arm is None:
        return ""
    return f"{words.replace('%1', str(arm.rank))}, {arm.score:.2f} × {arm.share * 100:.0f} %"


class SearchTips(QWidget):
    """One sentence, and three examples to press."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.examples: list[Chip] = []
        table = sized(QWidget(), (16, 4, 16, 0), most=520)
        grid = QGridLayout(table)
        grid.setColumnStretch(1, 1)
        for row, (example, about) in enumerate((
            (tr("report due"), tr("every word, in any order; the last may be half typed")),
            (tr("When is the report due?"), tr("a question finds lines that share words")),
            ("翻译", tr("finds 翻譯 too: simplified and traditional are one")),
        )):  # fmt: skip
            chip = Chip(example)
            chip.setAccessibleName(tr("Search for %1").replace("%1", example))
            chip.setToolTip(about)
            chip.clicked.connect(lambda _on=False, words=example: self.chosen.emit(words))
            grid.addWidget(chip, row, 0, Qt.AlignmentFlag.AlignRight)
            grid.addWidget(text(about, "meta", "text2", wrap=True), row, 1)
            self.examples.append(chip)
        sentence = EmptyState("search", tr("Everything you have kept, found while you type."))
        column = stacked(self, None, sentence, centred(table), None)
        column.setStretch(0, 2)
        column.setStretch(3, 5)
