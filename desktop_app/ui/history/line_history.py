"""History of this line: the wordings of a bullet of MEMORY.md, beside a version. Knows the page."""

from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app import dates
from desktop_app.ui.history.comparison import TEXT, Compared
from desktop_app.ui.look.theme import theme
from desktop_app.ui.page import Page
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.delayed import delayed
from desktop_app.ui.parts.inspector import Inspector, lines_in, source_lines, told_by
from desktop_app.ui.parts.labels import rule
from desktop_app.ui.parts.labels import text as label
from desktop_app.words import counted, cut, tr

if TYPE_CHECKING:
    from desktop_app.dreams.life import Life, LifeStep
    from desktop_app.notebook.layout import Layout
    from desktop_app.notebook.text.became import TextChange
    from desktop_app.ui.reading.reader import Reader

_MOST, _MOST_SOURCES = 30, 3  # steps shown, and sources of a step
_SOON = 120  # milliseconds


class LineHistory(Inspector):
    """Of the bullet that the cursor is in, or that was pressed; asked for anew for each."""

    opened = Signal(str, int)
    version_asked = Signal(int)  # the number of a version
    put_back_asked = Signal(object, object)  # a LifeStep whose wording is to come back, its Life

    def __init__(self, page: Page, reader: "Reader") -> None:
        super().__init__(tr("History of this line"))
        self.life: Life | None = None
        self._page, self._reader = page, reader
        self._compared: Compared | None = None
        self._soon = delayed(self, _SOON, self._ask_read)
        reader.page.cursorPositionChanged.connect(self._soon.start)
        inside = QWidget()
        self._lines: QVBoxLayout = stacked(inside)
        self._lines.setSpacing(theme().px(6))
        self.add(tr("History of this line"), inside)
        self._say(tr("Put the cursor into a line to see all its wordings."))

    def show_compared(self, compared: Compared | None) -> None:
        """What is shown now; None while nothing is."""
        self._compared = compared
        self._soon.stop()
        if compared is not None and not self._of_memory:
            self._say(tr("Only lines of MEMORY.md have a history of their own."))
        elif compared is None or self.life is None:
            self._say(tr("Put the cursor into a line to see all its wordings."))
        if compared is not None and self._of_memory and compared.way == TEXT:
            self._soon.start()

    def forget(self) -> None:
        """There is no version to show."""
        self.life = None
        self.show_compared(None)

    def look_at(self, unit: "TextChange") -> None:
        """One has pressed a change, or come to it by key."""
        if self._compared is not None:
            self._ask(*self._compared.place(unit))

    @property
    def _of_memory(self) -> bool:
        memory, shown = self._page.memory, self._compared
        return bool(memory and shown) and shown.step.version.path == memory.layout.memory

    def _say(self, words: str) -> None:
        self.life = None
        lines_in(self._lines, [label(words, "meta", "text3", wrap=True)])

    def _ask_read(self) -> None:
        shown = self._compared
        if shown is not None and shown.way == TEXT:
            self._ask(shown.then, shown.step.version.version, self._reader.cursor_line())

    def _ask(self, data: bytes, version: int, line: int) -> None:
        memory, compared = self._page.memory, self._compared
        if not self._of_memory:
            return

        def work() -> "Life | None":
            from desktop_app.notebook.bullets import MemoryFile  # its Markdown takes long to load

            bullet = MemoryFile(data).bullet_on(line)
            return memory.history.life(bullet, version) if bullet else None

        def show(life: "Life | None") -> None:
            if self._compared is not compared:
                return  # another version is shown, which asks again
            if life is None:
                self._say(tr("Put the cursor into a line to see all its wordings."))
            else:
                self._show_life(life, memory.now(), memory.layout)

        self._page.jobs.call("history.life", work, show, self._page.tell)

    def _show_life(self, life: "Life", now: datetime, layout: "Layout") -> None:
        """The newest step first; what is not known is said."""
        self.life = life
        parts: list[QWidget] = []
        for n, step in enumerate(life.steps[::-1][:_MOST]):
            parts += [rule()] if n else []
            parts += self._step(step, life, now, layout)
        if (left := len(life.steps) - _MOST) > 0:
            words = counted("and {count} earlier step", "and {count} earlier steps", left)
            parts.append(label(words, "meta", "text3"))
        if life.unread:
            words = counted(
                "{count} version is damaged and tells nothing.",
                "{count} versions are damaged and tell nothing.",
                life.unread,
            )
            parts.append(label(words, "meta", "text2", wrap=True))
        if life.since is None:
            words = tr("There is no history of MEMORY.md; only diaries tell of it.")
            parts.append(label(words, "meta", "text2", wrap=True))
        lines_in(self._lines, parts)

    def _step(
        self, step: "LifeStep", life: "Life", now: datetime, layout: "Layout"
    ) -> list[QWidget]:
        from desktop_app.dreams.life import (
            LifeKind,  # wanted after the first picture
            step_in_words,
        )

        today, said = now.date(), step_in_words(step)
        has_words = step.kind not in (LifeKind.GONE, LifeKind.BACK)
        parts: list[QWidget] = []
        if step.kind != LifeKind.FIRST:
            day = dates.plain(step.date, today) if step.date else ""
            when = dates.when(step.at, now) if step.at is not None else day
            parts.append(label(when, "caption", "text3"))
        elif life.since is not None:
            words = tr("The history begins on %1.")
            said = f"{said}. {words.replace('%1', dates.plain(life.since.date(), today))}"
        parts.append(told_by(said, step.diary, step.diary_line, self.opened.emit))
        parts += [label(cut(step.text), wrap=True)] if has_words else []
        parts += [label(f"+ {cut(one)}", "meta", "text2", wrap=True) for one in step.others]
        sources = [one for one in step.sources if one.path != layout.memory][:_MOST_SOURCES]
        parts += source_lines(sources, today, layout, self.opened.emit)
        if not step.version:
            return parts
        see = lambda: self.version_asked.emit(step.version)  # noqa: E731
        tip = tr("The whole text as it was then")
        parts.append(Button(tr("See it then"), "link", act=see, tip=tip))
        if has_words and (life.is_gone or step.text != life.wording):
            put = lambda: self.put_back_asked.emit(step, life)  # noqa: E731
            place = tr("To its place or its section")
            tip = place if life.is_gone else tr("In place of its present wording")
            back = Button(tr("Put back"), "plain", "undo", act=put, tip=tip)
            back.setAccessibleName(tr("Put back: %1").replace("%1", cut(step.text)))
            parts.append(back)
        return parts
