"""An almanac to read: what the days were about, each line with chips that open where it stands.

Knows an Almanac and how to tell it, not how it was made.
"""

from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app import dates
from desktop_app.notebook.almanacs import Almanac, AlmanacPart, AlmanacSection
from desktop_app.notebook.spans import Span, SpanKind
from desktop_app.ui.dreams.leaf import Leaf
from desktop_app.ui.dreams.prose_view import backed_prose
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.labels import section, text
from desktop_app.ui.review.source_row import Names, captioned
from desktop_app.words import tr


class AlmanacView(Leaf):
    """Shows one almanac."""

    opened = Signal(str, int)

    def __init__(self) -> None:
        super().__init__(tr("Almanac"))
        self._almanac: Almanac | None = None
        self._names = Names(date.min)

    def show_almanac(self, almanac: Almanac, names: Names) -> None:
        """Shows an almanac; the same one again stays where it was scrolled to."""
        if (almanac, names) == (self._almanac, self._names):
            return
        same = self._almanac is not None and self._almanac.path == almanac.path
        self._almanac, self._names = almanac, names
        self._set(same=same)

    def _tell(self, column: QVBoxLayout) -> None:
        if (almanac := self._almanac) is None:
            return
        px = theme().px
        column.addWidget(text(almanac_title(almanac.span, self._names.today), "big", wrap=True))
        column.addWidget(text(almanac.meta, "meta", "text2", wrap=True))
        opened = any(part.part is AlmanacPart.OPENING for part in almanac.sections)
        if almanac.prose:
            column.addSpacing(px(8))
            column.addWidget(text(almanac.prose, "section" if opened else "diary", wrap=True))
        for part in almanac.sections:
            column.addSpacing(px(14))
            if part.part is AlmanacPart.OPENING:
                column.addWidget(self._prose(part))
                continue
            column.addWidget(section(part.title))
            for item in part.items:
                column.addWidget(text(item.text, "body", wrap=True))
                if item.sources:
                    places = captioned(tr("From"), item.sources, self._names, self.opened.emit)
                    column.addWidget(places)

    def _prose(self, part: AlmanacSection) -> QWidget:
        """A model's sentences, as a diary's are shown."""
        from desktop_app.dreams.backing import BackedSentence, Backing  # long to load

        told = (BackedSentence(one.text, 0, one.sources, found=False) for one in part.items)
        backing = Backing(tuple(told), (), frozenset(), None)
        return backed_prose(backing, self._names, self.opened.emit)


def almanac_title(span: Span, today: date) -> str:
    """16 November – 22 November, November 2026, 2026."""
    if span.kind is SpanKind.YEAR:
        return span.name
    if span.kind is SpanKind.MONTH:
        return dates.month(span.first)
    return f"{dates.plain(span.first, today)} – {dates.plain(span.last, today)}"
