"""The gate's question: a model is asked which doubted lines an agent may not write by itself.

It hears lines only, and one among them that is known to be an order: a model that lets it pass, or
obeys a line, is not believed.
"""

import re
from collections.abc import Collection, Sequence

from desktop_app.dreams.consolidator.answer import Fault
from desktop_app.dreams.consolidator.marks import harmless
from desktop_app.dreams.consolidator.prompt import Prompt, a_fence
from desktop_app.dreams.model.calls import Asking, ModelQuestion
from desktop_app.language.tokens import script
from desktop_app.models.model import ModelMessage

SECONDS = 30.0
"""The longest time for all that is asked of it: an agent waits."""

_MOST = 30  # lines of a question
_TOKENS = 12  # of a row of the answer
_ROW = re.compile(r"\W*(\d{1,2})\W+(plain|order|secret)\b", re.IGNORECASE)


async def suspicious(asking: Asking, lines: Sequence[str]) -> Collection[int]:
    """The places, from 0, of the lines that the model takes for an order or a secret; all of them
    where it is not believed. Raises Problem where no answer can be used."""
    prompt, fence = Prompt("gate", script("\n".join(lines))), a_fence()
    some = [*lines[:_MOST], prompt.fill("Known")]
    shown = "\n".join(f"{n}. {harmless(' '.join(one.split()))}" for n, one in enumerate(some, 1))

    def hear(answer: str, last: bool) -> Collection[int] | Fault:
        rows = filter(None, map(_ROW.match, answer.splitlines()))
        said = {int(row[1]): row[2].lower() for row in rows}
        if not said.keys() >= {*range(1, len(some) + 1)}:
            return Fault.ROWS
        if said[len(some)] == "plain":
            return range(len(lines))
        plain = {n for n in range(len(some)) if said[n + 1] == "plain"}  # it was asked of no others
        return {*range(len(lines))} - plain

    def ask(fault: Fault | None) -> tuple[ModelMessage, ...]:
        return prompt.messages("Lines", fault, fence=fence, lines=shown)

    return await asking.ask(ModelQuestion(ask, _TOKENS * len(some)), hear)
