"""The rows of the dreams' list: what waits, what was dreamt, what found nothing. Knows no Qt view.

One look at the notebook's proposals, diaries and runs, made into rows, newest first; and what
came of a dream, in words.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from enum import StrEnum

from desktop_app import dates
from desktop_app.dreams.apply import Applied, Undone
from desktop_app.dreams.decisions import Needs, needs_of
from desktop_app.dreams.proposal import Proposal, ProposalState, RunOutcome
from desktop_app.dreams.question import DreamAnswer
from desktop_app.dreams.runs import DreamRun
from desktop_app.memory import Memory
from desktop_app.notebook.diaries import DiaryEntry
from desktop_app.ui.review.change_words import changes, title_of
from desktop_app.words import filled, listed, quoted, remarked, together, tr

_FEW = 3  # lines that are named


class RowKind(StrEnum):
    """What a row stands for: a proposal, an entry of a diary, or a run that proposed nothing."""

    WAITING = "waiting"
    WRITTEN = "written"
    NOTHING = "nothing"
    FAILED = "failed"


@dataclass(frozen=True)
class DreamRow:
    """One row. `thing` is what it stands for; `undoable` is the id of a dream to take back, `needs`
    what there is to do of what waits."""

    kind: RowKind
    title: str
    detail: str
    at: tuple[date, str]
    thing: Proposal | DiaryEntry | DreamRun | None
    undoable: str = ""
    needs: Needs = field(default_factory=Needs)

    @property
    def id(self) -> str:
        """Of a proposal or a run; "" for what stands in a diary."""
        return self.thing.id if isinstance(self.thing, Proposal | DreamRun) else ""

    @property
    def path(self) -> str:
        """Of the diary that tells of it; "" for what stands in none."""
        return self.thing.path if isinstance(self.thing, DiaryEntry) else ""

    @property
    def line(self) -> int:
        return self.thing.line if isinstance(self.thing, DiaryEntry) else 1

    @property
    def key(self) -> tuple[object, ...]:
        return self.kind, self.at, self.title


Pick = Callable[[Sequence[DreamRow]], DreamRow | None]
"""Which of all rows is wanted."""


def dreams_of(memory: Memory, leaving: str = "") -> tuple[list[DreamRow], Needs]:
    """All rows, and what all that waits needs. Blocks: run it in a thread.

    `leaving` is the id of a proposal that is about to be discarded, and no longer shown.
    """
    proposals, runs, now = memory.dreams.proposals(None), memory.dreams.runs(), memory.now()
    pending = [one for one in proposals if one.state == ProposalState.PENDING and one.id != leaving]
    known = {
        (proposal.diary, f"{proposal.told_at:%H:%M}", proposal.title): proposal
        for proposal in sorted(proposals, key=lambda one: (_to_be_undone(one), one.told_at))
        if proposal.state in (ProposalState.APPLIED, ProposalState.DISCARDED)
    }
    waiting = memory.inbox.waiting(leaving)
    needs = memory.needs(waiting)
    waits = {one.id: needs_of([one]) for one in waiting}
    rows = [
        DreamRow(RowKind.WAITING, one.title, _in_one(one.prose), _at(one.made), one,
            needs=waits.get(one.id, Needs()))
        for one in pending
    ]  # fmt: skip
    questions = needs.decision - sum(row.needs.decision for row in rows)
    if rows:  # the newest stands for the questions, too: they are in its list
        rows[0] = replace(rows[0], needs=rows[0].needs + Needs(questions))
    elif questions:
        today = (now.date(), "")
        rows = [DreamRow(RowKind.WAITING, "", "", today, None, needs=needs)]
    rest = [*_idle(runs)]
    for entry in memory.dreams.diaries():
        kept = known.get((entry.path, entry.time, entry.title))
        undoable = kept.id if kept and _to_be_undone(kept) and not entry.undone else ""
        prose, at = _in_one(entry.prose), (entry.date, entry.time)
        rest.append(DreamRow(RowKind.WRITTEN, entry.title, prose, at, entry, undoable))
    return [*rows, *sorted(rest, key=lambda row: row.at, reverse=True)], needs


def row_of(rows: Iterable[DreamRow], number: str) -> DreamRow | None:
    """The row of the proposal or run with this id, or the diary of one that can be undone."""
    return next((row for row in rows if number in (row.id, row.undoable)), None)


def row_at(rows: Iterable[DreamRow], path: str, line: int) -> DreamRow | None:
    """What a line of a diary belongs to, the first entry for lines before it."""
    there = [row for row in rows if row.path == path]
    before = [row for row in there if row.line <= line]
    if before:
        return max(before, key=lambda row: row.line)
    return min(there, key=lambda row: row.line, default=None)


def first_waiting(rows: Iterable[DreamRow]) -> DreamRow | None:
    return next((row for row in rows if row.kind == RowKind.WAITING), None)


def first_unseen(seen: str, rows: Iterable[DreamRow]) -> DreamRow | None:
    """A proposal that was not looked at yet, perhaps of a dream by itself."""
    row = first_waiting(rows)
    return row if row is not None and row.id not in ("", seen) else None


def newest_of(row: DreamRow) -> date | None:
    """The day of the newest notes, of a dream whose days had none."""
    newest = row.thing.newest if isinstance(row.thing, DreamRun) else ""
    return date.fromisoformat(newest) if newest else None


def _in_one(prose: str) -> str:
    return together(*(" ".join(part.split()) for part in prose.split("\n\n")))


def _to_be_undone(proposal: Proposal) -> bool:
    return proposal.state == ProposalState.APPLIED and not proposal.undone


def _at(made: datetime) -> tuple[date, str]:
    return made.date(), f"{made:%H:%M}"


def _idle(runs: Iterable[DreamRun]) -> Iterator[DreamRow]:
    """The rows of runs without a proposal; of those that ended alike on a day only the latest."""
    seen: set[tuple[date, str]] = set()
    for run in runs:
        key = (run.made.date(), run.outcome)
        if run.outcome == RunOutcome.DONE or key in seen:
            continue
        seen.add(key)
        kind = RowKind.NOTHING if run.outcome == RunOutcome.NOTHING else RowKind.FAILED
        reason = together(run.reason, run.hint)
        yield DreamRow(kind, "", reason, _at(run.made), run)


def lines_left_out(answer: "DreamAnswer") -> str:
    """The first lines of a chat's answer of which nothing is proposed, and why; "" for none."""
    lines = [remarked(quoted(text), why) for text, why in answer.left_out.items()]
    more = [tr("and %1 more", len(lines) - _FEW)] if len(lines) > _FEW else []
    return listed([*lines[:_FEW], *more])


def until_in_words(day: date | None, today: date) -> str:
    """Dream up to 14 March 2026; Dream again."""
    if day is None:
        return tr("Dream again")
    return tr("Dream up to %1", dates.plain(day, today))


def unwritten_words(applied: Applied) -> str:
    names = listed(quoted(title_of(change)) for change in applied.unwritten)
    words = tr("%1 left out, since MEMORY.md was edited after the dream: %2.")
    return filled(words, changes(len(applied.unwritten)), names)


def undone_words(undone: Undone) -> str:
    count = len(undone.conflicts)
    words = tr("The dream is undone. %1 places were edited since and stay as they are now.")
    if not count:
        words = tr("The dream is undone; what you changed later stays.")
    elif count == 1:
        words = tr("The dream is undone. One place was edited since and stays as it is now.")
    again = tr("Its changes wait for you again.") if undone.waits else ""
    return together(filled(words, count), again)
