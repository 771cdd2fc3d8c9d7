"""The summarizer that asks a language model. Knows messages, not days, files or Qt.

Only what the conversation says is kept; when nothing is left, the caller's rules write the block.
"""

import asyncio
from collections.abc import Sequence

from desktop_app.dreams.consolidator.faults import Fault
from desktop_app.dreams.consolidator.prompt import Prompt, a_fence
from desktop_app.dreams.dreamer import EngineName
from desktop_app.dreams.model.asking.calls import (
    Ask,
    Asking,
    ModelQuestion,
    UnusableAnswer,
)
from desktop_app.dreams.model.measure import wished
from desktop_app.dreams.model.talk import MOST_LINES, ShownTalk
from desktop_app.dreams.talk.facts import telling
from desktop_app.dreams.talk.worth import Frequencies
from desktop_app.errors import Problem
from desktop_app.notebook.text.records import Message
from desktop_app.words import tr

_ANSWER = 1_024
_SMALLEST = 200


class ModelSummarizer:
    """Sums up with a model, which `asking` asks once. After a fault, the next call for the same
    messages says what it was.
    """

    name = EngineName.OLLAMA

    def __init__(self, asking: Asking) -> None:
        self._asking = asking
        self._fault: Fault | None = None

    async def summarize(self, messages: Sequence[Message]) -> str | None:
        """Lines `- Speaker: words`; None when nothing is worth keeping, as the rules see it too.

        Raises Problem.
        """
        talk = await asyncio.to_thread(ShownTalk, messages)
        if not talk.rows:
            raise Problem(tr("Nothing of this conversation may be shown to a model."))
        prompt, fence = Prompt("summary", talk.language), a_fence()
        asking = self._asking
        parts = self._parts(talk, prompt, fence)
        lines: list[str] = []
        for n, rows in enumerate(parts, start=1):
            name = tr("part {n} of {count}").format(n=n, count=len(parts))
            question = ModelQuestion(
                ask=_asked(prompt, fence, rows),
                fence=fence,
                most=_ANSWER,
                part=name if len(parts) > 1 else "",
            )
            try:
                lines += await asking.ask(
                    question, lambda text, last: talk.lines(text), self._fault
                )
            except UnusableAnswer as problem:
                self._fault = problem.fault
                raise
        if not lines and await asyncio.to_thread(_says_something, messages):
            self._fault = Fault.OVERLOOKED
            asking.answers = {}  # other parts that were answered are not asked again
            raise UnusableAnswer(Fault.OVERLOOKED, asking.model.info.name)
        return "\n".join(dict.fromkeys(lines)) or None

    def _parts(self, talk: ShownTalk, prompt: Prompt, fence: str) -> list[list[str]]:
        asking, tokens = self._asking, self._asking.model.tokens
        empty = _asked(prompt, fence, [])(Fault.WORDS)
        frame = tokens.estimate(*(message.content for message in empty))
        room = asking.longest - frame.high - asking.with_thoughts(_ANSWER)
        if wish := wished(asking.model.pace, asking.total):
            lines = (wish - frame.likely) * frame.high / frame.likely
            room = min(room, max(round(lines), _SMALLEST))
        if room < _SMALLEST:
            raise Problem(
                tr("{name} can read too little at once to sum up.").format(
                    name=asking.model.info.name
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


def _says_something(messages: Sequence[Message]) -> bool:
    """Whether the rules find a fact in what the person said."""
    turns = [(message.role, message.content) for message in messages]
    return bool(telling(turns, Frequencies()))


def _asked(prompt: Prompt, fence: str, rows: Sequence[str]) -> Ask:
    values = {"fence": fence, "most": str(MOST_LINES), "talk": "\n".join(rows)}
    return lambda fault: prompt.messages("Talk", fault, **values)
