"""What can be done with two engines: compare them, look where they stand, keep what is taken.

Knows memory and jobs. Every deed ends in one signal; what is shown then is not its business.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, SignalInstance

from desktop_app.dreams.engines import engine_of
from desktop_app.notebook.length import limits_of
from desktop_app.settings import Settings
from desktop_app.ui.dreams.dream_work import JOB
from desktop_app.ui.review.source_row import Names
from desktop_app.ui.review.standing import standing_of

if TYPE_CHECKING:
    from desktop_app.dreams.whatif.comparing import WhatIf
    from desktop_app.dreams.whatif.picking import Picks
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory


@dataclass(frozen=True)
class WhatIfStanding:
    """Where a comparison stands in its notebook now: how places are called, and what is `gone`,
    since its line of memory was edited or pinned."""

    names: Names
    gone: "Picks"


class WhatIfWork(QObject):
    """A comparison is a job like a dream: while it runs, no dream starts."""

    about_to_write = Signal()  # what is typed elsewhere is to be saved first
    began = Signal()
    stepped = Signal(str)
    ended = Signal()  # however; before what follows
    compared = Signal(object, object)  # a WhatIf and its WhatIfStanding
    stands = Signal(object)  # the WhatIfStanding of what was compared, anew
    cancelled = Signal()
    kept = Signal(object)  # the Proposal that was made of what is taken
    refused = Signal(object)  # the Problem of any of it

    def __init__(self, jobs: "Jobs", settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs, self._settings = jobs, settings
        self._memory: Memory | None = None
        self._wanted = False  # a comparison was asked for and has not ended

    def use(self, memory: "Memory") -> None:
        """Another notebook."""
        self._wanted = False
        self._memory = memory

    def compare(self, left: str, right: str) -> None:
        """Let two engines dream, once what is typed is saved; `builtin`, or a model each."""
        memory = self._memory
        if memory is None or self._wanted or self._jobs.running(JOB):
            return
        self._wanted = True
        self.began.emit()
        self.about_to_write.emit()
        self._jobs.do(lambda: None, lambda _: self._start(memory, left, right))

    def cancel(self) -> None:
        """Ask the comparison to stop."""
        if self._wanted:
            self._wanted = False
            self._jobs.cancel(JOB)

    def look(self, whatif: "WhatIf") -> None:
        """See where a comparison stands in the notebook now."""
        if memory := self._memory:
            self._jobs.call(
                "whatif.standing",
                lambda: _standing(memory, whatif),
                self.stands.emit,
                self.refused.emit,
            )

    def keep(self, whatif: "WhatIf", picks: "Picks") -> None:
        """Make one proposal of what is taken."""
        if memory := self._memory:
            self.about_to_write.emit()
            limits = limits_of(self._settings.get)
            self._jobs.do(
                lambda: memory.whatif.keep(whatif, picks, limits),
                self.kept.emit,
                self.refused.emit,
            )

    def _start(self, memory: "Memory", left: str, right: str) -> None:
        if not self._wanted:
            self._ended(self.cancelled)
            return
        get = self._settings.get

        async def work(report: Callable[[str], None]) -> "tuple[WhatIf, WhatIfStanding]":
            from desktop_app.memory.whatif import engine_named  # long to load, seldom wanted

            usual = engine_of(get)
            await asyncio.to_thread(lambda: memory.models.ollama)  # its library loads slowly
            whatif = await memory.whatif.compare(
                engine_named(left, usual),
                engine_named(right, usual),
                int(get("dreams.days")) or None,
                enabled=bool(get("dreams.enabled")),
                report=report,
            )
            return whatif, await asyncio.to_thread(_standing, memory, whatif)

        self._jobs.start(
            JOB,
            work,
            done=lambda found: self._done(memory, *found),
            failed=lambda problem: self._ended(self.refused, problem),
            cancelled=lambda: self._ended(self.cancelled),
            step=self.stepped.emit,
        )

    def _done(self, memory: "Memory", whatif: "WhatIf", standing: WhatIfStanding) -> None:
        if memory is not self._memory:  # of a notebook that is not open any more
            self._ended(self.cancelled)
        else:
            self._ended(self.compared, whatif, standing)

    def _ended(self, then: SignalInstance, *result: object) -> None:
        self._wanted = False
        self.ended.emit()
        then.emit(*result)


def _standing(memory: "Memory", whatif: "WhatIf") -> WhatIfStanding:
    """Blocks: run it in a thread. Raises Problem when a file can't be read."""
    from desktop_app.dreams.whatif.pairing import PairSide
    from desktop_app.dreams.whatif.picking import Pick

    names = Names(memory.today(), memory=memory.layout.memory)
    gone: set[Pick] = set()
    for side in PairSide:
        proposal = whatif.side(side).proposal
        if proposal is not None:
            standing = standing_of(memory, proposal)
            names = standing.names.joined(names)
            gone |= {Pick(side, n) for n in standing.gone}
    return WhatIfStanding(names, frozenset(gone))
