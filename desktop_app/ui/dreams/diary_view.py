"""A diary to read: prose with the lines that it rests on, then what changed and from which lines.

Knows entries of nights, and diaries of weeks and months; what undo does is decided elsewhere.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop_app import dates
from desktop_app.dreams.ledger import A_CHAT, BUILTIN, dreamer_in_words
from desktop_app.dreams.proposal import INBOX, KIND_WORDS
from desktop_app.dreams.telling import DISCARDED, VOICELESS
from desktop_app.language.difference import differing_from_all
from desktop_app.notebook.diaries import DiaryChange, DiaryEntry
from desktop_app.notebook.layout import named_date
from desktop_app.notebook.span_diaries import SpanDiary
from desktop_app.notebook.spans import Span, SpanKind
from desktop_app.ui.dreams.dream_news import left_out_words
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import centred
from desktop_app.ui.parts.controls import Button, Chip
from desktop_app.ui.parts.diff_line import ADD, DEL, DiffLine
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import Pill, rule, section, text
from desktop_app.ui.review.source_row import Names, Open, captioned, chip_of, source_rows
from desktop_app.ui.review.words import changes, kind_word, proposed_by
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.dreams.diary import BackedSentence, Backing

_WIDTH = 640  # pixels
_FEW = 2  # changes that are told at once, without unfolding
_PIECE = 8_000  # characters of a paragraph that is laid out at once
_MOST_CHIPS = 3  # of one sentence
_MOST_GONE = 8  # lines of a section that moved as a whole
_RAISED = str.maketrans(
    "0123456789", "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"
)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_NO_MODEL = re.compile(f"{BUILTIN}|built-in engine")  # the latter of earlier versions
_REMARKS = {  # what a diary, which is in no language of the window, remarks: `telling.py`
    re.compile(r"(\d+) of (\d+) changes applied"): tr("%1 of %2 changes applied"),
    re.compile(r"(\d+) of (\d+) changes undone"): tr("%1 of %2 changes undone"),
    re.compile(r"([\d,]+) tokens"): tr("%1 tokens"),
    re.compile(r"(\d+) said without a line, left out"): tr("%1 said without a line, left out"),
    _NO_MODEL: tr("without a model"),
    re.compile(A_CHAT): tr("a chat"),
    re.compile(INBOX): tr("an answer of yours"),
    re.compile(VOICELESS): tr("no words of its own"),
    re.compile(r"agent (.+)"): tr("by %1, checked here"),
    re.compile(DISCARDED): tr("discarded"),
}


class DiaryView(QScrollArea):
    """Shows one entry, or one diary of a week or a month, in a column of the width that is read
    well; `undo_asked` only when the dream can be taken back."""

    opened = Signal(str, int)
    undo_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr("Dream diary"))
        self._shown: DiaryEntry | SpanDiary | None = None
        self._backing: Backing | None = None  # until its lines are found
        self._names = self._backed_names = Names(date.min)
        self._undoable = False
        self.undo_button: Button | None = None  # of the entry that was shown last
        self.unfolded = False
        theme().changed.connect(self._draw)

    def show_diary(
        self, shown: DiaryEntry | SpanDiary, names: Names, *, undoable: bool = False
    ) -> None:
        """Shows an entry or diary; the same one again stays where it was scrolled to."""
        if (shown, names, undoable) == (self._shown, self._names, self._undoable):
            return
        same = _place(self._shown) == _place(shown)
        if not same:
            self.unfolded = isinstance(shown, DiaryEntry) and len(shown.changes) <= _FEW
            self._backing = None
        self._shown, self._names, self._undoable = shown, names, undoable
        self._set(same=same)

    def show_backing(self, entry: DiaryEntry, backing: "Backing", names: Names) -> None:
        """The lines that this entry rests on, if it is still the one that is shown."""
        if entry != self._shown or (backing, names) == (self._backing, self._backed_names):
            return
        self._backing, self._backed_names = backing, names
        self._set(same=True)

    def _set(self, *, same: bool) -> None:
        place = self.verticalScrollBar().value() if same else 0
        self._draw()
        self.verticalScrollBar().setValue(place)

    def _draw(self) -> None:
        px = theme().px
        body = QWidget()
        body.setProperty("clear", "true")
        body.setProperty("tabs", "place")
        paper = QWidget()
        centred(paper, body).setContentsMargins(px(24), px(28), px(24), px(40))
        paper.setMaximumWidth(px(_WIDTH))
        column = QVBoxLayout(paper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(10))
        if isinstance(self._shown, DiaryEntry):
            self._tell_entry(self._shown, column)
        elif self._shown is not None:
            self._tell_span(self._shown, column)
        column.addStretch(1)
        self.setWidget(body)

    def _tell_entry(self, entry: DiaryEntry, column: QVBoxLayout) -> None:
        px = theme().px
        column.addWidget(text(entry.title or tr("A dream"), "big", wrap=True))
        column.addWidget(text(self._meta(entry), "meta", "text2", wrap=True))
        if entry.undone:
            pill = Pill(self._undone(entry.undone), "warn")
            column.addWidget(pill, 0, Qt.AlignmentFlag.AlignLeft)
            words = tr("This dream was undone. The text below was written before that.")
            column.addWidget(text(words, "meta", "text2", wrap=True))
        column.addSpacing(px(4))
        if model := voice_of(entry):
            words = tr("The dream’s voice, in the words of %1").replace("%1", model)
            column.addWidget(text(words, "caption", "text2"))
        if entry.prose.strip():
            column.addWidget(
                backed_prose(self._backing, self._backed_names, self.opened.emit)
                if self._backing
                else plain_prose(re.split(r"\n\s*\n", entry.prose.strip()))
            )
        if not entry.changes:
            return
        column.addSpacing(px(6))
        column.addWidget(rule())
        column.addWidget(self._summary(entry))
        backing = self._backing
        changes = backing.changes if backing else entry.changes
        names = self._backed_names if backing else self._names
        for n, change in enumerate(changes if self.unfolded else ()):
            found = backing is not None and n in backing.found
            column.addWidget(told_card(change, names, self.opened.emit, found=found))

    def _tell_span(self, diary: SpanDiary, column: QVBoxLayout) -> None:
        from desktop_app.dreams.diary import BackedSentence, Backing  # long to load

        column.addWidget(text(span_title(diary.span, self._names.today), "big", wrap=True))
        column.addWidget(text(diary.meta, "meta", "text2", wrap=True))
        column.addSpacing(theme().px(8))
        if diary.title:
            column.addWidget(text(diary.title, "section", wrap=True))
        first, *more = diary.sections or (None,)
        if first is not None:
            told = (BackedSentence(one.text, 0, one.sources, found=False) for one in first.lines)
            backing = Backing(tuple(told), (), frozenset(), None)
            column.addWidget(backed_prose(backing, self._names, self.opened.emit))
        for part in more:
            column.addSpacing(theme().px(14))
            column.addWidget(section(part.title))
            for line in part.lines:
                column.addWidget(text(line.text, "body", wrap=True))
                if line.sources:
                    places = captioned(tr("From"), line.sources, self._names, self.opened.emit)
                    column.addWidget(places)

    def _meta(self, entry: DiaryEntry) -> str:
        """Night of the dream, then what the diary remarks, its dates as a person says them."""
        today = self._names.today

        def short_date(match: re.Match[str]) -> str:
            day = named_date(f"{match[0]}.md")
            return dates.short(day, today) if day else match[0]

        parts = [dates.whole(entry.date), entry.time]
        meta = entry.meta.replace("applied", "undone") if entry.undone else entry.meta
        remarks = _DAY.sub(short_date, meta).split(" · ") if meta else []
        if remarks and _DAY.match(entry.meta):
            remarks[0] = tr("read %1").replace("%1", remarks[0])
        return " · ".join(filter(None, [*parts, *map(_in_words, remarks)]))

    def _undone(self, when: str) -> str:
        day, _, time = when.partition(" ")
        date_ = named_date(f"{day}.md")
        words = tr("Undone on %1, %2") if time else tr("Undone on %1")
        shown = dates.plain(date_, self._names.today) if date_ else day
        return words.replace("%1", shown).replace("%2", time)

    def _summary(self, entry: DiaryEntry) -> QWidget:
        whole = QWidget()
        row = Flow(whole, centred=True)
        row.setSpacing(theme().px(10))
        counts = Counter(change.kind for change in entry.changes)
        numbers = " · ".join(
            tr("%1 %2").replace("%1", str(counts[kind])).replace("%2", words)
            for kind, words in KIND_WORDS.items()
            if counts[kind]
        )
        words = f"{changes(len(entry.changes))}: {numbers}"
        row.addWidget(text(words, "ui", "text2"))
        self.fold = Button(tr("Hide the lines") if self.unfolded else tr("Show the lines"), "link")
        self.fold.clicked.connect(self._turn)
        row.addWidget(self.fold)
        if self._undoable:
            self.undo_button = Button(tr("Undo this dream"), "plain", "undo", act=self.undo_asked)
            row.addWidget(self.undo_button)
        return whole

    def _turn(self) -> None:
        self.unfolded = not self.unfolded
        self._set(same=True)
        self.fold.setFocus(Qt.FocusReason.OtherFocusReason)


def _in_words(remark: str) -> str:
    """A remark as the person reads it; one that is not known stays as it stands."""
    for form, words in _REMARKS.items():
        if found := form.fullmatch(remark):
            for n, part in enumerate(found.groups(), 1):
                words = words.replace(f"%{n}", part)
            return words
    return remark


def voice_of(entry: DiaryEntry) -> str:
    """The model, agent or chat that told an entry, by its name; "" where none did."""
    parts = entry.meta.split(" · ")
    told = len(parts) > 3 and not {INBOX, VOICELESS}.intersection(parts)
    by_mind = told and not _NO_MODEL.fullmatch(parts[1])
    return dreamer_in_words(parts[1].removeprefix("agent ")) if by_mind else ""


def span_title(span: Span, today: date) -> str:
    """16 November – 22 November, November 2026, 2026."""
    if span.kind is SpanKind.YEAR:
        return span.name
    if span.kind is SpanKind.MONTH:
        return dates.month(span.first)
    return f"{dates.plain(span.first, today)} – {dates.plain(span.last, today)}"


def _place(shown: DiaryEntry | SpanDiary | None) -> tuple[str, int]:
    if shown is None:
        return "", 0
    return shown.path, shown.line if isinstance(shown, DiaryEntry) else 0


def plain_prose(paragraphs: Sequence[str]) -> QLabel:
    """Paragraphs without their sources."""
    pieces = [piece for one in paragraphs for piece in _pieces(" ".join(one.split()))]
    return _label([escape(piece) for piece in pieces], "\n\n".join(paragraphs))


def _pieces(words: str) -> Iterator[str]:
    """All of the words, an endless paragraph as several: Qt lays one out only as a whole."""
    while len(words) > _PIECE:
        cut = words.rfind(" ", 0, _PIECE) + 1 or _PIECE
        yield words[:cut]
        words = words[cut:]
    yield words


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
    remarks = []
    if lacking := sum(one.lacks for one in backing.sentences):
        remarks.append(
            counted(
                "No line was found for one of these sentences.",
                "No line was found for {count} of these sentences.",
                lacking,
            )
        )
    if backing.unsaid:
        remarks.append(left_out_words(backing.unsaid))
    for words in remarks:
        column.addWidget(text(words, "meta", "text2", wrap=True))
    return whole


def _paragraph(sentences: "Sequence[BackedSentence]", number: int) -> QLabel:
    marked: list[str] = []
    for one in sentences:
        number += bool(one.sources)
        sign = f"\u202f{str(number).translate(_RAISED)}" if one.sources else ""
        *most, last = map(escape, _pieces(one.text))
        for piece in (*most, last + sign):
            if marked and len(marked[-1]) + len(piece) < _PIECE:
                marked[-1] += f" {piece}"
            else:
                marked.append(piece)
    return _label(marked, " ".join(one.text for one in sentences))


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
        for place in one.sources[:_MOST_CHIPS]:
            chip = chip_of(place, names, open_it)
            chip.setText(f"{number}  {chip.text()}")
            chip.setToolTip(f"{chip.toolTip()}\n“{place.quote[:300]}”")
            flow.addWidget(chip)
    return beside


def told_card(
    change: DiaryChange,
    names: Names,
    open_it: Open,
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
    shown = list(zip(change.old, gone, strict=True))[:_MOST_GONE]
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
