"""A dream handed to a mind that the program cannot ask itself: an agent, or any chat.

The mind gets the question in parts, thinks as long as it likes, and answers in another process
perhaps. Of what it was shown only marks and hashes are kept. Its answer becomes a proposal like any
other: proved line by line, and waiting for the person.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from desktop_app.dreams.carry_over import withdrawn
from desktop_app.dreams.consolidator.answer import Fault, Parsed, sentence
from desktop_app.dreams.consolidator.prompt import a_fence
from desktop_app.dreams.dream import LONGEST_LOOKBACK, BegunDream, Outcome, begin
from desktop_app.dreams.material import LONGEST, Material, Mind
from desktop_app.dreams.origin import not_by_itself
from desktop_app.dreams.proposal import (
    AGENT,
    Change,
    Proposal,
    ProposalState,
    RunOutcome,
    Support,
    Why,
)
from desktop_app.dreams.question_store import AskedReading, DreamQuestion, DreamQuestions
from desktop_app.dreams.store import DreamStore
from desktop_app.dreams.window import nothing_written
from desktop_app.errors import Problem, WrongUse
from desktop_app.notebook.lines import Limits
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.remarks import advice
from desktop_app.words import as_sentence, counted, together, tr

if TYPE_CHECKING:
    from desktop_app.dreams.consolidator.consolidation import Consolidation

_TOLD = tr("It waits for the person. Mend what is not proved and propose again, or leave it.")
_SECOND = tr(
    "Answer second_reading, too, alone and with the same id: that proves lines in other words, and "
    "says which are not worth keeping."
)
_FORGOTTEN = tr("it says what a person had forgotten")


@dataclass(frozen=True)
class DreamAnswer:
    """What became of an answer: its changes as they are proved, and how the dream ended.

    `unknown` are marks of the answer that name nothing, or nothing any more; `left_out` are lines
    of which nothing is proposed, and why. `second` is the question of a second reading, None where
    nothing is left to be read again.
    """

    changes: tuple[Change, ...]
    outcome: Outcome
    unknown: tuple[str, ...]
    left_out: Mapping[str, str]
    second: AskedReading | None = None

    @property
    def proposal(self) -> Proposal | None:
        """The proposal that waits; None where nothing is to be changed."""
        return self.outcome.proposal


@dataclass(frozen=True)
class AskedMind:
    """A mind outside this program that is asked over a notebook now; `limits` are memory's."""

    notebook: Notebook
    store: DreamStore
    mind: Mind
    now: datetime
    limits: Limits

    @property
    def questions(self) -> DreamQuestions:
        """What was asked before."""
        return DreamQuestions(self.notebook.database)

    def ask(self, lookback_days: int | None = None, until: date | None = None) -> DreamQuestion:
        """The question of a dream over these days, in parts that fit what the mind is given at
        once.

        Which days these are is as in `deep_dream`. Raises Problem where they have no notes, or none
        that may be shown.
        """
        begun = self._begun(lookback_days, until)
        material, window = begun.read(self.limits)
        if not material.dates:
            newest, reason = nothing_written(self.notebook, self.now.date(), material)
            elsewhere = _days_with_notes(self.mind, newest, self.now.date()) if newest else ""
            conflict = any(one.why == Why.CONFLICT for one in material.torn)
            raise Problem(reason, advice() if conflict else elsewhere)
        fence, first = a_fence(), material.window[0]
        consolidation = _consolidation(material, fence=fence)
        question = DreamQuestion(
            fence.strip("= "), self.now, self.mind, material.dates,
            _texts(consolidation, self.mind), len(material.window), first,
            consolidation.shown.hashes, window,
        )  # fmt: skip
        self.questions.keep(question)
        return question

    def again(self, question_id: str) -> DreamQuestion:
        """A question once more, with the parts that it has by what still stands. Raises Missing
        where there is none.
        """
        question = self.questions.get(self.mind, question_id)
        _, consolidation = self._asked(question)
        days = consolidation.material.dates
        return replace(question, days=days, parts=_texts(consolidation, self.mind))

    def answer(self, texts: Sequence[str], question_id: str | None = None) -> DreamAnswer:
        """What the answers to a question's parts come to; it waits as the mind's one open proposal.
        Without an id they are to the second reading that they name, or else to the newest
        question.

        An answer may also be given again: it takes the place of what nobody has decided on of the
        one before, unless nothing can be proposed of it. What was read again of lines that it
        repeats counts. Raises Problem for one that is not in the agreed form.
        """
        from desktop_app.dreams import second_readings  # long to load

        if second_readings.answered(self, question_id or texts[-1]):
            return second_readings.read_again(self, texts[-1])
        mind = self.mind
        question = self.questions.get(mind, question_id)
        begun, consolidation = self._asked(question)
        material = consolidation.material
        heard = [
            _heard(consolidation, text, mind, n if len(texts) > 1 else 0)
            for n, text in enumerate(texts, 1)
        ]
        before = second_readings.said_before(self)
        draft = replace(consolidation.draft(heard), read_again=before)
        changes = begun.checked(draft, material)
        kept_lines, lines = {one.new for one in changes}, (one.new for one in draft.changes)
        forgotten = {line: _FORGOTTEN for line in lines if line and line not in kept_lines}
        left_out = consolidation.left_out | forgotten
        unknown = tuple(sorted(consolidation.unknown))
        if not changes and left_out:  # what was proposed before may be all that is left of it
            reason = tr("Nothing of this answer can be proposed.")
            return DreamAnswer((), Outcome(RunOutcome.NOTHING, begun.id, reason), unknown, left_out)
        if not changes:
            with self.notebook.lock():
                for waiting in self.store.proposals(ProposalState.PENDING):
                    self.store.keep_rest(waiting, withdrawn(waiting, question.id), self.now)
            nothing = begun.nothing(tr("Nothing is to be changed."), material, read=question.window)
            return DreamAnswer((), nothing, unknown, left_out)
        own = not_by_itself(self.notebook, changes, mind)
        changes = tuple(replace(one, question=question.id) for one in own)
        proposal = begun.proposed(draft, changes, material)
        waits = begun.keep(proposal, question.window, material, question.id)
        outcome = Outcome(RunOutcome.DONE, waits.id, proposal=waits)
        return DreamAnswer(changes, outcome, unknown, left_out, second_readings.ask(self))

    def ask_again(self) -> AskedReading | None:
        """A second reading of what waits; None where nothing is left to be read again."""
        from desktop_app.dreams import second_readings  # long to load

        waits = self.store.proposals(ProposalState.PENDING)
        return second_readings.ask(self) if waits else None

    def read_again(self, text: str = "") -> DreamAnswer:
        """What an answer to a second reading of what waits comes to, and the next question: see
        `second_readings.read_again`.
        """
        from desktop_app.dreams import second_readings  # long to load

        return second_readings.read_again(self, text)

    def _begun(self, lookback_days: int | None, until: date | None) -> BegunDream:
        asked = self.notebook, self.store, self.mind, self.now
        return begin(*asked, lookback_days=lookback_days, until=until)

    def _asked(self, question: DreamQuestion) -> tuple[BegunDream, "Consolidation"]:
        """The question of then over its days as they are now."""
        begun = self._begun(question.lookback, question.until)
        material, _ = begun.read(self.limits)
        fence = f"=== {question.id} ==="
        return begun, _consolidation(material, asked=question.marks, fence=fence)


