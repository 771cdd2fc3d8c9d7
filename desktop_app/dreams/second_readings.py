"""The second reading of a proposal that waits: its open lines are asked about, and what a mind says
of them counts. The mind may be a model, an agent or a chat.

Open is what is new or in words of a mind's own, and nobody has decided on or read again. Of a
question only hashes are kept. What a person has decided stays.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

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
from desktop_app.dreams.material import LONGEST, Material
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
from desktop_app.dreams.question import AskedMind, DreamAnswer
from desktop_app.dreams.question_store import AskedReading, KeptReading
from desktop_app.dreams.stale import as_days_stand
from desktop_app.dreams.window import gathered
from desktop_app.errors import Problem
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


def open_lines(asked: AskedMind) -> OpenLines:
    """What this mind may read again: an agent what it has proposed itself, others all that waits.
    Raises Missing where nothing waits.
    """
    notebook, mind = asked.notebook, asked.mind
    proposal = as_days_stand(notebook, asked.store.waiting())

    def may_read(change: Change) -> bool:
        own = bool(change.question) and (change.by or proposal.by) == mind.model
        return own or mind.name != AGENT

    some = list(filter(may_read, unread(proposal)))
    # Memory, and the days on which these changes rest, as they are now.
    paths = {source.path for change in some for source in change.sources}
    days = sorted(filter(None, map(notebook.layout.date_of, paths)))
    made = proposal.made.date()
    until = days[-1] if days else made
    span = (until - days[0]).days + 1 if days else 1
    material, _ = gathered(notebook, asked.store, span, made, False, until, asked.limits)
    material = not_shown(notebook.tombstones, material)
    lines = {one.n: line for one, line in _judged(some, material, {}) if one.unread}
    return OpenLines(proposal, lines, material)


def ask(asked: AskedMind, after: int = 0) -> AskedReading | None:
    """The question about the first open lines `after` a change; None where there is none."""
    found = open_lines(asked)
    found = replace(found, lines={n: line for n, line in found.lines.items() if n > after})
    lines, material = list(found.lines.values()), found.material
    fits = lambda question: len(_text(question)) <= LONGEST[asked.mind.name]
    every = questions(lines, material.language, a_fence(), material.today, fits)
    for question in every:
        asked.questions.keep_reading(KeptReading(question.id, question.asked), asked.now)
        return AskedReading(question.id, (_text(question),), len(lines), found.unproved)
    return None


def answered(asked: AskedMind, text: str) -> KeptReading | None:
    """The second reading that a text answers; None for none."""
    return next((one for one in asked.questions.readings() if one.id in text), None)


def read_again(asked: AskedMind, text: str = "") -> DreamAnswer:
    """What an answer to a second reading comes to, with the question about the next lines; without
    a `text` it is only asked. Raises Problem where there is nothing to ask, for an answer to no
    question, and for one that is not in the agreed form.
    """
    waiting = asked.store.waiting()
    answer = DreamAnswer((), Outcome(RunOutcome.DONE, waiting.id, proposal=waiting), (), {})
    if text:
        reading = answered(asked, text)
        if reading is None:
            raise Problem(
                tr("This is no answer to the second reading of these lines."),
                tr("It begins with the line “reading” that the question asks for."),
            )
        said = hear(reading.lines, text.rpartition(" ===")[2])  # the question may stand above
        if isinstance(said, Fault):
            raise Problem(
                tr("The answer to the second reading is not in the agreed form."),
                tr("Send one row for each of its lines: the number, and yes, no or leave."),
            )
        words = {key: one.says for key, one in said.items()}
        asked.questions.keep_reading(replace(reading, said=words), asked.now)
        answer = take(asked, said, {key for key, _ in reading.lines})
    second = ask(asked, after=max((one.n for one in answer.changes), default=0))
    if second is None and not text:
        raise Problem(
            tr("Nothing that waits can be read again."),
            tr("It is proved or decided, or its lines have changed since."),
        )
    return replace(answer, second=second)


def said_before(asked: AskedMind) -> dict[str, SecondReading]:
    """What was said of lines in earlier second readings, the newest last."""
    kept = reversed(asked.questions.readings())
    return {key: SecondReading(says) for one in kept for key, says in one.said.items()}


def take(asked: AskedMind, said: Mapping[str, SecondReading], keys: Collection[str]) -> DreamAnswer:
    """Keep what was `said` of the lines with these `keys`: a yes proves, and accepts beforehand
    what nothing else speaks against; a no lets a line wait.
    """
    notebook, store = asked.notebook, asked.store
    with notebook.lock():  # what a person says meanwhile comes before or after it
        found = open_lines(asked)
        proposal, lines = found.proposal, found.lines
        some = [one for one in proposal.changes if one.n in lines and lines[one.n].key in keys]
        judged = iter([change for change, _ in _judged(some, found.material, said)])
        if asked.mind.name in LONGEST:  # else it writes no note
            judged = not_by_itself(notebook, judged, asked.mind)
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
        after = weighed(after, found.material.memory, asked.limits, applied, asked.now)
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


def _judged(
    changes: Sequence[Change], material: Material, said: Mapping[str, SecondReading]
) -> list[tuple[Change, ReadLine]]:
    """The changes proved anew, as their mind proposed them, with what was said of them."""
    anew = [replace(one, accepted=True, verdict=Support.SUPPORTED, doubts=()) for one in changes]
    return list(judgements(anew, material, material.today, said))
