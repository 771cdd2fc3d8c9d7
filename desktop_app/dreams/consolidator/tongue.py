"""Whether an answer speaks the language of the notes, and with their words. Knows texts only."""

from collections.abc import Iterable, Sequence

from desktop_app.dreams.consolidator.faults import Fault
from desktop_app.language.words import fold, is_cjk, script, tokens

_SHARED = 0.3  # of an answer's words that have to stand in what it was made from
_BOTH = 0.1  # a text with this share of either script has both languages
_FEW = 4  # words that say too little


def strange(texts: Sequence[str], sources: Iterable[str]) -> Fault | None:
    """Why the lines of an answer can't have been copied from these sources, None if they can."""
    text, source_text = "\n".join(texts), "\n".join(sources)
    words = set(tokens(text))
    if not words or len(words) < _FEW:
        return None
    if (script(text) == "en") != (script(source_text) == "en") and not _both(source_text):
        return Fault.LANGUAGE
    if other_script(text, script(source_text)):
        return Fault.LANGUAGE
    if len(words & set(tokens(source_text))) < _SHARED * len(words):
        return Fault.WORDS
    return None


def other_script(text: str, language: str) -> bool:
    """Whether a Chinese text is surely in simplified characters where `language` has traditional
    ones, or the other way round."""
    if language == "zh-Hant":
        return script(text) == "zh-Hans"
    return language == "zh-Hans" and script(text) == "zh-Hant" and fold(text) != text


def _both(text: str) -> bool:
    chinese = sum(map(is_cjk, text))
    latin = sum(character.isalpha() for character in text) - chinese
    return min(chinese * 2, latin) >= _BOTH * (chinese * 2 + latin)
