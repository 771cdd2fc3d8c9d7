"""Two engines in numbers, side by side: changes by kind, held back, recall test, time, tokens."""

from collections import Counter

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout

from desktop_app.dreams.proposal import ChangeKind
from desktop_app.dreams.whatif.comparing import WhatIf, WhatIfSide
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.labels import breakable, text
from desktop_app.ui.parts.spans import lasted
from desktop_app.ui.review.change_words import kind_word
from desktop_app.ui.review.made_words import engine_word
from desktop_app.ui.review.recall_note import recall_words
from desktop_app.words import tr


class Totals(QFrame):
    """A table with a column for each engine; of one that failed, what happened."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "card")
        self.setAccessibleName(tr("Both engines in numbers"))
        self._grid = QGridLayout(self)
        theme().followed_by(self._measure)

    def show_whatif(self, whatif: WhatIf) -> None:
        """The numbers of a comparison."""
        while item := self._grid.takeAt(0):
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        rows = [_rows(side) for side in whatif.sides]
        for column, side in enumerate(whatif.sides, start=1):
            self._put(0, column, breakable(engine_word(side.name)), "strong")
        captions = [caption for caption in rows[0] if any(one[caption] for one in rows)]
        for row, caption in enumerate(captions, start=1):
            self._put(row, 0, caption, "meta", "text2")
            for column, one in enumerate(rows, start=1):
                self._put(row, column, one[caption] or "–", "meta")
        for column in (1, 2):
            self._grid.setColumnStretch(column, 1)
        self.setAccessibleDescription(". ".join(_told(side) for side in whatif.sides))

    def _put(self, row: int, column: int, words: str, role: str, tone: str = "text") -> None:
        label = text(words, role, tone, wrap=column > 0)
        self._grid.addWidget(label, row, column, Qt.AlignmentFlag.AlignTop)

    def _measure(self) -> None:
        px = theme().px
        self._grid.setContentsMargins(px(15), px(11), px(15), px(13))
        self._grid.setHorizontalSpacing(px(18))
        self._grid.setVerticalSpacing(px(4))


def _rows(side: WhatIfSide) -> dict[str, str]:
    """Each row's words by its caption; "" where there is nothing to say."""
    proposal = side.proposal
    recall = proposal.recall if proposal else None
    return {
        tr("Failed"): str(side.problem) if side.problem else "",
        tr("Changes"): _kinds(side) if proposal else "",
        tr("Held back"): f"{side.held_back:,}" if proposal else "",
        tr("Recall test"): recall_words(recall) if recall and recall.asked else "",
        tr("Time"): lasted(side.seconds),
        tr("Tokens"): f"{proposal.tokens:,}" if proposal and proposal.tokens else "",
    }


def _kinds(side: WhatIfSide) -> str:
    """12: 8 Added, 4 Updated."""
    counts = Counter(one.kind for one in side.changes)
    kinds = [f"{kind_word(kind)} {counts[kind]}" for kind in ChangeKind if counts[kind]]
    return " · ".join([f"{len(side.changes):,}", *kinds]) if kinds else "0"


def _told(side: WhatIfSide) -> str:
    words = (f"{caption}: {value}" for caption, value in _rows(side).items() if value)
    return f"{engine_word(side.name)}: {', '.join(words)}"
