"""The engine that dreams with a language model. Knows notes and memory, not windows, files or Qt.

The model only proposes; what it says is compared with memory here and proved afterwards.
"""

import asyncio
import dataclasses
import hashlib
import json
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress

from desktop_app.dreams.consolidator.answer_form import AnswerForm
from desktop_app.dreams.consolidator.consolidation import Consolidation, Heard
from desktop_app.dreams.consolidator.parts import Part
from desktop_app.dreams.dreamer import DreamDraft, EngineName, Material
from desktop_app.dreams.model.asking.calls import (
    Answers,
    Asking,
    InMemory,
    ModelQuestion,
    Strict,
    missed_form,
)
from desktop_app.dreams.model.asking.habits import Lessons
from desktop_app.dreams.model.asking.kept import KeptAnswer, key_of
from desktop_app.dreams.model.asking.progress import about
from desktop_app.dreams.model.measure import chosen_form, wished_by_number
from desktop_app.dreams.model.sizing import LEAST_WORDS, Size, size_of
from desktop_app.errors import Problem
from desktop_app.models.endings import Ending
from desktop_app.models.model import Model
from desktop_app.models.problem import ModelProblem
from desktop_app.models.tokens import USUAL_ROOM, Tokens, room
from desktop_app.words import counted, tr

_ANSWER = (LEAST_WORDS, 4_096)  # tokens of an answer in words, at least and at most
_NUMBERS = 640  # tokens of an answer by number
_THINKING = 1_024
_SMALLEST = 300  # tokens for notes and memory below which no dream is worth asking for
_WORTH_SAYING = 20  # seconds


