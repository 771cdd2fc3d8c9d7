"""The engine that dreams with a language model. Knows notes and memory, not windows, files or Qt.

The model only proposes wording; code takes its answer apart, looks up every source, and accounts
for every line of memory. What can't be proved is shown with its doubts and waits for a person.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace

from desktop_app.dreams.dreamer import DreamDraft, EngineName, Material
from desktop_app.dreams.grounding import check
from desktop_app.dreams.model.asking.calls import (
    Answers,
    Asking,
    InMemory,
    ModelQuestion,
    missed_form,
)
from desktop_app.dreams.model.asking.habits import AnswerForm, Lessons
from desktop_app.dreams.model.asking.kept import key_of
from desktop_app.dreams.model.asking.progress import about
from desktop_app.dreams.model.dreaming import Dreaming, Heard, Rules
from desktop_app.dreams.model.measure import Measure, Plans, slow, small, wished
from desktop_app.dreams.model.proving.checking import Check
from desktop_app.dreams.model.proving.judging import Judged
from desktop_app.dreams.model.reading.material import NoteLine
from desktop_app.dreams.model.reading.planning import NotesPart
from desktop_app.dreams.model.sizing import LEAST_WORDS, CallSize, Size, calls, whole
from desktop_app.errors import Problem
from desktop_app.models.endings import Ending
from desktop_app.models.model import Model, ModelMessage
from desktop_app.models.problem import ModelProblem
from desktop_app.models.tokens import USUAL_ROOM, Tokens
from desktop_app.words import counted, tr

_ANSWER = (LEAST_WORDS, 2_048)  # tokens of an answer, at least and at most
_NUMBERS = 640  # tokens of an answer by number
_THINKING = 1_024
_SMALLEST = 300  # tokens for notes and memory below which no dream is worth asking for
_REWORDING = 60  # tokens of an answer for each line
_FIRST = 400  # tokens for notes and memory in the first call: at 15 a second, all of it takes 60 s
_WORTH_SAYING = 20  # seconds


class ModelDreamer:
    """Dreams with a model. `room` is the longest context asked for, `total` seconds for one call.

    Usable answers go into `answers`, so that a dream that failed in its third call of five goes on
    there when it is tried again; whoever owns them clears them when a dream has ended well.
    `rules` tell what a model should not overlook. One that answers `numbered` names lines and words
    nothing; left open, small and slow ones do, and those that missed the form of words. `lessons`
    are what earlier calls taught of it, and grow.
    """

    name = EngineName.OLLAMA

    def __init__(
        self,
        model: Model,
        *,
        answers: Answers | None = None,
        room: int = USUAL_ROOM,
        total: float | None = None,
        check: Check = check,
        rules: Rules | None = None,
        numbered: bool | None = None,
        lessons: Lessons | None = None,
    ) -> None:
        self._model = model
        self._answers = answers or InMemory()
        self._longest = min(room, model.info.context)
        self._room = room
        self._total = total
        self._check = check
        self._rules = rules
        self._numbered = numbered
        self._lessons = lessons or Lessons()

    @property
    def model(self) -> str | None:
        return self._model.info.name

    async def dream(self, material: Material, report: Callable[[str], None]) -> DreamDraft:
        """See `Dreamer`. Raises Problem, often a ModelProblem, when there is no usable answer.

        How much is asked at once follows the pace as it is learnt; the first call is a small one.
        A model that misses the form of words in all attempts goes on by number.
        """
        dreaming = await asyncio.to_thread(Dreaming, material, self._check, self._rules)
        asking = Asking(
            self._model, self._longest, self._answers, report, self._total, lessons=self._lessons
        )
        asked = (self._model.info.name, self._room, self._numbered)
        plans = await asyncio.to_thread(Plans, self._answers, material, *asked)
        measure = await asyncio.to_thread(plans.at, 0, self._measure())
        parts = deque(await asyncio.to_thread(self._parts, dreaming, measure))
        sizes = deque(await asyncio.to_thread(self._sizes, dreaming, parts))
        self._say_size(sizes, report)
        heard: list[Heard] = []
        formless = False
        while parts:
            part = parts.popleft()
            name = self._name(len(heard) + 1, sizes)
            asked_before, keep = asking.calls, plans.at
            try:
                heard.append(await self._heard(dreaming, asking, part, name))
                sizes.popleft()
            except Problem as problem:
                if not dreaming.numbered and missed_form(problem):
                    formless, keep = True, plans.changed
                    parts.appendleft(part)
                    self._lessons.habits = replace(self._lessons.habits, formless=True)
                    missed = tr("{model} missed the form twice and goes on by number")
                    report(missed.format(model=self._model.info.name))
                elif halves := _halves(part, problem):
                    parts.extendleft(reversed(halves))
                    sizes.extendleft([sizes[0]])
                    continue
                else:
                    raise
            # An answer that was kept teaches nothing: then the plan is that of the earlier try.
            now = self._measure(formless) if asking.calls > asked_before else measure
            now = now if now.differs(measure) else measure
            now = await asyncio.to_thread(keep, len(heard), now)
            if parts and now != measure:
                measure = now
                rest = [note for left in parts for note in left.notes]
                parts = deque(await asyncio.to_thread(self._parts, dreaming, measure, rest))
                sizes = deque(await asyncio.to_thread(self._sizes, dreaming, parts))
                self._say_size(sizes, report)
        report(tr("Comparing with the notes"))
        judged = await asyncio.to_thread(dreaming.judged, heard)
        judged = await self._reworded(dreaming, asking, judged)
        judged = await asyncio.to_thread(dreaming.settled, judged)
        return await asyncio.to_thread(dreaming.draft, judged, heard, asking.spent)

    async def expected(self, material: Material) -> Size:
        """What a dream over this material would take. Raises Problem where it could not begin."""
        return await asyncio.to_thread(self._expected, material)

    def _expected(self, material: Material) -> Size:
        dreaming = Dreaming(material, self._check)
        sizes = self._sizes(dreaming, self._parts(dreaming, self._measure()))
        size = whole(sizes, self._model.pace)
        loading = self._model.pace.loading
        return replace(size, seconds=size.seconds and size.seconds + loading)

    def _measure(self, formless: bool = False) -> Measure:
        """How much is asked at once, and in which form, as far as the model is known now; by number
        where it was `formless` in this dream, whatever was chosen.
        """
        model, pace = self._model, self._model.pace
        numbered = self._numbered
        if numbered is None:
            numbered = self._lessons.habits.formless or small(model.info) or slow(pace)
        wish = wished(pace, self._total)
        return Measure(model.tokens, wish and min(wish, self._longest), numbered or formless)

    def _sizes(self, dreaming: Dreaming, parts: Sequence[NotesPart]) -> list[CallSize]:
        return list(calls(dreaming, parts, self._model.tokens, self._lessons.habits))

    def _left(self, sizes: Sequence[CallSize]) -> str:
        """How long these calls take, where it is worth a word and known; else ""."""
        seconds = whole(sizes, self._model.pace).seconds if sizes else None
        return about(seconds) if seconds is not None and seconds >= _WORTH_SAYING else ""

    def _say_size(self, sizes: Sequence[CallSize], report: Callable[[str], None]) -> None:
        """What is to come, where it is worth a word and known."""
        if left := self._left(sizes):
            come = counted("{count} call to come", "{count} calls to come", len(sizes))
            report(f"{come}, {left}")

    def _name(self, n: int, sizes: Sequence[CallSize]) -> str:
        """What call `n` is called, the first of those left; "" for one that is all there is."""
        count = n + len(sizes) - 1
        if count == 1:
            return ""
        if left := self._left(sizes):
            told = tr("part {n} of {count}, {about} left")
            return told.format(n=n, count=count, about=left)
        return tr("part {n} of {count}").format(n=n, count=count)

    async def _heard(self, dreaming: Dreaming, asking: Asking, part: NotesPart, name: str) -> Heard:
        messages = dreaming.ask(part)
        most = self._most(dreaming.numbered)
        if not dreaming.numbered:
            most += self._cost(self._model.tokens)("\n".join(line.text for line in part.memory))
        question = ModelQuestion(
            messages=messages,
            most=most,
            key=key_of(self._model.info.name, messages, dreaming.fence),
            again=lambda fault: dreaming.ask(part, fault),
            part=name,
            schema=dreaming.schema(part),
            strict=dreaming.strict(part),
            form=AnswerForm.NUMBERS if dreaming.numbered else AnswerForm.WORDS,
        )
        return await asking.ask(question, lambda text, last: dreaming.hear(part, text, last))

    async def _reworded(
        self, dreaming: Dreaming, asking: Asking, judged: list[Judged]
    ) -> list[Judged]:
        """One short call for all lines that their sources do not say. It may fail: they wait."""
        claims = dreaming.doubtful(judged)
        most = _REWORDING * len(claims) + self._most(numbered=False) // 2
        while claims and not self._fits(dreaming.ask_again(claims), most):
            claims = claims[:-1]
        if not claims:
            return judged
        messages = dreaming.ask_again(claims)
        question = ModelQuestion(
            messages=messages,
            most=most,
            key=key_of(self._model.info.name, messages, dreaming.fence),
            again=lambda fault: dreaming.ask_again(claims, fault),
            part=tr("wording"),
        )
        try:
            return await asking.ask(
                question, lambda text, last: dreaming.reword(judged, claims, text)
            )
        except Problem:
            return judged  # nothing hangs on it: what is not supported waits for a person

    def _parts(
        self, dreaming: Dreaming, measure: Measure, notes: Sequence[NoteLine] | None = None
    ) -> tuple[NotesPart, ...]:
        """These notes, or all, in parts of this measure; the dream goes on in its form."""
        dreaming.numbered = measure.numbered
        frame = measure.tokens.estimate(*dreaming.frame())
        budget = self._longest - frame.high - self._most(measure.numbered)
        if budget < _SMALLEST:
            raise Problem(
                tr("{name} can read too little at once to dream.").format(
                    name=self._model.info.name
                ),
                tr("Choose a model with a longer context, or allow more of it in Settings."),
            )
        lines = _FIRST
        if measure.wished is not None:
            lines = max(measure.wished - frame.likely, _SMALLEST)
        # What is wished is likely; costs are what a line has at most.
        wish = round(lines * frame.high / max(frame.likely, 1))
        return dreaming.plan(budget, self._cost(measure.tokens), notes, wish).parts

    def _most(self, numbered: bool) -> int:
        least, most = _ANSWER
        thinking = _THINKING if self._model.info.thinks else 0
        return (_NUMBERS if numbered else min(max(least, self._longest // 4), most)) + thinking

    def _fits(self, messages: tuple[ModelMessage, ...], most: int) -> bool:
        texts = (each.content for each in messages)
        return self._model.tokens.estimate(*texts).high + most <= self._longest

    @staticmethod
    def _cost(tokens: Tokens) -> Callable[[str], int]:
        nothing = tokens.estimate("").high
        return lambda text: tokens.estimate(text + "\n").high - nothing + 1


def _halves(part: NotesPart, problem: Problem) -> tuple[NotesPart, ...]:
    """A part in two where all of it was too long to be read at once."""
    too_long = isinstance(problem, ModelProblem) and problem.ending is Ending.PROMPT_TOO_LONG
    return part.halves() if too_long else ()
