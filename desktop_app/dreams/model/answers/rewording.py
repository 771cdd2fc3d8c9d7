"""The answer to a call for other words: numbered lines. Knows text only."""

import re

from desktop_app.dreams.model.answers.parsing import plain_answer
from desktop_app.dreams.model.answers.words import says_nothing
from desktop_app.dreams.model.reading.marks import without_marks

_LINE = re.compile(r"\s*(?:[-*+•]\s+)?[*_]{0,2}(\d{1,3})[*_]{0,2}[.)、:：]\s*(\S.*)")


def reworded(answer: str, count: int) -> dict[int, str]:
    """The new wording by number, from 1 to `count`; what was answered twice or `none` is left out.

    An answer without any such line is an empty table: then everything stays as it was.
    """
    texts: dict[int, str] = {}
    doubled: set[int] = set()
    for line in plain_answer(answer).split("\n"):
        match = _LINE.match(line)
        if not match:
            continue
        number = int(match[1])
        text, _ = without_marks(match[2])
        if number in texts:
            doubled.add(number)
        if 1 <= number <= count:
            texts[number] = text.strip(" *_")
    return {n: text for n, text in texts.items() if n not in doubled and not says_nothing(text)}
