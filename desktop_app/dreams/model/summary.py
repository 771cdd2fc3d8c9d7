"""The summarizer that asks a language model. Knows messages, not days, files or Qt.

Only what the conversation says is kept; when nothing is left, the caller's rules write the block.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from desktop_app.dreams.consolidator.faults import Fault
from desktop_app.dreams.consolidator.prompt import Prompt, a_fence
from desktop_app.dreams.dreamer import EngineName
from desktop_app.dreams.model.asking.calls import (
    Answers,
    Asking,
    InMemory,
    ModelQuestion,
    UnusableAnswer,
)
from desktop_app.dreams.model.asking.kept import key_of
from desktop_app.dreams.model.measure import wished
from desktop_app.dreams.model.talk import MOST_LINES, ShownTalk
from desktop_app.dreams.talk.facts import telling
from desktop_app.dreams.talk.worth import Frequencies
from desktop_app.errors import Problem
from desktop_app.models.model import Model, ModelMessage, PromptRole
from desktop_app.models.tokens import USUAL_ROOM
from desktop_app.notebook.text.records import Message
from desktop_app.words import tr

_ANSWER = 1_024
_THINKING = 1_024
_SMALLEST = 200


class ModelSummarizer:
    """Sums up with a model. Told of a fault, the next call for the same messages says what it was.

    `room` is the longest context asked for, `total` seconds for one call.
    """

    name = EngineName.OLLAMA

    def __init__(
        self,
        model: Model,
        *,
        room: int = USUAL_ROOM,
        total: float | None = None,
        report: Callable[[str], None] = lambda step: None,
    ) -> None:
        self._model = model
        self._room = room
        self._total = total
        self._report = report
        self._answers: Answers = InMemory()
        self._fault: Fault | None = None

    async def summarize(self, messages: Sequence[Message]) -> str | None:
        """Lines `- Speaker: words`; None when nothing is worth keeping, as the rules see it too.

        Raises Problem.
        """
        talk = await asyncio.to_thread(ShownTalk, messages)
        if not talk.rows:
            raise Problem(tr("Nothing of this conversation may be shown to a model."))
        prompt, fence = Prompt("summary", talk.language), a_fence()
        longest = min(self._room, self._model.info.context)
        asking = Asking(self._model, longest, self._answers, self._report, self._total, attempts=1)
        parts = self._parts(talk, prompt, fence, longest)
        lines: list[str] = []
        for n, rows in enumerate(parts, start=1):
            name = tr("part {n} of {count}").format(n=n, count=len(parts))
            # Parts that were answered are not asked again, but where all of them kept nothing.
            again = self._fault if self._fault is Fault.OVERLOOKED else None
            first_messages = _messages(prompt, fence, rows, again)
            question = ModelQuestion(
                messages=_messages(prompt, fence, rows, self._fault),
                most=self._most(),
                key=key_of(self._model.info.name, first_messages, fence),
                again=partial(_messages, prompt, fence, rows),
                part=name if len(parts) > 1 else "",
            )
            try:
                lines += await asking.ask(question, lambda text, last: talk.lines(text))
            except UnusableAnswer as problem:
                self._fault = problem.fault
                raise
        if not lines and await asyncio.to_thread(_says_something, messages):
            self._fault = Fault.OVERLOOKED
            raise UnusableAnswer(Fault.OVERLOOKED, self._model.info.name)
        return "\n".join(dict.fromkeys(lines)) or None

    def _parts(self, talk: ShownTalk, prompt: Prompt, fence: str, longest: int) -> list[list[str]]:
        tokens = self._model.tokens
        frame = tokens.estimate(*(m.content for m in _messages(prompt, fence, [], Fault.WORDS)))
        room = longest - frame.high - self._most()
        if wish := wished(self._model.pace, self._total):
            lines = (wish - frame.likely) * frame.high / frame.likely
            room = min(room, max(round(lines), _SMALLEST))
        if room < _SMALLEST:
            raise Problem(
                tr("{name} can read too little at once to sum up.").format(
                    name=self._model.info.name
                )
            )
        nothing = tokens.estimate("").high
        parts: list[list[str]] = [[]]
        size_of_part = 0
        for row in talk.rows:
            size = tokens.estimate(row + "\n").high - nothing + 1
            if parts[-1] and size_of_part + size > room:
                parts.append([])
                size_of_part = 0
            parts[-1].append(row)
            size_of_part += size
        return parts

    def _most(self) -> int:
        return _ANSWER + (_THINKING if self._model.info.thinks else 0)


def _says_something(messages: Sequence[Message]) -> bool:
    """Whether the rules find a fact in what the person said."""
    turns = [(message.role, message.content) for message in messages]
    return bool(telling(turns, Frequencies()))


def _messages(
    prompt: Prompt, fence: str, rows: Sequence[str], fault: Fault | None
) -> tuple[ModelMessage, ...]:
    rules = prompt.fill("Rules", fence=fence, most=str(MOST_LINES))
    asked = prompt.fill("Talk", fence=fence, talk="\n".join(rows))
    if fault is not None:
        asked = f"{asked}\n\n{prompt.fill('Again', fault=prompt.fault(fault))}"
    return ModelMessage(PromptRole.SYSTEM, rules), ModelMessage(PromptRole.USER, asked)
