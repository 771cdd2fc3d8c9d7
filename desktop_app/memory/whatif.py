"""Two engines over the same days of an open notebook, side by side, and what is taken from both."""

from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from desktop_app.clock import Clock
from desktop_app.dreams.alone import alone
from desktop_app.dreams.dreamer import EngineName
from desktop_app.dreams.engines import Engine, Engines
from desktop_app.dreams.model.asking.kept import KeptAnswers
from desktop_app.dreams.proposal import Proposal
from desktop_app.dreams.store import DreamStore
from desktop_app.dreams.whatif.comparing import WhatIf, combined, compared
from desktop_app.dreams.whatif.picking import Picks
from desktop_app.errors import Problem, WrongUse
from desktop_app.jobs import Report
from desktop_app.models.installed import same_model
from desktop_app.notebook.length import UNLIMITED, Limits
from desktop_app.notebook.notebook import Notebook
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.memory.dreams import Dreams


class WhatIfs:
    """Compares engines; a dream goes on elsewhere, in `Dreams`."""

    def __init__(
        self,
        notebook: Notebook,
        clock: Clock,
        store: DreamStore,
        engines: Engines,
        answers: KeptAnswers,
        dreams: "Dreams",
    ) -> None:
        self._notebook = notebook
        self._clock = clock
        self._store = store
        self._engines = engines
        self._answers = answers
        self._dreams = dreams

    async def compare(
        self,
        left: Engine,
        right: Engine,
        lookback_days: int | None = None,
        *,
        until: date | None = None,
        force: bool = False,
        enabled: bool = True,
        report: Report = lambda step: None,
    ) -> WhatIf:
        """Let two engines dream over the same days: see `dreams.whatif.comparing.compared`.

        A model's answers are kept until something is taken or a dream has ended, so that the same
        comparison is not made twice. Raises Problem while another program dreams over this
        notebook, and WrongUse when both are the same engine.
        """
        _must_differ(left, right)
        if not enabled:
            raise Problem(
                tr("Dreams are switched off in Settings."),
                tr("Switch them on there, under Dreams."),
            )
        now = self._clock.now()
        with alone(self._notebook.own, self._dreams.doer, now):
            return await compared(
                self._notebook,
                self._store,
                (self._engines.dreamer(left), self._engines.dreamer(right)),
                now=now,
                lookback_days=lookback_days,
                until=until,
                force=force,
                report=report,
            )

    def keep(self, whatif: WhatIf, picks: Picks, limits: Limits = UNLIMITED) -> Proposal:
        """Make one proposal of what is taken: see `dreams.whatif.comparing.combined`. Blocks."""
        self._notebook.need_room()
        now = self._clock.now()
        proposal = combined(self._notebook, self._store, whatif, picks, now=now, limits=limits)
        with suppress(Problem):  # they are cleared by the next dream that ends well
            self._answers.clear()
        return self._dreams.tested(proposal)


def engine_named(name: str, usual: Engine) -> Engine:
    """`builtin`, or the model of this name, within the bounds of the `usual` engine."""
    kind = EngineName.BUILTIN if name.strip().casefold() == EngineName.BUILTIN else None
    return replace(
        usual,
        kind=kind or EngineName.OLLAMA,
        model="" if kind else name.strip(),
    )


def _must_differ(left: Engine, right: Engine) -> None:
    if left.asks != right.asks or not same_model(left.model, right.model):
        return
    name = left.model or tr("the built-in engine")
    raise WrongUse(
        tr("Both engines are {name}.").format(name=name),
        tr("Name two different ones: builtin, or a model of Ollama."),
    )
