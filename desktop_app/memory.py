"""Memory: the one door to an open notebook. Knows every room below it, no face and no Qt.

Methods block; callers with a window run them in worker threads. Any thread may call any method.
"""

import asyncio
import os
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from desktop_app.clock import Clock
from desktop_app.dreams import apply as applying
from desktop_app.dreams import deciding
from desktop_app.dreams import flush as flushing
from desktop_app.dreams.alone import alone
from desktop_app.dreams.dream import Outcome, deep_dream
from desktop_app.dreams.engines import USUAL, Engine, Engines, server_address
from desktop_app.dreams.expecting import Expected, expected
from desktop_app.dreams.flush import FlushDraft, Flushed, Message
from desktop_app.dreams.learned import Learned, learned
from desktop_app.dreams.left import LeftLine, lines_left
from desktop_app.dreams.model.asking.habits import KnownHabits
from desktop_app.dreams.model.asking.kept import Kept
from desktop_app.dreams.origin import Origin, origins_of
from desktop_app.dreams.proposal import Proposal, ProposalState, RunOutcome, Why
from desktop_app.dreams.store import DreamRun
from desktop_app.dreams.using import Finds
from desktop_app.errors import Problem
from desktop_app.models.address import from_environment
from desktop_app.notebook import days, diaries
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.damaged import cache_told
from desktop_app.notebook.day_list import DayList, Topic
from desktop_app.notebook.doctor import Finding, examine
from desktop_app.notebook.drafts import Drafts
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.history import Step, Version
from desktop_app.notebook.length import UNLIMITED, Limits
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.passage import Lines, lines_of
from desktop_app.notebook.pruning import Pruned
from desktop_app.opened import Changed, Opened
from desktop_app.search.index import Query, Results
from desktop_app.search.meaning.choice import Embedders
from desktop_app.search.meaning.meaning import Arms, Meaning
from desktop_app.status import Status, status_of

if TYPE_CHECKING:  # its HTTP library takes long to import, and most runs ask no model
    from desktop_app.dreams.talk.facts import Fact
    from desktop_app.dreams.updating import UpdateMode
    from desktop_app.export import Exported
    from desktop_app.models.ollama import Ollama

__all__ = ["Changed", "Lines", "Memory", "Noted", "Status"]

Report = Callable[[str], None]
_ATTEMPTS = 4
_AN_AGE = 365_000  # days: nothing is older, and no calendar goes on much further


@dataclass(frozen=True)
class Noted:
    """Where a remembered line went."""

    path: str
    line: int