class ModelDreamer:
    """Dreams with a model. `room` is the longest context asked for, `total` seconds for one call.

    Usable answers go into `answers`, so that a dream that failed in its third call of five goes on
    there when it is tried again; whoever owns them clears them when a dream has ended well. `form`
    is how the model answers; `lessons` are what earlier calls taught of it, and grow.
    """

    name = EngineName.OLLAMA

    def __init__(
        self,
        model: Model,
        *,
        answers: Answers | None = None,
        room: int = USUAL_ROOM,
        total: float | None = None,
        form: AnswerForm = AnswerForm.AUTO,
        lessons: Lessons | None = None,
    ) -> None:
        self._model = model
        self._answers = answers or InMemory()
        self._longest = min(room, model.info.context)
        self._total = total
        self._form = form
        self._lessons = lessons or Lessons()

    @property
    def model(self) -> str | None:
        return self._model.info.name

    async def dream(self, material: Material, report: Callable[[str], None]) -> DreamDraft:
        """See `Dreamer`. Raises Problem, often a ModelProblem, when there is no usable answer.

        All parts are asked in one context. A model that misses the form of words in all attempts
        goes on by number in this dream.
        """
        mind, parts = await asyncio.to_thread(self._planned, material, report)
        asking = Asking(
            self._model, self._longest, self._answers, report, self._total, lessons=self._lessons
        )
        asking.context = await asyncio.to_thread(self._context, mind, parts)
        self._say_size(mind, parts, report)
        heard: list[Heard] = []
        left = deque(parts)
        while left:
            part = left.popleft()
            count = len(heard) + 1 + len(left)
            name = tr("part {n} of {count}").format(n=len(heard) + 1, count=count)
            try:
                heard.append(await self._heard(mind, asking, part, name if count > 1 else ""))
            except Problem as problem:
                if mind.form != AnswerForm.NUMBERS and missed_form(problem):
                    report(
                        tr("{model} missed the form twice and goes on by number").format(
                            model=self._model.info.name
                        )
                    )
                    self._lessons.miss(material.today)
                    mind.form = AnswerForm.NUMBERS
                    left.appendleft(part)
                elif halves := _halves(part, problem):
                    left.extendleft(reversed(halves))
                else:
                    raise
        heard = await self._joined(mind, asking, heard)
        report(tr("Comparing with the notes"))
        return await asyncio.to_thread(mind.draft, heard, asking.spent or None)

    async def expected(self, material: Material) -> Size:
        """What a dream over this material would take. Raises Problem where it could not begin."""

        def size() -> Size:
            mind, parts = self._planned(material, lambda step: None)
            whole = self._size(mind, parts)
            loading = self._model.pace.loading
            return dataclasses.replace(whole, seconds=whole.seconds and whole.seconds + loading)

        return await asyncio.to_thread(size)

    async def _joined(self, mind: Consolidation, asking: Asking, heard: list[Heard]) -> list[Heard]:
        """One answer of those to several parts; they all, where the last call gives none."""
        part = mind.joined(heard)
        if part is None or not self._fits(mind, part):
            return heard
        try:
            whole = await self._heard(mind, asking, part, tr("all parts together"))
        except Problem:
            return heard
        return [whole] if whole.items else heard

    async def _heard(self, mind: Consolidation, asking: Asking, part: Part, name: str) -> Heard:
        messages = mind.messages(part)
        by_number = mind.form == AnswerForm.NUMBERS
        strict = Strict(lambda fault: mind.messages(part, fault, strict=True), mind.schema(part))
        question = ModelQuestion(
            messages=messages,
            most=self._most(mind, self._model.tokens),
            key=key_of(self._model.info.name, messages, mind.fence),
            again=lambda fault: mind.messages(part, fault),
            part=name,
            schema=strict.schema if by_number else None,
            strict=None if by_number else strict,
            form=mind.form,
        )
        return await asking.ask(question, lambda text, last: mind.hear(part, text, last))

    # -- sizes --------------------------------------------------------------------------------

    def _planned(
        self, material: Material, report: Callable[[str], None]
    ) -> tuple[Consolidation, tuple[Part, ...]]:
        """The dream and its parts, cut as in an earlier try of it."""
        form, tokens = self._measure(material, report)
        mind = Consolidation(material, form)
        frame = tokens.estimate(*mind.asked.frame())
        budget = self._longest - frame.high - self._most(mind, tokens)
        if budget < _SMALLEST:
            raise Problem(
                tr("{name} can read too little at once to dream.").format(
                    name=self._model.info.name
                ),
                tr("Choose a model with a longer context, or allow more of it in Settings."),
            )
        wish = None
        if form == AnswerForm.NUMBERS:
            likely = max(wished_by_number(self._model.pace, self._total) - frame.likely, _SMALLEST)
            wish = round(likely * frame.high / max(frame.likely, 1))
        return mind, mind.plan(budget, _cost(tokens), wish)

    def _measure(
        self, material: Material, report: Callable[[str], None]
    ) -> tuple[AnswerForm, Tokens]:
        """The form of answers and what is known of tokens: as in an earlier try of this dream."""
        model = self._model
        key = self._plan_key(material)
        if kept := self._answers.answer(key):
            form, tokens = json.loads(kept.text)
            return AnswerForm(form), Tokens(*tokens)
        chosen = chosen_form(
            self._form, model.info, self._lessons.habits, model.pace, material.today
        )
        if chosen.reason:
            report(chosen.reason)
        text = json.dumps([chosen.form, dataclasses.astuple(model.tokens)])
        with suppress(Problem):
            self._answers.keep(key, KeptAnswer(text, 0))
        return chosen.form, model.tokens

    def _plan_key(self, material: Material) -> str:
        days = [f"{day.path} {day.text}" for day in material.days]
        asked = [self._model.info.name, self._longest, self._form, material.memory.data.hex(), days]
        return f"plan {hashlib.sha256(json.dumps(asked).encode()).hexdigest()}"

    def _context(self, mind: Consolidation, parts: Sequence[Part]) -> int:
        """One context that all parts fit into: another one would load the model again."""
        tokens, most = self._model.tokens, self._most(mind, self._model.tokens)
        return max(
            (
                room(tokens.estimate(*(one.content for one in messages)), most, self._longest)
                for messages in map(mind.messages, parts)
            ),
            default=0,
        )

    def _most(self, mind: Consolidation, tokens: Tokens) -> int:
        thinking = _THINKING if self._model.info.thinks else 0
        if mind.form == AnswerForm.NUMBERS:
            return _NUMBERS + thinking
        least, most = _ANSWER
        return min(max(least, self._longest // 4), most) + thinking

    def _fits(self, mind: Consolidation, part: Part) -> bool:
        texts = (one.content for one in mind.messages(part))
        size = self._model.tokens.estimate(*texts).high
        return size + self._most(mind, self._model.tokens) <= self._longest

    def _size(self, mind: Consolidation, parts: Sequence[Part]) -> Size:
        model = self._model
        return size_of(mind, parts, model.tokens, self._lessons.habits, model.pace)

    def _say_size(
        self, mind: Consolidation, parts: Sequence[Part], report: Callable[[str], None]
    ) -> None:
        """What is to come, where it is worth a word and known."""
        size = self._size(mind, parts)
        if size.seconds is not None and size.seconds >= _WORTH_SAYING:
            come = counted("{count} call to come", "{count} calls to come", size.parts)
            report(f"{come}, {about(size.seconds)}")


def _cost(tokens: Tokens) -> Callable[[str], int]:
    nothing = tokens.estimate("").high
    return lambda text: tokens.estimate(text + "\n").high - nothing + 1


def _halves(part: Part, problem: Problem) -> tuple[Part, ...]:
    """A part in two where all of it was too long to be read at once."""
    too_long = isinstance(problem, ModelProblem) and problem.ending is Ending.PROMPT_TOO_LONG
    return part.halves() if too_long else ()
