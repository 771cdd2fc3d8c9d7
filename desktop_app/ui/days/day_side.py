"""The days page's inspector, and what the page says of a day: its blocks and files, its dream, the
same day in other years, history.
"""

from collections.abc import Sequence
from datetime import date, datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from desktop_app.notebook.days import DayBlock, DayHead
from desktop_app.notebook.history import Version
from desktop_app.ui.history.versions import LatestVersions
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.inspector import Heading, Inspector, LinkedFrom, Outline, lines_in
from desktop_app.ui.parts.labels import text as label
from desktop_app.ui.review.poison_marks import SuspiciousLines
from desktop_app.words import counted, cut, tr

_MOST = 90  # characters of an earlier year's first line: about three lines


def sessions(count: int) -> str:
    """3 sessions."""
    return counted("1 session", "{count} sessions", count)


def empty_words(day: date | None, today: date | None, *, dated: bool = True) -> tuple[str, str]:
    """A sentence for a day or note without words, and the word on its button."""
    if not dated:
        return tr("Nothing is written in this note yet."), tr("Write in it")
    if day in (None, today):
        sentence = tr("A new day. Write down what matters; dreams keep what should stay.")
        return sentence, tr("Write about today")
    return tr("Nothing was written on this day."), tr("Write about this day")


class DaySide(Inspector):
    """Sections, of which those with nothing to show are hidden."""

    opened = Signal(str, int)
    line_chosen = Signal(int)

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._diary = ""
        self.blocks = Outline(tr("Its sections appear here."))
        self.blocks.chosen.connect(self.line_chosen)
        self._caption = self.add("", self.blocks).findChild(QLabel)
        self.suspicious = SuspiciousLines()
        self.suspicious.chosen.connect(self.line_chosen)
        self.suspicious.take_section(self.add(tr("Written to steer a model?"), self.suspicious))
        self._paths: list[str] = []
        self.files = Outline("")
        self.files.chosen.connect(lambda n: self.opened.emit(self._paths[n], 0))
        self._files_section = self.add(tr("Files of this day"), self.files)
        self.links = LinkedFrom()
        self.links.opened.connect(self.opened)
        self.links.take_section(self.add(tr("Linked from"), self.links))
        self.dream = Button(tr("Read the dream of this day"), "link")
        self.dream.clicked.connect(lambda: self.opened.emit(self._diary, 1))
        self._dream_section = self.add(tr("Dream"), self.dream)
        years = QWidget()
        self._years = QVBoxLayout(years)
        self._years.setSpacing(theme().px(8))
        self._years.setContentsMargins(0, 0, 0, 0)
        self._years_section = self.add(tr("On this day"), years)
        self.history = LatestVersions()
        self.add(tr("History"), self.history)
        self.clear(datetime.now())

    def clear(self, now: datetime) -> None:
        """No day is shown."""
        self.show_day((), (), "", (), now)
        self.show_years((), now.date())
        self.links.clear()

    def show_day(
        self,
        blocks: Sequence[DayBlock],
        files: Sequence[tuple[str, str]],
        diary: str,
        versions: Sequence[Version],
        now: datetime,
        *,
        dated: bool = True,
        shown: str = "",
    ) -> None:
        """Its blocks with their times; the paths of its files with their names, of which one is
        `shown`; the diary of a dream that ran on it, "" for none. `dated`: it is a day, no note."""
        words = tr("This day") if dated else tr("This note")
        self._caption.setText(words.upper())
        self._caption.setAccessibleName(words)
        untitled = tr("Without a heading")
        self.blocks.show_headings(
            [Heading(block.title or untitled, block.time, block.line) for block in blocks]
        )
        self.history.show_versions(versions, now)
        self._diary = diary
        self._dream_section.setVisible(bool(diary))
        files = files if len(files) > 1 else ()  # where there are several
        self._paths = [path for path, _name in files]
        self.files.show_headings(
            [
                Heading(name, tr("shown") if path == shown else "", n)
                for n, (path, name) in enumerate(files)
            ]
        )
        self._files_section.setVisible(bool(files))

    def show_years(self, heads: Sequence[DayHead], today: date) -> None:
        """The same date in earlier years."""
        parts: list[QWidget] = []
        for head in sorted(heads, key=lambda head: head.date, reverse=True):
            years = today.year - head.date.year
            link = Button(counted("1 year ago", "{count} years ago", years), "link")
            link.clicked.connect(lambda _checked=False, one=head: self.opened.emit(one.path, 0))
            parts += [link, label(cut(head.head, _MOST), "meta", "text2", wrap=True)]
        lines_in(self._years, parts)
        for each in parts[::2]:  # a label that wraps needs the whole width, or its end is cut off
            self._years.setAlignment(each, Qt.AlignmentFlag.AlignLeft)
        self._years_section.setVisible(bool(parts))
