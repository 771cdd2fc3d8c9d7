"""Deeds: whether a text tells what was done. Knows text only."""

from desktop_app.language.claims.vocabulary import is_past, words
from desktop_app.language.reading import Reading, Word

_EARLY = 9  # words of a text among which its verb stands


def tells_nothing_done(reading: Reading) -> bool:
    """Whether no verb of a text is in the past: `moved`, `was`, 了."""
    before = ""
    for word in reading.words[:_EARLY]:
        if _is_past(word, before):
            return False
        before = word.level
    return not any(sign in reading.level for sign in words("chinese_done"))


def _is_past(word: Word, before: str) -> bool:
    """Whether a word is a verb's past and says no state: `is married`."""
    return is_past(word.level) and before not in words("states") and before != "to"
