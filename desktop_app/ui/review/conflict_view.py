"""The review of a clash: each place both changed, to answer; then all of it is written.

Knows conflicts and a person's answers, by signals only what becomes of them.
"""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_app.notebook.merge import BOTH, OURS, THEIRS, Overlap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import centred, in_row, stacked
from desktop_app.ui.parts.card_column import CardColumn
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import rule, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.review.conflict_card import ClashPlace, ConflictCard, answer_words
from desktop_app.words import tr

_WIDTH = 772  # pixels of a card
_ROOMY, _NARROW = 680, 500  # pixels: room for the keys; for the counts beside the buttons


class ConflictView(QFrame):
    """The cards, what is decided so far, and *Apply*. `page` is the name of the page it is on.

    `cards` are those that exist already, by their numbers; one of all of them is the current one.
    """

    applied = Signal(object)  # the answers, one for each place
    left = Signal()

    def __init__(self, actions: Actions, page: str) -> None:
        super().__init__()
        self.setProperty("surface", "doc")
        self.current = 0
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list = CardColumn(self._scroll, self._made, self._keeps)
        self._column = QWidget()
        self._within = QVBoxLayout(self._column)
        self._scroll.setAccessibleName(tr("Places that both changed"))
        self._places: Sequence[ClashPlace] = ()
        self._answers: dict[Overlap, str] = {}
        self._title = text("", "strong", wrap=True)
        self._detail = text("", "meta", "text2", wrap=True)
        self._all = QWidget()
        self._for_all = {answer: Button("", "link") for answer in (OURS, THEIRS, BOTH)}
        self._tally = text("", "ui", "text", wrap=True)
        self._keys = text("", "meta", "text2")
        self.back = Button(tr("Back to the text"))
        self.back.setToolTip(tr("Nothing is written; your text is kept.  (Esc)"))
        self.apply = Button(tr("Apply"), "primary")
        self.back.clicked.connect(self.left)
        self.apply.clicked.connect(self._apply)
        self._build()
        self._add_actions(actions, page)
        theme().followed_by(self._measure)

    @property
    def cards(self) -> dict[int, Any]:
        """Those in sight and near it; the others are made when one comes to them."""
        return self._list.cards

    def go_to(self, number: int) -> None:
        """Makes a card the current one and brings it into view."""
        card: Any = self._list.card(number)
        if card is None:
            return
        if self.current in self.cards:
            self.cards[self.current].show_current(False)
        self.current = number
        card.show_current(True)
        self._list.settle()
        self._scroll.ensureWidgetVisible(card, 0, theme().px(16))

    def focus(self) -> None:
        """The keyboard on the cards, so that their single letters work at once."""
        self._scroll.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_places(self, places: Sequence[ClashPlace]) -> None:
        """Shows these; answers to places that were shown before are kept."""
        known = {place.overlap for place in places}
        self._answers = {key: answer for key, answer in self._answers.items() if key in known}
        self._places = places
        self._list.clear()
        self.current = 0
        self._list.show_numbers(place.number for place in places)
        self._say()
        first = next((n for n, place in enumerate(places) if place.overlap not in self._answers), 0)
        self.go_to(first)
        if first == 0:
            self._scroll.verticalScrollBar().setValue(0)

    def forget(self) -> None:
        """Another file is shown, or all is decided: no answer is kept."""
        self._answers = {}

    # -- inside -------------------------------------------------------------------------------

    def _build(self) -> None:
        row = Flow(self._all, centred=True)
        row.addWidget(text(tr("For all:"), "meta", "text2"))
        for answer, button in self._for_all.items():
            button.clicked.connect(lambda _checked=False, answer=answer: self._say_all(answer))
            row.addWidget(button)
        for part in (self._title, self._detail, self._all, self._list):
            self._within.addWidget(part)
        self._within.addStretch(1)
        holder = QWidget()
        holder.setProperty("clear", "true")
        # As high as its width asks for; what it would need when narrower is no matter.
        holder.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        holder.setProperty("tabs", "place")  # cards are drawn anew with each word on them
        centred(self._column, holder)
        self._scroll.setWidget(holder)
        footer = QFrame()
        footer.setProperty("surface", "win")
        self._foot = QBoxLayout(QBoxLayout.Direction.LeftToRight, footer)
        self._buttons = in_row(None, self._keys, self.back, self.apply)
        self._foot.addWidget(self._tally, 1)
        self._foot.addLayout(self._buttons)
        stacked(self, self._scroll, rule(), footer, grows=self._scroll)

    def _add_actions(self, actions: Actions, page: str) -> None:

        def add(name: str, words: str, act: Callable[[], None], key: str) -> None:
            actions.add(f"{page}.conflict.{name}", words, act, key, "", page,
                scope=self, listed=False)  # fmt: skip

        add("next", tr("Next place"), lambda: self._step(1), "J")
        add("previous", tr("Previous place"), lambda: self._step(-1), "K")
        add("ours", tr("Of two texts: yours"), lambda: self._say_current(OURS), "A")
        add("theirs", tr("Of two texts: the file's"), lambda: self._say_current(THEIRS), "R")
        add("both", tr("Of two texts: both"), lambda: self._say_current(BOTH), "B")
        add("apply", tr("Apply the answers"), self.apply.click, "Ctrl+Return")
        add("leave", tr("Back to the text, nothing written"), self.left.emit, "Esc")

    def _made(self, number: int) -> ConflictCard:
        card = ConflictCard(self._places[number], self._answer_of(number))
        card.answered.connect(self._hear)
        card.pressed.connect(self.go_to)
        card.show_current(number == self.current)
        return card

    def _keeps(self, number: int) -> bool:
        """Whether a card is to stay, however far away it is."""
        return number == self.current or self.cards[number].isAncestorOf(self.focusWidget())

    def _hear(self, number: int, answer: str) -> None:
        self._answers[self._places[number].overlap] = answer
        card = self.cards[number]
        card.show_answer(answer)
        announce(self, card.accessibleName())
        self._say()
        self.go_to(number)

    def _say_current(self, answer: str) -> None:
        """An answer by key leads on to the next place without one."""
        card = self.cards.get(self.current)
        if card is None or answer not in card.answers:
            return
        card.say(answer)
        after = [*range(self.current + 1, len(self._places)), *range(self.current)]
        self.go_to(next((n for n in after if not self._answer_of(n)), self.current))

    def _say_all(self, answer: str) -> None:
        for place in self._places:
            there = place.overlap.ours and place.overlap.theirs
            chosen = answer if there or answer != BOTH else OURS if place.overlap.ours else THEIRS
            self._answers[place.overlap] = chosen
            if place.number in self.cards:
                self.cards[place.number].show_answer(chosen)
        self._say()

    def _step(self, by: int) -> None:
        self.go_to(min(max(self.current + by, 0), len(self._places) - 1))

    def _answer_of(self, number: int) -> str:
        return self._answers.get(self._places[number].overlap, "")

    def _say(self) -> None:
        """Title, counts and the button, for the answers as they are."""
        every = [self._answer_of(n) for n in range(len(self._places))]
        names = self._names
        self._say_title()
        self._all.setVisible(len(every) > 1)
        for answer, button in self._for_all.items():
            button.setText(answer_words(answer, names))
            button.setAccessibleName(tr("For all: %1").replace("%1", answer_words(answer, names)))
        keys = tr("J K move · A yours · R the file's")
        if any(names):
            keys = tr("J K move · A the first · R the second")
        both = any(place.overlap.ours and place.overlap.theirs for place in self._places)
        self._keys.setText(tr("%1 · B both").replace("%1", keys) if both else keys)
        words = {
            OURS: tr("%1 yours"),
            THEIRS: tr("%1 the file's"),
            BOTH: tr("%1 both"),
            "": tr("%1 to decide"),
        }
        if any(names):
            words |= {answer: f"%1 {answer_words(answer, names)}" for answer in (OURS, THEIRS)}
        parts = [
            words_of.replace("%1", str(every.count(answer)))
            for answer, words_of in words.items()
            if every.count(answer)
        ]
        self._tally.setText(" · ".join(part.replace(" ", "\u00a0") for part in parts))
        self.apply.setEnabled(bool(every) and all(every))

    @property
    def _names(self) -> tuple[str, str]:
        """What Git calls both sides; "" where it is no conflict of Git."""
        return self._places[0].names if self._places else ("", "")

    def _say_title(self) -> None:
        title = tr("You and another program changed the same lines")
        detail = tr(
            "Choose for each place. Both texts stay in the history, whatever you choose; "
            "all that only one of you changed is kept."
        )
        if any(place.whole for place in self._places):
            title = tr("This file is gone, and you have written in it")
            detail = tr("Your text stays in the history, whatever you choose.")
        elif any(self._names):
            title = tr("Git could not merge these lines")
            detail = tr("Choose for each place. The file as it is now stays in the history.")
        self._title.setText(title)
        self._detail.setText(detail)

    def _apply(self) -> None:
        every = [self._answer_of(n) for n in range(len(self._places))]
        if all(every):
            self.apply.setEnabled(False)
            self.applied.emit(every)

    def let_apply(self) -> None:
        """The answers were not written: they may be applied again."""
        self._say()

    def _measure(self) -> None:
        px = theme().px
        self._column.setMaximumWidth(px(_WIDTH) + 2 * px(20))
        self._within.setContentsMargins(px(20), px(16), px(20), px(24))
        self._within.setSpacing(px(8))
        self._list.measure(px(12), theme().zoom)
        self._list.setContentsMargins(0, px(8), 0, 0)
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
