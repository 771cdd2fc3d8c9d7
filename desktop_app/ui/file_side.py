"""What stands beside every open file: its outline, what leads here, its history; beside a day also
its files and its dream, beside MEMORY.md where a line came from. Knows what is shown, no page.
"""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from desktop_app import dates
from desktop_app.dreams.origin import Origin
from desktop_app.notebook.days import DayBlock
from desktop_app.notebook.history import Cause
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.lines import Length, Limits, length_of
from desktop_app.ui.history.versions import LatestVersions
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.inspector import (
    Heading,
    Inspector,
    Meter,
    Outline,
    lines_in,
    name_of,
    source_lines,
)
from desktop_app.ui.parts.labels import text as label
from desktop_app.words import counted, cut, filled, tr

if TYPE_CHECKING:
    from desktop_app.notebook.note_links import Backlink


class FileSide(Inspector):
    """The sections of a file: its outline, what leads here, its history."""

    opened = Signal(str, int)

    def __init__(self, name: str, empty: str) -> None:
        """`empty` stands there while it has no outline."""
        super().__init__(name)
        self.outline, self.linked, self.history = Outline(empty), Outline(""), LatestVersions()
        self.linked.chosen.connect(lambda place: self.opened.emit(*place))

    def add_links(self) -> None:
        """Puts the lines of other notes that lead here next; a press opens one."""
        self.linked_section = self.add(tr("Linked from"), self.linked)
        self.linked_section.hide()

    def show_links(self, links: "Sequence[Backlink]", layout: Layout, today: date) -> None:
        self.linked.show_headings(
            [
                Heading(name_of(one.path, layout, today), tr("line %1", one.line), one)
                for one in links
            ]
        )
        self.linked_section.setVisible(bool(links))


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
        self.files = Outline("")
        self.files.chosen.connect(lambda path: self.opened.emit(path, 0))
        self._files_section = self.add(tr("Files of this day"), self.files)
        self.add_links()
        read = lambda: self.opened.emit(self._diary, 1)
        self.dream = Button(tr("Read the dream of this day"), "link", act=read)
        self._dream_section = self.add(tr("Dream"), self.dream)
        self.add(tr("History"), self.history)
        self.clear()

    def clear(self) -> None:
        self.show_blocks((), dated=True)
        self.show_files((), "", "")
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
        self._diary = diary
        self._dream_section.setVisible(bool(diary))
        self.files.show_headings(
            [Heading(name, tr("shown") if path == shown else "", path) for path, name in files]
        )
        self._files_section.setVisible(len(files) > 1)


Deed = tuple[str, str, str, Callable[[], object]]  # its icon, its words, more words, what it does
MOST_TOKENS = 1_000  # beyond, every conversation begins with a long reading
_MOST_SOURCES, _MOST_WORDINGS = 5, 3


def over_words(length: Length, limits: Limits, *, short: bool = False) -> str:
    """MEMORY.md has 240 lines; agents read the first 200. "" where all of it is read."""
    passed = limits.passed(length)
    if not passed:
        return ""
    lines = tr("MEMORY.md has %1 lines; agents read the first %2.")
    characters = tr("MEMORY.md has %1 characters; agents read the first %2.")
    if short:
        lines, characters = tr("%1 lines, agents read %2"), tr("%1 characters, agents read %2")
    words = lines if passed == "lines" else characters
    has, read = getattr(length, passed), getattr(limits, passed)
    return filled(words, f"{has:,}", f"{read:,}")


class Facts(NamedTuple):
    """What can be counted in MEMORY.md; `tokens` is an estimate."""

    headings: tuple[Heading, ...]
    bullets: int
    tokens: int
    length: Length


def facts_of(text: str) -> Facts:
    """Outline and size of a text. May run in any thread."""
    from desktop_app.models.tokens import rough  # these take long to load
    from desktop_app.notebook.bullets import memory_file

    data = text.encode("utf-8", "surrogatepass")
    file = memory_file(data)
    starts = [heading.line for heading in file.headings]
    ends = [*starts, text.count("\n") + 2][1:]
    least = min((heading.level for heading in file.headings[1:]), default=1)
    facts = []
    for heading, end in zip(file.headings, ends, strict=True):
        count = sum(heading.line < bullet.line < end for bullet in file.bullets)
        if heading.level >= least or count:  # else the file's own title
            level = max(0, heading.level - least)
            facts.append(Heading(heading.title, str(count), heading.line, level))
    return Facts(tuple(facts), len(file.bullets), rough(text), length_of(data))


