"""THIS BULLET: what brought a bullet, from which lines, and how it read before.

Knows an Origin and how to tell it, not how it was found.
"""

from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app import dates
from desktop_app.notebook.history import Cause
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button, Chip
from desktop_app.ui.parts.inspector import lines_in
from desktop_app.ui.parts.labels import text as label
from desktop_app.ui.parts.sign import signed
from desktop_app.ui.parts.source_lines import source_lines
from desktop_app.words import cut, tr

if TYPE_CHECKING:
    from desktop_app.dreams.origin import Origin
    from desktop_app.notebook.layout import Layout

MOST_SOURCES, MOST_WORDINGS = 5, 3


class OriginView(QWidget):
    """Shows one bullet's origin, or a sentence when there is none to show."""

    opened = Signal(str, int)
    like_asked = Signal(int, str)  # what is like the bullet on this line: its words
    life_asked = Signal(int)  # the life of the bullet on this line
    pin_asked = Signal(int)  # pin the bullet on this line, or unpin it

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme().px(6))
        self.show_nothing()

    def show_nothing(self) -> None:
        """The cursor is in no bullet."""
        words = tr("Put the cursor into a bullet to see where it came from.")
        lines_in(self._column, [label(words, "meta", "text3", wrap=True)])

    def show_origin(self, origin: "Origin", today: date, layout: "Layout") -> None:
        """Shows an origin. Its own earlier lines are told as wordings, not as sources."""
        sources = [one for one in origin.sources if one.path != layout.memory]
        parts: list[QWidget] = [label(cut(origin.bullet.text), wrap=True)]
        if origin.bullet.pinned:
            parts.append(signed("pin", tr("Pinned: no dream changes it")))
        sentence = self._in_words(origin, today)
        if origin.diary:
            link = Button(sentence, "link")
            link.setProperty("role", "meta")
            link.setToolTip(tr("Open the diary of this dream"))
            link.clicked.connect(lambda: self.opened.emit(origin.diary, origin.diary_line))
            parts.append(link)
        else:
            parts.append(label(sentence, "meta", "text2", wrap=True))
        parts += source_lines(sources[:MOST_SOURCES], today, layout, self.opened.emit)
        left = len(sources) - MOST_SOURCES
        if left > 0:
            words = tr("and %1 more in the diary").replace("%1", str(left))
            parts.append(label(words, "meta", "text3"))
        if origin.earlier:
            parts.append(label(tr("Earlier"), "caption", "text3"))
            for wording in origin.earlier[:MOST_WORDINGS]:
                parts.append(label(cut(wording), "meta", "text2", wrap=True))
        bullet = origin.bullet
        life = Button(tr("Its life"), "link")
        life.setToolTip(tr("Every wording it had, who wrote it, and the way back"))
        life.clicked.connect(lambda: self.life_asked.emit(bullet.line))
        parts.append(life)
        like = Button(tr("Find similar"), "link")
        like.setToolTip(tr("Lines anywhere that say something like it"))
        like.clicked.connect(lambda: self.like_asked.emit(bullet.line, bullet.text))
        parts.append(like)
        pin = Button(tr("Unpin") if bullet.pinned else tr("Pin"), "link")
        pin.setToolTip(
            tr("Dreams may change it again")
            if bullet.pinned
            else tr("No dream and no agent changes it, until it is unpinned")
        )
        pin.clicked.connect(lambda: self.pin_asked.emit(bullet.line))
        parts.append(pin)
        lines_in(self._column, parts)
        for part in parts:
            if isinstance(part, Chip | Button):
                self._column.setAlignment(part, Qt.AlignmentFlag.AlignLeft)

    def _in_words(self, origin: "Origin", today: date) -> str:
        from desktop_app.dreams.proposal import ChangeKind  # wanted after the first picture

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
        if origin.date is not None and (client := origin.cause.client):
            words = tr("Written by %2 on %1").replace("%1", dates.plain(origin.date, today))
            return words.replace("%2", client)
        key = (
            origin.kind
            if origin.cause == Cause.DREAM and origin.kind in sentences
            else origin.cause
        )
        if origin.date is None or key not in sentences:
            return tr("Was here before Nightstand")
        return sentences[key].replace("%1", dates.plain(origin.date, today))
