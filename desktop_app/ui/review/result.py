"""What comes of a review: the strip that counts and applies, and MEMORY.md as it would be.

Knows states and two texts, no proposal.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QVBoxLayout

from desktop_app.dreams.deciding import Needs
from desktop_app.notebook.text.compare import regions
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import rule, text
from desktop_app.ui.reading.reader import Reader
from desktop_app.ui.review.words import ACCEPTED, BOTH, GONE, REJECTED, changes
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs

_ROOMY = 900  # from this width on there is room for the keys
_TIED = "\u00a0"


class ReviewFooter(QFrame):
    """Always in sight, however far one has scrolled."""

    apply_asked = Signal()
    discard_asked = Signal()
    next_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "win")
        self.tally = text("", "ui", "text", wrap=True)
        self._keys = text(tr("J K move · A accept · R reject · E edit"), "meta", "text2")
        self.next = Button(tr("Next undecided"), "quiet")
        self.next.setToolTip(tr("The next line that waits for a word  (N)"))
        self.next.clicked.connect(self.next_asked)
        self.discard = Button(tr("Discard dream"))
        self.discard.clicked.connect(self.discard_asked)
        self.apply = Button("", "primary")
        self.apply.clicked.connect(self._press)
        self._taken, self._done, self._applying = 0, False, False
        self._whole = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row = in_row(None, self._keys, self.next, self.discard, self.apply)
        self._whole.addWidget(self.tally, 1)
        self._whole.addLayout(self._row)
        theme().followed_by(self._measure)

    def show_count(self, states: Sequence[str], needs: Needs) -> None:
        """The states of all changes, and what they and all questions need."""
        still_open = needs.decision
        taken = states.count(ACCEPTED) + states.count(BOTH)
        parts = [
            frame.replace("%1", str(count))
            for frame, count, always in (
                (tr("%1 accepted"), taken, bool(states)),
                (tr("%1 rejected"), states.count(REJECTED), False),
                (tr("%1 undecided"), still_open, False),
                (tr("%1 edited since"), states.count(GONE), False),
            )
            if count or always
        ]
        # A line breaks between two counts, not inside one.
        self.tally.setText(f"{_TIED}· ".join(part.replace(" ", _TIED) for part in parts))
        words = tr("Apply %1").replace("%1", changes(taken))
        if taken and still_open:
            left = counted("{count} stays undecided", "{count} stay undecided", still_open)
            words = f"{tr('Apply %1').replace('%1', str(taken))} · {left}"
        self._done = bool(states) and not (taken or still_open)
        for part in (self.apply, self.discard):  # they are of a dream
            part.setVisible(bool(states))
        self.apply.setText(tr("Done") if self._done else words)
        self.apply.setToolTip(
            tr("All is rejected: the dream ends, and MEMORY.md stays as it is.  (Ctrl+Enter)")
            if self._done
            else tr("Writes what is accepted. What is undecided waits on.  (Ctrl+Enter)")
        )
        self._taken = taken
        self.next.setEnabled(still_open > 0)
        self._allow()
        self._measure()

    def show_applying(self, applying: bool) -> None:
        """While changes are written, nothing can be pressed, whatever is counted meanwhile."""
        self._applying = applying
        self._allow()

    def _allow(self) -> None:
        self.apply.setEnabled((self._taken > 0 or self._done) and not self._applying)

    def _press(self) -> None:
        (self.discard_asked if self._done else self.apply_asked).emit()

    def _measure(self) -> None:
        px = theme().px
        way = QBoxLayout.Direction
        self._whole.setContentsMargins(px(20), px(9), px(20), px(9))
        self._whole.setSpacing(px(8))
        self._row.setSpacing(px(10))
        self._keys.setVisible(self.width() >= px(_ROOMY) or self.apply.isHidden())
        buttons = (self.next, self.discard, self.apply)
        # The key does the same: without room for all, the others are shown whole.
        needed = sum(one.sizeHint().width() + px(10) for one in buttons) + px(40)
        self.next.setVisible(self.width() >= needed)
        self.tally.ensurePolished()
        words = self.tally.fontMetrics().horizontalAdvance(self.tally.text())
        parts = [
            one for one in (self._keys, self.next, self.discard, self.apply) if not one.isHidden()
        ]
        room = words + sum(one.sizeHint().width() + px(10) for one in parts) + px(50)
        # Without room beside them, the counts stand above the buttons.
        self._whole.setDirection(way.TopToBottom if self.width() < room else way.LeftToRight)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()


class ResultView(QFrame):
    """Shows the outcome; the first line that is new begins in sight."""

    def __init__(self, jobs: "Jobs") -> None:
        super().__init__()
        self.sentence = text("", "meta", "text2", wrap=True)
        self.reader = Reader(jobs, tr("MEMORY.md with the accepted changes"))
        self._head = QVBoxLayout()
        self._head.addWidget(self.sentence)
        stacked(self, self._head, rule(), self.reader, grows=self.reader)
        theme().followed_by(self._measure)

    def show_result(self, before: str, after: str, path: str, taken: int) -> None:
        """Both texts whole; only `after` is shown, which `taken` changes make."""
        old, new = before.split("\n"), after.split("\n")
        parts = [part for part in regions(old, new) if not part.same]
        come = [n + 1 for part in parts for n in range(part.j, part.j_end) if new[n].strip()]
        words = tr("Nothing is accepted: MEMORY.md would stay as it is.")
        if taken:
            words = tr("MEMORY.md with %1. All else stays as it is.").replace("%1", changes(taken))
        self.sentence.setText(words)
        first = come[0] if come else 0
        page = self.reader.page
        page.fresh = frozenset(come)
        self.reader.show_markdown(after, path)
        page.viewport().update()
        if first and page.row(page.block_at(first)).top() > page.viewport().height() * 0.8:
            page.scroll_to(first, page.viewport().height() / 3)

    def _measure(self) -> None:
        px = theme().px
        self._head.setContentsMargins(px(20), px(10), px(20), px(10))
