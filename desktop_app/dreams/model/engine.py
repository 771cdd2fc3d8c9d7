"""The engine that dreams with a language model. Knows notes and memory, not windows, files or Qt.

The model only proposes; what it says is compared with memory here and proved afterwards.
"""

import asyncio
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from desktop_app.dates import about
from desktop_app.dreams.consolidator.answer import Fault, Parsed
from desktop_app.dreams.consolidator.consolidation import Consolidation
from desktop_app.dreams.consolidator.prompt import a_fence
from desktop_app.dreams.consolidator.second_reading import (
    AskedLine,
    ReadingQuestion,
    ReadLine,
    hear,
    questions,
)
from desktop_app.dreams.consolidator.shown import Cost, DreamPart
from desktop_app.dreams.engine_choice import AnswerForm, EngineName
from desktop_app.dreams.evidence import to_read_again
from desktop_app.dreams.material import DreamDraft, Material
from desktop_app.dreams.model.calls import Asking, ModelQuestion, missed_form
from desktop_app.dreams.model.measure import (
    LEAST_WORDS,
    UNHEARD,
    Expected,
    Size,
    chosen_form,
    size_of,
    wished,
)
from desktop_app.dreams.proof import SecondReading
from desktop_app.errors import Problem
from desktop_app.jobs import Report
from desktop_app.models.endings import Ending, ModelProblem
from desktop_app.models.tokens import Tokens, room
from desktop_app.words import counted, tr

_MOST_WORDS = 4_096  # tokens of an answer in words, at most
_NUMBERS = 640  # tokens of an answer by number
_A_ROW = 40  # tokens of a row of a second reading
_SMALLEST = 300  # tokens for notes and memory below which no dream is worth asking for
_WORTH_SAYING = 20  # seconds


