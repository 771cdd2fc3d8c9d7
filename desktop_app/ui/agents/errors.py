"""One error that agents met, or one procedure: what it says, and what others would see of it."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItem
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from desktop_app import dates
from desktop_app.memory.procedures import Procedure, SharedProcedure
from desktop_app.sessions.hindsight.pattern import (
    Encounter,
    ErrorPattern,
    PatternState,
    met_in_words,
    suggested,
)
from desktop_app.sessions.hindsight.signature import ErrorKind
from desktop_app.tiers.shared import SharedItem
from desktop_app.ui.parts.asking_pane import row_item
from desktop_app.ui.parts.boxes import in_row, sized, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.inspector import lines_in
from desktop_app.ui.parts.labels import Pill, breakable, section, surface, text
from desktop_app.ui.parts.rows import ASIDE, DETAIL, ICON, ICON_TOKEN, THING, TITLE
from desktop_app.ui.parts.scrolled_column import ScrolledColumn
from desktop_app.words import as_sentence, counted, listed, tr

Shown = ErrorPattern | Procedure | SharedProcedure

_WIDE = 760
_MOST = 30  # encounters that are shown, the last ones
_KINDS = {
    ErrorKind.TRACE: tr("Exception"),
    ErrorKind.TEST: tr("Failed test"),
    ErrorKind.SOURCE: tr("Refused source"),
    ErrorKind.COMMAND: tr("Failed command"),
    ErrorKind.TOOL: tr("Failed tool"),
    ErrorKind.REFUSED: tr("Not allowed"),
}
_STATES = {
    PatternState.NEW: "",
    PatternState.PROPOSED: tr("asks to be shared"),
    PatternState.SHARED: tr("shared"),
    PatternState.DECLINED: tr("not shared"),
}


def key_of(thing: object) -> str:
    """What tells one thing of the list from the others."""
    if isinstance(thing, ErrorPattern):
        return thing.key
    if isinstance(thing, SharedProcedure):
        return thing.id
    return thing.path if isinstance(thing, Procedure) else str(thing)


def row_of(thing: Shown, now: datetime) -> QStandardItem:
    """The row of the list that shows it."""
    if isinstance(thing, Procedure):
        return _row(thing, thing.title, tr("procedure"), "", "note", "text2")
    if isinstance(thing, SharedProcedure):
        detail = f"{tr('procedure')} · {_shared_by(thing.who)}"
        return _row(thing, thing.title, detail, _when(thing.when, now), "link", "accent")
    name = thing.signature.type
    kind = name.replace("\\", ".").replace("::", ".").split(".")[-1]
    title = thing.title.removeprefix(f"{name}: ")
    state = _shared_by(thing.team.who) if thing.team else _STATES[thing.state]
    told = ("" if title == name else kind, met_in_words(thing.times), state)
    icon, token = ("check", "ok") if thing.ended else ("warn", "warn")
    if thing.state in (PatternState.PROPOSED, PatternState.SHARED):
        icon = "question" if thing.state is PatternState.PROPOSED else "link"
        token = "accent"
    return _row(thing, title, " · ".join(filter(None, told)), _when(thing.last, now), icon, token)


def _row(thing: Shown, title: str, detail: str, when: str, icon: str, token: str) -> QStandardItem:
    values = {
        TITLE: title, DETAIL: detail, ASIDE: when, ICON: icon, ICON_TOKEN: token, THING: thing,
    }  # fmt: skip
    return row_item(values, f"{title}. {detail}. {when}", thing.title)


class ThingView(ScrolledColumn):
    """Shows one of them; `sharing` says what the person decides."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.title = text("", "section", wrap=True)
        self.about = text("", "meta", "text2", wrap=True)
        self.state = Pill("")
        self.ended = text("", "body", wrap=True)
        self.wrote = text("", "mono", "text2", wrap=True)
        held = tr("It may be an order: agents are not told what ends this error.")
        self.warning = text(held, "meta", "warn", wrap=True)
        self.sources = text("", "meta", "text2", wrap=True)
        self.take = Button(tr("Take it over"), "primary", "check")
        self.words = text("", "mono", wrap=True)
        self.sharing = SharingCard()
        for label in (self.title, self.ended, self.wrote):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._card = surface("card")
        heading = section(tr("What ended it"))
        head = in_row(heading, self.state, grows=heading)
        inside = (self.ended, self.wrote, self.warning, self.sources)
        sized(stacked(self._card, head, *inside), (18, 14, 18, 14), 8)
        self._each = section(tr("Each time it was met"))
        self._met = sized(QVBoxLayout(), gap=10)
        for part in (self.title, self.about, self._card, self.take, self.words, self.sharing):
            self.column.addWidget(part)
        self.column.setAlignment(self.take, Qt.AlignmentFlag.AlignLeft)
        self.column.addWidget(self._each)
        self.column.addLayout(self._met)
        self.column.addStretch()
        sized(self.column, (24, 20, 24, 40), 12)
        sized(self.middle, most=_WIDE)

    def show_thing(self, thing: Shown, now: datetime) -> None:
        own = isinstance(thing, ErrorPattern) and thing.team is None
        self.setAccessibleName(
            tr("This error") if isinstance(thing, ErrorPattern) else tr("This procedure")
        )
        self.title.setText(breakable(thing.title))
        self.sharing.hide()
        self._card.setVisible(isinstance(thing, ErrorPattern))
        self._each.setVisible(own)
        for part in (self.take, self.words):
            part.setVisible(isinstance(thing, SharedProcedure))
        lines_in(self._met, _cards(thing, now) if isinstance(thing, ErrorPattern) else ())
        if isinstance(thing, ErrorPattern):
            self._show_error(thing)
        elif isinstance(thing, SharedProcedure):
            told = tr("{who} shared it: {when}. It becomes a proposal, and a file by your word.")
            told = told.format(who=breakable(thing.who), when=_when(thing.when, now))
            self.about.setText(told)
            self.words.setText("\n".join(map(breakable, thing.text.split("\n"))))
        else:
            rests = counted("{count} source", "{count} sources", thing.times)
            self.about.setText(breakable(f"{thing.path} · {rests}"))
        self.verticalScrollBar().setValue(0)

    def _show_error(self, pattern: ErrorPattern) -> None:
        signature, resolution = pattern.signature, suggested(pattern)
        where = ", ".join(frame.strip(":") for frame in signature.frames)
        self.about.setText(" · ".join(filter(None, (_KINDS[signature.kind], where))))
        self.ended.setText(breakable(resolution) or tr("It is not known what ends this error."))
        likely = pattern.likely
        wrote = likely.ended.brings if likely and likely.ended else ""
        self.wrote.setText(breakable(wrote))
        self.wrote.setVisible(bool(wrote) and wrote not in resolution)
        self.sources.setText(_sources(pattern))
        by = tr("Shared by {who}").format(who=pattern.team.who) if pattern.team else tr("Shared")
        self.state.setText(by)
        self.state.setVisible(pattern.state is PatternState.SHARED)
        self.warning.setVisible(bool(pattern.team and pattern.team.held))


