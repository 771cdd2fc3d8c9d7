"""A diary entry to read: prose first, then what changed and from which lines.

Knows an Entry and how to tell it; what undo does is decided elsewhere.
"""

import re
from collections import Counter
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app import dates
from desktop_app.dreams.ledger import A_CHAT, BUILTIN, dreamer_in_words
from desktop_app.dreams.proposal import INBOX, KIND_WORDS
from desktop_app.dreams.telling import DISCARDED, VOICELESS
from desktop_app.notebook.diaries import DiaryEntry
from desktop_app.notebook.layout import named_date
from desktop_app.ui.dreams.leaf import Leaf
from desktop_app.ui.dreams.prose_view import backed_prose, plain_prose
from desktop_app.ui.dreams.told_card import told_card
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import Pill, beginning, rule, text
from desktop_app.ui.review.source_row import Names
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.backing import Backing

_FEW = 2  # changes that are told at once, without unfolding
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_NO_MODEL = re.compile(f"{BUILTIN}|built-in engine")  # the latter of earlier versions
_REMARKS = {  # what a diary, which is in no language of the window, remarks: `telling.py`
    re.compile(r"(\d+) of (\d+) changes applied"): tr("%1 of %2 changes applied"),
    re.compile(r"([\d,]+) tokens"): tr("%1 tokens"),
    re.compile(r"(\d+) said without a line, left out"): tr("%1 said without a line, left out"),
    _NO_MODEL: tr("without a model"),
    re.compile(A_CHAT): tr("a chat"),
    re.compile(INBOX): tr("an answer in the inbox"),
    re.compile(VOICELESS): tr("no words of its own"),
    re.compile(r"agent (.+)"): tr("by %1, checked here"),
    re.compile(DISCARDED): tr("discarded"),
}


class DiaryView(Leaf):
    """Shows one entry; `undo_asked` only when the dream can be taken back."""

    opened = Signal(str, int)
    undo_asked = Signal()

    def __init__(self) -> None:
        super().__init__(tr("Dream diary"))
        self._entry: DiaryEntry | None = None
        self._backing: Backing | None = None  # until its lines are found
        self._names = self._backed_names = Names(date.min)
        self._undoable = False
        self.undo_button: Button | None = None  # of the entry that was shown last
        self.unfolded = False

    def show_entry(self, entry: DiaryEntry, names: Names, *, undoable: bool) -> None:
        """Shows an entry; the same one again stays where it was scrolled to."""
        if (entry, names, undoable) == (self._entry, self._names, self._undoable):
            return
        before = self._entry
        same = before is not None and (before.path, before.line) == (entry.path, entry.line)
        if not same:
            self.unfolded = len(entry.changes) <= _FEW
            self._backing = None
        self._entry, self._names, self._undoable = entry, names, undoable
        self._set(same=same)

    def show_backing(self, entry: DiaryEntry, backing: "Backing", names: Names) -> None:
        """The lines that this entry rests on, if it is still the one that is shown."""
        if entry != self._entry or (backing, names) == (self._backing, self._backed_names):
            return
        self._backing, self._backed_names = backing, names
        self._set(same=True)

    def _tell(self, column: QVBoxLayout) -> None:
        if (entry := self._entry) is not None:
            self._tell_entry(entry, column)

    def _tell_entry(self, entry: DiaryEntry, column: QVBoxLayout) -> None:
        px = theme().px
        column.addWidget(text(entry.title or tr("A dream"), "big", wrap=True))
        column.addWidget(text(self._meta(entry), "meta", "text2", wrap=True))
        if entry.undone:
            pill = Pill(self._undone(entry.undone), "warn")
            column.addWidget(pill, 0, Qt.AlignmentFlag.AlignLeft)
        column.addSpacing(px(4))
        if model := voice_of(entry):
            words = tr("The dream’s voice, in the words of %1").replace("%1", model)
            column.addWidget(text(words, "caption", "text2"))
        if entry.prose.strip():
            column.addWidget(self._prose(entry.prose))
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

    def _meta(self, entry: DiaryEntry) -> str:
        """Night of the dream, then what the diary remarks, its dates as a person says them."""
        today = self._names.today

        def short_date(match: re.Match[str]) -> str:
            day = named_date(f"{match[0]}.md")
            return dates.short(day, today) if day else match[0]

        parts = [dates.whole(entry.date), entry.time]
        remarks = _DAY.sub(short_date, entry.meta).split(" · ") if entry.meta else []
        if remarks and _DAY.match(entry.meta):
            remarks[0] = tr("read %1").replace("%1", remarks[0])
        return " · ".join(filter(None, [*parts, *map(_in_words, remarks)]))

    def _undone(self, when: str) -> str:
        day, _, time = when.partition(" ")
        date_ = named_date(f"{day}.md")
        words = tr("Undone on %1, %2") if time else tr("Undone on %1")
        shown = dates.plain(date_, self._names.today) if date_ else day
        return words.replace("%1", shown).replace("%2", time)

    def _prose(self, prose: str) -> QWidget:
        if self._backing is None:
            return plain_prose(re.split(r"\n\s*\n", beginning(prose.strip())))
        return backed_prose(self._backing, self._backed_names, self.opened.emit)

    def _summary(self, entry: DiaryEntry) -> QWidget:
        whole = QWidget()
        row = Flow(whole, centred=True)
        row.setSpacing(theme().px(10))
        words = tr("What changed: %1").replace("%1", in_numbers(entry))
        row.addWidget(text(words, "ui", "text2"))
        self.fold = Button(tr("Hide the lines") if self.unfolded else tr("Show the lines"), "link")
        self.fold.clicked.connect(self._turn)
        row.addWidget(self.fold)
        if self._undoable:
            self.undo_button = Button(tr("Undo this dream"), "plain", "undo")
            self.undo_button.clicked.connect(self.undo_asked)
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


def in_numbers(entry: DiaryEntry) -> str:
    """3 added · 1 updated."""
    counts = Counter(change.kind for change in entry.changes)
    parts = [
        tr("%1 %2").replace("%1", str(counts[kind])).replace("%2", words)
        for kind, words in KIND_WORDS.items()
        if counts[kind]
    ]
    return " · ".join(parts)
