"""The lines that a row shows: those that stand or go, and those that would come, in their tones."""

from collections.abc import Iterator, Sequence

from desktop_app.dreams.inbox.store import InboxItem
from desktop_app.dreams.proposal import GOING, Change, ChangeKind
from desktop_app.language.difference import Span, differing, differing_from_all
from desktop_app.notebook.lines import as_buffer
from desktop_app.ui.parts.diff_line import ADD, DEL, DROP, KEEP, MOVE, WAIT, DiffText
from desktop_app.ui.review.change_words import State, asks, doubts_of, state_of
from desktop_app.ui.review.rows import Differing, Kept, ReviewRow, TornPlace
from desktop_app.words import cut, headed, tr

_MOST_LINES, _LONGEST_LINE = 30, 2_000  # of one side of a clash; characters of one
_GONE = tr("nothing, the lines were taken out")


def lines_of(row: ReviewRow) -> tuple[Sequence[DiffText | str], Sequence[DiffText]]:
    """The lines that stand in memory or go, with words above them, and those that would come."""
    if isinstance(row.item, TornPlace):
        return list(_clash_lines(row.item, row.state)), ()
    if isinstance(row.item, Kept):
        return [row.text], ()
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
    elif old or not place.by_git:
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
