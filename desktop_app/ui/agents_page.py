"""The page of agents: who comes in, whom one follows, a team, and what errors taught them.

Knows its parts and memory's questions, not how errors are told apart.
"""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QStackedWidget, QWidget

from desktop_app.errors import Problem
from desktop_app.memory.procedures import SharedProcedure
from desktop_app.memory.team import team_of
from desktop_app.sessions.hindsight.pattern import ErrorPattern, PatternState, suggested
from desktop_app.tiers.shared import SharedKind
from desktop_app.ui.agents.access import AccessPart
from desktop_app.ui.agents.doors import AgentDoors
from desktop_app.ui.agents.errors import Shown, ThingView, deeds_of, key_of, row_of
from desktop_app.ui.agents.team import TeamPart
from desktop_app.ui.agents.watched import WatchedPart
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.asking_pane import AskingPane, row_item
from desktop_app.ui.parts.boxes import ScrolledColumn, stacked
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.delayed import delayed
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.notices import EmptyState
from desktop_app.ui.parts.rows import ICON, THING, TITLE
from desktop_app.ui.plans import AGENTS
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.settings import Settings
    from desktop_app.tiers.shared import SharedItem

ACCESS, WATCHED, TEAM = "access", "watched", "team"
_REST = 250  # milliseconds without a key, then the question is asked
_FOUND = 20
_WIDE = 680


