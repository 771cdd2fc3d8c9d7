"""The page of agents: who comes in, whom one follows, and what errors taught them.

Knows its parts and memory's questions, not how errors are told apart.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from desktop_app import dates
from desktop_app.jobs import Jobs
from desktop_app.memory import Memory
from desktop_app.sessions.hindsight.pattern import (
    Encounter,
    ErrorPattern,
    PatternState,
    met_in_words,
    suggested,
)
from desktop_app.sessions.hindsight.signature import ErrorKind
from desktop_app.settings import Settings
from desktop_app.ui.agents.access import AccessPart, WatchedPart
from desktop_app.ui.agents.doors import AgentDoors
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.asking_pane import AskingPane
from desktop_app.ui.parts.boxes import Pile, ScrolledColumn, in_row, sized, stacked
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.delayed import delayed
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.inspector import lines_in
from desktop_app.ui.parts.labels import Pill, breakable, section, surface, text
from desktop_app.ui.parts.notices import EmptyState
from desktop_app.ui.parts.rows import RowWords, ThingRows
from desktop_app.ui.plans import AGENTS
from desktop_app.words import as_sentence, counted, listed, tr

_WIDE_ERROR = 760
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
        super().__init__(_WIDE_ERROR, (24, 20, 24, 40), gap=12)
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


_REST = 250  # milliseconds without a key, then the question is asked
_FOUND = 20
_WIDE = 680


class AgentsPage(Page):
    """A person lets agents in, follows them, shares what ends an error, or lets go of it."""

    plan = AGENTS

    def __init__(self, jobs: Jobs, actions: Actions, settings: Settings, doors: AgentDoors) -> None:
        super().__init__(jobs, actions)
        self._settings = settings
        self.error: ErrorPattern | None = None
        self.pane = AskingPane(
            self.title, tr("Find an error"), tr("Find an error: paste its message"),
            ThingRows(self.title, self._told, key=lambda error: error.key if error else ""),
        )  # fmt: skip
        self.access, self.watched = AccessPart(self, settings, doors), WatchedPart(self)
        self.view = ErrorView(actions)
        self.empty = EmptyState(self.name, tr("No earlier error is like this one."))
        self.header = Header(actions, self.title)
        parts = (self.access, self.watched, None)
        self._column = ScrolledColumn(_WIDE + 48, (24, 24, 24, 32), *parts, gap=28)
        self._stack = Pile(self._column, self.empty, self.view)
        stacked(self, self.header, self._stack, grows=self._stack)
        for name, words, icon, key in (
            ("forget", tr("Forget this error"), "trash", ""),
            ("share", tr("Share it"), "check", "S"),
            ("decline", tr("Do not share"), "minus", "X"),
        ):
            scope = self.pane.rows if key else None  # a single letter works in the list
            act = partial(self._do, name)
            actions.add(f"agents.{name}", words, act, key, icon, self.name, scope=scope)
        self._forget = IconButton.of(actions["agents.forget"], "trash")
        self.header.add(self._forget)
        self._soon = delayed(self, _REST, self._ask)
        self.pane.asked.connect(self._soon.start)
        self.pane.rows.moved.connect(self._show)
        self.setFocusProxy(self.pane.rows)
        self._list([None])

    def show_notebook(self, memory: Memory) -> None:
        super().show_notebook(memory)
        self._list([None])
        self.access.look()
        self.watched.show_notebook(memory)
        if self.isVisible():
            self._ask()

    def entered(self) -> None:
        self.show_again()

    def show_again(self) -> None:
        if self.isVisible():
            self.take_settings()
            self.access.look()
            self._ask()

    def take_settings(self) -> None:
        self.access.show_settings()

    def lead_to(self, part: QWidget) -> None:
        """Comes to the front with a part of what is known of agents."""
        self.come()
        self.pane.input.clear()
        self._list([None])
        if part is self.access:
            self.access.which.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.watched.take_focus()
        delayed(self, 0, lambda: self._column.ensureWidgetVisible(part)).start()

    def _ask(self) -> None:
        asked = self.pane.query

        def found(memory: Memory) -> list[ErrorPattern | None]:
            if asked:
                return [one.pattern for one in memory.hindsight.find(asked, _FOUND)]
            return [None, *memory.hindsight.patterns()]

        self.look_up("agents.errors", found, self._list)

    def _list(self, errors: Sequence[ErrorPattern | None]) -> None:
        self.pane.rows.show_things(errors, 0)
        self._show()

    def _told(self, error: ErrorPattern | None) -> RowWords:
        if error is None or self.memory is None:
            return RowWords(tr("Connect agents"), icon="agents")
        return told_in_row(error, self.memory.now())

    def _show(self) -> None:
        error = self.error = self.pane.rows.thing
        self.registry.allow("agents.forget", error is not None)
        self._forget.setVisible(error is not None)
        if error is not None and self.memory is not None:
            self.header.say(tr("Error"))
            self.view.show_error(error, self.memory.now())
            self._stack.setCurrentWidget(self.view)
        else:
            self.header.say(self.title)
            listed = self.pane.rows.rows.things
            self._stack.setCurrentWidget(self._column if listed else self.empty)
        shows = self._stack.currentWidget() is self.view
        for name in ("share", "decline"):
            self.registry.allow(f"agents.{name}", shows and name in self.view.buttons)

    def _do(self, name: str) -> None:
        if self.memory is None or (error := self.error) is None:
            return
        room = self.memory.hindsight
        deeds: dict[str, Callable[[str], object]] = {
            "share": room.share, "decline": room.decline, "forget": room.forget,
        }  # fmt: skip
        deed = deeds[name]
        self.change(lambda _memory: deed(error.key), lambda _: self._done(name))

    def _done(self, name: str) -> None:
        self._ask()
        if name == "forget":
            self.toast(tr("The error is forgotten."))
