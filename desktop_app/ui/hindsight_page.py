"""The page of errors: what agents stumbled over, how often, what ended it, and what a team shares.

Knows its parts and memory's questions, not how errors are told apart.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QStackedWidget, QWidget

from desktop_app.errors import Problem
from desktop_app.memory.procedures import Procedure, SharedProcedure
from desktop_app.memory.team import team_of
from desktop_app.sessions.hindsight.pattern import ErrorPattern, PatternState, suggested
from desktop_app.tiers.shared import SharedKind
from desktop_app.ui.hindsight.error_list import ErrorList, Shown
from desktop_app.ui.hindsight.error_view import ErrorView
from desktop_app.ui.hindsight.procedure_view import ProcedureView
from desktop_app.ui.hindsight.sharing_card import SharingCard
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.notices import EmptyState
from desktop_app.ui.plans import HINDSIGHT
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.settings import Settings
    from desktop_app.tiers.shared import SharedItem

_REST = 250  # milliseconds without a key, then the question is asked
_FOUND = 20


@dataclass(frozen=True)
class KnownErrors:
    """What the page lists, and why what others share is left out, "" where it is not."""

    patterns: tuple[ErrorPattern, ...]
    procedures: tuple[Shown, ...] = ()
    away: str = ""


class HindsightPage(Page):
    """Errors over time. A person shares what ends one, or lets go of it."""

    plan = HINDSIGHT

    def __init__(self, jobs: "Jobs", actions: Actions, settings: "Settings") -> None:
        super().__init__(jobs, actions)
        self._settings = settings
        self.thing: ErrorPattern | Shown | None = None
        self.pane = ErrorList()
        self.view = ErrorView()
        self.procedure = ProcedureView()
        self.empty = EmptyState(self.name, "")
        self.header = Header(actions, self.title)
        add = partial(self._action, actions)
        again = add("refresh", tr("Look again"), self._ask, "", "refresh")
        forget = add("forget", tr("Forget this error"), self._forget, "", "trash")
        add("share", tr("Share it"), self._share, "S", "check")
        add("withdraw", tr("Share it no longer, or not"), self._withdraw, "X", "minus")
        self.header.add(IconButton.of(again, "refresh"), IconButton.of(forget, "trash"))
        self._stack = QStackedWidget()
        for widget in (self.empty, self.view, self.procedure):
            self._stack.addWidget(widget)
        stacked(self, self.header, self._stack, grows=self._stack)
        self._asking = False
        self._soon = QTimer(self, singleShot=True, interval=_REST)
        self._soon.timeout.connect(self._ask)
        self.pane.asked.connect(self._soon.start)
        self.pane.chosen.connect(self._show)
        for card in (self.view.sharing, self.procedure.sharing):
            card.shared.connect(self._share)
            card.withdrawn.connect(self._withdraw)
        self.procedure.taken.connect(self._take)
        self.setFocusProxy(self.pane.rows)
        self._show(None)

    def list_pane(self) -> QWidget:
        return self.pane

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        self.pane.show_patterns((), memory.now())
        if self.isVisible():
            self._ask()

    def entered(self) -> None:
        self._ask()

    def show_again(self) -> None:
        if self.isVisible():
            self._ask()

    def focus_search(self) -> None:
        self.bring_list()
        self.pane.take_keyboard()

    @property
    def settled(self) -> bool:
        """Whether what is shown answers what is typed."""
        return not self._soon.isActive() and not self._asking

    def _action(
        self,
        actions: Actions,
        name: str,
        words: str,
        act: Callable[[], object],
        key: str,
        icon: str,
    ) -> QAction:
        """An action of this page; a single letter works in its list."""
        scope = self.pane.rows if key else None
        return actions.add(f"hindsight.{name}", words, act, key, icon, self.name, scope=scope)

    # -- what is shown ------------------------------------------------------------------------

    def _ask(self) -> None:
        if (memory := self.memory) is None:
            return
        asked = self.pane.question
        memory.team.choose(team_of(self._settings.get))
        self._asking = True

        def found() -> KnownErrors:
            hindsight = memory.hindsight
            if asked:
                patterns = tuple(one.pattern for one in hindsight.find(asked, _FOUND))
                return KnownErrors(patterns, (), hindsight.away)
            every = (*hindsight.patterns(), *hindsight.shared())
            procedures: tuple[Shown, ...] = memory.procedures.every()
            procedures += memory.procedures.shared()
            return KnownErrors(every, procedures, hindsight.away)

        self.jobs.call("hindsight", found, partial(self._listed, memory), self._failed)

    def _listed(self, memory: "Memory", known: KnownErrors) -> None:
        self._asking = False
        self.told.emit(known.away, "")
        self.pane.show_patterns(known.patterns, memory.now(), known.procedures)
        told = counted("{count} error", "{count} errors", len(known.patterns))
        if count := len(known.procedures):
            told = f"{told} · {counted('{count} procedure', '{count} procedures', count)}"
        self.header.say(self.title, told)

    def _failed(self, problem: Problem) -> None:
        self._asking = False
        self.told.emit(problem.message, problem.hint)

    def _show(self, thing: ErrorPattern | Shown | None) -> None:
        self.thing = thing
        own = isinstance(thing, ErrorPattern) and thing.team is None
        self.registry["hindsight.forget"].setEnabled(own)
        if isinstance(thing, ErrorPattern) and self.memory is not None:
            self.view.show_pattern(thing, self.memory.now())
            self._stack.setCurrentWidget(self.view)
        elif isinstance(thing, Procedure | SharedProcedure) and self.memory is not None:
            self.procedure.show_procedure(thing, self.memory.now())
            self._stack.setCurrentWidget(self.procedure)
        else:
            self.empty.say(
                tr("No error that was met is like this one.")
                if self.pane.question
                else tr("No errors yet. They come from agents that you watch.")
            )
            self._stack.setCurrentWidget(self.empty)
        self._let_share(share=False, withdraw=False)
        self._look_at_sharing()

    def _let_share(self, *, share: bool, withdraw: bool) -> None:
        """Only what is seen beside it can be shared, and taken back."""
        self.registry.allow("hindsight.share", share)
        self.registry.allow("hindsight.withdraw", withdraw)

    def _look_at_sharing(self) -> None:
        """What would be shared of an own thing is shown beside it."""
        memory, thing = self.memory, self.thing
        if memory is None:
            return
        if isinstance(thing, ErrorPattern) and thing.team is None:
            is_shared = thing.state is PatternState.SHARED
            asks = thing.state is PatternState.PROPOSED
            card, key = self.view.sharing, thing.key
            if not suggested(thing):
                return

            def shown() -> "tuple[SharedItem | None, bool]":
                return memory.hindsight.to_share(key), is_shared
        elif isinstance(thing, Procedure):
            card, asks, name = self.procedure.sharing, False, thing.name

            def shown() -> "tuple[SharedItem | None, bool]":
                own = memory.team.own(SharedKind.PROCEDURE)
                return memory.procedures.to_share(name), name in own
        else:
            return
        self.jobs.call(
            "hindsight.shown", shown, partial(self._show_sharing, thing, card, asks), self._failed
        )

    def _show_sharing(
        self,
        thing: ErrorPattern | Shown,
        card: SharingCard,
        asks: bool,
        shown: "tuple[SharedItem | None, bool]",
    ) -> None:
        if self.memory is not None and thing is self.thing:
            place = self.memory.team.choice.place
            card.show_item(shown[0], place, is_shared=shown[1], asks=asks)
            self._let_share(share=not card.share.isHidden(), withdraw=not card.withdraw.isHidden())

    # -- what a person decides ----------------------------------------------------------------

    def _share(self) -> None:
        if isinstance(thing := self.thing, ErrorPattern):
            self._decide(lambda memory: memory.hindsight.share(thing.key))
        elif isinstance(thing, Procedure):
            self._decide(lambda memory: memory.procedures.share(thing.name))

    def _withdraw(self) -> None:
        if isinstance(thing := self.thing, ErrorPattern):
            self._decide(lambda memory: memory.hindsight.decline(thing.key))
        elif isinstance(thing, Procedure):
            self._decide(lambda memory: memory.procedures.withdraw(thing.name))

    def _take(self) -> None:
        if isinstance(thing := self.thing, SharedProcedure):
            waits = tr("It waits for your review, among the dreams.")
            self._decide(lambda memory: memory.procedures.take_over(thing.id), waits)

    def _forget(self) -> None:
        if isinstance(thing := self.thing, ErrorPattern):
            forgotten = tr("The error is forgotten.")
            self._decide(lambda memory: memory.hindsight.forget(thing.key), forgotten)

    def _decide(self, decide: "Callable[[Memory], object]", said: str = "") -> None:
        if (memory := self.memory) is None:
            return
        self.jobs.call(
            "hindsight.decide",
            lambda: decide(memory),
            lambda _done: self._decided(said),
            self._failed,
        )

    def _decided(self, said: str) -> None:
        self._ask()
        if said:
            self.toast(said)
