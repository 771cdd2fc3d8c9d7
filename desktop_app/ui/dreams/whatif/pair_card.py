"""What two engines do with one thing, beside each other, each to be taken. Knows a ChangePair."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.dreams.proposal import Change, Support
from desktop_app.dreams.whatif.comparing import WhatIf
from desktop_app.dreams.whatif.pairing import ChangePair, PairKind, PairSide
from desktop_app.dreams.whatif.picking import Pick, Picks, picks_of
from desktop_app.ui.dreams.whatif.whatif_work import WhatIfStanding
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import Elided, Pill, breakable, restyle, text
from desktop_app.ui.review.change_lines import ChangeLines, empty
from desktop_app.ui.review.change_notes import change_notes, reason_of
from desktop_app.ui.review.change_words import kind_of, title_of
from desktop_app.ui.review.doubting import verdict_of
from desktop_app.ui.review.made_words import engine_word
from desktop_app.ui.review.verdict_buttons import show_choice
from desktop_app.words import tr

_BESIDE = 560  # pixels of a card from which two columns have room


def pair_word(kind: PairKind) -> str:
    """How the two engines stand to each other."""
    return {
        PairKind.EQUAL: tr("Both say the same"),
        PairKind.SIMILAR: tr("Both, in other words"),
        PairKind.LEFT: tr("Only the left one"),
        PairKind.RIGHT: tr("Only the right one"),
    }[kind]


def verdict_word(change: Change) -> str:
    """What the proof found; one that waits in the review says so."""
    words = {
        Support.SUPPORTED: tr("in your notes"),
        Support.PARTLY: tr("partly in your notes"),
        Support.UNSUPPORTED: tr("no source found"),
    }
    waits = "" if change.accepted else tr("%1, to decide")
    word = words[verdict_of(change)]
    return waits.replace("%1", word) if waits else word


class PairCard(QFrame):
    """Two columns, or one above the other where there is little room. What both say stands once."""

    picked = Signal(object)  # a Pick: to be taken, or no more
    opened = Signal(str, int)
    pressed = Signal(int)

    def __init__(
        self, number: int, pair: ChangePair, whatif: WhatIf, standing: WhatIfStanding, picks: Picks
    ) -> None:
        super().__init__()
        self.number, self.pair = number, pair
        self._whatif, self._standing, self._picks = whatif, standing, picks
        self.buttons: dict[PairSide, Button] = {}
        self.setProperty("surface", "card")
        self.setProperty("card", "change")
        one = pair.left or pair.right
        assert one is not None
        self._heading = Elided(one.heading or tr("Top of MEMORY.md"), "section")
        self._kind = Pill(pair_word(pair.kind), "ok" if pair.kind == PairKind.EQUAL else "accent")
        self._top = QHBoxLayout()
        self._top.addWidget(self._heading, 1)
        self._top.addWidget(self._kind)
        self._sides = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._top)
        self._column.addLayout(self._sides)
        self._zoom = theme().zoom
        theme().changed.connect(self._follow)
        self._draw()

    def show_state(self, standing: WhatIfStanding, picks: Picks) -> None:
        """What is taken by now, and what is gone."""
        if standing != self._standing:
            self._standing, self._picks = standing, picks
            self._draw()
        elif picks != self._picks:
            self._picks = picks
            self._show_picks()

    def show_current(self, current: bool) -> None:
        """Whether the keys mean this card."""
        restyle(self, current="true" if current else "false")

    def pick(self, side: PairSide) -> None:
        """Take the change of one engine, or leave it; what both say is the same by either key."""
        pick = self._pick_of(side)
        if pick is not None and pick not in self._standing.gone:
            self.picked.emit(pick)

    def offers(self, side: PairSide) -> bool:
        """Whether there is something to be taken."""
        pick = self._pick_of(side)
        return pick is not None and pick not in self._standing.gone

    def _pick_of(self, side: PairSide) -> Pick | None:
        if self.pair.kind == PairKind.EQUAL:
            return picks_of(self.pair)[0]
        change = self.pair.side(side)
        return Pick(side, change.n) if change else None

    def _draw(self) -> None:
        empty(self._sides)
        self.buttons = {}
        # Of an engine that failed nothing is to be said.
        shown = [side for side in PairSide if self._whatif.side(side).proposal]
        shown = shown[:1] if self.pair.kind == PairKind.EQUAL else shown
        for side in shown:
            self._sides.addWidget(self._side(side), 1)
        self._measure()
        self._show_picks()

    def _side(self, side: PairSide) -> QWidget:
        widget = QWidget()
        column = QVBoxLayout(widget)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(8))
        change = self.pair.side(side)
        if change is None:
            name = engine_word(self._whatif.side(side).name)
            words = tr("%1 says nothing of it.").replace("%1", breakable(name))
            label = text(words, "meta", "text3", wrap=True)
            label.setContentsMargins(0, theme().px(8), 0, 0)  # level with the other's caption
            column.addWidget(label)
            column.addStretch(1)
            return widget
        pick = Pick(side, change.n)
        top = QHBoxLayout()
        names = engine_word(self._whatif.names_of(pick))
        caption = f"{names} · {kind_of(change)} · {verdict_word(change)}"
        top.addWidget(Elided(caption, "caption", "text2"), 1)
        button = self.buttons[side] = Button("")
        button.clicked.connect(lambda: self.picked.emit(pick))
        top.addWidget(button)
        column.addLayout(top)
        lines = ChangeLines(self._standing.names)
        lines.opened.connect(self.opened)
        gone = pick in self._standing.gone
        lines.show_change(change, gone=gone, beside=False, editing=False)
        column.addWidget(lines)
        for part in change_notes(change, self._standing.names, self.opened.emit, gone=gone):
            column.addWidget(part)
        column.addStretch(1)
        button.setEnabled(not gone)
        button.setAccessibleDescription(f"{names}: {title_of(change)}. {reason_of(change)}")
        return widget

    def _show_picks(self) -> None:
        taken = []
        for side, button in self.buttons.items():
            pick = self._pick_of(side)
            chosen = pick in self._picks
            show_choice(button, (tr("Take"), tr("Taken")), chosen, "primary", "")
            if chosen and pick is not None:
                taken.append(tr("%1 taken").replace("%1", engine_word(self._whatif.names_of(pick))))
        one = self.pair.left or self.pair.right
        assert one is not None
        parts = (pair_word(self.pair.kind), title_of(one), *(taken or [tr("Nothing taken")]))
        self.setAccessibleName(". ".join(parts))

    def _follow(self) -> None:
        if theme().zoom != self._zoom:
            self._zoom = theme().zoom
            self._draw()

    def _measure(self) -> None:
        px = theme().px
        self._column.setContentsMargins(px(15), px(11), px(15), px(13))
        self._column.setSpacing(px(10))
        self._sides.setSpacing(px(18))
        self._fit()

    def _fit(self) -> None:
        way = QBoxLayout.Direction
        beside = self.width() >= theme().px(_BESIDE)
        self._sides.setDirection(way.LeftToRight if beside else way.TopToBottom)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pressed.emit(self.number)
        super().mousePressEvent(event)
