"""One error that agents met: what it says, what others would see, what one does with it.

Knows errors and how they are told, not where they are listed.
"""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from desktop_app import dates
from desktop_app.sessions.hindsight.pattern import (
    Encounter,
    ErrorPattern,
    PatternState,
    met_in_words,
    suggested,
)
from desktop_app.sessions.hindsight.signature import ErrorKind
from desktop_app.tiers.shared import SharedItem
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import ScrolledColumn, in_row, sized, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.inspector import lines_in
from desktop_app.ui.parts.labels import Pill, breakable, section, surface, text
from desktop_app.ui.parts.rows import RowWords
from desktop_app.words import as_sentence, counted, listed, tr

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


def told_in_row(error: ErrorPattern, now: datetime) -> RowWords:
    """What a list shows and says of it."""
    name, when = error.signature.type, _when(error.last, now)
    kind = name.replace("\\", ".").replace("::", ".").split(".")[-1]
    title = error.title.removeprefix(f"{name}: ")
    state = tr("shared by {who}").format(who=error.team.who) if error.team else _STATES[error.state]
    told = ("" if title == name else kind, met_in_words(error.times), state)
    detail = " · ".join(filter(None, told))
    icon, token = ("check", "ok") if error.ended else ("warn", "warn")
    if error.state in (PatternState.PROPOSED, PatternState.SHARED):
        icon = "question" if error.state is PatternState.PROPOSED else "link"
        token = "accent"
    return RowWords(title, detail, when, icon, token, tip=error.title)


class ErrorView(ScrolledColumn):
    """Shows one of them, with `buttons` for what may be done: these are commands of the page."""

    def __init__(self, actions: Actions) -> None:
        super().__init__(_WIDE, (24, 20, 24, 40), gap=12)
        self._actions = actions
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("This error"))
        self.buttons: dict[str, Button] = {}

    def show_error(self, error: ErrorPattern, now: datetime) -> None:
        self.buttons = {}
        self._sharing = QWidget()
        where = ", ".join(frame.strip(":") for frame in error.signature.frames)
        about = " · ".join(filter(None, (_KINDS[error.signature.kind], where)))
        parts: list[QWidget] = [_words(error.title, "section"), _meta(about),
            _what_ended(error), self._sharing]  # fmt: skip
        if error.team is None:
            last = reversed(error.encounters[-_MOST:])
            parts += [section(tr("Each time it was met")), *(_met(one, now) for one in last)]
        lines_in(self.column, parts)
        self.column.addStretch()
        self.verticalScrollBar().setValue(0)

    def show_sharing(self, item: SharedItem | None, place: str, state: PatternState) -> None:
        """What others of a team would be shown, to the last word, or are; None where there is
        nothing to be shown."""
        self.buttons, is_shared = {}, state is PatternState.SHARED
        if item is None and not is_shared:
            return
        told = place or tr(
            "No folder of a team is chosen: it stays in this notebook, for all its agents."
        )
        if place and item is not None and item.who:
            told = tr("As {who}, in {place}").format(who=item.who, place=place)
        title = tr("What others see") if is_shared else tr("What others would see")
        parts: list[QWidget] = [section(title)]
        if item is not None:
            parts.append(_words("\n".join(_lines(item.body)), "mono"))
        if item is not None and not is_shared:
            button = Button(
                tr("Share it"), "primary", "check", act=self._actions["agents.share"].trigger
            )
            self.buttons["share"] = button
        if is_shared or state is PatternState.PROPOSED:
            words = tr("Share it no longer") if is_shared else tr("Do not share")
            self.buttons["withdraw"] = Button(words, act=self._actions["agents.withdraw"].trigger)
        row = QWidget()
        sized(in_row(*self.buttons.values(), None, within=row), gap=8)
        lines_in(stacked(self._sharing), [_card(*parts, _meta(told), row)])


def _words(words: str, role: str = "ui", tone: str = "text") -> QLabel:
    label = text("\n".join(map(breakable, words.split("\n"))), role, tone, wrap=True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def _meta(words: str) -> QLabel:
    return _words(words, "meta", "text2")


def _card(*parts: QWidget) -> QWidget:
    card = surface("card")
    sized(stacked(card, *parts), (18, 14, 18, 14), 8)
    return card


def _what_ended(pattern: ErrorPattern) -> QWidget:
    resolution, likely, team = suggested(pattern), pattern.likely, pattern.team
    heading, head = section(tr("What fixed it")), QWidget()
    in_row(heading, grows=heading, within=head)
    if pattern.state is PatternState.SHARED:
        by = tr("Shared by {who}").format(who=team.who) if team else tr("Shared")
        head.layout().addWidget(Pill(by))
    unknown = tr("It is not known what fixes this error.")
    parts = [head, _words(resolution or unknown, "body")]
    wrote = likely.ended.brings if likely and likely.ended else ""
    if wrote and wrote not in resolution:
        parts.append(_words(wrote, "mono", "text2"))
    if team and team.held:
        held = tr("It may be an order: agents are not told what fixes this error.")
        parts.append(_words(held, "meta", "warn"))
    if sources := _sources(pattern):
        parts.append(_meta(sources))
    return _card(*parts)


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


def _sources(pattern: ErrorPattern) -> str:
    """On how many encounters the resolution rests."""
    team = pattern.team
    count = team.ended if team else len(pattern.ended)
    if not count and not team:
        return ""
    ended = counted("fixed once", "fixed {count} times", count)
    met = met_in_words(team.times if team else pattern.times)
    if team or count == 1:
        return as_sentence(listed((met, ended)))
    told = tr("{met}, {ended}; this is the most typical fix.").format(met=met, ended=ended)
    return told[0].upper() + told[1:]


def _met(one: Encounter, now: datetime) -> QWidget:
    tries = counted("{count} try", "{count} tries", one.tries) if one.tries > 1 else ""
    head = " · ".join(filter(None, (_when(one.time, now), one.agent, one.folder, tries)))
    ended = tr("Nothing fixed it yet.")
    if one.ended is not None:
        ended = tr("The same command worked when it was run again.")
        if not one.ended.retried:
            ended = tr("Fixed by: {steps}").format(steps=", ".join(one.ended.steps))
    command = [_words(one.command, "mono")] if one.command else []
    return _card(_meta(head), *command, _words(ended, "ui", "text" if one.ended else "text2"))
