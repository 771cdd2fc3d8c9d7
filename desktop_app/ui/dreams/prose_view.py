"""A diary's prose to read, with the lines that each sentence rests on as chips below it.

Knows sentences and their sources, not how they were found.
"""

from collections.abc import Sequence
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import beginning, text
from desktop_app.ui.review.source_row import Names, Open, chip_of
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.dreams.backing import BackedSentence, Backing

_RAISED = str.maketrans(
    "0123456789", "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"
)
_MOST = 3  # chips of one sentence


def plain_prose(paragraphs: Sequence[str]) -> QLabel:
    """Paragraphs without their sources."""
    return _label([escape(" ".join(one.split())) for one in paragraphs], "\n\n".join(paragraphs))


def backed_prose(backing: "Backing", names: Names, open_it: Open) -> QWidget:
    """Each paragraph, with numbers at its sentences and below it chips that open their lines."""
    px = theme().px
    whole = QWidget()
    column = QVBoxLayout(whole)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(px(6))
    number = 0
    for _, group in groupby(backing.sentences, lambda one: one.paragraph):
        sentences = list(group)
        first, number = number, number + sum(bool(one.sources) for one in sentences)
        column.addWidget(_paragraph(sentences, first))
        if any(one.sources for one in sentences):
            column.addWidget(_chips(sentences, first, names, open_it))
        column.addSpacing(px(8))
    for words in _remarks(backing):
        column.addWidget(text(words, "meta", "text2", wrap=True))
    return whole


def _paragraph(sentences: "Sequence[BackedSentence]", number: int) -> QLabel:
    marked = []
    for one in sentences:
        number += bool(one.sources)
        sign = f"\u202f{str(number).translate(_RAISED)}" if one.sources else ""
        marked.append(escape(beginning(one.text)) + sign)
    return _label([" ".join(marked)], " ".join(one.text for one in sentences))


def _label(paragraphs: Sequence[str], name: str) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.RichText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    label.setProperty("role", "diary")
    px = theme().px
    # Chinese and English lines alike; a percentage would follow each font's own height.
    look = f"line-height: {px(28)}px; margin: 0 0 {px(14)}px 0;"
    label.setText("".join(f'<p style="{look}">{one}</p>' for one in paragraphs))
    label.setAccessibleName(name)
    return label


def _chips(
    sentences: "Sequence[BackedSentence]", number: int, names: Names, open_it: Open
) -> QWidget:
    px = theme().px
    beside = QWidget()
    flow = Flow(beside)
    flow.setSpacing(px(8))
    again = any(one.found and one.sources for one in sentences)
    word = text(tr("Found again in") if again else tr("From"), "meta", "text2")
    word.setFixedHeight(px(24))
    flow.addWidget(word)
    for one in sentences:
        number += bool(one.sources)
        for place in one.sources[:_MOST]:
            chip = chip_of(place, names, open_it)
            chip.setText(f"{number}  {chip.text()}")
            chip.setToolTip(f"{chip.toolTip()}\n“{place.quote[:300]}”")
            flow.addWidget(chip)
    return beside


def _remarks(backing: "Backing") -> list[str]:
    """What a reader should know of sentences without a line."""
    remarks = []
    without = sum(one.lacks for one in backing.sentences)
    if without:
        remarks.append(
            counted(
                "No line was found for one of these sentences.",
                "No line was found for {count} of these sentences.",
                without,
            )
        )
    if backing.unsaid:
        remarks.append(
            counted(
                "{count} sentence was left out: no line says it.",
                "{count} sentences were left out: no line says them.",
                backing.unsaid,
            )
        )
    return remarks
