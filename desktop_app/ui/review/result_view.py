"""MEMORY.md as it would be, to read, with the lines that come in on green.

Knows two texts, no proposal.
"""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QVBoxLayout

from desktop_app.notebook.text.compare import regions
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.labels import rule, text
from desktop_app.ui.reading.reader import Reader
from desktop_app.words import counted, listed, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs


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

    def show_result(self, before: str, after: str, path: str) -> None:
        """Both texts whole; only `after` is shown."""
        old, new = before.split("\n"), after.split("\n")
        parts = [part for part in regions(old, new) if not part.same]
        come = [n + 1 for part in parts for n in range(part.j, part.j_end) if new[n].strip()]
        gone = sum(1 for part in parts for n in range(part.i, part.i_end) if old[n].strip())
        self.sentence.setText(self._words(len(come), gone))
        first = come[0] if come else 0
        page = self.reader.page
        page.fresh = frozenset(come)
        self.reader.show_markdown(after, path)
        page.viewport().update()
        if first and page.row(page.block_at(first)).top() > page.viewport().height() * 0.8:
            page.scroll_to(first, page.viewport().height() / 3)

    def _words(self, come: int, gone: int) -> str:
        if not come and not gone:
            return tr("Nothing is accepted: MEMORY.md would stay as it is.")
        parts = [counted("1 line comes", "{count} lines come", come)] if come else []
        parts += [counted("1 line goes", "{count} lines go", gone)] if gone else []
        sentence = tr("%1. All else stays as it is.").replace("%1", listed(parts))
        return tr("MEMORY.md after this dream: %1").replace("%1", sentence)

    def _measure(self) -> None:
        px = theme().px
        self._head.setContentsMargins(px(20), px(10), px(20), px(10))