class Memory(Opened):
    """What can be done in an open notebook. Made by `open` or `create`; `close` it in the end."""

    def __init__(self, notebook: Notebook, clock: Clock) -> None:
        super().__init__(notebook, clock)
        self._kept = Kept(notebook.database)
        known = KnownHabits(notebook.own.parent.parent / "models.json")  # of this computer
        self._engines = Engines(self._kept, from_environment(os.environ), known)
        self._days = DayList(notebook)
        self._finds = Finds(notebook.database)
        embedders = Embedders(lambda: self.ollama)
        self.meaning = Meaning(notebook.own / "vectors.db", self._index, embedders)
        self.doer = "a command"  # who is told of to another program that wants to dream, too
        self.drafts = Drafts(notebook.own / "drafts")

    @property
    def notices(self) -> list[str]:
        """See `Opened.notices`."""
        aside = self.meaning.aside
        return super().notices + ([cache_told(aside, "the vectors")] if aside else [])

    @property
    def ollama(self) -> "Ollama":
        """Where models are asked for, when a call names one."""
        return self._engines.ollama

    @ollama.setter
    def ollama(self, server: "Ollama") -> None:
        self._engines.ollama = server
        self.meaning.forget_servers()

    def ask_at(self, address: str, consent: str = "") -> None:
        """Ask for models at this address; without one at `OLLAMA_HOST`, or where Ollama usually is.

        Raises Problem when it is not on this computer and `consent` does not name its host; models
        are then asked for where they were before.
        """
        if self._engines.ask_at(server_address(address, consent, os.environ)):
            self.meaning.forget_servers()

    # -- files ------------------------------------------------------------------------------

    def read(self, path: str) -> Snapshot:
        """A file of the notebook as it is on disk; a missing one is an empty snapshot."""
        return self._notebook.read(path)

    def get(self, path: str, first: int = 1, count: int | None = None) -> Lines:
        """Lines `first` to `first + count - 1` of a file. Raises Problem when there is none."""
        return lines_of(self._notebook.read(path), first, count)

    def save(self, path: str, data: bytes, base: Snapshot, cause: str = "edit") -> Snapshot:
        """Write `data` durably over what was read as `base`.

        Raises Conflict when someone else wrote meanwhile (both texts are kept), Problem when the
        disk refuses; the file is then as it was.
        """
        with self._own() as paths:
            saved = self._notebook.save(path, data, base, cause, self._clock.now())
            paths.append(path)
        return saved

    def remember(self, text: str) -> Noted:
        """Add a line to today's notes. Raises Problem when there is no text.

        It stands in the day when this returns. A program that had read the day before and writes
        it anew after that takes it away; then it is in the history.
        """
        if not text.strip():
            raise Problem("There is nothing to remember.", "Write a few words.")
        with self._own() as paths:
            path, line = days.append_note(self._notebook, text.strip(), self._clock.now())
            paths.append(path)
        return Noted(path, line)

    def update(self, text: str, mode: "UpdateMode" = "append", heading: str = "") -> Snapshot:
        """Write into MEMORY.md: see `dreams.updating`. Raises Problem when nothing would change.

        What is appended is written again where another program undid it meanwhile; see `remember`.
        """
        from desktop_app.dreams.updating import updated  # long to load, and seldom wanted

        base = self.read(self.layout.memory)
        new = updated(base.data, text, mode, heading)
        for _ in range(_ATTEMPTS):
            saved = self.save(base.path, new, base, "update")  # no part of a person's session
            base = self.read(base.path)
            if mode == "replace" or base.sha == saved.sha:
                return saved
            try:
                new = updated(base.data, text, mode, heading)
            except Problem:
                return saved  # it is there, whatever else was written
        raise Problem(f"Another program keeps writing {base.path}.", "Try again in a moment.")

    def bullets(self) -> MemoryFile:
        """MEMORY.md as headings and bullets."""
        return MemoryFile(self._notebook.read(self.layout.memory).data)

    def days(self) -> list[days.DayHead]:
        """Every day that has a file, newest first."""
        return self._days.heads({entry.date for entry in self.diaries() if not entry.undone})

    def topics(self) -> list[Topic]:
        """The notes beside the days: undated ones, and further files of a day."""
        return self._days.topics()

    def diaries(self) -> list[diaries.Entry]:
        """Every entry of every dream diary, newest first."""
        return self._notebook.diaries()

    def origin(self, line: int) -> Origin | None:
        """Where the bullet on this line of MEMORY.md came from; None when there is no bullet."""
        memory = self._notebook.read(self.layout.memory)
        found = [one for one in MemoryFile(memory.data).bullets if one.line <= line <= one.end_line]
        return next(iter(origins_of(self._notebook, memory, found, self.today())), None)

    def origins(self) -> list[Origin]:
        """Where every bullet of MEMORY.md came from, in the order of the file."""
        memory = self._notebook.read(self.layout.memory)
        return origins_of(self._notebook, memory, MemoryFile(memory.data).bullets, self.today())

    def prune(self, megabytes: int = 0, days: int = 0) -> Pruned:
        """Let go the oldest versions above a size, and those older than some days; 0: none by it.

        The newest version of a file stays, and what the undo of a dream needs.
        """
        older = self._clock.now() - timedelta(days=min(days, _AN_AGE)) if days else None
        most = megabytes * 1_000_000 if megabytes else None
        return self._notebook.prune(most, older, self._store.needed)

    def versions(self, path: str | None = None, limit: int = 200) -> list[Version]:
        """Earlier states of a file, or of every file, newest first; -1 is no limit."""
        return self._notebook.history.versions(path, limit)

    def version(self, path: str, number: int) -> Version | None:
        """This version, if it is one of this file."""
        return self._notebook.history.version(path, number)

    def steps(
        self, path: str | None = None, limit: int = 200, older_than: int | None = None
    ) -> list[Step]:
        """The same, each beside the version before it; on after the number `older_than`."""
        return self._notebook.history.steps(path, limit, older_than)

    def version_data(self, version: int) -> bytes:
        """The bytes of one version. Raises Problem when they are damaged or gone."""
        return self._notebook.history.content(version)

    def keep(self, path: str, data: bytes, cause: str) -> int:
        """Put a text into a file's history without writing the file; the number of its version."""
        return self._notebook.history.keep(path, data, cause, self._clock.now())

    def restore(self, path: str, version: int) -> Snapshot:
        """Put an earlier version in place; the present one is kept in history."""
        data = self._notebook.history.content(version)
        return self.save(path, data, self._notebook.read(path), "restore")

    def export(self, path: Path) -> "Exported":
        """Write the notebook into a SQLite database for other programs: see `export.export`."""
        from desktop_app.export import export  # seldom wanted

        self.refresh()
        return export(self._notebook, self._store, path, self.today())

    def doctor(self) -> list[Finding]:
        """What is wrong with the notebook and its index, with what to do.

        Writes nothing into the notebook; the index reads first what has changed since its last
        look, which is no fault.
        """
        with suppress(Problem):  # told below
            self.refresh()
        start = [Finding("start", False, one, "It is told once.") for one in self.notices]
        return [*examine(self._notebook, self._clock.now()), *start, *self.index_findings()]

    # -- dreams -----------------------------------------------------------------------------

    async def deep_dream(
        self,
        lookback_days: int | None = None,
        *,
        until: date | None = None,
        force: bool = False,
        enabled: bool = True,
        engine: Engine = USUAL,
        learn: bool = True,
        limits: Limits = UNLIMITED,
        report: Report = lambda step: None,
    ) -> Outcome:
        """Dream over the days and keep what is proposed: see `dreams.dream.deep_dream`.

        A dream that failed and is asked for again goes on after the answers it had. Raises Problem
        while another program dreams over this notebook.
        """
        now = self._clock.now()
        with alone(self._notebook.own, self.doer, now):
            outcome = await deep_dream(
                self._notebook,
                self._store,
                self._engines.dreamer(engine),
                now=now,
                lookback_days=lookback_days,
                until=until,
                force=force,
                enabled=enabled,
                learn=learn,
                limits=limits,
                report=report,
            )
        if outcome.kind != RunOutcome.FAILED:
            with suppress(Problem):  # the dream has ended well; they are cleared by the next one
                await asyncio.to_thread(self._kept.clear)
        return outcome

    async def flush(
        self,
        messages: Sequence[Message],
        cause: str,
        *,
        at: datetime | None = None,
        session: str = "",
        engine: Engine = USUAL,
        report: Report = lambda step: None,
        on_summary: Callable[[str], None] | None = None,
    ) -> Flushed:
        """Append what matters of a conversation to today: see `dreams.flush.flush`.

        Where the engine is a model that is not there or fails, rules write; `reason` tells why.
        """
        flushed = await flushing.flush(
            self._notebook,
            messages,
            cause,
            now=self._clock.now(),
            at=at,
            session=session,
            summarizer=self._engines.summarizer(engine, report),
            on_summary=on_summary,
        )
        if flushed.path:
            await asyncio.to_thread(self._wrote, flushed.path)
        return flushed

    async def draft(
        self,
        messages: Sequence[Message],
        *,
        session: str = "",
        engine: Engine = USUAL,
        report: Report = lambda step: None,
    ) -> FlushDraft:
        """What a flush of a conversation would write: see `dreams.flush.draft`."""
        summarizer = self._engines.summarizer(engine, report)
        return await flushing.draft(
            self._notebook, messages, session=session, summarizer=summarizer
        )

    def write_draft(
        self, draft: FlushDraft, cause: str, *, at: datetime | None = None, text: str | None = None
    ) -> Flushed:
        """Write a draft, or what was chosen of it: see `dreams.flush.write`."""
        now = self._clock.now()
        with self._own() as paths:
            flushed = flushing.write(self._notebook, draft, cause, now=now, at=at, text=text)
            paths += [flushed.path] if flushed.path else []
        return flushed

    def flushed_before(self, messages: Sequence[Message], session: str) -> tuple[bool, ...]:
        """Of each message, whether a flush of this session has had it."""
        return flushing.flushed_before(self._notebook, messages, session)

    def take_back(self, flushed: Flushed) -> None:
        """Undo a flush: see `dreams.flush.take_back`."""
        with self._own() as paths:
            flushing.take_back(self._notebook, flushed, self._clock.now())
            paths += [flushed.path] if flushed.path else []

    async def expected(
        self, engine: Engine, lookback_days: int | None = None, until: date | None = None
    ) -> Expected:
        """What a dream would be now: see `dreams.expecting.expected`."""
        return await expected(
            self._notebook, self._store, self._engines, engine, self.today(), lookback_days, until
        )

    def facts(self, messages: Sequence[Message]) -> "tuple[Fact, ...]":
        """What the user says that is worth remembering, and whether MEMORY.md knows it.

        At most five sentences; only reads.
        """
        from desktop_app.dreams.comparing.book import Book  # long to load, and seldom wanted
        from desktop_app.dreams.comparing.recalling import recall_in
        from desktop_app.dreams.familiar import familiar
        from desktop_app.dreams.talk.facts import facts

        said = [(message.role, message.content) for message in messages]
        book = Book(self.bullets(), self.layout.memory)
        return facts(said, recall_in(book), familiar(self._notebook))

    def keep_stopped(
        self,
        engine: Engine,
        lookback_days: int | None,
        until: date | None,
        force: bool,
        steps: Sequence[str],
    ) -> None:
        """Keep that a dream was stopped by the end of the program, to be retried as it was asked
        for."""
        now = self._clock.now()
        stopped = DreamRun(
            self._store.free_id(now), now, RunOutcome.FAILED, "Stopped when the window closed.",
            "ollama" if engine.asks else "builtin", 0,
            model=engine.model if engine.asks else "", steps="\n".join(steps),
            lookback=lookback_days or 0, force=force, until=until.isoformat() if until else "",
        )  # fmt: skip
        self._store.add_run(stopped)

    def has_answers(self) -> bool:
        """Whether a model's answers of a dream that failed are kept, to go on after them."""
        return self._kept.has_answers()

    def runs(self) -> list[DreamRun]:
        """Every dream run here, newest first, also those that found nothing."""
        return self._store.runs()

    def proposals(self, state: ProposalState | None = ProposalState.PENDING) -> list[Proposal]:
        """Proposals in a state (None: all), newest first."""
        return self._store.proposals(state)

    def proposal(self, proposal_id: str | None = None) -> Proposal:
        """One proposal; without an id the newest that waits. Raises Problem when there is none."""
        return self._store.waiting() if proposal_id is None else self._store.get(proposal_id)

    def decide(
        self,
        proposal_id: str,
        n: int,
        accepted: bool,
        new: str | None = None,
        *,
        both: bool = False,
    ) -> Proposal:
        """Keep the person's word on change `n`, and their wording when `new` is given.

        `both`: of a question, the old bullet stays and the new one comes beside it.
        """
        with self._notebook.lock():  # or an older answer of another program would come last
            decided = deciding.decided(self._store.get(proposal_id), n, accepted, new, both=both)
            self._store.put(decided)
        return decided

    def decide_all(
        self, proposal_id: str, numbers: Collection[int], accepted: bool
    ) -> tuple[Proposal, Proposal]:
        """One word on many changes; the proposal before it and after it, to take it back by."""
        with self._notebook.lock():
            before = self._store.get(proposal_id)
            after = deciding.decided_all(before, numbers, accepted)
            self._store.put(after)
        return before, after

    def undecide(self, before: Proposal, after: Proposal) -> Proposal:
        """Take back what was said between the two; what was said since then stays."""
        with self._notebook.lock():
            again = deciding.as_before(self._store.get(after.id), before, after)
            self._store.put(again)
        return again

    def left(self, proposal: Proposal, why: Why) -> tuple[tuple[LeftLine, ...], int]:
        """What a dream left in the days, and how many more: see `dreams.left.lines_left`."""
        return lines_left(proposal, why, lambda path: self._notebook.read(path).text)

    def preview(self, proposal: Proposal) -> bytes:
        """What MEMORY.md would be with the accepted changes."""
        return applying.result_of(self._notebook.read(self.layout.memory), proposal)

    def apply(
        self,
        proposal_id: str | None = None,
        only: Collection[int] | None = None,
        both: Collection[int] = (),
        without: Collection[int] = (),
        learn: bool = True,
    ) -> applying.Applied:
        """Write what is accepted (or exactly `only`) of a proposal: see `dreams.apply.apply`."""
        asked = (self.proposal(proposal_id), self._clock.now(), only, both, without, learn)
        with self._own() as paths:
            applied = applying.apply(self._notebook, self._store, *asked)
            paths += applied.paths
        return applied

    def discard(self, proposal_id: str | None = None, learn: bool = True) -> Proposal:
        """Set a proposal aside; MEMORY.md stays."""
        asked = (self.proposal(proposal_id), self._clock.now(), learn)
        with self._own() as paths:
            proposal = applying.discard(self._notebook, self._store, *asked)
            paths += [proposal.diary] if proposal.diary else []
        return proposal

    def undo(self, proposal_id: str | None = None) -> applying.Undone:
        """Take back a dream, without an id the newest applied one that is not undone yet."""
        store = self._store
        proposal = store.to_undo() if proposal_id is None else store.get(proposal_id)
        with self._own() as paths:
            undone = applying.undo(self._notebook, self._store, proposal, self._clock.now())
            paths += undone.restored
        return undone

    def learned(self) -> Learned:
        """What reviews have taught about who keeps this notebook."""
        return learned(self._store.owner())

    def forget_learned(self) -> Learned:
        """Let go of it; what it was."""
        was = self.learned()
        self._store.forget_owner()
        return was

    # -- search and the index ---------------------------------------------------------------

    def search(
        self,
        text: str,
        *,
        mode: Literal["auto", "typing", "question"] = "auto",
        limit: int = 10,
        kinds: Sequence[str] = (),
        since: date | None = None,
        until: date | None = None,
        by: Literal["line", "file"] = "line",
        arms: Arms = "both",
        path: str = "",
        explain: bool = False,
    ) -> Results:
        """Hits for a query, best first; a text that says nothing finds nothing.

        What narrows it is told at `Query`. `arms`: by words, by meaning or both; where the meaning
        is not known, by words alone.
        """
        some = tuple(kinds)
        query = Query(text, mode, limit, some, since, until, by, path, explain)
        return self.meaning.search(query, arms)

    def found(self, places: Iterable[tuple[str, int, int]]) -> None:
        """Note that somebody wanted these lines (path, first, last): what is found in MEMORY.md
        stays there when it grows too long."""
        wanted = [(first, last) for path, first, last in places if path == self.layout.memory]
        with suppress(Problem):  # a full disk hinders no search
            texts = [
                bullet.text
                for bullet in (self.bullets().bullets if wanted else ())
                if any(bullet.line <= last and first <= bullet.end_line for first, last in wanted)
            ]
            self._finds.note(texts, self.today())

    def similar(self, path: str, line: int, query: Query, arms: Arms = "both") -> Results:
        """Lines like the one on `line` of a file, by these arms; `query` narrows and limits."""
        return self.meaning.similar(path, line, query, arms)

    def clear_index(self) -> None:
        """See `Opened.clear_index`; of the vectors, too."""
        super().clear_index()
        self.meaning.clear()

    def places(self) -> frozenset[str]:
        """Where a search can look: what the index has any of, as `Query.kinds` names it."""
        return self._index.places()

    def status(self, engine: Engine = USUAL) -> Status:
        """Counts and states, read now; `engine` is the one of the person's settings."""
        meaning = self.meaning.status()
        return status_of(self._notebook, self._store, self._index, self._fresh, engine, meaning)

    def close(self) -> None:
        """See `Opened.close`."""
        self.meaning.close()
        super().close()
