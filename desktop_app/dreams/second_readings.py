"""The second reading of a proposal that waits: its open lines are asked about, and what a mind says
of them counts. The mind may be a model, an agent or a chat.

Open is what is new or in words of a mind's own, and nobody has decided on or read again. Of a
question only hashes are kept. What a person has decided stays.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from desktop_app.dreams.consolidator.answer import Fault
from desktop_app.dreams.consolidator.prompt import a_fence
from desktop_app.dreams.consolidator.second_reading import (
    ReadingQuestion,
    ReadLine,
    hear,
    questions,
)
from desktop_app.dreams.decisions import acceptable, unread
from desktop_app.dreams.dream import Outcome
from desktop_app.dreams.evidence import judgements
from desktop_app.dreams.forgetting import not_shown
from desktop_app.dreams.guard import weighed
from desktop_app.dreams.material import LONGEST, Material, Mind
from desktop_app.dreams.origin import not_by_itself
from desktop_app.dreams.proof import SecondReading
from desktop_app.dreams.proposal import (
    AGENT,
    Change,
    Proposal,
    ProposalState,
    RunOutcome,
    Support,
)
from desktop_app.dreams.question import DreamAnswer
from desktop_app.dreams.question_store import AskedReading, DreamQuestions, KeptReading
from desktop_app.dreams.stale import as_days_stand, as_seen
from desktop_app.dreams.store import DreamStore
from desktop_app.dreams.window import gathered
from desktop_app.errors import Problem
from desktop_app.notebook.lines import UNLIMITED, Limits
from desktop_app.notebook.notebook import Notebook
from desktop_app.words import counted, together, tr


@dataclass(frozen=True)
class OpenLines:
    """The open lines of a proposal, by the numbers of its changes, and what they rest on."""

    proposal: Proposal
    lines: Mapping[int, ReadLine]
    material: Material

    @property
    def unproved(self) -> int:
        """How many of them a yes would prove."""
        changes = (one for one in self.proposal.changes if one.n in self.lines)
        return sum(one.verdict != Support.SUPPORTED for one in changes)


def open_lines(
    notebook: Notebook, store: DreamStore, mind: Mind, limits: Limits = UNLIMITED
) -> OpenLines:
    """What this mind may read again: an agent what it has proposed itself, others all that waits.
    Raises Missing where nothing waits.
    """
    proposal = as_days_stand(notebook, store.waiting())
    seen = {one.n for one in as_seen(notebook, proposal).changes}
    some = [one for one in unread(proposal) if one.n in seen and _may_read(mind, one, proposal)]
    material = _material(notebook, store, proposal, some, limits)
    lines = {one.n: line for one, line in _judged(some, material, {}) if one.unread}
    return OpenLines(proposal, lines, material)


def ask(
    notebook: Notebook,
    store: DreamStore,
    mind: Mind,
    now: datetime,
    *,
    after: int = 0,
    limits: Limits = UNLIMITED,
) -> AskedReading | None:
    """The question about the first open lines `after` a change; None where there is none."""
    found = open_lines(notebook, store, mind, limits)
    lines = {n: line for n, line in found.lines.items() if n > after}
    material = found.material
    fits = lambda question: len(_text(question)) <= LONGEST[mind.name]
    asked = list(lines.values()), material.language, a_fence(), material.today, fits
    question = next(questions(*asked), None)
    if question is None:
        return None
    DreamQuestions(notebook.database).keep_reading(KeptReading(question.id, question.asked), now)
    unproved = replace(found, lines=lines).unproved
    return AskedReading(question.id, (_text(question),), len(lines), unproved)


def is_answer(notebook: Notebook, text: str) -> bool:
    """Whether a text answers a second reading that was asked."""
    return _answered(notebook, text) is not None


def read_again(
    notebook: Notebook,
    store: DreamStore,
    mind: Mind,
    text: str,
    now: datetime,
    *,
    limits: Limits = UNLIMITED,
) -> DreamAnswer:
    """What an answer to a second reading comes to, with the question about the next lines; without
    a `text` it is only asked. Raises Problem where there is nothing to ask, for an answer to no
    question, and for one that is not in the agreed form.
    """
    waiting = store.waiting()
    answered = DreamAnswer((), Outcome(RunOutcome.DONE, waiting.id, proposal=waiting), (), {})
    if text:
        asked = _answered(notebook, text)
        if asked is None:
            raise Problem(
                tr("This is no answer to the second reading of these lines."),
                tr("It begins with the line “reading” that the question asks for."),
            )
        said = hear(asked.lines, text.rpartition(" ===")[2])  # the question may stand above
        if isinstance(said, Fault):
            raise Problem(
                tr("The answer to the second reading is not in the agreed form."),
                tr("Send one row for each of its lines: the number, and yes, no or leave."),
            )
        words = {key: one.says for key, one in said.items()}
        DreamQuestions(notebook.database).keep_reading(replace(asked, said=words), now)
        keys = {key for key, _ in asked.lines}
        answered = take(notebook, store, mind, said, keys, now, limits=limits)
    last = max((one.n for one in answered.changes), default=0)
    second = ask(notebook, store, mind, now, after=last, limits=limits)
    if second is None and not text:
        raise Problem(
            tr("Nothing that waits can be read again."),
            tr("It is proved or decided, or its lines have changed since."),
        )
    return replace(answered, second=second)


def said_before(notebook: Notebook) -> dict[str, SecondReading]:
    """What was said of lines in earlier second readings, the newest last."""
    kept = reversed(DreamQuestions(notebook.database).readings())
    return {key: SecondReading(says) for one in kept for key, says in one.said.items()}


def take(
    notebook: Notebook,
    store: DreamStore,
    mind: Mind,
    said: Mapping[str, SecondReading],
    asked: Collection[str],
    now: datetime,
    *,
    limits: Limits = UNLIMITED,
) -> DreamAnswer:
    """Keep what was `said` of the lines with the keys `asked`: a yes proves, and accepts beforehand
    what nothing else speaks against; a no lets a line wait.
    """
    with notebook.lock():  # what a person says meanwhile comes before or after it
        found = open_lines(notebook, store, mind, limits)
        proposal, material = found.proposal, found.material
        some = [one for one in proposal.changes if one.n in found.lines]
        some = [one for one in some if found.lines[one.n].key in asked]
        judged = iter([change for change, _ in _judged(some, material, said)])
        if mind.name in LONGEST:  # else it writes no note
            judged = not_by_itself(notebook, judged, mind)
        read = {one.n: one for one in judged}
        rest = [one for one in proposal.changes if one.n not in read]
        waiting = [replace(one, accepted=False) for one in read.values() if one.accepted]
        ticked = {one.n for one in acceptable(waiting, rest)}
        changes = (
            replace(read[one.n], accepted=one.n in ticked) if one.n in read else one
            for one in proposal.changes
        )
        after = replace(proposal, changes=tuple(changes))
        applied = store.proposals(ProposalState.APPLIED)
        after = weighed(after, material.memory, limits, applied, now)
        store.put(after)
    now_read = tuple(one for one in after.changes if one.n in read)
    outcome = Outcome(RunOutcome.DONE, after.id, _told(now_read), after)
    return DreamAnswer(now_read, outcome, (), {})


def _told(read: Sequence[Change]) -> str:
    """What came of a second reading: 2 of 3 lines are accepted."""
    told = counted(
        "Read again: {accepted} of {count} line is accepted.",
        "Read again: {accepted} of {count} lines are accepted.",
        len(read),
        accepted=sum(one.accepted for one in read),
    )
    left = sum(one.unread for one in read)
    uncounted = counted(
        "{count} line stays as it was: the answer left it out, or agreed to one made wrong.",
        "{count} lines stay as they were: the answer left them out, or agreed to one made wrong.",
        left,
    )
    return together(told, uncounted if left else "")


def _text(question: ReadingQuestion) -> str:
    return "\n\n".join(one.content for one in question.messages())


def _answered(notebook: Notebook, text: str) -> KeptReading | None:
    every = DreamQuestions(notebook.database).readings()
    return next((one for one in every if one.id in text), None)


def _may_read(mind: Mind, change: Change, proposal: Proposal) -> bool:
    own = bool(change.question) and (change.by or proposal.by) == mind.model
    return own or mind.name != AGENT


def _material(
    notebook: Notebook,
    store: DreamStore,
    proposal: Proposal,
    changes: Sequence[Change],
    limits: Limits,
) -> Material:
    """Memory, and the days on which these changes rest, as they are now."""
    paths = {source.path for change in changes for source in change.sources}
    days = sorted(filter(None, map(notebook.layout.date_of, paths)))
    until = days[-1] if days else proposal.made.date()
    span = (until - days[0]).days + 1 if days else 1
    made = proposal.made.date()
    material, _ = gathered(notebook, store, span, made, False, until, limits)
    return not_shown(notebook.tombstones, material)


def _judged(
    changes: Sequence[Change], material: Material, said: Mapping[str, SecondReading]
) -> list[tuple[Change, ReadLine]]:
    """The changes proved anew, as their mind proposed them, with what was said of them."""
    anew = [replace(one, accepted=True, verdict=Support.SUPPORTED, doubts=()) for one in changes]
    return list(judgements(anew, material, material.today, said))
