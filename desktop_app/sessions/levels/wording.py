"""Wording: a model says a long memory in fewer words, and each sentence of it is proved.

Knows models and one text, not where it stands. What the text does not support is left out; where
too little is left, its own sentences stay.
"""

from dataclasses import dataclass
from datetime import date

from desktop_app.dreams.consolidator.answer import plain_answer
from desktop_app.dreams.consolidator.faults import Fault
from desktop_app.dreams.consolidator.prompt import Prompt, a_fence
from desktop_app.dreams.model.asking.calls import Asking, ModelQuestion
from desktop_app.dreams.proof import Cited, prove_sentence
from desktop_app.dreams.proposal import Support
from desktop_app.dreams.screen import suspect
from desktop_app.dreams.talk.speech import sentences
from desktop_app.language.words import script
from desktop_app.sessions.levels.extract import usual_tokens
from desktop_app.sessions.levels.kept import level_key
from desktop_app.sessions.levels.level import SIZES, MemoryLevel

_LEAST = 0.5  # of an answer's sentences that the text has to support


@dataclass(frozen=True)
class LevelSource:
    """A text that is too long for a level; `day` is when it was written."""

    level: MemoryLevel
    text: str
    day: date | None = None

    @property
    def key(self) -> str:
        """Its name among kept levels."""
        return level_key(self.level, self.text)


async def worded(source: LevelSource, asking: Asking) -> str:
    """What a model says of the text, as far as the text supports it. Raises Problem when it gave
    no usable answer; "" for a text that no model is shown."""
    if suspect(source.text) is not None:
        return ""
    prompt, fence = Prompt("levels", script(source.text)), a_fence()
    most = SIZES[source.level]
    messages = prompt.messages("Note", fence=fence, most=str(most * 3 // 4), note=source.text)
    question = ModelQuestion(lambda fault: messages, fence, 2 * most)
    return await asking.ask(question, lambda text, last: proved(text, source) or Fault.WORDS)


def proved(answer: str, source: LevelSource) -> str:
    """The sentences of an answer that the text supports, within the size of the level; "" where
    too few are."""
    said = [
        one for line in plain_answer(answer).split("\n") for one in sentences(line.lstrip("-* "))
    ]
    cited, day = [Cited(source.text, day=source.day)], source.day or date.min
    right = [
        one
        for one in said
        if suspect(one) is None and prove_sentence(one, cited, day).verdict == Support.SUPPORTED
    ]
    if not said or len(right) < len(said) * _LEAST:
        return ""
    while right and usual_tokens(" ".join(right)) > SIZES[source.level]:
        right.pop()
    return " ".join(right)
