"""How a row of what is to be decided looks: words, lines and buttons in their places.

Knows places and looks, not what a click does. What is painted is no widget: hundreds of rows cost
no more than those in sight.
"""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QPainter

from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.inspector import QuotedLine
from desktop_app.ui.parts.marked_text import TextLook, laid_out
from desktop_app.ui.parts.rows import RowDelegate, rounded
from desktop_app.ui.review.change_words import (
    ALL,
    BESIDE,
    LONGEST,
    MOST,
    Names,
    State,
    asks,
    grouped,
    state_of,
)
from desktop_app.ui.review.press import (
    BUTTON,
    CHIP,
    KEEP,
    PILL,
    Deed,
    DiffText,
    Press,
    Tile,
    answer_presses,
    draw_press,
    lines_of,
    words_width,
)
from desktop_app.ui.review.rows import ReviewRow, RowForm, titled
from desktop_app.words import cut, filled, quoted, remarked, tr

WIDTH, _PAD = 772, 20  # the greatest width of what is read, and the least room beside it
_IN, _GAP = 14, 8  # within a frame, and between its parts
_MOST_FIELD = 200  # pixels of a line that is worded anew
_BESIDE_CHIPS = 200  # pixels that a quote needs beside its chips, else it stands below


class RowPicture:
    """Parts from the top; `lines` are those that go and come. `frame` is what is ringed when the
    row is the current one, `field` where its new line can be written anew. Lengths are pixels of
    the screen.
    """

    def __init__(self, row: ReviewRow, width: int, names: Names, *, field: bool = False) -> None:
        px = theme().px
        self.row, self.width, self._names, self._worded = row, width, names, field
        self.parts: list[Tile] = []
        self.lines: list[DiffText] = []
        self.height = 0  # where the next part begins
        self.field = QRect()
        self._width = max(1, min(px(WIDTH), width - 2 * px(_PAD)))
        self._left = (width - self._width) // 2
        self._inner = self._left + px(_IN), self._width - 2 * px(_IN)  # of a frame: left, width
        of_card = bool(row.change and row.change.card)
        draw = getattr(self, f"_{row.kind}", self._asked)  # by its form
        (self._card_line if of_card else draw)()
        self.frame = QRect(self._left, px(4), self._width, self.height - px(8))
        if of_card or row.kind == RowForm.CARD:
            self._card_frame()
        elif row.kind in (RowForm.ASK, RowForm.CHANGE):
            self._ground(self.frame, "", "border", 10, at=0)
        else:
            self.frame.adjust(-px(8), 0, px(8), 0)  # the frame leaves room beside the words

    def paint(self, painter: QPainter, under_mouse: Tile | None) -> None:
        """Paints all parts, the first one lowest."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for part in self.parts:
            part.draw(painter, part is under_mouse)

    def at(self, place: QPoint) -> Tile | None:
        found = (part for part in self.parts if part.asked and part.box.contains(place))
        return next(found, None)

    def _whole(self) -> None:
        self.height = theme().px(14)
        room = self._width - self._yes_no(theme().px(8))
        self._words(self.row.text, "meta", "text2", self._left, room)
        self.height = max(theme().px(40), self.height)

    def _yes_no(self, top: int, inset: int = 0) -> int:
        """The buttons of a word on many, at the right; returns their width."""
        row, card, presses = self.row, self.row.kind == RowForm.CARD, []
        some = card or max(len(row.yes), len(row.no)) > 1
        no, yes = ("plain", "primary") if card else ("quiet", "quiet")
        if some and row.no and row.kind != RowForm.WHOLE:
            tip = tr("Every line of it") if row.state == ALL else tr("Everything undecided here")
            words, tip = tr("Reject %1", len(row.no)), remarked(tip, "Shift+R")
            presses.append(Press(no, words, Deed("no"), tip))
        if some and row.yes:
            words = tr("Accept all %1") if row.kind == RowForm.WHOLE else tr("Accept %1")
            words, icon = filled(words, len(row.yes)), "check" if card else ""
            presses.append(Press(yes, words, Deed("yes"), _YES_TO_MANY, icon))
        return self._presses(presses, top, inset)

    def _note(self) -> None:
        px = theme().px
        if self.row.detail == "warn":
            self.height = px(4)
            self._warn(self.row.text, self._left, self._width, px(4))
        else:
            self.height = px(10)
            self._words(self.row.text, "meta", "text2", self._left, self._width, px(10))

    def _section(self) -> None:
        row, px = self.row, theme().px
        room = self._width - self._yes_no(px(14))
        wide = min(words_width(row.text, "section"), room - px(60))
        self._one_line(row.text, "section", "text", QRect(self._left, px(16), wide, px(26)))
        if row.detail:
            self._pill("ok", row.detail, self._left + wide + px(_GAP), px(18))
        self.height = px(48)

    def _line(self) -> None:
        px = theme().px
        left, self.height = self._left + px(_IN + 12), px(4)
        self._one_line(self.row.detail, "chat", "text3", QRect(left, px(4), px(12), px(23)))
        left += px(18) if self.row.detail else 0
        answers = self.row.answers.items()
        chips = [Press("chip", word, Deed(name)) for name, (word, _) in answers]
        room = sum(self._inner) - left - self._presses(chips, px(5), px(_IN), CHIP)
        self._words(self.row.text[:LONGEST], "chat", "text2", left, room, px(4))

    def _fold(self) -> None:
        row, px = self.row, theme().px
        words = f"{row.text} · {row.detail}" if row.detail else row.text
        tip, icon = (
            remarked(tr("Show or hide them"), "Enter"),
            f"chevron-{'up' if row.state else 'down'}",
        )
        press = Press("link", words, Deed("fold"), tip, icon)
        box = QRect(self._left + px(_IN - 1), px(4), self._width - 2 * px(_IN), px(26))
        self._press(press, box)
        self.height = px(34)

    def _differs(self) -> None:
        self.height = theme().px(6)
        self._diffs(lines_of(self.row)[0], *self._inner)
        self.height += theme().px(2)

    def _card(self) -> None:
        row, px = self.row, theme().px
        (left, width), top = self._inner, px(16)
        title, day = titled(row.text, self._names)
        self.height = top + px(56)
        room = width - self._yes_no(top, px(_IN))
        self._one_line(title or row.detail, "section", "text", QRect(left, top, room, px(26)))
        words = tr("Goes under “%1”", row.detail or tr("Top of MEMORY.md"))
        press = Press(
            "link", words, Deed("heading"), remarked(tr("Another section"), "T"), "chevron-down"
        )
        box = QRect(left, top + px(28), min(press.width, width), px(22))
        self._press(press, box)
        place = QRect(box.right() + px(12), box.top(), px(200), px(22))
        self._one_line(day, "meta", "text3", place)

    def _card_line(self) -> None:
        row, px = self.row, theme().px
        change, state = row.change, state_of(row.change)
        left, self.height = self._inner[0], px(7)
        box = QRect(left, px(10), px(16), px(16))
        ticked = state == State.ACCEPTED
        self._ground(box, "accent" if ticked else "", "accent" if ticked else "text3", 4)
        if ticked:
            self._icon("check", "accent-on", box.left() + px(1), box.top() + px(1), 14)
        left, width = left + px(28), self._width - px(28 + 2 * _IN)
        if self._worded:
            self._open_field(left, width)
        else:
            top, out = self.height, state == State.REJECTED
            token = "text3" if out else "text"
            chips = [*map(self._chip, row.sources[:1])]
            room = width - self._presses(chips, top, px(_IN), CHIP)
            self._words(change.new or "", "chat", token, left, room, struck=out)
            press = Press(
                "bare", "", Deed("tick"), remarked(tr("Take this line, or leave it"), tr("Space"))
            )
            self._press(press, QRect(self._left, top, self._width, self.height - top))
            self.height += px(2)
        if change.accepted and not change.decided:  # who ticked it, and why
            self._words(row.reason, "meta", "text2", left, width)
        for warning in row.warnings:
            self.height += px(4)
            self._warn(warning, left, width)
        self.height += px(20 if row.last else 5)

    def _card_frame(self) -> None:
        """The part of the card's frame that this row shows; the rest of it is cut off."""
        px, first, last = theme().px, self.row.kind == RowForm.CARD, self.row.last
        up, down = (-px(6) if first else px(20)), (-px(8) if last else px(20))
        whole = QRect(self._left, -up, self._width, self.height + up + down)
        self._ground(whole, "raised", "border", 10, at=0)
        self.frame.adjust(px(4), px(4) if first else -px(2), -px(4), -px(6) if last else px(2))

    def _asked(self) -> None:
        row, px = self.row, theme().px
        (left, width), top = self._inner, px(13)
        calm = row.change and not asks(row.change)
        tone = "accent" if calm else "warn"
        pill = self._pill(tone, row.asks, left, top + px(3)) + px(_GAP)
        presses = answer_presses(row)
        wide = sum(one.width + px(_GAP) for one in presses)
        beside = pill + wide + px(60 - _GAP) <= width
        if beside:
            self._presses(presses, top, px(_IN))
        room = width - pill - (wide if beside else 0)
        below = words_width(row.reason, "meta") > room
        if not below:
            place = QRect(left + pill, top, room, px(BUTTON - 2))
            self._one_line(row.reason, "meta", "text2", place)
        self.height = top + px(BUTTON + 6)
        going, coming = lines_of(row)
        self._diffs(going, left, width)
        if self._worded:
            self._open_field(left, width)
        else:
            self._diffs(coming, left, width)
        for warning in row.warnings:
            self._warn(warning, left, width, px(6))
        if below:
            self._words(row.reason, "meta", "text2", left, width, px(4))
        self._sources()
        if not beside:
            self.height += px(2)
            self._wrapped(presses, left)
        self.height += px(12)

    def _diffs(self, diffs: Sequence[DiffText | str], left: int, width: int) -> None:
        px = theme().px
        for diff in diffs:
            if isinstance(diff, str):
                self._words(diff, "meta", "text2", left, width, px(2))
            else:
                self.lines.append(diff)
                self.parts.append(diff.tile(left, self.height, width))
                self.height += self.parts[-1].box.height() + px(6)

    def _sources(self) -> None:
        px, left, end = theme().px, self._inner[0], sum(self._inner)
        change, sources = self.row.change, self.row.sources
        known = {*change.old} if change else set()
        known |= {one.quote for one in sources if not one.sha or change is None}
        for quote, places in grouped(sources, known)[:MOST]:
            chips = [self._chip(place) for place in places[:BESIDE]]
            at = self._wrapped(chips, left, CHIP, 6)
            top = self.height = self.height - px(CHIP + 4)
            if quote:
                if end - at < px(_BESIDE_CHIPS):
                    at, self.height = left, self.height + px(CHIP + 2)
                self.height += px(2)
                self._words(quoted(cut(quote, LONGEST)), "meta", "text2", at, end - at)
            self.height = max(top + px(CHIP), self.height) + px(4)

    def _chip(self, place: QuotedLine) -> Press:
        path, line = place.path, place.line
        tip = tr("Open %1 at line %2", path, line)
        tip += f"\n{quoted(cut(place.quote, LONGEST))}" if place.quote else ""
        return Press("chip", self._names.of(path, line), Deed("open", path, line), tip)

    def _words(
        self,
        words: str,
        role: str,
        token: str,
        left: int,
        width: int,
        below: int = 0,
        *,
        struck: bool = False,
    ) -> None:
        """Words in as many lines as they need, and room `below` them."""
        font, line = theme().font(role), theme().px({"meta": 18, "ui": 20}.get(role, 23))
        font.setStrikeOut(struck)
        ink = theme().color(token)
        look = TextLook(font, line, ink, ink, ink)
        layout = laid_out(words, (), look, width)
        box = QRect(left, self.height, width, layout.lineCount() * line)

        def draw(painter: QPainter, _hovered: bool) -> None:
            painter.setPen(ink)
            layout.draw(painter, QPointF(box.topLeft()))

        self.parts.append(Tile(box, draw))
        self.height += box.height() + below

    def _one_line(self, words: str, role: str, token: str, box: QRect) -> None:
        """Words on one line that give way with `…`."""
        font = theme().font(role)
        draw = lambda painter, _: RowDelegate.draw_line(painter, box, words, font, token)
        self.parts.append(Tile(box, draw))

    def _icon(self, name: str, token: str, left: int, top: int, size: int = 16) -> None:
        def draw(painter: QPainter, _hovered: bool) -> None:
            ratio = painter.device().devicePixelRatioF()
            painter.drawPixmap(left, top, pixmap(name, token, size, ratio))

        self.parts.append(Tile(QRect(left, top, theme().px(size), theme().px(size)), draw))

    def _ground(self, box: QRect, fill: str, edge: str = "", round_: int = 7, at: int = -1) -> None:
        """A coloured ground, with or without an edge; `at` is its place among the parts."""
        part = Tile(box, lambda painter, _hovered: rounded(painter, box, fill, edge, round_))
        self.parts.insert(len(self.parts) if at < 0 else at, part)

    def _pill(self, tone: str, words: str, left: int, top: int) -> int:
        """A word on a coloured ground; returns its width."""
        pill = Press(tone, words)
        self._press(pill, QRect(left, top, pill.width, theme().px(PILL)))
        return pill.width

    def _press(self, press: Press, box: QRect) -> None:
        self.parts.append(Tile(box, partial(draw_press, press, box), press.asked, press.tip))

    def _open_field(self, left: int, width: int) -> None:
        px = theme().px
        lines = DiffText(KEEP, self.row.wording or "").tile(left, 0, width).box.height()
        self.field = QRect(left, self.height, width, min(lines, px(_MOST_FIELD)) + px(10))
        self.height += self.field.height() + px(4)
        hint = tr("Enter saves · Shift+Enter starts a new line · Esc cancels")
        self._words(hint, "meta", "text2", left, width, px(4))

    def _warn(self, words: str, left: int, width: int, below: int = 0) -> None:
        px, under, top = theme().px, len(self.parts), self.height
        self.height += px(6)
        self._words(words, "meta", "warn", left + px(34), width - px(46), px(6))
        self._icon("warn", "warn", left + px(10), top + px(7))
        self._ground(QRect(left, top, width, self.height - top), "warn-bg", at=under)
        self.height += below

    def _wrapped(
        self, presses: Sequence[Press], left: int, high: int = BUTTON, gap: int = _GAP
    ) -> int:
        """Things to press from the left, in as many rows as they need; returns where they end."""
        px, end, at = theme().px, sum(self._inner), left
        for press in presses:
            wide = min(press.width, end - left)
            if at > left and at + wide > end:
                at, self.height = left, self.height + px(high + 4)
            self._press(press, QRect(at, self.height, wide, px(min(high, BUTTON - 2))))
            at += wide + px(gap)
        self.height += px(high + 4) if presses else 0
        return at

    def _presses(
        self, presses: Sequence[Press], top: int, inset: int = 0, high: int = BUTTON - 2
    ) -> int:
        """Things to press that end at the right; returns their whole width."""
        px = theme().px
        end = right = self._left + self._width - inset
        for press in reversed(presses):
            self._press(press, box := QRect(right - press.width, top, press.width, px(high)))
            right = box.left() - px(_GAP)
        return end - right


_YES_TO_MANY = tr(
    "Unsupported changes, and those that may hold a secret or an order, stay undecided."
)
