"""Where dreams are remembered: runs, proposals and what was rejected. Knows history.db, not files.

A proposal is pending, then applied, discarded, or superseded by a newer one.
"""

import dataclasses
import json
import sqlite3
from collections.abc import Iterable
from datetime import date, datetime
from typing import Any

from desktop_app.database import Database
from desktop_app.dreams.proposal import (
    Change,
    ChangeKind,
    Proposal,
    ProposalState,
    RunOutcome,
    change_key,
    decoded,
    encoded,
    wording,
)
from desktop_app.dreams.runs import RUN_COLUMNS, TABLES, DreamRun, put_row, run_of
from desktop_app.errors import Missing
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.words import tr

DayHashes = dict[str, str]
"""ISO day -> sha256 of its text: what a dream has read."""

Ends = dict[str, tuple[str, str]]
"""Path -> sha256 of its bytes before and after a dream was applied."""

_UNDONE = 20  # dreams in a row that somebody may have taken back
_REFUSED = 20  # lines that a mind is told of
_READ = "(window <> '' or length(again) > 2)"  # dreams that read days, or what waited of one
_RECENT = 400  # runs that may have left a day unanswered which is still within reach


class DreamStore:
    """Dreams of one notebook, in its history database.

    Every method raises Problem when the disk below the database refuses.
    """

    def __init__(self, database: Database) -> None:
        self._kept = KeptTables(database, TABLES)
        self._kept.make()

    def _rows(
        self, where: str = "true", *args: Any, limit: int = -1, columns: str = "*"
    ) -> list[sqlite3.Row]:
        """The newest first; a `limit` of -1 is none."""
        with self._kept.reading() as db:
            cursor = db.cursor()
            cursor.row_factory = sqlite3.Row
            return cursor.execute(
                f"select {columns} from dreams where {where} order by rowid desc limit ?",
                [*args, limit],
            ).fetchall()

    def free_id(self, now: datetime) -> str:
        """An id made of the time, unlike all earlier ones: `20261121-030012`."""
        stem = now.strftime("%Y%m%d-%H%M%S")
        taken = {row["id"] for row in self._rows("id like ?", f"{stem}%")}
        names = (stem, *(f"{stem}-{n}" for n in range(2, len(taken) + 2)))
        return next(name for name in names if name not in taken)

    def add(
        self,
        proposal: Proposal,
        window: DayHashes,
        until: str = "",
    ) -> None:
        """Keep a new pending proposal and what its days said; older pending ones give way.

        `until` is the ISO day that the window ended with, where that was asked for.

        What it takes over from them is for the caller to say: see `carry_over`. What a person
        rejected in them and it does not have is remembered as rejected.
        """
        keys = set(map(change_key, proposal.changes))
        with self._kept.writing() as db:
            for older in self.proposals(ProposalState.PENDING):
                forgotten = [one for one in _refused(older) if change_key(one) not in keys]
                self._remember_rejected(db, forgotten, proposal.made)
                self._put(db, dataclasses.replace(older, state=ProposalState.SUPERSEDED))
            self._put(db, proposal, window, until)

    def add_run(self, run: DreamRun, window: DayHashes | None = None) -> None:
        """Keep a dream that left no proposal. `window` only when it ended well."""
        with self._kept.writing() as db:
            put_row(db, run, window)

    def find(self, proposal_id: str) -> Proposal | None:
        """A proposal by its id; None when there is none."""
        rows = self._rows("id = ? and body <> ''", proposal_id)
        return decoded(rows[0]["body"]) if rows else None

    def get(self, proposal_id: str) -> Proposal:
        """A proposal by its id. Raises Problem when there is none."""
        proposal = self.find(proposal_id)
        if proposal is None:
            raise Missing(
                tr("There is no dream “{proposal_id}”.").format(proposal_id=proposal_id),
                tr("`nightstand proposals` lists those that wait."),
            )
        return proposal

    def proposals(self, state: ProposalState | None = None) -> list[Proposal]:
        """Proposals, newest first; with `state` only those in it."""
        rows = self._rows("body <> '' and state is ifnull(?, state)", state)
        return [decoded(row["body"]) for row in rows]

    def waiting(self) -> Proposal:
        """The newest proposal that waits. Raises Problem when there is none."""
        for proposal in self.proposals(ProposalState.PENDING):
            return proposal
        raise Missing(
            tr("No dream waits for you."), tr("Start one with Dream now, or `nightstand dream`.")
        )

    def to_undo(self) -> Proposal:
        """The newest applied one that is not undone yet. Raises Problem when there is none."""
        for proposal in self.proposals(ProposalState.APPLIED):
            if not proposal.undone:
                return proposal
        raise Missing(tr("There is no applied dream to undo."), tr("Nothing was changed."))

    def runs(self, limit: int = 400) -> list[DreamRun]:
        """Every dream, newest first, also those that found nothing or failed."""
        return list(map(run_of, self._rows(limit=limit, columns=RUN_COLUMNS)))

    def put(self, *proposals: Proposal) -> None:
        """Keep these proposals, all or none. No day counts as read by them."""
        with self._kept.writing() as db:
            for proposal in proposals:
                self._put(db, proposal)

    def keep_rest(self, waiting: Proposal, rest: Proposal, now: datetime) -> None:
        """Keep what is left of a proposal that waits: with no change it gives way, and where a
        person has refused all of them it is discarded."""
        if not rest.changes:
            self.put(dataclasses.replace(waiting, state=ProposalState.SUPERSEDED))
        elif all(one.decided and not one.accepted for one in rest.changes):
            self.settle(dataclasses.replace(rest, state=ProposalState.DISCARDED), now)
        elif rest != waiting:
            self.put(rest)

    def settle(
        self,
        proposal: Proposal,
        now: datetime,
        again: Iterable[str] = (),
        rest: Proposal | None = None,
    ) -> None:
        """Keep a proposal that was applied or discarded, and what the person rejected in it; and
        the `rest` of it that waits on, of which no days count as read anew.

        `again` are ISO days that have more to say: the next dream reads them once more. What read
        no days cannot come again by them: to discard it is to reject all of it.
        """
        with self._kept.writing() as db:
            self._put(db, proposal)
            self._add_again(db, proposal.id, again)
            discarded = proposal.state == ProposalState.DISCARDED and not proposal.days_read
            self._remember_rejected(db, proposal.changes if discarded else _refused(proposal), now)
            if rest is not None:
                self._put(db, rest)

    def read_again(self, days: Iterable[date]) -> None:
        """The next dream reads these days once more, whatever the last one has done with."""
        again = [day.isoformat() for day in days]
        for row in self._rows(_READ, limit=1, columns="id") if again else ():
            with self._kept.writing() as db:
                self._add_again(db, row["id"], again)

    def again(self, proposal_id: str) -> frozenset[str]:
        """The ISO days of a dream that are to be read once more."""
        rows = self._rows("id = ?", proposal_id, columns="again")
        return frozenset(day for row in rows for day in _again(row))

    @staticmethod
    def _add_again(db: sqlite3.Connection, dream_id: str, days: Iterable[str]) -> None:
        (kept,) = db.execute("select again from dreams where id = ?", [dream_id]).fetchone()
        every = json.dumps(sorted({*json.loads(kept or "[]"), *days}))
        db.execute("update dreams set again = ? where id = ?", (every, dream_id))

    def set_ends(
        self,
        proposal_id: str,
        before: str,
        after: str,
        topics: Ends,
    ) -> None:
        """Keep the sha256 of MEMORY.md, and of each topic file, before and after a dream was
        applied."""
        with self._kept.writing() as db:
            db.execute(
                "update dreams set before = ?, after = ?, topics = ? where id = ?",
                (before, after, json.dumps(topics), proposal_id),
            )

    def ends(self, proposal_id: str, memory: str = "") -> Ends:
        """The sha256 of what a dream wrote before and after it was applied, "" for no file: of
        MEMORY.md at the path `memory`, and of each topic file that took bullets of it.
        """
        for row in self._rows("id = ?", proposal_id):
            topics = json.loads(row["topics"] or "{}")
            ends = {path: (before, after) for path, (before, after) in topics.items()}
            return {memory: (row["before"] or "", row["after"] or ""), **ends}
        return {memory: ("", "")}

    def needed(self) -> frozenset[str]:
        """The sha256 of every text that undoing a dream would need."""
        applied = [one.id for one in self.proposals(ProposalState.APPLIED) if not one.undone]
        ends = [end for one in applied for end in self.ends(one).values()]
        return frozenset(sha for both in ends for sha in both if sha)

    def rejected(self) -> frozenset[str]:
        """Keys of the changes a person rejected, also where the dream still waits; they are not
        proposed again."""
        waiting = self.proposals(ProposalState.PENDING)
        refused = (change for one in waiting for change in _refused(one))
        keys = {key for (key,) in self._kept.rows("select key from rejected")}
        return frozenset(keys.union(map(change_key, refused)))

    def refused(self) -> tuple[str, ...]:
        """The newest lines that a person said no to, as they were proposed."""
        texts = [
            wording(change) or "".join(change.old[:1])
            for proposal in self.proposals()[:_UNDONE]
            for change in _refused(proposal)
            if change.kind != ChangeKind.QUESTION
        ]
        return tuple(dict.fromkeys(texts))[:_REFUSED]

    def forget_rejected(self, keys: Iterable[str]) -> None:
        """Let these changes be proposed again."""
        with self._kept.writing() as db:
            db.executemany("delete from rejected where key = ?", ((key,) for key in keys))

    def settled_lines(self) -> frozenset[str]:
        """The hashes of the lines on which a change rests that was accepted and not taken back."""
        applied = (one for one in self.proposals(ProposalState.APPLIED) if not one.undone)
        accepted = (change for one in applied for change in one.changes if change.accepted)
        return frozenset(source.sha for one in accepted for source in one.sources if source.sha)

    def window(self, proposal_id: str) -> DayHashes:
        """The days that a proposal's dream has read or taken over: a sha256 for each."""
        rows = self._rows("id = ? and window <> ''", proposal_id)
        return _window(rows[0]) if rows else {}

    def texts_read(self, *, only_last: bool = False) -> DayHashes:
        """What each day said when a dream that ended well has last read it: a sha256 each, "" where
        it is to be read again.

        `only_last`: of the newest dream, and of those after it that were to end with an earlier
        day.
        """
        hashes: dict[str, str] = {}
        for row in self._rows(_READ, limit=_RECENT, columns="window,until,again"):
            hashes = _window(row) | dict.fromkeys(_again(row), "") | hashes
            if only_last and row["window"] and not row["until"]:
                break
        return hashes

    def last_dream(self, *, up_to_now: bool = False) -> datetime | None:
        """When the newest dream that ended well ran; `up_to_now`, of those that read up to their
        own day, not only up to an earlier one."""
        where = "window <> '' and until = ''" if up_to_now else "window <> ''"
        rows = self._rows(where, limit=1)
        return datetime.fromisoformat(rows[0]["made"]) if rows else None

    @staticmethod
    def _remember_rejected(
        db: sqlite3.Connection, changes: Iterable[Change], now: datetime
    ) -> None:
        db.executemany(
            "insert or replace into rejected (key, at) values (?, ?)",
            ((change_key(change), now.isoformat()) for change in changes),
        )

    @staticmethod
    def _put(
        db: sqlite3.Connection,
        proposal: Proposal,
        window: DayHashes | None = None,
        until: str = "",
    ) -> None:
        run = DreamRun(
            proposal.id, proposal.made, RunOutcome.DONE, "", proposal.engine,
            len(proposal.days_read), model=proposal.model or "", until=until,
        )  # fmt: skip
        put_row(db, run, window, encoded(proposal), proposal.state)


def _refused(proposal: Proposal) -> list[Change]:
    return [one for one in proposal.changes if one.decided and not one.accepted]


def _window(row: sqlite3.Row) -> DayHashes:
    return dict(json.loads(row["window"] or "{}"))


def _again(row: sqlite3.Row) -> set[str]:
    return set(json.loads(row["again"] or "[]"))
