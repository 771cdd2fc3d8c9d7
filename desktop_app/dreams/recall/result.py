"""The recall test of a proposal: which questions find their answers with what is accepted.

Knows memory, the days that a dream read and its proposal, no files.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from desktop_app.dreams.proposal import LostAnswer, Proposal, RecallPlace, RecallResult
from desktop_app.dreams.recall.facts import SaidLine, said
from desktop_app.dreams.recall.questions import RecallQuestion, chosen, questions_about
from desktop_app.dreams.recall.searching import RecallSearch
from desktop_app.dreams.recall.trial import RecallTrial, about
from desktop_app.dreams.result import written
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.files import sha_of
from desktop_app.notebook.lines import split
from desktop_app.notebook.source import Source, line_sha
from desktop_app.notebook.statements.day_text import DayText
from desktop_app.notebook.text.marks import LIST_MARK
from desktop_app.search.find import FoundRow

_ITEM = re.compile(rf"\s*{LIST_MARK}\s+(?:\[[ xX]\]\s+)?")
_NEAR = 0.25  # of a question's words in a line that may change what is found for it
_LEAST = 12  # characters of a day's line that is asked about


class RecallTest:
    """A MEMORY.md and some days, to be asked as often as a person's ticks change."""

    def __init__(self, memory: bytes, path: str, days: Sequence[DayText]) -> None:
        self.memory, self.path = memory, path
        self._trial = RecallTrial(MemoryFile(memory), path)
        self._search = RecallSearch(path, days)
        self._days = [some for day in days if (some := list(_day_questions(day)))]
        self._before: dict[RecallQuestion, FoundRow | None] = {}
        self._after = self._before
        self._last = self._texts(memory)

    def of(self, proposal: Proposal) -> Proposal:
        """The proposal with what the test finds: of each change its costs, and the whole result."""
        trial = self._trial
        changes = tuple(replace(one, costs=trial.alone(one)) for one in proposal.changes)
        after = written(self.memory, changes, self.path)[0]
        lost = trial.after(after, changes)
        asked = self._asked(proposal)
        gone = {(one.question, one.answer) for one in lost}
        still = [one for one in asked if (one.text, one.answer) not in gone]
        searched = tuple(self._searched(after, still))
        found = RecallResult(
            max(len(asked), len(gone)), (*lost, *searched), state_of(self.memory, proposal)
        )
        return replace(proposal, changes=changes, recall=found)

    def _asked(self, proposal: Proposal) -> tuple[RecallQuestion, ...]:
        touched = self._trial.touched(proposal.changes)
        others = [one for one in self._trial.memory.bullets if one not in touched]
        rest = [some for one in others if (some := self._trial.questions(one))]
        return chosen([self._trial.questions(one) for one in touched], [*rest, *self._days])

    def _searched(self, after: bytes, questions: Sequence[RecallQuestion]) -> Iterator[LostAnswer]:
        """Answers that a search found among the first before, and does not any more.

        The answer of a line that gave way to a newer one is no longer looked for.
        """
        texts = self._texts(after)
        gone = {b.line for b in self._trial.memory.bullets if b.text not in texts}
        asked = [
            one for one in questions if one.place.path != self.path or one.place.line not in gone
        ]
        self._ask(self._before, self.memory, [one for one in asked if one not in self._before])
        known = [one for one in asked if self._before[one] is not None]
        changed = [said(text) for text in texts ^ self._last]
        news = [one for one in known if one not in self._after or _concerns(changed, one)]
        self._after, self._last = dict(self._after), texts
        self._ask(self._after, after, news)
        for question in known:
            if self._after[question] is None:
                yield LostAnswer(
                    question.text, question.answer, question.place, "", RecallPlace.SEARCH, 0
                )

    def _ask(
        self,
        answers: dict[RecallQuestion, FoundRow | None],
        memory: bytes,
        questions: Sequence[RecallQuestion],
    ) -> None:
        answers.update(zip(questions, self._search.answers(memory, questions), strict=True))

    def _texts(self, memory: bytes) -> frozenset[str]:
        return frozenset(one.text for one in MemoryFile(memory).bullets)


def state_of(memory: bytes, proposal: Proposal) -> str:
    """A hash of all that the result depends on: memory, and what is accepted in which words."""
    parts = [sha_of(memory)]
    parts += (f"{one.n} {one.both} {one.new}" for one in proposal.changes if one.accepted)
    return line_sha("\n".join(parts))


def _concerns(lines: Sequence[SaidLine], question: RecallQuestion) -> bool:
    """Whether one of these lines may change what is found for a question."""
    return any(about(line, question) >= _NEAR for line in lines)


def _day_questions(day: DayText) -> Iterator[RecallQuestion]:
    """The questions about one line of a day, by its hash the first that has any hard fact."""
    lines = [(n, line) for n, line in enumerate(split(day.text), 1) if len(line) >= _LEAST]
    for n, line in sorted(lines, key=lambda one: line_sha(one[1])):
        text = _ITEM.sub("", line.rstrip("\r\n"), count=1).strip()
        if not text.startswith("#"):
            place = Source(day.path, n, text, line_sha(line))
            yield from questions_about(text, place)
            return
