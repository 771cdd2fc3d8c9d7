"""How a mind answers. Knows names only."""

from enum import StrEnum


class AnswerForm(StrEnum):
    """A mind rewrites memory in words of its own, copies the notes' words, or names the numbers of
    lines; `AUTO` is what suits it.
    """

    AUTO = "auto"
    WORDS = "words"
    COPY = "copy"
    NUMBERS = "numbers"


PROMPTS = {
    AnswerForm.WORDS: "consolidate",
    AnswerForm.COPY: "dream",
    AnswerForm.NUMBERS: "numbers",
}
"""The prompt that asks for each form."""
