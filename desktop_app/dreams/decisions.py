"""What a person says to a proposal, to one change or to many, and what is written unseen.

Specification: semantics, 'What is ticked', the column 'unattended'.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace

from desktop_app.dreams.proposal import (
    GOING,
    Change,
    ChangeKind,
    Proposal,
    ProposalState,
    Support,
    change_key,
    is_left,
    old_lines,
    wording,
)
from desktop_app.dreams.runs import STATES
from desktop_app.dreams.stale import is_stale
from desktop_app.errors import Problem
from desktop_app.language.gate import doubted, held, reason_of
from desktop_app.notebook.quarantine import QuarantinedLine, quotes_held
from desktop_app.notebook.source import Source
from desktop_app.words import counted, tr

IsOwn = Callable[[Source], bool]
"""Whether the person wrote this line."""

_NEVER = (ChangeKind.RETIRED, ChangeKind.SHORTENED, ChangeKind.QUESTION)


def acceptable(changes: Iterable[Change], every: Iterable[Change]) -> tuple[Change, ...]:
    """Those of `changes` that a yes to all of them means.

    Supported by the notes, worth keeping, not doubted by the gate and without a word yet; no two of
    a line of memory, nor one that an accepted change of `every` takes already. What would leave
    memory is meant only where nothing else is asked about.
    """
    changes = tuple(changes)
    mixed = len({change.kind for change in changes}) > 1
    lines_taken = old_lines(change for change in every if change.accepted)
    meant = []
    for change in changes:
        goes = change.kind in (*GOING, ChangeKind.SHORTENED) or bool(change.old and change.to)
        supported = change.verdict == Support.SUPPORTED and not is_left(change)
        if (
            not supported
            or not waits(change)
            or is_stale(change)
            or doubted(change.new or "")
            or (mixed and goes)
        ):
            continue
        if lines_taken.isdisjoint(change.old):
            meant.append(change)
            lines_taken.update(change.old)
    return tuple(meant)


def accepted_of(proposal: Proposal) -> frozenset[int]:
    """The numbers of its changes that are accepted."""
    return frozenset(change.n for change in proposal.changes if change.accepted)


def of_kinds(proposal: Proposal, kinds: Collection[str]) -> frozenset[int]:
    """The changes of these kinds that a yes to all of them means, and those accepted already."""
    accepted = {one.n for one in proposal.changes if one.accepted and one.kind in kinds}
    for kind in kinds:
        some = acceptable([c for c in proposal.changes if c.kind == kind], proposal.changes)
        accepted |= {change.n for change in some}
    return frozenset(accepted)


def open_questions(proposal: Proposal) -> list[int]:
    """The questions that nobody has answered."""
    questions = (one for one in proposal.changes if one.kind == ChangeKind.QUESTION)
    return [change.n for change in questions if waits(change)]


def resting_on(proposal: Proposal, held: Iterable[QuarantinedLine], *, refused: bool) -> Proposal:
    """The proposal with a no to each change that rests on a line in quarantine; without `refused`
    such a change waits."""
    held = tuple(held)

    def rests(change: Change) -> bool:
        pairs = ((one, source) for source in change.sources for one in held)
        return any(
            one.path == source.path and quotes_held([source.quote], [one]) for one, source in pairs
        )

    some = (one for one in proposal.changes if rests(one))
    return _with(proposal, {one.n: replace(one, accepted=False, decided=refused) for one in some})


def waits(change: Change) -> bool:
    """Whether nobody has said a word on it, and the engine did not take it beforehand."""
    return not change.decided and not change.accepted


def unread(proposal: Proposal) -> list[Change]:
    """What nobody has read again although that may count: no person has decided on it, or taken it
    back, and its lines are there."""
    open_ones = (one for one in proposal.changes if one.unread and not is_stale(one))
    return [one for one in open_ones if not (one.decided or one.undone)]


def unread_words(count: int) -> str:
    """2 lines were not read again; "" for none."""
    told = counted("{count} line was not read again.", "{count} lines were not read again.", count)
    return told if count else ""


def decided_all(proposal: Proposal, numbers: Collection[int], accepted: bool) -> Proposal:
    """The proposal with one word on many changes. What was decided before stays as it is, unless
    none of them waits any more: then the word is on all of them. A yes to many is none to what
    rests on a line that is gone."""
    must_wait(proposal)
    named = [one for one in proposal.changes if one.n in numbers]
    named = [one for one in named if not (accepted and is_stale(one))]
    undecided = [one for one in named if not one.decided]
    meant = undecided if any(map(waits, undecided)) else named
    return _with(proposal, {one.n: replace(one, accepted=accepted, decided=True) for one in meant})


def as_before(proposal: Proposal, before: Proposal, after: Proposal) -> Proposal:
    """The proposal with what was said between `before` and `after` taken back.

    What was said of a change since then stays.
    """
    must_wait(proposal)
    earlier, then = ({change.n: change for change in one.changes} for one in (before, after))
    answers = {
        one.n: earlier[one.n]
        for one in proposal.changes  # a line that moved meanwhile is no word
        if replace(one, sources=()) == replace(then[one.n], sources=())
    }
    return _with(proposal, answers)


def known(proposal: Proposal, numbers: Collection[int]) -> Collection[int]:
    """The numbers; each is one of a change. Raises Problem for an unknown one."""
    for number in numbers:
        _change(proposal, number)
    return numbers


def must_be_plain(proposal: Proposal, numbers: Collection[int]) -> None:
    """Raises Problem when the gate holds one of several changes, or a line of the days that it
    rests on is gone. Alone it may be taken."""
    for change in proposal.changes:
        named = change.n in numbers and not change.accepted and len(numbers) > 1
        why = held(change.new or "") if named else None
        if why or (named and is_stale(change)):
            told = reason_of(why) if why else tr("its day has changed since")
            raise Problem(
                tr("Decide change {n} by itself: {why}.").format(n=change.n, why=told),
                tr("Look at it, then: nightstand apply --only {n}").format(n=change.n),
            )


def open_count(proposal: Proposal) -> int:
    """How many of its changes nobody has decided on."""
    return sum(not change.decided for change in proposal.changes)


@dataclass(frozen=True)
class Needs:
    """How much needs a decision, and how many changes are accepted and not applied yet."""

    decision: int = 0
    apply: int = 0

    def __add__(self, more: "Needs") -> "Needs":
        return Needs(self.decision + more.decision, self.apply + more.apply)

    def __sub__(self, less: "Needs") -> "Needs":
        return Needs(self.decision - less.decision, self.apply - less.apply)

    @property
    def count(self) -> int:
        """The number that a badge shows."""
        return self.decision or self.apply

    @property
    def words(self) -> str:
        """5 need your decision; or, with nothing undecided, 3 changes are ready to apply."""
        if not self.count:
            return tr("Nothing needs your decision")
        if self.decision:
            return counted("1 needs your decision", "{count} need your decision", self.decision)
        return counted(
            "1 change is ready to apply", "{count} changes are ready to apply", self.apply
        )


def needs_of(proposals: Iterable[Proposal], questions: int = 0) -> Needs:
    """What these proposals need, and so many open questions."""
    every = [change for one in proposals for change in one.changes]
    undecided = sum(map(waits, every))
    return Needs(undecided + questions, sum(change.accepted for change in every))


def decided(
    proposal: Proposal, n: int, accepted: bool | None, new: str | None = None, *, both: bool = False
) -> Proposal:
    """The proposal with the person's word on change `n`, None to take it back; with `new`, in their
    own wording.

    `both` answers a question: the old bullet stays and the new one comes beside it. Raises Problem
    when it is not pending, has no such change, no such question, or the wording is empty.
    """
    must_wait(proposal)
    meant = _change(proposal, n)
    if both and meant.kind != ChangeKind.QUESTION:
        raise Problem(
            tr("Change {n} is no question.").format(n=n),
            tr("Only a question can keep both lines. Accept or reject it."),
        )
    if new is not None and not new.strip():
        raise Problem(tr("A line cannot be empty."), tr("Reject the change instead."))
    text = meant.new if new is None else new.strip()
    answered = replace(
        meant,
        accepted=bool(accepted),
        decided=accepted is not None,
        both=bool(accepted) and both,
        new=text,
        proposed=None if text == wording(meant) else wording(meant),
    )
    return _with(proposal, {n: answered})


def under(proposal: Proposal, numbers: Collection[int], heading: str) -> Proposal:
    """The proposal with these additions under another heading of memory, "" for its top."""
    must_wait(proposal)
    meant = [_change(proposal, number) for number in numbers]
    return _with(proposal, {change.n: replace(change, heading=heading) for change in meant})


def waits_at(
    proposal: Proposal, numbers: Collection[int], waiting: Iterable[Proposal]
) -> tuple[Proposal, Collection[int]]:
    """Where these of its changes are to be decided: of the `waiting` proposals in that which took
    its place, as far as that has them."""
    if proposal.state == ProposalState.SUPERSEDED:
        keys = {change_key(_change(proposal, n)) for n in numbers}
        for newer in waiting:
            if there := [one.n for one in newer.changes if change_key(one) in keys]:
                return newer, there
    return proposal, numbers


def must_wait(proposal: Proposal) -> None:
    """Raises Problem when the proposal is settled."""
    if proposal.state == ProposalState.SUPERSEDED:
        raise Problem(
            tr("A newer dream took the place of this one, with what you had not decided."),
            tr("It waits in Dreams; `nightstand proposals` lists it."),
        )
    if proposal.state != ProposalState.PENDING:
        raise Problem(
            tr("This dream no longer waits: {state}.").format(state=STATES[proposal.state]),
            tr("`nightstand proposals` lists what waits."),
        )


def _change(proposal: Proposal, n: int) -> Change:
    for change in proposal.changes:
        if change.n == n:
            return change
    raise Problem(
        tr("This dream has no change {n}.").format(n=n),
        tr("`nightstand proposals` lists what waits."),
    )


def _with(proposal: Proposal, answers: dict[int, Change]) -> Proposal:
    every = (answers.get(change.n, change) for change in proposal.changes)
    return replace(proposal, changes=tuple(every))


def writable(
    proposal: Proposal, is_own: IsOwn, *, agents: bool = False, verbatim: bool = False
) -> frozenset[int]:
    """The numbers of the changes that are written when nobody looks.

    What is ticked and rests on the owner's notes, and the second of two equal lines; `agents`: also
    what rests on notes of agents, since the person has allowed it for this folder. `verbatim`: also
    what no source supports, as the specification has it. Never a question, what is retired or
    shortened or goes to another file, what the gate doubts, what an agent or a chat proposed, or
    what a person has said a word on.
    """

    def is_meant(change: Change) -> bool:
        person = change.decided or change.undone or change.question
        if change.kind in _NEVER or change.to or person or doubted(change.new or ""):
            return False
        if change.verdict == Support.SUPPORTED:
            return change.accepted
        return verbatim and change.new is not None and not is_left(change)

    def rests_on_own(change: Change) -> bool:
        own = bool(change.sources) and all(map(is_own, change.sources))
        return agents or own or change.kind == ChangeKind.REMOVED

    return frozenset(one.n for one in proposal.changes if is_meant(one) and rests_on_own(one))
