"""The strip above a large review: which kind one looks at, and one word on all of it.

Knows counts and words, no proposal.
"""

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QWidget

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import centred
from desktop_app.ui.parts.controls import Button, Chip
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.review.change_words import changes, family_word, questions
from desktop_app.ui.review.sift import QUESTIONS, ForAll
from desktop_app.words import tr

_FEW = 6  # changes that one takes in at a glance


class ReviewBar(QWidget):
    """Chips, one of them chosen, and two buttons; nothing where there are only a few changes."""

    chosen = Signal(str)  # a family, "" for all
    answered = Signal(bool)  # yes or no to all that is shown

    def __init__(self) -> None:
        super().__init__()
        self.chips: dict[str, Chip] = {}
        self._group = QButtonGroup(self)
        self.yes, self.no = Button("", "quiet"), Button("", "quiet")
        self.yes.clicked.connect(lambda: self.answered.emit(True))
        self.no.clicked.connect(lambda: self.answered.emit(False))
        self._within = QWidget()  # as wide as the cards
        self._across = centred(self._within, self)
        self._flow = Flow(self._within, centred=True)
        self._both = QWidget()
        self._row = QHBoxLayout(self._both)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.no)
        self._row.addWidget(self.yes)
        self._flow.addWidget(self._both)
        self.setAccessibleName(tr("Which changes to show"))
        theme().followed_by(self._measure)
        self.hide()

    def show_counts(self, counts: Mapping[str, int], family: str, for_all: ForAll) -> None:
        """How many there are of each family; `family` is the chosen one."""
        if set(counts) != set(self.chips):
            self._make_chips(counts)
        for name, chip in self.chips.items():
            chip.setText(f"{family_word(name)} {counts[name]}")
            counted = questions if name == QUESTIONS else changes
            words = tr("Shows only these: %1") if name else tr("Shows all: %1")
            chip.setAccessibleDescription(words.replace("%1", counted(counts[name])))
            chip.setChecked(name == family)
        yes, no = offers(family, for_all)
        for button, words, numbers in (
            (self.yes, yes, for_all.yes),
            (self.no, no, for_all.no),
        ):
            button.setText(words)
            button.setVisible(len(numbers) > 1)  # one alone has its own buttons
        self._both.setVisible(max(len(for_all.yes), len(for_all.no)) > 1)
        self.yes.setToolTip(tr("What your notes do not support stays held back.  (Shift+A)"))
        self.no.setToolTip(tr("Only what nobody has answered.  (Shift+R)"))
        self._flow.invalidate()
        self._within.updateGeometry()
        self.setVisible(counts.get("", 0) > _FEW)

    def stand(self, width: int, *edges: int) -> None:
        """As wide as this at most, with room at its left, top, right and bottom."""
        self._within.setMaximumWidth(width)
        self._across.setContentsMargins(*edges)

    def _make_chips(self, counts: Mapping[str, int]) -> None:
        for chip in self.chips.values():
            self._group.removeButton(chip)
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = {}
        for at, name in enumerate(counts):
            chip = Chip("", "filter")
            chip.clicked.connect(lambda _checked=False, name=name: self.chosen.emit(name))
            self._group.addButton(chip)
            self._flow.insert(at, chip)
            self.chips[name] = chip

    def _measure(self) -> None:
        px = theme().px
        self._flow.setSpacing(px(6))
        self._flow.invalidate()


def offers(family: str, for_all: ForAll) -> tuple[str, str]:
    """What the two buttons say."""
    if family == QUESTIONS:
        taken = tr("Take the note's in all %1"), tr("Take the note's in %1 more")
        left = tr("Dismiss all %1 questions"), tr("Dismiss the other %1")
    else:
        taken = tr("Accept all %1"), tr("Accept %1 more")
        left = tr("Reject all %1"), tr("Reject the other %1")
    return (
        taken[not for_all.first_yes].replace("%1", str(len(for_all.yes))),
        left[not for_all.first_no].replace("%1", str(len(for_all.no))),
    )


def all_said(family: str, for_all: ForAll, yes: bool) -> str:
    """What was done, in a sentence or two."""
    if family == QUESTIONS:
        count = questions(len(for_all.yes if yes else for_all.no))
        if not yes:
            words = tr("%1 dismissed. You are not asked again until a line of it changes.")
            return words.replace("%1", count)
        sentence = tr("The note's line is taken in %1.").replace("%1", count)
    else:
        count = changes(len(for_all.yes if yes else for_all.no))
        sentence = (tr("%1 accepted.") if yes else tr("%1 rejected.")).replace("%1", count)
    if not yes or not for_all.held:
        return sentence
    held = tr("1 waits for a word of its own.")
    if for_all.held > 1:
        held = tr("%1 wait for a word of their own.").replace("%1", str(for_all.held))
    return f"{sentence} {held}"
