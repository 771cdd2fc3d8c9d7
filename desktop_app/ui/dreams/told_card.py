"""A change that a diary tells, as a card to read. Knows what was told, decides nothing."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from desktop_app.language.difference import differing_from_all
from desktop_app.notebook.diaries import DiaryChange
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Chip
from desktop_app.ui.parts.diff_line import ADD, DEL, DiffLine
from desktop_app.ui.parts.labels import Pill, text
from desktop_app.ui.review.source_row import Names, source_rows
from desktop_app.ui.review.words import kind_word, proposed_by
from desktop_app.words import tr

_MOST = 8  # lines of a section that moved as a whole


def told_card(
    change: DiaryChange,
    names: Names,
    open_it: Callable[[str, int], None],
    *,
    found: bool = False,
) -> QFrame:
    """The card; its chips open the lines it came from, which were `found` again or stood there."""
    px = theme().px
    card = QFrame()
    card.setProperty("surface", "card")
    column = QVBoxLayout(card)
    column.setContentsMargins(px(14), px(10), px(14), px(12))
    column.setSpacing(px(8))
    top = QHBoxLayout()
    top.setSpacing(px(8))
    if change.heading:
        top.addWidget(text(change.heading, "strong"))
    top.addWidget(Pill(kind_word(change.kind), "accent"))
    top.addStretch(1)
    column.addLayout(top)
    gone, come = differing_from_all(change.old, change.new or "")
    shown = list(zip(change.old, gone, strict=True))[:_MOST]
    for words, marks in shown:
        column.addWidget(DiffLine(DEL, words, marks))
    if left := len(change.old) - len(shown):
        column.addWidget(text(tr("and %1 more").replace("%1", f"{left:,}"), "meta", "text2"))
    if change.new:
        column.addWidget(DiffLine(ADD, change.new, come))
    if change.to:
        chip = Chip(tr("Now in %1").replace("%1", change.to))
        chip.clicked.connect(lambda: open_it(change.to, 1))
        column.addWidget(chip, 0, Qt.AlignmentFlag.AlignLeft)
    if change.by:
        column.addWidget(text(proposed_by(change.by), "meta", "text2"))
    if change.sources:
        caption = tr("Found again in") if found else ""
        column.addWidget(source_rows(change.sources, names, open_it, change.old, caption))
    return card
