"""Dreams over an open notebook: begun, decided on, applied and undone."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING, Unpack

from desktop_app.dreams import apply as applying
from desktop_app.dreams import decisions
from desktop_app.dreams.decisions import writable
from desktop_app.dreams.dream import DreamWish, Outcome, deep_dream
from desktop_app.dreams.engine_choice import USUAL, Engine
from desktop_app.dreams.material import Mind
from desktop_app.dreams.model.measure import Expected
from desktop_app.dreams.proposal import Proposal, ProposalState
from desktop_app.dreams.runs import DreamRun, alone
from desktop_app.dreams.stale import as_days_stand, is_stale
from desktop_app.dreams.window import gathered, undreamt
from desktop_app.errors import WrongUse
from desktop_app.memory.room import Room
from desktop_app.notebook.lines import UNLIMITED, Limits
from desktop_app.notebook.source import Source
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.question import AskedMind
    from desktop_app.memory.days import Noted
    from desktop_app.memory.tool_host import Replacement
    from desktop_app.models.model import ModelInfo
    from desktop_app.notebook.diaries import DiaryChange, DiaryEntry


class Dreams(Room):
    """Dreams over the days of an open notebook, and their proposals."""

    doer = tr("a command")  # another program that wants to dream, too, is told this name

    async def dream(
        self,
        lookback_days: int | None = None,
        *,
        engine: Engine = USUAL,
        **how: Unpack[DreamWish],
    ) -> Outcome:
        """Dream over the days and keep what is proposed: see `dreams.dream.deep_dream`.

        Raises Problem while another program dreams over this notebook.
        """
        now = self._clock.now()
        self._notebook.need_room()  # what a dream finds is to be kept
        with alone(self._notebook.own, self.doer, now):
            asked = self._notebook, self._store, self._engines.dreamer(engine)
            return await deep_dream(*asked, now=now, lookback_days=lookback_days, **how)

    def mind(self, mind: Mind, limits: Limits = UNLIMITED) -> "AskedMind":
        """A mind outside this program, to be asked over the notebook as it is now."""
        from desktop_app.dreams.question import AskedMind  # long to load, and seldom wanted

        return AskedMind(self._notebook, self._store, mind, self._clock.now(), limits)

    async def expected(
        self, engine: Engine, lookback_days: int | None = None, until: date | None = None
    ) -> Expected:
        """What a dream over these days would take now. Raises Problem where it would fail at
        once."""
        choice, today = await self._engines.chosen(engine), self._clock.now().date()
        asked = self._notebook, self._store, lookback_days, today, False, until
        material, _ = await asyncio.to_thread(gathered, *asked)
        days = len(material.dates)
        if choice.model is None:
            return Expected(None, choice.reason, days)
        if not days:
            return Expected(choice.model.name, "", 0)
        async with self._engines.dreaming(engine, choice.model.name) as dreamer:
            return await dreamer.expected(material)

    async def offered(self, engine: Engine) -> "ModelInfo | None":
        """The model to offer a person who has chosen none: see `Engines.offered`."""
        return await self._engines.offered(engine, self._clock.now().date())

    def why_form(self, model: "ModelInfo") -> str:
        """Why this model does not answer in words of its own by itself; "" where it does."""
        return self._engines.why_form(model, self._clock.now().date())

    def runs(self, limit: int = 400) -> list[DreamRun]:
        """The dreams run here, newest first, also those that found nothing; -1 is without limit."""
        return self._store.runs(limit)

    def undreamt(self, lookback_days: int | None = None) -> tuple[int, date | None]:
        """How many days no dream has read as they are: see `dreams.window.undreamt`. Blocks."""
        return undreamt(self._notebook, self._store, self._clock.now().date(), lookback_days)

    def last(self) -> datetime | None:
        """When the newest dream that ended well ran; None for none."""
        return self._store.last_dream()

    def diaries(self) -> "list[DiaryEntry]":
        """Every entry of every dream diary, newest first."""
        return self._notebook.diaries()

    def changes_of(self, entry: "DiaryEntry") -> "tuple[DiaryChange, ...]":
        """What an entry tells, its sources where these stand now. Blocks."""
        from desktop_app.dreams.diary_entry import changes_now  # long to load, and seldom wanted

        return changes_now(self._notebook, entry)

    def proposals(self, state: ProposalState | None = ProposalState.PENDING) -> list[Proposal]:
        """Proposals in a state (None: all), newest first; what waits as the days stand now."""
        kept = self._store.proposals(state)
        return [as_days_stand(self._notebook, one) for one in kept]

    def proposal(self, proposal_id: str | None = None) -> Proposal:
        """One proposal; without an id the newest that waits. Raises Problem when there is none."""
        return as_days_stand(self._notebook, self._whole(proposal_id))

    def _said(
        self,
        proposal_id: str,
        numbers: Collection[int],
        word: Callable[[Proposal, Collection[int]], Proposal],
    ) -> tuple[Proposal, Proposal]:
        """Keep a word on these changes where they wait now, as the days stand: see
        `decisions.waits_at`. The proposal before it and after it.
        """
        with self._notebook.lock():  # or an older answer of another program would come last
            waiting = self._store.proposals(ProposalState.PENDING)
            meant, there = decisions.waits_at(self._store.get(proposal_id), numbers, waiting)
            before = as_days_stand(self._notebook, meant)
            after = word(before, there)
            self._store.put(after)
        return before, after

    def _whole(self, proposal_id: str | None) -> Proposal:
        return self._store.waiting() if proposal_id is None else self._store.get(proposal_id)

    def propose_notes(self, texts: Sequence[str], heading: str, why: str = "") -> "list[Noted]":
        """Note these texts in today, and propose what they say for a section of MEMORY.md, with a
        reason: see `dreams.line_proposals`. Who is told that the day changed finds the proposal.
        """
        from desktop_app.dreams.line_proposals import propose_lines  # long to load

        with self._writing.own():
            noted = [self._memory.days.remember(text) for text in texts]
            if noted:
                path, now = noted[0].path, self._clock.now()
                propose_lines(self._notebook, self._store, path, texts, now, heading, why)
        return noted

    def decide(
        self,
        proposal_id: str,
        n: int,
        accepted: bool | None,
        new: str | None = None,
        *,
        both: bool = False,
    ) -> Proposal:
        """Keep the person's word on change `n`, None to take it back, and their wording when `new`
        is given; in the newer proposal that took the place of the one they saw, where that has the
        same.

        `both`: of a question, the old bullet stays and the new one comes beside it.
        """

        def decided(meant: Proposal, there: Collection[int]) -> Proposal:
            return decisions.decided(meant, min(there), accepted, new, both=both)

        return as_days_stand(self._notebook, self._said(proposal_id, [n], decided)[1])

    def place(self, proposal_id: str, numbers: Collection[int], heading: str) -> Proposal:
        """Additions under another heading of memory: see `decisions.under`."""
        return self._said(proposal_id, numbers, partial(decisions.under, heading=heading))[1]

    def decide_all(
        self, proposal_id: str, numbers: Collection[int], accepted: bool
    ) -> tuple[Proposal, Proposal]:
        """One word on many changes, in the newer proposal as with `decide`; the proposal before it
        and after it, to take it back by."""
        return self._said(proposal_id, numbers, partial(decisions.decided_all, accepted=accepted))

    def undecide(self, before: Proposal, after: Proposal) -> Proposal:
        """Take back what was said between the two; what was said since then stays."""
        with self._notebook.lock():
            kept = as_days_stand(self._notebook, self._store.get(after.id))
            again = decisions.as_before(kept, before, after)
            self._store.put(again)
        return again

    def lost(self, proposal: Proposal) -> list[str]:
        """The hard facts that MEMORY.md would say nowhere any more with what is accepted."""
        from desktop_app.dreams.guard import lost  # long to load, and seldom wanted

        accepted = [change for change in proposal.changes if change.accepted and change.old]
        result = self.preview(proposal).decode("utf-8", "surrogateescape") if accepted else ""
        return lost(accepted, result, self._clock.now().date())

    def preview(self, proposal: Proposal) -> bytes:
        """What MEMORY.md would be with the accepted changes."""
        memory = self._notebook.read(self._notebook.layout.memory)
        return applying.result_of(memory, proposal)

    def apply(
        self,
        proposal_id: str | None = None,
        only: Collection[int] | None = None,
        both: Collection[int] = (),
        without: Collection[int] = (),
        *,
        also: Collection[int] = (),
        kinds: Collection[str] = (),
    ) -> applying.Applied:
        """Write what is accepted (or exactly `only`) of a proposal: see `dreams.apply.apply`.

        With `kinds`, a yes to all changes of these kinds says what is written: see
        `decisions.of_kinds`. `also` is added to that, or to what is accepted. Raises WrongUse when
        `only` does not stand alone, Problem when one of several in `also` needs a word of its own.
        """
        if only is not None and (also or without or kinds):
            raise WrongUse(
                tr("--only does not go with --kind, --also and --except."),
                tr("You can combine the other three."),
            )
        proposal = self._whole(proposal_id)
        now = as_days_stand(self._notebook, proposal)
        decisions.must_be_plain(now, also)
        if kinds:
            only = (decisions.of_kinds(now, kinds) | {*also}) - {*without}
        elif also:
            only = decisions.accepted_of(now) | {*also}
        return self._applied(proposal, only, both, without)

    def apply_unseen(
        self, proposal: Proposal, *, verbatim: bool = False
    ) -> applying.Applied | None:
        """Write what was accepted beforehand of a proposal that nobody has looked at.

        `verbatim`: also what no source supports, but no question. None, and nothing is written,
        where all of it is for a person to decide.
        """
        # An agent's or a chat's answer that it has taken over waits for a person's own look.
        proposal = as_days_stand(self._notebook, proposal)
        own = (one for one in proposal.changes if one.decided or not one.question)
        numbers = frozenset(one.n for one in own if one.accepted)
        if verbatim:
            numbers |= writable(proposal, lambda source: True, verbatim=True)
        return self._applied(proposal, numbers) if numbers else None

    def apply_part(self, proposal_id: str, numbers: Collection[int]) -> applying.Applied:
        """Write these changes, which nobody has looked at, but for those on which somebody has said
        a word meanwhile. All else waits as it was."""
        with self._writing.own():
            proposal = as_days_stand(self._notebook, self._store.get(proposal_id))
            some = (one for one in proposal.changes if one.n in numbers and not one.decided)
            return self._applied(proposal, {one.n for one in some if not is_stale(one)})

    def _applied(
        self,
        proposal: Proposal,
        only: Collection[int] | None,
        both: Collection[int] = (),
        without: Collection[int] = (),
    ) -> applying.Applied:
        asked = (proposal, self._clock.now(), only, both, without)
        with self._writing.own() as paths:
            applied = applying.apply(self._notebook, self._store, *asked)
            paths += applied.paths
        return applied

    def propose_text(self, wanted: "Replacement", said: tuple[str, int, str]) -> int:
        """Propose a text for MEMORY.md, resting on what was said at a path and line, as quoted.

        Returns how many changes: see `line_proposals.propose_text`.
        """
        from desktop_app.dreams.line_proposals import propose_text  # long to load, seldom wanted

        asked = ((wanted.before, wanted.after), Source(*said), self._clock.now())
        return propose_text(self._notebook, self._store, *asked)

    def propose_file(self, path: str, text: str, reason: str) -> int:
        """Propose a file of its own: see `line_proposals`."""
        from desktop_app.dreams.line_proposals import propose_file  # long to load

        now = self._clock.now()
        return propose_file(self._notebook, self._store, path, text, reason, now)

    def discard(self, proposal_id: str | None = None) -> Proposal:
        """Set a proposal aside; MEMORY.md stays."""
        asked = (self._whole(proposal_id), self._clock.now())
        with self._writing.own() as paths:
            proposal = applying.discard(self._notebook, self._store, *asked)
            paths += [proposal.diary] if proposal.diary else []
        return proposal

    def undo(self, proposal_id: str | None = None) -> applying.Undone:
        """Take back a dream, without an id the newest applied one that is not undone yet."""
        store = self._store
        proposal = store.to_undo() if proposal_id is None else store.get(proposal_id)
        with self._writing.own() as paths:
            undone = applying.undo(self._notebook, store, proposal, self._clock.now())
            paths += undone.restored
        return undone