def _days_with_notes(mind: Mind, newest: date, today: date) -> str:
    """How a mind is asked about days that have notes."""
    days = (today - newest).days + 1
    if mind.name == AGENT and days <= LONGEST_LOOKBACK:
        return tr("Ask with days={days}.").format(days=days)
    return tr("Ask from there: nightstand dream --ask --until {day}").format(day=newest)


def question_json(question: DreamQuestion, part: int) -> dict[str, Any]:
    """One part of a question, from 1. Raises WrongUse where there is none."""
    count = len(question.parts)
    if part > count:
        raise WrongUse(
            counted("This question has 1 part.", "This question has {count} parts.", count), ""
        )
    return {
        "id": question.id,
        "part": part,
        "parts": count,
        "days": [day.isoformat() for day in question.days],
        "text": question.parts[part - 1],
    }


def answer_json(answered: DreamAnswer) -> dict[str, Any]:
    """What an answer came to, for who gave it: each change, whether it is proved, and if not which
    words nothing backs. The words of what the gate holds are left out, but for the line itself.
    """
    from desktop_app.language.gate import held, reason_of  # long to load

    changes = []
    for one in answered.changes:
        why = held(one.new or "")
        doubts = () if why else one.doubts
        changes.append(
            {
                "kind": one.kind,
                "heading": one.heading,
                "old": list(one.old),
                "new": one.new,
                "proved": one.verdict == Support.SUPPORTED,
                "ticked": one.accepted,
                "not_backed": [word for doubt in doubts for word in doubt.words],
                "reason": as_sentence(reason_of(why)) if why else one.reason,
                "doubts": [doubt.message for doubt in doubts],
            }
        )
    return {
        "proposal": answered.proposal and answered.proposal.id,
        "told": together(
            answered.outcome.reason,
            _TOLD if answered.proposal else "",
            _SECOND if answered.second else "",
        ),
        "changes": changes,
        "left_out": [{"text": text, "why": why} for text, why in answered.left_out.items()],
        "unknown": list(answered.unknown),
        "second_reading": answered.second.parts[0] if answered.second else "",
    }


