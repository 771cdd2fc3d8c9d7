"""A diary to read: its prose, then what changed and from which lines.

Knows entries; what undo does is decided elsewhere.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from html import escape
from textwrap import wrap
from urllib.parse import quote

from PySide6.QtCore import QEvent, QUrl, Signal
from PySide6.QtWidgets import QTextBrowser

from desktop_app import dates
from desktop_app.dreams.diary_entry import DISCARDED, VOICELESS
from desktop_app.dreams.proposal import INBOX
from desktop_app.dreams.runs import A_CHAT, BUILTIN, dreamer_in_words
from desktop_app.language.difference import Span, differing_from_all
from desktop_app.notebook.diaries import DiaryChange, DiaryEntry
from desktop_app.ui.look.sheet import page_style
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.inspector import QuotedLine
from desktop_app.ui.reading.page import PageView
from desktop_app.ui.review.change_words import (
    BESIDE,
    LONGEST,
    MOST,
    Names,
    changes,
    grouped,
    kind_word,
    proposed_by,
)
from desktop_app.words import cut, filled, quoted, tr

_LINE = 28  # pixels from line to line, Chinese and English alike
_PIECE = 8_000  # characters of a paragraph that is laid out at once
_MOST_GONE = 8  # lines of a section that moved as a whole
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_NO_MODEL = re.compile(f"{BUILTIN}|built-in engine")  # the latter of earlier versions
_REMARKS = {  # what a diary, which is in no language of the window, remarks: `telling.py`
    re.compile(r"(\d+) of (\d+) changes applied"): tr("%1 of %2 changes applied"),
    re.compile(r"(\d+) of \d+ changes undone"): tr("changes undone: %1"),
    re.compile(r"([\d,]+) tokens"): tr("%1 tokens"),
    re.compile(r"([\d.,]+) s"): tr("%1 s"),
    re.compile(r"(\d+) from before"): tr("%1 from earlier dreams"),
    _NO_MODEL: tr("without a model"),
    re.compile(A_CHAT): tr("a chat"),
    re.compile(INBOX): tr("an answer of yours"),
    re.compile(VOICELESS): tr("no words of its own"),
    re.compile(r"agent (.+)"): tr("by %1, checked here"),
    re.compile(DISCARDED): tr("discarded"),
}


class DiaryView(PageView):
    """Shows one entry in a column of the width that is read well. `undo_button` is for whoever
    shows it, and only there while a dream can be taken back."""

    opened = Signal(str, int)

    def __init__(self) -> None:
        super().__init__(tr("Dream diary"))
        self.anchorClicked.connect(self._follow)
        self.undo_button = Button(tr("Undo this dream"), "plain", "undo")
        self._shown: DiaryEntry | None = None
        self._changes: Sequence[DiaryChange] = ()
        self._names = Names(date.min)

    def show_diary(self, shown: DiaryEntry | None, names: Names) -> None:
        """Shows an entry, or nothing; the same one again stays where it was scrolled."""
        if (shown, names) == (self._shown, self._names):
            return
        same = _place(self._shown) == _place(shown)
        self._shown, self._names, self._changes = shown, names, shown.changes if shown else ()
        self.draw()
        if not same:
            self.verticalScrollBar().setValue(0)

    def show_changes(self, entry: DiaryEntry, now: Sequence[DiaryChange]) -> None:
        """The changes as their lines stand now, if the entry is still the one that is shown."""
        if entry == self._shown and now != self._changes:
            self._changes = now
            self.draw()

    def viewportEvent(self, event: QEvent) -> bool:
        return bool(QTextBrowser.viewportEvent(self, event))  # with what links say when pointed at

    def _follow(self, link: QUrl) -> None:
        line, _, path = link.path(QUrl.ComponentFormattingOption.FullyDecoded).partition("/")
        self.opened.emit(path, int(line))

    def draw(self) -> None:
        shown, place = self._shown, self.verticalScrollBar().value()
        parts = self._entry(shown) if shown else ()
        self.document().setDocumentMargin(theme().px(24))
        self.document().setDefaultStyleSheet(page_style(theme(), _LINE, "diary.css"))
        self.setHtml("".join(parts))
        self.verticalScrollBar().setValue(place)

    def _entry(self, entry: DiaryEntry) -> Iterator[str]:
        yield _p("big", entry.title or tr("A dream"))
        yield _p("meta", self._meta(entry))
        if entry.undone:
            pill = _span("warn", f"\u00a0{undone_when(entry.undone, self._names.today)}\u00a0")
            words = tr("This dream was undone. The text below was written before that.")
            yield _p("meta", f" {words}", before=pill)
        if model := voice_of(entry):
            words = tr("The dream’s voice, in the words of %1", model)
            yield _p("caption", words)
        yield from plain_prose(re.split(r"\n\s*\n", entry.prose.strip()))
        if not entry.changes:
            return
        yield _p("ui", changes(len(entry.changes)))
        for change in self._changes:
            yield from _change(change, self._names)

    def _meta(self, entry: DiaryEntry) -> str:
        """Night of the dream, then what the diary remarks, its dates as a person says them."""
        today = self._names.today

        def short_date(match: re.Match[str]) -> str:
            day = dates.iso_day(match[0])
            return dates.short(day, today) if day else match[0]

        meta = entry.meta.replace("applied", "undone") if entry.undone else entry.meta
        remarks = _DAY.sub(short_date, meta).split(" · ") if meta else []
        if remarks and _DAY.match(entry.meta):
            remarks[0] = tr("read %1", remarks[0])
        parts = [dates.whole(entry.date), entry.time, *map(_in_words, remarks)]
        return " · ".join(filter(None, parts))


def undone_when(when: str, today: date) -> str:
    day, _, time = when.partition(" ")
    named = dates.iso_day(day)
    words = tr("Undone on %1, %2") if time else tr("Undone on %1")
    return filled(words, dates.plain(named, today) if named else day, time)


def _p(role: str, words: str, *, before: str = "", after: str = "") -> str:
    return f'<p class="{role}">{before}{escape(words)}{after}</p>'


def _span(kind: str, words: str) -> str:
    return f'<span class="{kind}">{escape(words)}</span>'


def _link(href: str, words: str, tip: str = "") -> str:
    return f'<a href="{escape(href)}" title="{escape(tip)}">{escape(words)}</a>'


def _place_link(place: QuotedLine, names: Names) -> str:
    """A place that opens when it is clicked, kept on one line."""
    told = names.of(place.path, place.line).replace(" ", "\u00a0")
    opens = tr("Open %1 at line %2", place.path, place.line)
    return _link(f"{place.line}/{quote(place.path)}", told, opens)


def plain_prose(paragraphs: Sequence[str]) -> Iterator[str]:
    """Paragraphs, an endless one as several: Qt lays one out as a whole."""
    for words in paragraphs:
        yield from (_p("diary", piece) for piece in wrap(words, _PIECE, break_on_hyphens=False))


def _change(change: DiaryChange, names: Names) -> Iterator[str]:
    kind = _span("kind", f"\u00a0{kind_word(change.kind)}\u00a0")
    yield _p("strong", f"{change.heading} " if change.heading else "", after=kind)
    gone, come = differing_from_all(change.old, change.new or "")
    for words, marks in list(zip(change.old, gone, strict=True))[:_MOST_GONE]:
        yield _line("del", "−", words, marks)
    if (left := len(change.old) - _MOST_GONE) > 0:
        yield _p("meta", tr("and %1 more", f"{left:,}"))
    if change.new:
        yield _line("add", "+", change.new, come)
    if change.to:
        words = tr("Now in %1", change.to)
        yield _p("meta", "", after=_link(f"1/{quote(change.to)}", words))
    if change.own:
        yield _p("meta", tr("In your own words."))
    if change.by:
        yield _p("meta", proposed_by(change.by))
    for said, places in grouped(change.sources, change.old)[:MOST]:
        links = "".join(f" {_place_link(one, names)}" for one in places[:BESIDE])
        words = f" {quoted(cut(said, LONGEST))}" if said else ""
        yield _p("meta", tr("From"), after=links + escape(words))


def _line(tone: str, sign: str, words: str, marks: Sequence[Span]) -> str:
    told, at = "", 0
    for start, end in marks:
        told += escape(words[at:start]) + _span(f"{tone}-word", words[start:end])
        at = end
    told += escape(words[at:])
    ground, pad = theme().hex(f"{tone}-bg"), theme().px(5)
    return (
        f'<table width="100%" cellspacing="0" cellpadding="{pad}" bgcolor="{ground}"><tr>'
        f'<td width="{theme().px(22)}" class="{tone}">{sign}</td><td class="{tone}">{told}</td>'
        "</tr></table>"
    )


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
    told = len(parts) > 2 and not {INBOX, VOICELESS}.intersection(parts)
    by_mind = told and not _NO_MODEL.fullmatch(parts[1])
    return dreamer_in_words(parts[1].removeprefix("agent ")) if by_mind else ""


def _place(shown: DiaryEntry | None) -> tuple[str, int]:
    return (shown.path, shown.line) if shown else ("", 0)