class OriginView(QWidget):
    """What brought a bullet, from which lines, and how it read before; and what to do with it."""

    opened = Signal(str, int)

    def __init__(self) -> None:
        super().__init__()
        self._column = stacked(self, gap=6)
        self.show_nothing()

    def show_nothing(self) -> None:
        words = tr("Put the cursor into a line to see where it came from.")
        lines_in(self._column, [label(words, "meta", "text3", wrap=True)])

    def show_origin(
        self, origin: Origin, today: date, layout: Layout, deeds: Sequence[Deed]
    ) -> None:
        """Shows an origin. Its own earlier lines are told as wordings, not as sources."""
        bullet, meta = origin.bullet, ("meta", "text2")
        parts: list[QWidget] = [label(cut(bullet.text), wrap=True)]
        if bullet.pinned:
            parts.append(label(tr("Pinned: no dream changes it"), *meta, wrap=True))
        said = _in_words(origin, today)
        if origin.diary:
            act = lambda: self.opened.emit(origin.diary, origin.diary_line)
            parts.append(Button(said, "link", act=act, tip=tr("Open the diary of this dream")))
        else:
            parts.append(label(said, *meta, wrap=True))
        sources = [one for one in origin.sources if one.path != layout.memory]
        parts += source_lines(sources[:_MOST_SOURCES], today, layout, self.opened.emit)
        if (left := len(sources) - _MOST_SOURCES) > 0:
            words = tr("and %1 more in the diary", left)
            parts.append(label(words, "meta", "text3"))
        if origin.earlier:
            parts.append(label(tr("Earlier"), "caption", "text3"))
        for wording in origin.earlier[:_MOST_WORDINGS]:
            parts.append(label(cut(wording), *meta, wrap=True))
        parts += [Button(words, "link", act=act, tip=tip) for _sign, words, tip, act in deeds]
        lines_in(self._column, parts)


def _in_words(origin: Origin, today: date) -> str:
    from desktop_app.dreams.proposal import ChangeKind

    sentences: dict[str, str] = {
        ChangeKind.ADDED: tr("Added by the dream of %1"),
        ChangeKind.UPDATED: tr("Updated by the dream of %1"),
        ChangeKind.MERGED: tr("Merged by the dream of %1"),
        Cause.EDIT: tr("Written by you on %1"),
        Cause.UPDATE: tr("Written by a command on %1"),
        Cause.OUTSIDE: tr("Came from another program on %1"),
        Cause.RESTORE: tr("Brought back from history on %1"),
        Cause.UNDO: tr("Brought back when a dream was undone on %1"),
        Cause.DREAM: tr("Came with the dream of %1"),
    }
    client = origin.cause.client
    by_dream = origin.cause == Cause.DREAM and origin.kind in sentences
    words = sentences.get(origin.kind if by_dream else origin.cause, "")
    if client:
        words = tr("Written by %2 on %1")
    if origin.date is None or not words:
        return tr("In the file from the start")
    return filled(words, dates.plain(origin.date, today), client)


class MemorySide(FileSide):
    """Its sections; each is shown anew by the page."""

    def __init__(self, name: str) -> None:
        super().__init__(name, tr("Headings appear here."))
        self.origin = OriginView()
        self.origin.opened.connect(self.opened)
        self._bullets = label("", "ui")
        self._tokens = label("", "meta", "text2")
        self._meter = Meter(tr("Size"))
        self._sentence = label("", "meta", "text2", wrap=True)
        counts = QWidget()
        in_row(self._bullets, self._tokens, grows=self._bullets, within=counts)
        self.add(tr("This line"), self.origin)
        self._counted = (
            self.add(tr("Outline"), self.outline),
            self.add(tr("Size"), counts, self._meter, self._sentence),
            self.add(tr("History"), self.history),
        )
        self.add_links()
        for part in self._counted:
            part.hide()  # until it is known what stands in it: then nothing moves

    def show_facts(self, facts: Facts, limits: Limits) -> None:
        for part in self._counted:
            part.show()
        self.outline.show_headings(facts.headings)
        self._bullets.setText(counted("1 bullet", "{count} bullets", facts.bullets))
        self._tokens.setText(tr("about %1 of %2 tokens", f"{facts.tokens:,}", f"{MOST_TOKENS:,}"))
        self._meter.set(facts.tokens, MOST_TOKENS)
        words = tr("MEMORY.md goes into every conversation. Short is good.")
        if over := over_words(facts.length, limits):
            words = tr("%1 Dreams offer to move what nobody used.", over)
        elif facts.tokens > MOST_TOKENS:
            words = tr(
                "MEMORY.md goes into every conversation. This is long; dreams merge what repeats."
            )
        self._sentence.setText(words)
