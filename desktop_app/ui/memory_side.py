"""The memory page's inspector: this line, outline, size, history, what leads here.

Knows what is shown there, not how it is found.
"""

from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop_app import dates
from desktop_app.dreams.origin import Origin
from desktop_app.notebook.history import Cause
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.length import Length, Limits, length_of
from desktop_app.ui.file_side import FileSide
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.inspector import Heading, Meter, lines_in, source_lines
from desktop_app.ui.parts.labels import text as label
from desktop_app.words import counted, cut, filled, tr

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
        """The cursor is in no bullet."""
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
    from desktop_app.dreams.life import accepted_words  # wanted after the first picture
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
    client = accepted_words(origin.agent) if origin.agent else origin.cause.client
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
        """Outline and size; `limits` are what agents read."""
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
