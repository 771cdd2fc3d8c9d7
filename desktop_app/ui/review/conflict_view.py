"""The review of a clash: each place both changed, to answer; then all of it is written.

Knows a page's document, not where the page shows the view.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget

from desktop_app.memory.saving import Clash
from desktop_app.notebook.git_conflict import GitConflict
from desktop_app.notebook.merge import BOTH as TAKE_BOTH
from desktop_app.notebook.merge import OURS, THEIRS, Overlap
from desktop_app.notebook.text.sheet import Sheet
from desktop_app.ui.page import Page
from desktop_app.ui.parts.boxes import sized, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import rule, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.review.list import ReviewList
from desktop_app.ui.review.picture import Deed
from desktop_app.ui.review.result import Foot
from desktop_app.ui.review.rows import ClashRow, clash_row
from desktop_app.ui.review.source_row import Names
from desktop_app.ui.review.words import ACCEPTED, BOTH, REJECTED
from desktop_app.ui.writing.document import Document
from desktop_app.words import tr

_MEANS = {ACCEPTED: OURS, REJECTED: THEIRS, BOTH: TAKE_BOTH}


class ConflictView(QFrame):
    """The cards, what is decided so far, and *Apply*: `on` while the page is to show it in the
    place of the document's text."""

    changed = Signal()  # it begins or ends
    left = Signal()  # the keyboard was here and wants back to the text

    def __init__(self, page: Page, document: Document) -> None:
        super().__init__()
        self.setProperty("surface", "doc")
        self._page, self._document = page, document
        self.on = False
        self._shown: Clash | GitConflict | None = None
        self._path, self._applying = "", False
        document.changed.connect(self._follow)
        document.renewed.connect(lambda _outside: self._follow())
        document.opened.connect(self._forget)
        self.list = ReviewList(tr("Places that both changed"))
        self.list.asked.connect(self._do)
        self.rows: tuple[ClashRow, ...] = ()
        self._answers: dict[Overlap, str] = {}
        self._title = text("", "strong", wrap=True)
        self._detail = text("", "meta", "text2", wrap=True)
        self._all = QWidget()
        for_all = sized(Flow(self._all, centred=True), gap=8)
        for_all.addWidget(text(tr("For all:"), "meta", "text2"))
        self._for_all = {
            answer: Button("", "link", act=partial(self.say_all, answer)) for answer in _MEANS
        }
        for button in self._for_all.values():
            for_all.addWidget(button)
        head = sized(QVBoxLayout(), (20, 16, 20, 8), 8)
        for part in (self._title, self._detail, self._all):
            head.addWidget(part)
        tip = tr("Nothing is written; your text is kept.  (Esc)")
        self.back = Button(tr("Back to the text"), act=lambda: self.end(), tip=tip)
        self.apply = Button(tr("Apply"), "primary", act=self._apply)
        self.foot = Foot("", self.back, self.apply)
        self.tally = self.foot.tally
        stacked(self, head, self.list, rule(), self.foot, grows=self.list)
        for name, words, act, key in (
            ("next", tr("Next place"), partial(self.list.step, 1), "J"),
            ("previous", tr("Previous place"), partial(self.list.step, -1), "K"),
            ("ours", tr("Of two texts: yours"), partial(self._say, ACCEPTED), "A"),
            ("theirs", tr("Of two texts: the file's"), partial(self._say, REJECTED), "R"),
            ("both", tr("Of two texts: both"), partial(self._say, BOTH), "B"),
            ("apply", tr("Apply the answers"), self.apply.click, "Ctrl+Return"),
            ("leave", tr("Back to the text, nothing written"), self.end, "Esc"),
        ):
            page.registry.add(f"{page.name}.conflict.{name}", words, act, key, "", page.name,
                scope=self, listed=False)  # fmt: skip

    def begin(self) -> None:
        """Shows what is to be decided in the document, if anything is."""
        if self._asked() is None:
            return
        self._document.flush()  # what was typed just now is asked about as well
        self.on, self._applying, self._path = True, False, self._document.path
        self._show()
        self.changed.emit()
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def end(self) -> None:
        """Back to the text; what is not decided waits."""
        if self.on:
            held = self.isAncestorOf(QApplication.focusWidget())
            self.on, self._shown = False, None
            self.changed.emit()
            if held:
                self.left.emit()

    def say_all(self, answer: str, _checked: bool = False) -> None:
        """One answer to every place; where both is not offered, the side that has lines."""
        for row in self.rows:
            side = ACCEPTED if row.overlap.ours else REJECTED
            self._answers[row.overlap] = answer if answer in row.answers else side
        self.draw()

    def _do(self, asked: Deed) -> None:
        row = self.list.row
        if isinstance(row, ClashRow) and asked.name in row.answers:
            self._answers[row.overlap] = asked.name
            self.draw()
            announce(self, self.list.row.sentence)

    def _say(self, answer: str) -> None:
        """An answer by key leads on to the next place without one."""
        at = self.list.currentIndex().row()
        if 0 <= at < len(self.rows) and answer in self.rows[at].answers:
            self._do(Deed(answer))
            after = (*range(at + 1, len(self.rows)), *range(at))
            self.list.go_to(next((n for n in after if not self.rows[n].state), at))

    def _forget(self) -> None:
        self._answers = {}

    def _asked(self) -> "Clash | GitConflict | None":
        return self._document.clash or self._document.git_conflict

    def _show(self) -> None:
        """Other places to decide, with the answers to those that were shown before; the same ones
        may be applied again."""
        asked = self._asked()
        if asked is not None and asked != self._shown:
            self._shown, self.rows = asked, tuple(_places(asked, self._document.text))
            known = {row.overlap for row in self.rows}
            self._answers = {key: one for key, one in self._answers.items() if key in known}
            self.draw()
            self.list.go_to(next((n for n, row in enumerate(self.rows) if not row.state), 0))
        self.draw()

    def _follow(self) -> None:
        """The document's state changed: other conflicts, none any more, or trouble."""
        if not self.on or self._document.settling:
            return
        applied, self._applying = self._applying, False
        if self._document.path != self._path:
            self.end()
        elif (asked := self._asked()) is not None:
            if applied and asked != self._shown:
                self._page.toast(tr("The file has changed once more. Please look again."))
            self._show()
        else:
            self._forget()
            self.end()
            if applied:
                history = partial(self._page.history_asked.emit, self._path, 0, 0)
                words = tr("Saved. Both texts are in the history.")
                self._page.toast(words, tr("History"), history)
            else:
                self._page.toast(tr("The two texts agree now. Nothing is left to choose."))

    def draw(self) -> None:
        """The cards, title, counts and the button, for the answers as they are."""
        rows = tuple(replace(row, state=self._answers.get(row.overlap, "")) for row in self.rows)
        self.rows = rows
        self.list.show_rows(rows, Names(date.min))
        by_git = any(rows[0].names) if rows else False
        title = tr("You and another program changed the same lines")
        detail = tr(
            "Choose for each place. Both texts stay in the history, whatever you choose; "
            "all that only one of you changed is kept."
        )
        if any(row.whole for row in rows):
            title = tr("This file is gone, and you have written in it")
            detail = tr("Your text stays in the history, whatever you choose.")
        elif by_git:
            title = tr("Git could not merge these lines")
            detail = tr("Choose for each place. The file as it is now stays in the history.")
        self._title.setText(title)
        self._detail.setText(detail)
        self._all.setVisible(len(rows) > 1)
        words = {ACCEPTED: tr("Yours"), REJECTED: tr("The file's"), BOTH: tr("Both")}
        for row in rows:
            words |= {answer: told for answer, (told, _) in row.answers.items()}
        for answer, button in self._for_all.items():
            button.setText(words[answer])
            button.setAccessibleName(tr("For all: %1").replace("%1", words[answer]))
        keys = tr("J K move · A yours · R the file's")
        if by_git:
            keys = tr("J K move · A the first · R the second")
        both = any(BOTH in row.answers for row in rows)
        self.foot.keys.setText(tr("%1 · B both").replace("%1", keys) if both else keys)
        every = [row.state for row in rows]
        told = {
            ACCEPTED: f"%1 {words[ACCEPTED]}" if by_git else tr("%1 yours"),
            REJECTED: f"%1 {words[REJECTED]}" if by_git else tr("%1 the file's"),
            BOTH: tr("%1 both"),
            "": tr("%1 undecided"),
        }
        self.foot.count((told[one], every.count(one)) for one in told if one in every)
        self.apply.setEnabled(bool(every) and all(every))

    def _apply(self) -> None:
        if self.rows and all(row.state for row in self.rows):
            self.apply.setEnabled(False)
            self._applying = True
            self._document.settle([_MEANS[row.state] for row in self.rows])


def _places(asked: Clash | GitConflict, text: str) -> Iterator[ClashRow]:
    top, whole = tr("Top of the file"), False
    names = [("", "")] * len(asked.merge.conflicts)
    if isinstance(asked, Clash):
        sheet, whole = Sheet(asked.merge.data), not asked.theirs.exists
        top = asked.base.path if whole else top
    else:
        sheet = Sheet(text.encode("utf-8", "surrogatepass"))
        names = [(one or tr("The first"), two or tr("The second")) for one, two in asked.names]
    for n, one in enumerate(asked.merge.conflicts):
        title = (not whole and sheet.heading(one.line - 1)) or top
        yield clash_row(title, n + 1, one, whole, names[n])
