"""The life of a bullet: its wordings, the newest first. Knows a Life, no memory."""

from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app import dates
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button, Chip
from desktop_app.ui.parts.inspector import Inspector, lines_in
from desktop_app.ui.parts.labels import rule
from desktop_app.ui.parts.labels import text as label
from desktop_app.ui.parts.source_lines import source_lines
from desktop_app.words import counted, cut, tr

if TYPE_CHECKING:
    from desktop_app.dreams.life import Life, LifeStep
    from desktop_app.notebook.layout import Layout

_MOST = 30  # steps shown
_MOST_SOURCES = 3


class LifeSide(Inspector):
    """One section, shown anew for each bullet."""

    opened = Signal(str, int)
    version_asked = Signal(int)  # the number of a version
    put_back_asked = Signal(object, object)  # a LifeStep whose wording is to come back, its Life

    def __init__(self) -> None:
        super().__init__(tr("The life of a bullet"))
        self.life: Life | None = None
        inside = QWidget()
        self._lines = QVBoxLayout(inside)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(theme().px(6))
        self.add(tr("Life of a bullet"), inside)
        self.show_nothing()

    def show_nothing(self, *, memory: bool = True) -> None:
        """No bullet is chosen; without `memory` the file has none that has a life."""
        self.life = None
        words = tr("Put the cursor into a bullet to see all its wordings.")
        if not memory:
            words = tr("Bullets of MEMORY.md have a life; other files have versions.")
        lines_in(self._lines, [label(words, "meta", "text3", wrap=True)])

    def show_life(self, life: "Life", now: datetime, layout: "Layout") -> None:
        """The newest step first; what is not known is said."""
        self.life = life
        parts: list[QWidget] = []
        for n, step in enumerate(life.steps[::-1][:_MOST]):
            parts += [rule()] if n else []
            parts += self._step(step, life, now, layout)
        left = len(life.steps) - _MOST
        if left > 0:
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
        for part in parts:
            if isinstance(part, Chip | Button):
                self._lines.setAlignment(part, Qt.AlignmentFlag.AlignLeft)

    def _step(
        self, step: "LifeStep", life: "Life", now: datetime, layout: "Layout"
    ) -> list[QWidget]:
        from desktop_app.dreams.life import LifeKind  # wanted after the first picture
        from desktop_app.dreams.life_words import step_in_words

        said = step_in_words(step)
        parts: list[QWidget] = []
        if step.kind != LifeKind.FIRST:
            parts.append(label(self._when(step, now), "caption", "text3"))
        elif life.since is not None:
            words = tr("The history begins on %1.")
            words = words.replace("%1", dates.plain(life.since.date(), now.date()))
            said = f"{said}. {words}"
        if step.diary:
            told = Button(said, "link")
            told.setToolTip(tr("Open the diary of this dream"))
            told.clicked.connect(lambda: self.opened.emit(step.diary, step.diary_line))
            parts.append(told)
        else:
            parts.append(label(said, "meta", "text2", wrap=True))
        if step.kind not in (LifeKind.GONE, LifeKind.BACK):
            parts.append(label(cut(step.text), wrap=True))
        parts += [label(f"+ {cut(one)}", "meta", "text2", wrap=True) for one in step.others]
        sources = [one for one in step.sources if one.path != layout.memory][:_MOST_SOURCES]
        parts += source_lines(sources, now.date(), layout, self.opened.emit)
        return parts + self._deeds(step, life)

    def _when(self, step: "LifeStep", now: datetime) -> str:
        if step.at is not None:
            return dates.when(step.at, now)
        return dates.plain(step.date, now.date()) if step.date else ""

    def _deeds(self, step: "LifeStep", life: "Life") -> list[QWidget]:
        """The way to the version, and to bring a wording back that does not stand any more."""
        from desktop_app.dreams.life import LifeKind

        if not step.version:
            return []
        there = Button(tr("See it then"), "link")
        there.setToolTip(tr("The whole text as it was then"))
        there.clicked.connect(lambda: self.version_asked.emit(step.version))
        stands = not life.is_gone and step.text == life.wording
        if stands or step.kind in (LifeKind.GONE, LifeKind.BACK):
            return [there]
        back = Button(tr("Put back"), "plain", "undo")
        back.setAccessibleName(tr("Put back: %1").replace("%1", cut(step.text)))
        back.setToolTip(
            tr("To its place or its section")
            if life.is_gone
            else tr("In place of its present wording")
        )
        back.clicked.connect(lambda: self.put_back_asked.emit(step, life))
        return [there, back]