class ModelDreamer:
    """Dreams with a model, which answers in this `form`."""

    name = EngineName.OLLAMA

    def __init__(self, asking: Asking, form: AnswerForm = AnswerForm.AUTO) -> None:
        self._asking = asking
        self._form = form

    @property
    def model(self) -> str | None:
        return self._asking.model.info.name

    async def dream(self, material: Material, report: Report) -> DreamDraft:
        """See `Dreamer`. Raises Problem, often a ModelProblem, when there is no usable answer.

        All parts are asked in one context. A model that misses the form of words in all attempts
        goes on by number in this dream.
        """
        asking = self._asking
        asking.report = report
        mind, parts, why = await asyncio.to_thread(self._planned, material)
        if why:
            report(why)
        asking.context = await asyncio.to_thread(self._context, mind, parts)
        size = await asyncio.to_thread(self._size, mind, parts)
        if takes := _takes(size.seconds):
            come = counted("{count} call to come", "{count} calls to come", size.parts)
            report(f"{come}, {takes}")
        heard: list[Parsed] = []
        left = deque(parts)
        while left:
            part = left.popleft()
            name = _name(size, len(heard) + 1, len(heard) + 1 + len(left))
            try:
                heard.append(await self._heard(mind, part, name))
            except Problem as problem:
                if mind.form != AnswerForm.NUMBERS and missed_form(problem):
                    missed = tr(
                        "{model} answered in the wrong form twice, and now answers with numbers "
                        "of lines"
                    )
                    report(missed.format(model=self.model))
                    asking.habits = replace(asking.habits, missed=material.today.isoformat())
                    mind.form = AnswerForm.NUMBERS
                    left.appendleft(part)
                elif _is_too_long(problem) and (halves := part.halves()):
                    left.extendleft(reversed(halves))
                else:
                    raise
        whole = await self._joined(mind, heard)
        report(tr("Comparing with the notes"))
        draft = await asyncio.to_thread(mind.draft, whole, heard)
        draft = replace(draft, caution=mind.unproposed, tokens=asking.spent or None)
        if draft.read_again is None:
            return draft
        lines = await asyncio.to_thread(lambda: list(to_read_again(draft, material)))
        said: Mapping[str, SecondReading] = {}
        with suppress(Problem):  # the proof stands as it is
            said = await self.read_again(lines, material)
        return replace(draft, read_again=said, tokens=asking.spent or None)

    async def expected(self, material: Material) -> Expected:
        """What a dream over this material would take. Raises Problem where it could not begin."""

        def expected() -> Expected:
            mind, parts, why = self._planned(material)
            size = self._size(mind, parts)
            seconds = size.seconds and size.seconds + self._asking.model.pace.loading
            around = seconds and (max(1, round(seconds * 0.7)), round(seconds * 1.6) + 1)
            days = len(material.dates)
            return Expected(self.model, why, days, size.parts, size.tokens, around or None)

        return await asyncio.to_thread(expected)

    async def _joined(self, mind: Consolidation, heard: list[Parsed]) -> list[Parsed]:
        """One answer of those to several parts, of each half first where one call cannot hold them
        all; they all, where the last call gives none.
        """
        most = self._most(mind)
        fits = lambda part: self._has_room(mind.asked.longest(part), most)
        part = await asyncio.to_thread(mind.joined, heard, fits)
        if part is None:
            middle = len(heard) // 2
            halves = (heard[:middle], heard[middle:]) if middle else ()
            fewer = [one for half in halves for one in await self._joined(mind, half)]
            return await self._joined(mind, fewer) if 0 < len(fewer) < len(heard) else heard
        try:
            whole = await self._heard(mind, part, tr("all parts together"))
        except Problem as problem:
            if isinstance(problem, ModelProblem) and not missed_form(problem):
                raise
            return heard
        return [whole] if whole.items else heard

    async def read_again(
        self, lines: Sequence[ReadLine], material: Material
    ) -> Mapping[str, SecondReading]:
        """What the model says of lines beside what they rest on, without the rest of the dream, as
        far as it is believed. Raises Problem where no answer could be used.

        Where an answer leaves rows out, and there is no usable one when it is asked once more, the
        rows that it had count.
        """
        said: dict[str, SecondReading] = {}
        problems: list[Problem] = []
        fence = a_fence()
        asked = lines, material.language, fence, material.today, self._read_fits
        for one in questions(*asked):
            most = _A_ROW * len(one.lines)
            question = ModelQuestion(one.messages, most, tr("second reading"))
            heard: list[Mapping[str, SecondReading]] = []
            try:
                await self._asking.ask(question, partial(_used, one.asked, heard))
            except Problem as problem:
                self._asking.report(problem.message)
                problems.append(problem)
            said |= heard[-1] if heard else {}
            if problems and not missed_form(problems[-1]):
                break
        if problems and not said:
            raise problems[0]
        return said

    def _read_fits(self, question: ReadingQuestion) -> bool:
        texts = [one.content for one in question.messages(Fault.ROWS)]
        return self._has_room(texts, _A_ROW * len(question.lines))

    def _has_room(self, texts: Sequence[str], most: int) -> bool:
        size = self._asking.model.tokens.estimate(*texts).high
        return size + self._asking.with_thoughts(most) <= self._asking.longest

    async def _heard(self, mind: Consolidation, part: DreamPart, name: str) -> Parsed:
        question = ModelQuestion(
            ask=lambda fault: mind.asked.messages(part, fault),
            most=self._most(mind),
            part=name,
            schema=mind.schema(part),
            form=mind.form,
        )
        if mind.form != AnswerForm.NUMBERS:
            strictly = lambda fault: mind.asked.messages(part, fault, strict=True)
            strict = replace(question, ask=strictly)
            question = replace(question, schema=None, strict=strict)
        return await self._asking.ask(question, lambda text, last: mind.hear(part, text, last))

    # -- sizes --------------------------------------------------------------------------------

    def _planned(self, material: Material) -> tuple[Consolidation, tuple[DreamPart, ...], str]:
        """The dream and its parts, and why it has this form."""
        asking, model = self._asking, self._asking.model
        tokens, today = model.tokens, material.today
        form, why = chosen_form(self._form, model.info, asking.habits, model.pace, today)
        mind = Consolidation(material, form)
        frame = tokens.estimate(*mind.asked.frame())
        budget = self._asking.longest - frame.high - self._asking.with_thoughts(self._most(mind))
        if budget < _SMALLEST:
            raise Problem(
                tr("The context of {name} is too small for a dream.").format(name=self.model),
                tr(
                    "Choose a model with a larger context, or allow more of it: nightstand "
                    "settings dreams.room"
                ),
            )
        wish = None
        if mind.form == AnswerForm.NUMBERS:
            likely = wished(model.pace, asking.total) or UNHEARD
            beside = max(likely - frame.likely, _SMALLEST)
            wish = round(beside * frame.high / max(frame.likely, 1))
        return mind, mind.plan(budget, _cost(tokens), wish), why

    def _context(self, mind: Consolidation, parts: Sequence[DreamPart]) -> int:
        """One context for all calls, also the last one: another would load the model again."""
        longest, estimate = self._asking.longest, self._asking.model.tokens.estimate
        if len(parts) > 1 and mind.form != AnswerForm.NUMBERS:
            return longest
        most = self._asking.with_thoughts(self._most(mind))
        sizes = (estimate(*mind.asked.longest(part)) for part in parts)
        return max((room(size, most, longest) for size in sizes), default=0)

    def _most(self, mind: Consolidation) -> int:
        if mind.form == AnswerForm.NUMBERS:
            return _NUMBERS
        return min(max(LEAST_WORDS, self._asking.longest // 4), _MOST_WORDS)

    def _size(self, mind: Consolidation, parts: Sequence[DreamPart]) -> Size:
        model = self._asking.model
        return size_of(mind, parts, model.tokens, self._asking.habits, model.pace)


def _used(
    asked: Sequence[AskedLine], heard: list[Mapping[str, SecondReading]], text: str, last: bool
) -> bool | Fault:
    """Whether an answer need not be asked for again; what it says is added to what was `heard`."""
    said = hear(asked, text)
    if isinstance(said, Fault):
        return said
    heard.append(said)
    return not isinstance(hear(asked, text, last), Fault) or Fault.ROWS


def _takes(seconds: float | None) -> str:
    return about(seconds, seconds) if seconds and seconds >= _WORTH_SAYING else ""


def _name(size: Size, n: int, count: int) -> str:
    """What call `n` is called; "" for one that is all there is."""
    if count == 1:
        return ""
    left = size.seconds and size.seconds * (count - n + 1) / count
    if takes := _takes(left):
        return tr("part {n} of {count}, {about} left").format(n=n, count=count, about=takes)
    return tr("part {n} of {count}").format(n=n, count=count)


def _cost(tokens: Tokens) -> Cost:
    nothing = tokens.estimate("").high
    return lambda text: tokens.estimate(text + "\n").high - nothing + 1


def _is_too_long(problem: Problem) -> bool:
    return isinstance(problem, ModelProblem) and problem.ending is Ending.PROMPT_TOO_LONG
