"""One error that agents met: what it says, and what one does with it.

Knows errors and how they are told, not where they are listed.
"""

from contextlib import suppress
from datetime import datetime

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
    told = ("" if title == name else kind, met_in_words(error.times), _STATES[error.state])
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
        where = ", ".join(frame.strip(":") for frame in error.signature.frames)
        about = " · ".join(filter(None, (_KINDS[error.signature.kind], where)))
        parts: list[QWidget] = [_words(error.title, "section"), _meta(about), _what_ended(error)]
        parts += self._sharing(error)
        last = reversed(error.encounters[-_MOST:])
        parts += [section(tr("Each time it was met")), *(_met(one, now) for one in last)]
        lines_in(self.column, parts)
        self.column.addStretch()
        self.verticalScrollBar().setValue(0)

    def _sharing(self, error: ErrorPattern) -> list[QWidget]:
        """What a person may say to its fix."""
        if not suggested(error) or error.state is PatternState.SHARED:
            return []
        share = self._actions["agents.share"].trigger
        self.buttons["share"] = Button(tr("Share it"), "primary", "check", act=share)
        if error.state is PatternState.PROPOSED:
            act = self._actions["agents.decline"].trigger
            self.buttons["decline"] = Button(tr("Do not share"), act=act)
        row = QWidget()
        sized(in_row(*self.buttons.values(), None, within=row), gap=8)
        told = tr("Shared, it waits for your review as a procedure for all who use this notebook.")
        return [_card(_meta(told), row)]


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
    resolution, likely = suggested(pattern), pattern.likely
    heading, head = section(tr("What fixed it")), QWidget()
    in_row(heading, grows=heading, within=head)
    if pattern.state is PatternState.SHARED:
        head.layout().addWidget(Pill(tr("Shared")))
    unknown = tr("It is not known what fixes this error.")
    parts = [head, _words(resolution or unknown, "body")]
    wrote = likely.ended.brings if likely and likely.ended else ""
    if wrote and wrote not in resolution:
        parts.append(_words(wrote, "mono", "text2"))
    if sources := _sources(pattern):
        parts.append(_meta(sources))
    return _card(*parts)


def _when(time: str, now: datetime) -> str:
    with suppress(ValueError):
        return dates.when(datetime.fromisoformat(time).astimezone(), now)
    return time[:10]


def _sources(pattern: ErrorPattern) -> str:
    """On how many encounters the resolution rests."""
    count = len(pattern.ended)
    if not count:
        return ""
    ended = counted("fixed once", "fixed {count} times", count)
    met = met_in_words(pattern.times)
    if count == 1:
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