class SharingCard(QFrame):
    """What others of a team would be shown, to the last word; there only where there is some."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "card")
        self.title = section("")
        self.place = text("", "meta", "text2", wrap=True)
        self.shown = text("", "mono", wrap=True)
        self.share = Button(tr("Share it"), "primary", "check")
        self.withdraw = Button("")
        buttons = sized(in_row(self.share, self.withdraw, None), gap=8)
        sized(stacked(self, self.title, self.shown, self.place, buttons), (18, 14, 18, 14), 8)
        self.hide()

    def show_item(
        self, item: SharedItem | None, place: str, *, is_shared: bool, asks: bool = False
    ) -> None:
        """What would go out, or went out; None hides all but a way to take it back. `asks`: a
        person is asked, and may say no."""
        self.setVisible(item is not None or is_shared)
        title = tr("What others see") if is_shared else tr("What others would see")
        self.title.setText(title.upper())
        told = "\n".join(_lines(item.body)) if item else ""
        self.shown.setText("\n".join(map(breakable, told.split("\n"))))
        self.shown.setVisible(bool(told))
        nowhere = tr(
            "No folder of a team is chosen: it stays in this notebook, for all its agents."
        )
        if place and item is not None and item.who:
            place = tr("As {who}, in {place}").format(who=item.who, place=place)
        self.place.setText(breakable(place or nowhere))
        self.share.setVisible(item is not None and not is_shared)
        self.withdraw.setVisible(is_shared or asks)
        self.withdraw.setText(tr("Share it no longer") if is_shared else tr("Do not share"))


def _lines(value: dict[str, Any]) -> Iterator[str]:
    """Everything that a body says, a line for each part."""
    for name, one in value.items():
        if isinstance(one, list):
            parts = (", ".join(x.values()) if isinstance(x, dict) else str(x) for x in one)
            one = "; ".join(parts)
        yield f"{name}: {one}".rstrip()


def _when(time: str, now: datetime) -> str:
    with suppress(ValueError):
        return dates.when(datetime.fromisoformat(time).astimezone(), now)
    return time[:10]


def _shared_by(who: str) -> str:
    return tr("shared by {who}").format(who=who)


def _sources(pattern: ErrorPattern) -> str:
    """On how many encounters the resolution rests."""
    team = pattern.team
    count = team.ended if team else len(pattern.ended)
    if not count and not team:
        return ""
    ended = counted("ended once", "ended {count} times", count)
    met = met_in_words(team.times if team else pattern.times)
    if team or count == 1:
        return as_sentence(listed((met, ended)))
    told = tr("{met}, {ended}; this end is most like the others.").format(met=met, ended=ended)
    return told[0].upper() + told[1:]


def _cards(pattern: ErrorPattern, now: datetime) -> Iterator[QWidget]:
    for one in reversed(pattern.encounters[-_MOST:]):
        card = surface("card")
        column = sized(stacked(card), (14, 10, 14, 10), 3)
        tries = counted("{count} try", "{count} tries", one.tries) if one.tries > 1 else ""
        head = " · ".join(filter(None, (_when(one.time, now), one.agent, one.folder, tries)))
        column.addWidget(text(breakable(head), "meta", "text2", wrap=True))
        if one.command:
            column.addWidget(text(breakable(one.command), "mono", wrap=True))
        token = "text" if one.ended else "text2"
        column.addWidget(text(breakable(_ended(one)), "ui", token, wrap=True))
        yield card


def _ended(one: Encounter) -> str:
    if one.ended is None:
        return tr("Nothing ended it yet.")
    if one.ended.retried:
        return tr("It went well when it was tried again.")
    return tr("Ended by: {steps}").format(steps=", ".join(one.ended.steps))
