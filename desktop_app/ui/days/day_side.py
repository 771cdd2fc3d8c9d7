"""The days page's inspector, and what the page says of a day: its sections and files, its dream,
the same day in other years, history.
"""

from collections.abc import Sequence
from datetime import date, datetime

from PySide6.QtWidgets import QLabel, QWidget

from desktop_app.notebook.days import DayBlock, DayHead
from desktop_app.ui.file_side import FileSide
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.inspector import Heading, Outline, lines_in
from desktop_app.ui.parts.labels import text as label
from desktop_app.words import counted, cut, tr

_MOST = 90  # characters of an earlier year's first line: about three lines


def empty_words(day: date | None, today: date | None, *, dated: bool = True) -> tuple[str, str]:
    """A sentence for a day or note without words, and the word on its button."""
    if not dated:
        return tr("Nothing is written in this note yet."), tr("Write in it")
    if day in (None, today):
        sentence = tr("A new day. Write down what matters; dreams keep what should stay.")
        return sentence, tr("Write about today")
    return tr("Nothing was written on this day."), tr("Write about this day")


class DaySide(FileSide):
    """Sections, of which those with nothing to show are hidden."""

    def __init__(self, name: str) -> None:
        super().__init__(name, tr("Its sections appear here."))
        self._diary = ""
        self._caption = self.add("", self.outline).findChild(QLabel)
        self._paths: list[str] = []
        self.files = Outline("")
        self.files.chosen.connect(lambda n: self.opened.emit(self._paths[n], 0))
        self._files_section = self.add(tr("Files of this day"), self.files)
        self.add_links()
        read = lambda: self.opened.emit(self._diary, 1)
        self.dream = Button(tr("Read the dream of this day"), "link", act=read)
        self._dream_section = self.add(tr("Dream"), self.dream)
        years = QWidget()
        self._years = stacked(years, gap=8)
        self._years_section = self.add(tr("On this day"), years)
        self.add(tr("History"), self.history)
        self.clear()

    def clear(self) -> None:
        self.show_blocks((), dated=True)
        self.show_files((), "", "")
        self.show_years((), date.min)
        self.history.show_versions((), datetime.min)
        self.linked_section.hide()

    def show_blocks(self, blocks: Sequence[DayBlock], *, dated: bool) -> None:
        """Its blocks with their times, each by its heading; `dated`: it is a day, no note."""
        words = tr("This day") if dated else tr("This note")
        self._caption.setText(words.upper())
        self._caption.setAccessibleName(words)
        named = [one for one in blocks if one.title or one.time]
        self.outline.show_headings([Heading(one.title, one.time, one.line) for one in named])

    def show_files(self, files: Sequence[tuple[str, str]], shown: str, diary: str) -> None:
        """Paths of its files with their names, where there are several, one of which is `shown`;
        and the diary of a dream that ran on it, "" for none."""
        self._diary, self._paths = diary, [path for path, _name in files]
        self._dream_section.setVisible(bool(diary))
        self.files.show_headings(
            [
                Heading(name, tr("shown") if path == shown else "", n)
                for n, (path, name) in enumerate(files)
            ]
        )
        self._files_section.setVisible(len(files) > 1)

    def show_years(self, heads: Sequence[DayHead], today: date) -> None:
        """The same date in earlier years."""
        parts: list[QWidget] = []
        for head in sorted(heads, key=lambda head: head.date, reverse=True):
            words = counted("1 year ago", "{count} years ago", today.year - head.date.year)
            link = Button(words, "link", act=lambda _=0, one=head: self.opened.emit(one.path, 0))
            parts += [link, label(cut(head.head, _MOST), "meta", "text2", wrap=True)]
        lines_in(self._years, parts)
        self._years_section.setVisible(bool(parts))
