"""The review of a clash: each place both changed, to answer; then all of it is written.

Knows conflicts and a person's answers, by signals only what becomes of them.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QVBoxLayout, QWidget

from desktop_app.notebook.merge import BOTH as TAKE_BOTH
from desktop_app.notebook.merge import OURS, THEIRS, Overlap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import rule, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.review.list import ReviewList
from desktop_app.ui.review.picture import Deed
from desktop_app.ui.review.rows import ClashRow
from desktop_app.ui.review.source_row import Names
from desktop_app.ui.review.words import ACCEPTED, BOTH, REJECTED
from desktop_app.words import tr

_MEANS = {ACCEPTED: OURS, REJECTED: THEIRS, BOTH: TAKE_BOTH}
_ROOMY, _NARROW = 680, 500  # pixels: room for the keys; for the counts beside the buttons


class ConflictView(QFrame):
    """The cards, what is decided so far, and *Apply*. `page` is the name of the page it is on."""

    applied = Signal(object)  # the answers, one for each place
    left = Signal()

    def __init__(self, actions: Actions, page: str) -> None:
        super().__init__()
        self.setProperty("surface", "doc")
        self.list = ReviewList(tr("Places that both changed"))
        self.list.asked.connect(self._do)
        self.rows: tuple[ClashRow, ...] = ()
        self._answers: dict[Overlap, str] = {}
        self._title = text("", "strong", wrap=True)
        self._detail = text("", "meta", "text2", wrap=True)
        self._all = QWidget()
        self._for_all = {answer: Button("", "link") for answer in _MEANS}
        for_all = Flow(self._all, centred=True)
        for_all.addWidget(text(tr("For all:"), "meta", "text2"))
        for answer, button in self._for_all.items():
            button.clicked.connect(partial(self.say_all, answer))
            for_all.addWidget(button)
        self._head = QVBoxLayout()
        for part in (self._title, self._detail, self._all):
            self._head.addWidget(part)
        self.tally = text("", "ui", "text", wrap=True)
        self._keys = text("", "meta", "text2")
        self.back = Button(tr("Back to the text"))
        self.back.setToolTip(tr("Nothing is written; your text is kept.  (Esc)"))
        self.back.clicked.connect(self.left)
        self.apply = Button(tr("Apply"), "primary")
        self.apply.clicked.connect(self._apply)
        footer = QFrame()
        footer.setProperty("surface", "win")
        self._foot = QBoxLayout(QBoxLayout.Direction.LeftToRight, footer)
        self._foot.addWidget(self.tally, 1)
        self._buttons = in_row(None, self._keys, self.back, self.apply)
        self._foot.addLayout(self._buttons)
        stacked(self, self._head, self.list, rule(), footer, grows=self.list)
        self._add_actions(actions, page)
        theme().followed_by(self._measure)

    def focus(self) -> None:
        """The keyboard on the cards, so that their single letters work at once."""
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_places(self, rows: Sequence[ClashRow]) -> None:
        """Shows these; answers to places that were shown before are kept."""
        known = {row.overlap for row in rows}
        self._answers = {key: answer for key, answer in self._answers.items() if key in known}
        self.rows = tuple(rows)
        self.draw()
        self.list.go_to(next((n for n, row in enumerate(self.rows) if not row.state), 0))

    def forget(self) -> None:
        """Another file is shown, or all is decided: no answer is kept."""
        self._answers = {}

    def say_all(self, answer: str, _checked: bool = False) -> None:
        """One answer to every place; where both is not offered, the side that has lines."""
        for row in self.rows:
            side = ACCEPTED if row.overlap.ours else REJECTED
            self._answers[row.overlap] = answer if answer in row.answers else side
        self.draw()

    # -- inside -------------------------------------------------------------------------------

    def _add_actions(self, actions: Actions, page: str) -> None:

        def add(name: str, words: str, act: Callable[[], None], key: str) -> None:
            actions.add(f"{page}.conflict.{name}", words, act, key, "", page,
                scope=self, listed=False)  # fmt: skip

        add("next", tr("Next place"), partial(self.list.step, 1), "J")
        add("previous", tr("Previous place"), partial(self.list.step, -1), "K")
        add("ours", tr("Of two texts: yours"), partial(self._say, ACCEPTED), "A")
        add("theirs", tr("Of two texts: the file's"), partial(self._say, REJECTED), "R")
        add("both", tr("Of two texts: both"), partial(self._say, BOTH), "B")
        add("apply", tr("Apply the answers"), self.apply.click, "Ctrl+Return")
        add("leave", tr("Back to the text, nothing written"), self.left.emit, "Esc")

    def _do(self, asked: Deed) -> None:
        """A click on an answer; what a place does not offer is not heard."""
        row = self.list.row
        if isinstance(row, ClashRow) and asked.name in row.answers:
            self._answers[row.overlap] = asked.name
            self.draw()
            announce(self, self.list.row.sentence)

    def _say(self, answer: str) -> None:
        """An answer by key leads on to the next place without one."""
        at = self.list.currentIndex().row()
        if not 0 <= at < len(self.rows) or answer not in self.rows[at].answers:
            return
        self._do(Deed(answer))
        after = (*range(at + 1, len(self.rows)), *range(at))
        self.list.go_to(next((n for n in after if not self.rows[n].state), at))

    def draw(self) -> None:
        """The cards, title, counts and the button, for the answers as they are."""
        rows = tuple(replace(row, state=self._answers.get(row.overlap, "")) for row in self.rows)
        self.rows = rows
        self.list.show_rows(rows, Names(date.min))
        names = rows[0].names if rows else ("", "")
        title = tr("You and another program changed the same lines")
        detail = tr(
            "Choose for each place. Both texts stay in the history, whatever you choose; "
            "all that only one of you changed is kept."
        )
        if any(row.whole for row in rows):
            title = tr("This file is gone, and you have written in it")
            detail = tr("Your text stays in the history, whatever you choose.")
        elif any(names):
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
        if any(names):
            keys = tr("J K move · A the first · R the second")
        both = any(BOTH in row.answers for row in rows)
        self._keys.setText(tr("%1 · B both").replace("%1", keys) if both else keys)
        every = [row.state for row in rows]
        told = {
            ACCEPTED: f"%1 {words[ACCEPTED]}" if any(names) else tr("%1 yours"),
            REJECTED: f"%1 {words[REJECTED]}" if any(names) else tr("%1 the file's"),
            BOTH: tr("%1 both"),
            "": tr("%1 undecided"),
        }
        counts = [
            frame.replace("%1", str(every.count(answer))).replace(" ", "\u00a0")
            for answer, frame in told.items()
            if every.count(answer)
        ]
        self.tally.setText(" · ".join(counts))
        self.apply.setEnabled(bool(every) and all(every))

    def _apply(self) -> None:
        if self.rows and all(row.state for row in self.rows):
            self.apply.setEnabled(False)
            self.applied.emit([_MEANS[row.state] for row in self.rows])

    def _measure(self) -> None:
        px = theme().px
        self._head.setContentsMargins(px(20), px(16), px(20), px(8))
        self._head.setSpacing(px(8))
        self._foot.setContentsMargins(px(20), px(9), px(20), px(9))
        self._foot.setSpacing(px(8))
        self._buttons.setSpacing(px(10))
        self._all.layout().setSpacing(px(8))
        way = QBoxLayout.Direction
        self._foot.setDirection(way.TopToBottom if self.width() < px(_NARROW) else way.LeftToRight)
        self._keys.setVisible(self.width() >= px(_ROOMY))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()
