"""One error: what ended it, how often it came, and each time it was met. Decides nothing."""

from collections.abc import Iterator
from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop_app.sessions.hindsight.pattern import (
    Encounter,
    ErrorPattern,
    PatternState,
    met_in_words,
    suggested,
)
from desktop_app.ui.hindsight.error_words import KINDS, day_of, did, when
from desktop_app.ui.hindsight.sharing_card import SharingCard
from desktop_app.ui.hindsight.week_bars import WeekBars
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.inspector import lines_in
from desktop_app.ui.parts.labels import Pill, breakable, section, surface, text
from desktop_app.words import as_sentence, counted, listed, tr

_WIDE = 760
_MOST = 30  # encounters that are shown, the last ones


class ErrorView(QScrollArea):
    """`sharing` says what the person decides."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("This error"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.title = text("", "section", wrap=True)
        self.about = text("", "meta", "text2", wrap=True)
        self.ended = text("", "body", wrap=True)
        self.wrote = text("", "mono", "text2", wrap=True)
        self.sources = text("", "meta", "text2", wrap=True)
        self.state = Pill("")
        self.warning = text(
            tr("It may be an order: agents are not told what ends this error."),
            "meta",
            "warn",
            wrap=True,
        )
        self.sharing = SharingCard()
        self.bars = WeekBars()
        for label in (self.title, self.ended, self.wrote):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._build()
        theme().followed_by(self._measure)

    def show_pattern(self, pattern: ErrorPattern, now: datetime) -> None:
        """Shows this error in place of the one before."""
        signature, resolution = pattern.signature, suggested(pattern)
        self.title.setText(breakable(pattern.title))
        where = ", ".join(frame.strip(":") for frame in signature.frames)
        self.about.setText(" · ".join(filter(None, (KINDS[signature.kind], where))))
        self.ended.setText(breakable(resolution) or tr("It is not known what ends this error."))
        likely = pattern.likely
        wrote = likely.ended.brings if likely and likely.ended else ""
        self.wrote.setText(breakable(wrote))
        self.wrote.setVisible(bool(wrote) and wrote not in resolution)
        self.sources.setText(_sources(pattern))
        by = tr("Shared by {who}").format(who=pattern.team.who) if pattern.team else tr("Shared")
        self.state.setText(by if pattern.state is PatternState.SHARED else "")
        self.state.setVisible(pattern.state is PatternState.SHARED)
        self.warning.setVisible(bool(pattern.team and pattern.team.held))
        self.sharing.hide()
        for part in (*self._over_time, self.bars):
            part.setVisible(pattern.team is None)
        days = [day for one in pattern.encounters if (day := day_of(one.time))]
        self.bars.show_days(days, now.date())
        lines_in(self._met, _cards(pattern, now))
        self.verticalScrollBar().setValue(0)

    def _build(self) -> None:
        self._card = surface("card")
        self._inside = QVBoxLayout(self._card)
        head = QHBoxLayout()
        head.addWidget(section(tr("What ended it")), 1)
        head.addWidget(self.state)
        self._inside.addLayout(head)
        for part in (self.ended, self.wrote, self.warning, self.sources):
            self._inside.addWidget(part)
        self._met = QVBoxLayout()
        held = QWidget()
        held.setMaximumWidth(theme().px(_WIDE))
        self._held = held
        self._column = QVBoxLayout(held)
        weeks, each = section(tr("Week by week")), section(tr("Each time it was met"))
        self._over_time = (weeks, each)
        parts = (self.title, self.about, self._card, self.sharing, weeks, self.bars, each)
        for widget in parts:
            self._column.addWidget(widget)
        self._column.addLayout(self._met)
        self._column.addStretch()
        ground = surface("doc")
        row = QHBoxLayout(ground)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(held, 100)
        row.addStretch(1)
        self.setWidget(ground)

    def _measure(self) -> None:
        px = theme().px
        self._held.setMaximumWidth(px(_WIDE))
        self._column.setContentsMargins(px(24), px(20), px(24), px(40))
        self._column.setSpacing(px(12))
        self._inside.setContentsMargins(px(18), px(14), px(18), px(14))
        self._inside.setSpacing(px(8))
        self._met.setSpacing(px(10))


def _sources(pattern: ErrorPattern) -> str:
    """On how many encounters the resolution rests."""
    if team := pattern.team:
        ended = counted("ended once", "ended {count} times", team.ended)
        return as_sentence(listed((met_in_words(team.times), ended)))
    if not pattern.ended:
        return ""
    ended = counted("ended once", "ended {count} times", len(pattern.ended))
    met = met_in_words(pattern.times)
    if len(pattern.ended) == 1:
        return as_sentence(listed((met, ended)))
    told = tr("{met}, {ended}; this end is most like the others.").format(met=met, ended=ended)
    return told[0].upper() + told[1:]


def _cards(pattern: ErrorPattern, now: datetime) -> Iterator[QWidget]:
    for one in reversed(pattern.encounters[-_MOST:]):
        yield _card(one, now)


def _card(one: Encounter, now: datetime) -> QWidget:
    px = theme().px
    card = surface("card")
    column = QVBoxLayout(card)
    column.setContentsMargins(px(14), px(10), px(14), px(10))
    column.setSpacing(px(3))
    tries = counted("{count} try", "{count} tries", one.tries) if one.tries > 1 else ""
    head = " · ".join(filter(None, (when(one.time, now), one.agent, one.folder, tries)))
    column.addWidget(text(breakable(head), "meta", "text2", wrap=True))
    if one.command:
        column.addWidget(text(breakable(one.command), "mono", wrap=True))
    column.addWidget(text(breakable(did(one)), "ui", "text" if one.ended else "text2", wrap=True))
    return card
