"""What the recall test of a dream found, above its changes and on the card that is to blame.

Knows a RecallResult and how to say it; nothing is asked and nothing decided here.
"""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.dreams.proposal import LostAnswer, RecallPlace, RecallResult
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import breakable, text
from desktop_app.ui.parts.sign import signed
from desktop_app.ui.review.change_lines import empty
from desktop_app.ui.review.doubt_strip import strip
from desktop_app.ui.review.source_row import Names, Open, chip_of
from desktop_app.words import counted, tr

_MOST = 3  # questions that are shown in one place
_TAIL = 200  # pixels of a quote beside its chip


class RecallNote(QWidget):
    """One sentence on all questions, and under it those that get worse."""

    opened = Signal(str, int)

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[RecallResult | None, Names | None] = (None, None)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        theme().changed.connect(self._draw)
        self.hide()

    def show_result(self, recall: RecallResult | None, names: Names) -> None:
        """Say it; nothing where no question was asked."""
        if self._shown != (recall, names):
            self._shown = recall, names
            self._draw()

    def _draw(self) -> None:
        recall, names = self._shown
        empty(self._column)
        self.setVisible(bool(recall and recall.asked))
        if not (recall and recall.asked and names):
            return
        words = recall_words(recall)
        self.setAccessibleName(words)
        if not recall.lost:
            self._column.addWidget(signed("check", words, "ok"))
            return
        loose = [one for one in recall.lost if not one.change]  # others stand on their cards
        self._column.addWidget(_strip(words, loose, names, self.opened.emit))


def recall_words(recall: RecallResult) -> str:
    """48 of 50 questions find their answer as before; 2 got worse."""
    told = counted(
        "%1 of {count} question finds its answer as before.",
        "%1 of {count} questions find their answer as before.",
        recall.asked,
    ).replace("%1", f"{recall.asked - recall.worse:,}")
    if not recall.worse:
        return told
    return f"{told} {counted('{count} got worse.', '{count} got worse.', recall.worse)}"


def cost_strip(costs: Sequence[LostAnswer], names: Names, open_it: Open, *, taken: bool) -> QWidget:
    """On a card: what memory would no longer answer; `taken`: the change is accepted."""
    if taken:
        words = counted(
            "With this change memory no longer answers {count} question:",
            "With this change memory no longer answers {count} questions:",
            len(costs),
        )
    else:
        words = counted(
            "With this change memory would no longer answer {count} question:",
            "With this change memory would no longer answer {count} questions:",
            len(costs),
        )
    return _strip(words, costs, names, open_it)


def _strip(words: str, lost: Sequence[LostAnswer], names: Names, open_it: Open) -> QWidget:
    body = QVBoxLayout()
    body.setSpacing(theme().px(6))
    body.addWidget(text(words, "strong" if lost else "meta", "", wrap=True))
    for one in lost[:_MOST]:
        for part in _told(one, names, open_it):
            body.addWidget(part)
    if len(lost) > _MOST:
        more = tr("and %1 more").replace("%1", str(len(lost) - _MOST))
        body.addWidget(text(more, "meta", "", wrap=True))
    return strip("question", "warn", body)


def _told(lost: LostAnswer, names: Names, open_it: Open) -> Iterator[QWidget]:
    """The question, what answered it before and what is found now."""
    yield text(breakable(lost.question), "meta", "", wrap=True)
    widget = QWidget()
    flow = Flow(widget, theme().px(_TAIL))
    flow.setSpacing(theme().px(8))
    flow.addWidget(chip_of(lost.before, names, open_it))
    ends = text(breakable(_ends(lost)), "meta", "", wrap=True)
    ends.setContentsMargins(0, theme().px(4), 0, 0)  # level with the chip
    flow.addWidget(ends)
    yield widget


def _ends(lost: LostAnswer) -> str:
    before = tr("Before: %1").replace("%1", lost.answer)
    if lost.place is RecallPlace.SEARCH:
        return f"{before} · {tr('now not among the first ten lines found')}"
    now = lost.instead.split("\n", 1)[0] or tr("nothing")
    return f"{before} · {tr('now: %1').replace('%1', now)}"
