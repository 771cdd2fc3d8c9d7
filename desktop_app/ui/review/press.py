"""What a row shows, painted: its lines in their tones, and things to press. Knows no click."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter

from desktop_app.dreams.inbox.store import InboxItem
from desktop_app.dreams.proposal import GOING, Change, ChangeKind
from desktop_app.language.difference import Span, differing, differing_from_all
from desktop_app.notebook.lines import as_buffer
from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.marked_text import TextLook, laid_out
from desktop_app.ui.parts.rows import RowDelegate, rounded
from desktop_app.ui.review.change_words import KEYS, State, asks, doubts_of, state_of
from desktop_app.ui.review.rows import ADD, DEL, Differing, ReviewRow, TornPlace
from desktop_app.words import cut, filled, headed, remarked, tr

_MOST_LINES, _LONGEST_LINE = 30, 2_000  # of one side of a clash; characters of one
_GONE = tr("nothing, the lines were taken out")
KEEP, DROP, WAIT, MOVE = "keep", "drop", "wait", "move"
_SIGNS = {DEL: "−", ADD: "+", KEEP: "", DROP: "×", WAIT: "?", MOVE: "→"}
_SPOKEN = {DEL: tr("Removed: %1"), ADD: tr("Added: %1"), KEEP: tr("Stays: %1"),
           DROP: tr("Not included: %1"), WAIT: tr("Undecided: %1"),
           MOVE: tr("Moves: %1")}  # fmt: skip


class Deed(NamedTuple):
    """What a click means, and of which line of a file."""

    name: str
    path: str = ""
    line: int = 0


class Tile(NamedTuple):
    """`draw` paints it; the second argument says whether the mouse is over it."""

    box: QRect
    draw: Callable[[QPainter, bool], None]
    asked: Deed | None = None
    tip: str = ""


class DiffText(NamedTuple):
    """A line with the words that differ marked. `tone`: `del` goes, `add` comes, `keep` stays,
    `drop` was to come and does not, `wait` is not sure to come, `move` goes elsewhere; a sign says
    it, too. A wave stands under words that are `doubted`. `struck` draws a line through all of it.
    """

    tone: str
    words: str
    marks: Sequence[Span] = ()
    doubted: Sequence[Span] = ()
    struck: bool = False

    @property
    def sentence(self) -> str:
        """What a screen reader says of it."""
        return filled(_SPOKEN[self.tone], self.words)

    def tile(self, left: int, top: int, width: int) -> Tile:
        """As it is painted at this place."""
        px, color, tone, sign = theme().px, theme().color, self.tone, _SIGNS[self.tone]
        font, dropped, firm = theme().font("chat"), tone == DROP, tone in (DEL, ADD)
        font.setStrikeOut(self.struck or dropped)
        ink = color(f"{tone}-fg" if firm else "text3" if dropped else "text")
        mark, wave = color(f"{tone}-word" if firm else "accent-bg"), color("warn")
        look = TextLook(font, px(22), ink, ink, mark, bold=True, wave=wave)
        inset = px(30 if sign else 12)
        marks, doubted = ((), ()) if dropped else (self.marks, self.doubted)
        layout = laid_out(self.words, marks, look, width - inset - px(12), doubted)
        box = QRect(left, top, width, layout.lineCount() * look.height + px(10))

        def draw(painter: QPainter, _hovered: bool) -> None:
            edge = "warn" if tone == WAIT else ""
            rounded(painter, box, f"{tone}-bg" if firm else "side", edge, 6)
            painter.setFont(theme().font("chat"))
            painter.setPen(color("warn") if tone == WAIT else ink)
            place = QRect(left + px(12), top + px(5), px(18), look.height)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, sign)
            painter.setPen(ink)
            layout.draw(painter, QPointF(left + inset, top + px(5)))

        return Tile(box, draw)


def lines_of(row: ReviewRow) -> tuple[Sequence[DiffText | str], Sequence[DiffText]]:
    """The lines that stand in memory or go, with words above them, and those that would come."""
    if isinstance(row.item, TornPlace):
        return list(_clash_lines(row.item, row.state)), ()
    if isinstance(row.item, Differing):
        spans = differing(*(words or "" for words in row.item))
        sides = row.item.sides
        both = zip(sides, spans if len(sides) == 2 else ((),), strict=True)
        return [DiffText(*side, marks) for side, marks in both], ()
    if row.change:
        return _change_lines(row.change, row.gone)
    line = [DiffText(KEEP, row.text)]
    return ((), line) if isinstance(row.item, InboxItem) else (line, ())  # may be worded anew


def _clash_lines(place: TornPlace, state: str) -> Iterator[DiffText | str]:
    """Each side's lines under their caption, in the tone of what becomes of them."""
    overlap, (ours, theirs) = place.overlap, place.names
    old, mine, other = map(_plain, (overlap.base, overlap.ours, overlap.theirs))
    sides: list[tuple[str, list[str], str]] = [
        (ours, mine, State.ACCEPTED),
        (theirs, other, State.REJECTED),
    ]
    if place.whole:
        sides = [(tr("Yours"), mine, State.ACCEPTED)]
    elif old:
        sides.insert(0, (tr("Before"), old, ""))
    for caption, lines, side in sides:
        yield caption if lines or not side else headed(caption, _GONE)
        tone = KEEP if side else DEL
        if side and state:
            tone = ADD if state in (side, State.BOTH) else DROP
        for n, line in enumerate(lines[:_MOST_LINES]):
            marks = differing(old[n], line)[1] if side and len(old) == len(lines) else ()
            yield DiffText(tone, line or "\u00a0", marks)
        if len(lines) > _MOST_LINES:
            yield tr("… %1 more lines", f"{len(lines) - _MOST_LINES:,}")
    if [line.split() for line in mine] == [line.split() for line in other]:
        yield tr("The words are the same; spaces or ends of lines differ.")


