"""The engine that dreams with a language model. Knows notes and memory, not windows, files or Qt.

The model only proposes wording; code takes its answer apart, looks up every source, and accounts
for every line of memory. What can't be proved is shown with its doubts and waits for a person.
"""

import asyncio
import dataclasses
import hashlib
import json
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from desktop_app.dreams.dreamer import Draft, Material
from desktop_app.dreams.grounding import check
from desktop_app.dreams.model.asking.calls import Answers, Asking, InMemory, Question
from desktop_app.dreams.model.asking.kept import KeptAnswer, key_of
from desktop_app.dreams.model.dreaming import Dreaming, Heard, Rules
from desktop_app.dreams.model.proving.checking import Check
from desktop_app.dreams.model.proving.judging import Judged
from desktop_app.dreams.model.reading.planning import Part
from desktop_app.errors import Problem
from desktop_app.models.endings import Ending
from desktop_app.models.model import Message, Model
from desktop_app.models.problem import ModelProblem
from desktop_app.models.tokens import USUAL_ROOM, Tokens

_ANSWER = (512, 2_048)  # tokens of an answer, at least and at most, beside the memory it may repeat
_THINKING = 1_024
_SMALLEST = 300  # tokens for notes and memory below which no dream is worth asking for
_REWORDING = 60  # tokens of an answer for each line
_WORDING = "wording"
_SMALL = 3_000_000_000  # bytes of a model that is better asked for numbers than for words


@dataclass(frozen=True)
class Size:
    """What a dream would take: `parts` are calls, `read` and `written` tokens, as is likely."""

    parts: int
    read: int
    written: int


class ModelDreamer:
    """Dreams with a model. `room` is the longest context asked for, `total` seconds for one call.

    Usable answers go into `answers`, so that a dream that failed in its third call of five goes on
    there when it is tried again; whoever owns them clears them when a dream has ended well.
    `rules` tell what a model should not overlook. One that answers `numbered` names lines and words
    nothing; left open, small ones do.
    """

    name = "ollama"

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
    ) -> None:
        self._model = model
        self._answers = answers or InMemory()
        self._room = room
        self._total = total
        self._check = check
        self._rules = rules
        self._numbered = 0 < model.info.size < _SMALL if numbered is None else numbered

    @property
    def model(self) -> str | None:
        return self._model.info.name

    async def dream(self, material: Material, report: Callable[[str], None]) -> Draft:
        """See `Dreamer`. Raises Problem, often a ModelProblem, when there is no usable answer."""
        dreaming = await asyncio.to_thread(
            Dreaming, material, self._check, self._rules, self._numbered
        )
        longest = min(self._room, self._model.info.context)
        asking = Asking(self._model, longest, self._answers, report, self._total)
        tokens = await asyncio.to_thread(self._as_planned, material)
        parts = deque(await asyncio.to_thread(self._parts, dreaming, longest, tokens))
        heard: list[Heard] = []
        while parts:
            part = parts.popleft()
            name = f"part {len(heard) + 1} of {len(heard) + 1 + len(parts)}"
            try:
                only = not heard and not parts
                heard.append(await self._heard(dreaming, asking, part, "" if only else name))
            except ModelProblem as problem:
                halves = part.halves() if problem.ending is Ending.PROMPT_TOO_LONG else ()
                if not halves:
                    raise
                parts.extendleft(reversed(halves))
        report("Comparing with the notes")
        judged = await asyncio.to_thread(dreaming.judged, heard)
        judged = await self._reworded(dreaming, asking, judged)
        judged = await asyncio.to_thread(dreaming.settled, judged)
        return await asyncio.to_thread(dreaming.draft, judged, heard, asking.spent)

    async def expected(self, material: Material) -> Size:
        """What a dream over this material would take. Raises Problem where it could not begin."""
        return await asyncio.to_thread(self._expected, material)

    def _expected(self, material: Material) -> Size:
        dreaming = Dreaming(material, self._check, numbered=self._numbered)
        longest = min(self._room, self._model.info.context)
        tokens = self._model.tokens
        parts = self._parts(dreaming, longest, tokens)
        read = written = 0
        for part in parts:
            read += tokens.estimate(*(each.content for each in dreaming.ask(part))).likely
            written += tokens.estimate(*(line.text for line in part.memory)).likely
            written += _ANSWER[0]
        return Size(len(parts), read, written)

    async def _heard(self, dreaming: Dreaming, asking: Asking, part: Part, name: str) -> Heard:
        messages = dreaming.ask(part)
        most = self._most(asking.longest) + self._cost(self._model.tokens)(
            "\n".join(line.text for line in part.memory)
        )
        question = Question(
            messages=messages,
            most=most,
            key=key_of(self._model.info.name, messages, dreaming.fence),
            again=lambda fault: dreaming.ask(part, fault),
            part=name,
            schema=dreaming.schema(part),
        )
        return await asking.ask(question, lambda text, last: dreaming.hear(part, text, last))

    async def _reworded(
        self, dreaming: Dreaming, asking: Asking, judged: list[Judged]
    ) -> list[Judged]:
        """One short call for all lines that their sources do not say. It may fail: they wait."""
        claims = dreaming.doubtful(judged)
        most = _REWORDING * len(claims) + self._most(asking.longest) // 2
        while claims and not self._fits(dreaming.ask_again(claims), most, asking.longest):
            claims = claims[:-1]
        if not claims:
            return judged
        messages = dreaming.ask_again(claims)
        question = Question(
            messages=messages,
            most=most,
            key=key_of(self._model.info.name, messages, dreaming.fence),
            again=lambda fault: dreaming.ask_again(claims, fault),
            part=_WORDING,
        )
        try:
            return await asking.ask(
                question, lambda text, last: dreaming.reword(judged, claims, text)
            )
        except Problem:
            return judged  # nothing hangs on it: what is not supported waits for a person

    def _parts(self, dreaming: Dreaming, longest: int, tokens: Tokens) -> tuple[Part, ...]:
        frame = tokens.estimate(*dreaming.frame()).high
        budget = longest - frame - self._most(longest)
        if budget < _SMALLEST:
            raise Problem(
                f"{self._model.info.name} can read too little at once to dream.",
                "Choose a model with a longer context, or allow more of it in Settings.",
            )
        return dreaming.plan(budget, self._cost(tokens)).parts

    def _as_planned(self, material: Material) -> Tokens:
        """The counts an earlier try of this dream was planned with: its parts must be the same."""
        state = [material.memory.data.hex(), *(f"{day.path} {day.text}" for day in material.days)]
        whole = json.dumps([self._model.info.name, self._room, state]).encode()
        key = f"plan {hashlib.sha256(whole).hexdigest()}"
        if known := self._answers.answer(key):
            return Tokens(*json.loads(known.text))
        tokens = self._model.tokens
        with suppress(Problem):
            self._answers.keep(key, KeptAnswer(json.dumps(dataclasses.astuple(tokens)), 0))
        return tokens

    def _most(self, longest: int) -> int:
        least, most = _ANSWER
        thinking = _THINKING if self._model.info.thinks else 0
        return min(max(least, longest // 4), most) + thinking

    def _fits(self, messages: tuple[Message, ...], most: int, longest: int) -> bool:
        return self._model.tokens.estimate(*(m.content for m in messages)).high + most <= longest

    @staticmethod
    def _cost(tokens: Tokens) -> Callable[[str], int]:
        nothing = tokens.estimate("").high
        return lambda text: tokens.estimate(text + "\n").high - nothing + 1