def _consolidation(material: Material, **how: Any) -> "Consolidation":
    from desktop_app.dreams.consolidator.consolidation import Consolidation  # long to load

    return Consolidation(material, **how)


def _texts(consolidation: "Consolidation", mind: Mind) -> tuple[str, ...]:
    """The parts of a question. An agent reads all of them and then answers, so it is one text in
    pieces; a chat answers each. Raises Problem where there is none.
    """
    longest = LONGEST[mind.name]
    frame = sum(map(len, consolidation.asked.frame()))
    room = sys.maxsize if mind.name == AGENT else longest - frame
    parts = consolidation.plan(room, lambda text: len(text) + 1)
    if not parts:
        raise Problem(
            tr("Nothing of these days may be shown to a chat or an agent."),
            tr("Secrets and orders are never shown. Write a note, or choose other days."),
        )
    each = map(consolidation.asked.messages, parts)
    texts = tuple("\n\n".join(one.content for one in messages) for messages in each)
    return tuple(_pieces(texts[0], consolidation.fence, longest)) if mind.name == AGENT else texts


def _pieces(text: str, fence: str, longest: int) -> Iterator[str]:
    """A text cut between lines; what is fenced in is so in each piece."""
    lines = text.splitlines(keepends=True)
    begin = f"{fence}\n"
    end = next(line for line in lines if line != begin and line.endswith(begin))
    room = longest - len(begin) - len(end)
    piece, inside = "", False
    for line in lines:
        for at in range(0, len(line), room):
            part = line[at : at + room]
            if piece and len(piece) + len(part) > room:
                yield piece + (end if inside else "")
                piece = begin if inside else ""
            piece += part
        inside = line == begin or (inside and line != end)
    yield piece


def _heard(consolidation: "Consolidation", text: str, mind: Mind, part: int) -> Parsed:
    from desktop_app.dreams.consolidator.shown import DreamPart

    shown = consolidation.shown
    _, question, text = text.rpartition(consolidation.fence)  # it may stand above
    heard = consolidation.hear(DreamPart(shown.notes, shown.memory, whole=True), text)
    if heard == Fault.NO_MEMORY and question:
        raise Problem(
            tr("This is the question, and no answer."), tr("Paste what was answered to it.")
        )
    if isinstance(heard, Fault):
        name = mind.model or tr("The chat")
        where = " " + tr("That was answer {n}.").format(n=part) if part else ""
        raise Problem(
            sentence(heard, name) + where,
            tr("Send the lines under [MEMORY] and [DREAM], or the JSON."),
        )
    return heard