def _plain(data: bytes) -> list[str]:
    """Lines as an editor shows them, without their ends, each no longer than one reads."""
    lines = as_buffer(data).removesuffix("\n").split("\n") if data else []
    return [cut(line, _LONGEST_LINE) for line in lines]


def _change_lines(change: Change, gone: str) -> tuple[list[DiffText], list[DiffText]]:
    state, moved = state_of(change), change.kind == ChangeKind.MOVED
    left, came = differing_from_all(change.old, change.new or "")
    waits = state in (State.OPEN, State.HELD) and (asks(change) or moved)
    stays = state in (State.REJECTED, State.BOTH) or bool(gone) or waits
    tone, struck = MOVE if moved else DEL, change.kind in GOING and not stays
    old = [
        DiffText(KEEP if stays else tone, words, _telling(words, marks), struck=struck)
        for words, marks in zip(change.old, left, strict=True)
    ]
    if change.new is None:
        return old, []
    waits = state == State.HELD or (state == State.OPEN and asks(change))
    tone = DROP if state == State.REJECTED or gone else WAIT if waits else ADD
    if change.kind == ChangeKind.SPLIT:
        return old, [DiffText(tone, words) for words in change.new.split("\n")]
    doubted = sorted({one.span for one in doubts_of(change) if one.span[0] < one.span[1]})
    return old, [DiffText(tone, change.new, _telling(change.new, came), doubted)]


def _telling(words: str, marks: Sequence[Span]) -> Sequence[Span]:
    """The marks of words; those of a mere comma only where nothing else differs."""
    lettered = [place for place in marks if any(sign.isalnum() for sign in words[slice(*place)])]
    return lettered or marks


BUTTON, CHIP, PILL = 30, 22, 22  # pixels
_PADS = {"chip": 8, "link": 0, "bare": 0, "ok": 8, "warn": 8, "accent": 8}  # beside the words
_ROLES = {"chip": "meta"} | dict.fromkeys(("primary", "danger", "ok", "warn", "accent"), "strong")


class Press(NamedTuple):
    """A thing to press: `plain`, `primary`, `danger`, `quiet`, `link`, `chip` or `bare`; or a word
    on a coloured ground, `ok`, `warn` or `accent`, by which nothing is asked."""

    kind: str
    words: str
    asked: Deed | None = None
    tip: str = ""
    icon: str = ""

    @property
    def width(self) -> int:
        px = theme().px
        if not self.words:
            return px(BUTTON)
        words = words_width(self.words, _ROLES.get(self.kind, "ui"))
        return words + 2 * px(_PADS.get(self.kind, 12)) + 1 + (px(22) if self.icon else 0)


def words_width(words: str, role: str) -> int:
    return QFontMetrics(theme().font(role)).horizontalAdvance(words) + 1


def draw_press(press: Press, box: QRect, painter: QPainter, hovered: bool) -> None:
    px, kind = theme().px, press.kind
    fill, edge, ink = {
        "plain": ("hover" if hovered else "raised", "scroll", "text"),
        "primary": ("accent-hover" if hovered else "accent", "", "accent-on"),
        "danger": ("del-bg" if hovered else "", "danger", "danger"),
        "chip": ("hover", "accent" if hovered else "border", "accent" if hovered else "text2"),
        "bare": ("hover" if hovered and press.icon else "", "", "text2"),
        "ok": ("add-bg", "", "add-fg"),
        "warn": ("warn-bg", "", "warn"),
        "accent": ("accent-bg", "", "accent"),
    }.get(kind, ("hover" if hovered and kind == "quiet" else "", "", "accent"))
    if fill or edge:
        rounded(painter, box, fill, edge)
    font = theme().font(_ROLES.get(kind, "ui"))
    font.setUnderline(kind == "link" and hovered)
    left = box.left() + px(_PADS.get(kind, 12)) + 1
    if press.icon:
        ratio = painter.device().devicePixelRatioF()
        picture = pixmap(press.icon, ink, 16, ratio)
        if not press.words:
            left = box.left() + (box.width() - px(16)) // 2
        painter.drawPixmap(left, box.top() + (box.height() - px(16)) // 2, picture)
        left += px(22)
    place = QRect(left, box.top(), box.right() - left + 1, box.height())
    RowDelegate.draw_line(painter, place, press.words, font, ink)


def answer_presses(row: ReviewRow) -> list[Press]:
    change, state, presses = row.change, row.state, []
    if row.wording is not None:
        presses.append(
            Press("bare", "", Deed("edit"), remarked(tr("Edit the new line"), "E"), "edit")
        )
    for answer, words in row.answers.items():
        chosen = state == answer
        kind, icon = "quiet" if answer == State.LATER else "plain", ""
        if chosen:
            danger = answer == State.REJECTED and not (change and asks(change))
            kind, icon = ("danger", "cross") if danger else ("primary", "check")
        key = KEYS.get(answer)
        does = tr("Take this answer back") if chosen and change else words[0]
        tip = remarked(does, key) if key else words[1]
        presses.append(Press(kind, words[chosen], Deed(answer), tip, icon))
    return presses
