"""One line that went or came, with the words that differ marked. Knows two tones and spans."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy

from desktop_app.language.difference import Span
from desktop_app.ui.theme import Theme

SIGNS = {"del": "−", "add": "+"}


class DiffLine(QFrame):
    """`tone` is `del` or `add`; a sign says it to those who don't see the colour."""

    def __init__(self, theme: Theme, tone: str, words: str, marks: Sequence[Span] = ()) -> None:
        super().__init__()
        self._theme, self._tone, self._text, self._marks = theme, tone, words, tuple(marks)
        self.setProperty("diff", tone)
        spoken = {"del": self.tr("Goes: %1"), "add": self.tr("Comes: %1")}[tone]
        self.setAccessibleName(spoken.replace("%1", words))
        self._sign = QLabel(SIGNS[tone])
        self._sign.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter)
        self._words = QLabel()
        self._words.setTextFormat(Qt.TextFormat.RichText)
        self._words.setWordWrap(True)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._words.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._sign)
        self._row.addWidget(self._words, 1)
        theme.changed.connect(self._draw)
        self._draw()

    @property
    def words(self) -> str:
        """The line's text."""
        return self._text

    def _draw(self) -> None:
        theme, px = self._theme, self._theme.px
        self._row.setContentsMargins(px(12), px(6), px(12), px(6))
        self._row.setSpacing(px(10))
        colour = theme.hex(f"{self._tone}-fg")
        for part in (self._sign, self._words):
            part.setFont(theme.font("chat"))
            part.setStyleSheet(f"color: {colour}; font-size: {px(14)}px;")
        self._sign.setFixedWidth(px(10))
        self._words.setText(self._html())

    def _html(self) -> str:
        style = f"background-color: {self._theme.hex(f'{self._tone}-word')}; font-weight: 600;"
        parts: list[str] = []
        at = 0
        for start, end in self._marks:
            parts += [
                escape(self._text[at:start]),
                f'<span style="{style}">{escape(self._text[start:end])}</span>',
            ]
            at = end
        parts.append(escape(self._text[at:]))
        return "".join(parts).replace("\n", "<br>")