class AgentsPage(Page):
    """A person lets agents in, follows them, shares what ends an error, or lets go of it."""

    plan = AGENTS

    def __init__(
        self, jobs: "Jobs", actions: Actions, settings: "Settings", doors: AgentDoors
    ) -> None:
        super().__init__(jobs, actions)
        self._settings = settings
        self.thing: object = ACCESS
        self.pane = AskingPane(
            self.title, tr("Find an error"), tr("Paste an error, or some words of it"), self.title
        )
        self.access = AccessPart(jobs, settings, doors)
        self.watched = WatchedPart(jobs)
        self.team = TeamPart(settings, jobs)
        self.view = ThingView()
        self.empty = EmptyState(self.name, tr("No error that was met is like this one."))
        self.header = Header(actions, self.title)
        self._parts = {
            ACCESS: (self.access, "command", tr("Connected agents")),
            WATCHED: (self.watched, "link", tr("Watched agents")),
            TEAM: (self.team, "both", tr("Team")),
        }
        self._stack = QStackedWidget()
        self._columns = {
            name: ScrolledColumn(_WIDE + 48, (24, 24, 24, 32), part, None)
            for name, (part, *_words) in self._parts.items()
        }
        for widget in (*self._columns.values(), self.empty, self.view):
            self._stack.addWidget(widget)
        stacked(self, self.header, self._stack, grows=self._stack)
        for name, words, icon, key in (
            ("forget", tr("Forget this error"), "trash", ""),
            ("share", tr("Share it"), "check", "S"),
            ("withdraw", tr("Share it no longer, or not"), "minus", "X"),
        ):
            scope = self.pane.rows if key else None  # a single letter works in the list
            act = partial(self._do, name)
            actions.add(f"agents.{name}", words, act, key, icon, self.name, scope=scope)
        self._forget = IconButton.of(actions["agents.forget"], "trash")
        self.header.add(self._forget)
        self._asking = False
        self._soon = delayed(self, _REST, self._ask)
        self.pane.asked.connect(self._soon.start)
        self.access.toasted.connect(self.toast)
        for part in (self.access, self.team):
            part.told.connect(self.told)
        self.view.pressed.connect(self._do)
        self.setFocusProxy(self.pane.rows)
        self._list(())

    def list_pane(self) -> QWidget:
        return self.pane

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        self._list(())
        for part in (self.access, self.watched, self.team):
            part.show_notebook(memory)
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
        """Another window may have changed what is shown here."""
        self.access.show_settings()
        self.team.refresh()

    def focus_search(self) -> None:
        self.bring_list()
        self.pane.take_keyboard()

    def lead_to(self, name: str) -> None:
        """Comes to the front with this part."""
        self.come()
        self.pane.input.clear()
        if name not in self._keys():
            self._list(())
        self.pane.rows.setCurrentIndex(self._index(self._keys().index(name)))
        first = {ACCESS: self.access.which, TEAM: self.team.buttons["choose"]}.get(name)
        if first is None:
            self.watched.take_focus()
        else:
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def settled(self) -> bool:
        """Whether what is shown answers what is typed."""
        return not self._soon.isActive() and not self._asking

    # -- what is shown ------------------------------------------------------------------------

    def _ask(self) -> None:
        if (memory := self.memory) is None:
            return
        asked = self.pane.question
        memory.team.choose(team_of(self._settings.get))
        self._asking = True

        def found() -> tuple[tuple[Shown, ...], str]:
            """What is listed, and why what others share is left out, "" where it is not."""
            hindsight, procedures = memory.hindsight, memory.procedures
            if asked:
                things: tuple[Shown, ...] = tuple(p.pattern for p in hindsight.find(asked, _FOUND))
            else:
                errors = (*hindsight.patterns(), *hindsight.shared())
                things = (*errors, *procedures.every(), *procedures.shared())
            return things, hindsight.away

        self.jobs.call("agents.things", found, partial(self._listed, bool(asked)), self._failed)

    def _listed(self, asked: bool, known: tuple[tuple[Shown, ...], str]) -> None:
        things, away = known
        self._asking = False
        self.told.emit(away, "")
        self._list(things, asked=asked)

    def _failed(self, problem: Problem) -> None:
        self._asking = False
        self.tell(problem)

    def _list(self, things: tuple[Shown, ...], *, asked: bool = False) -> None:
        """Shows these below the page's parts; who asked for an error sees errors alone. The row
        that was current stays so where it still is there."""
        parts = {} if asked else self._parts
        items = [
            row_item({TITLE: words, ICON: icon, THING: name}, words, words)
            for name, (_part, icon, words) in parts.items()
        ]
        if self.memory is not None:
            now = self.memory.now()
            items += [row_of(thing, now) for thing in things]
        before = key_of(self.thing)
        self.pane.put(items)
        self.pane.rows.selectionModel().currentChanged.connect(
            lambda index: self._show(index.data(THING))
        )
        keys = self._keys()
        self.pane.rows.setCurrentIndex(self._index(keys.index(before) if before in keys else 0))
        if not keys:
            self._show(None)

    def _index(self, row: int) -> QModelIndex:
        return self.pane.rows.model().index(row, 0)

    def _keys(self) -> list[str]:
        rows = range(self.pane.rows.model().rowCount())
        return [key_of(self._index(row).data(THING)) for row in rows]

    def _show(self, thing: object) -> None:
        self.thing = thing
        memory = self.memory
        own = isinstance(thing, ErrorPattern) and thing.team is None
        self.registry.allow("agents.forget", own)
        self._forget.setVisible(own)
        if isinstance(thing, str):
            self.header.say(self._parts[thing][2])
            self._stack.setCurrentWidget(self._columns[thing])
        elif isinstance(thing, Shown) and memory is not None:
            self.header.say(tr("Error") if isinstance(thing, ErrorPattern) else tr("Procedure"))
            self.view.show_thing(thing, memory.now())
            self._stack.setCurrentWidget(self.view)
            self._look_at_sharing(memory, thing)
        else:
            self.header.say(self.title)
            self._stack.setCurrentWidget(self.empty)
        self._let_share()

    def _let_share(self) -> None:
        """Only what is seen beside it can be shared, and taken back."""
        shows = self._stack.currentWidget() is self.view
        for name in ("share", "withdraw"):
            self.registry.allow(f"agents.{name}", shows and name in self.view.buttons)

    def _look_at_sharing(self, memory: "Memory", thing: Shown) -> None:
        """What would be shared of an own thing is shown beside it."""
        error = thing if isinstance(thing, ErrorPattern) else None
        if isinstance(thing, SharedProcedure) or (error and (error.team or not suggested(error))):
            return

        def shown() -> "tuple[SharedItem | None, bool]":
            if isinstance(thing, ErrorPattern):
                return memory.hindsight.to_share(thing.key), thing.state is PatternState.SHARED
            own = memory.team.own(SharedKind.PROCEDURE)
            return memory.procedures.to_share(thing.name), thing.name in own

        self.jobs.call("agents.shown", shown, partial(self._show_sharing, thing), self._failed)

    def _show_sharing(self, thing: Shown, shown: "tuple[SharedItem | None, bool]") -> None:
        if self.memory is not None and thing is self.thing:
            item, is_shared = shown
            asks = isinstance(thing, ErrorPattern) and thing.state is PatternState.PROPOSED
            place = self.memory.team.choice.place
            self.view.show_sharing(item, place, is_shared=is_shared, asks=asks)
            self._let_share()

    def _do(self, name: str) -> None:
        """What a person decides about the thing that is shown."""
        deed = deeds_of(self.thing, self.memory).get(name) if self.memory else None
        if deed is not None:
            self.jobs.call("agents.decide", deed, lambda _: self._done(name), self._failed)

    def _done(self, name: str) -> None:
        self._ask()
        waits = tr("It waits for your review, among the dreams.")
        said = {"take": waits, "forget": tr("The error is forgotten.")}
        if name in said:
            self.toast(said[name])
