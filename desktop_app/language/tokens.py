"""Words of English and Chinese text: folding, tokens, script. Knows text, not files or indexes.

Chinese has no spaces, so a run of it is read as overlapping pairs of characters; for a search, so
are Thai, Lao, Burmese and Khmer. Traditional and simplified characters are folded one by one and
not by phrase: only then does every piece of a text fold to a piece of the folded text, and a search
for any part of it finds the whole.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from operator import add

from desktop_app import resources
from desktop_app.regex import regex

# Han with its extensions, kana, bopomofo and hangul; no punctuation, no combining marks.
_CJK = (
    "\u3005-\u3007\u3021-\u3029\u3038-\u303c\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff"
    "\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
    "\uf900-\ufaff\uff66-\uff9d\U0001b000-\U0001b16f\U00020000-\U000323af"
)
# Thai, Lao, Burmese and Khmer with their vowel and tone signs; no digits, no punctuation.
_SPACELESS = (
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u108f\u109a-\u109d"
    "\u1780-\u17d3\u17d7\u17dc-\u17dd\ua9e0-\ua9ef\ua9fa-\ua9fe\uaa60-\uaa76\uaa7a-\uaa7f"
)
_FIRST_CJK = _CJK[0]
_CJK_RUN = regex(f"[{_CJK}]+")
_RUN = regex(f"[{_CJK}]+|[{_SPACELESS}]+")
_HAN = regex("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
_KANA = regex("[\u3041-\u30ff]")
_JAPANESE = 0.5  # kana by Chinese character
_LATIN_WORD = regex(r"[^\W\d_]+")
_TOKEN = regex(rf"([{_CJK}]+)|(\d+(?:[.:,]\d+)*|[^\W_{_CJK}]+)")
_ASCII_TOKEN = regex(r"()(\d+(?:[.:,]\d+)*|[a-z\d]+)")  # the same, and twice as quick
_CLITIC = regex(r"'(?<=[^\W\d_]')(?:s|re|ve|ll|d|m)\b")
_NOT = regex(r"(?:\b(?:ca|wo|sha)|(?<=[^\W\d_]))n't\b")


def is_cjk(character: str) -> bool:
    """Whether the character is one of the Chinese, Japanese or Korean scripts."""
    return character >= _FIRST_CJK and _CJK_RUN.fullmatch(character) is not None


def cjk_runs(text: str) -> list[tuple[int, int]]:
    """Where characters of these scripts stand side by side."""
    return [match.span() for match in _CJK_RUN.finditer(text)]


def is_paired(character: str) -> bool:
    """Whether an index reads the character in pairs: it is of a script written without spaces."""
    return _RUN.fullmatch(character) is not None


@cache
def signs() -> frozenset[str]:
    """The vowel and tone signs of South and South-East Asia, which are parts of words."""
    return frozenset(characters()[3])


def fold(text: str) -> str:
    """Traditional characters as simplified ones. Same length as `text`."""
    return text if text.isascii() else text.translate(_simplified())


def normal(text: str) -> str:
    """The form in which two texts are compared: NFKC, simplified characters, no case."""
    if text.isascii():
        return text.lower()
    return sought(text).casefold()


def sought(text: str) -> str:
    """The form in which a text is searched: NFKC, simplified characters, ß as ss, ø as o, æ as ae,
    and Greek without accents; FTS5 takes those of Latin letters away.
    """
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", text).translate(_folds())


def index_text(text: str) -> str:
    """What a full-text index is fed: NFKC, simplified; runs without spaces as pairs and the last
    character.

    `我喜欢火锅!` becomes ` 我喜 喜欢 欢火 火锅 锅 !`. Text and query pass through here alike.
    """
    return text if text.isascii() else _indexed(text)[0]


def index_texts(texts: Sequence[str]) -> list[tuple[str, str]]:
    """The same of each, and what is left without its pairs: words of scripts with spaces."""
    if not texts:
        return []
    whole, between = _indexed("\0".join(text.replace("\0", " ") for text in texts))
    every = zip(whole.split("\0"), between.split("\0"), strict=True)
    return [(one, spaced.strip()) for one, spaced in every]


def _indexed(text: str) -> tuple[str, str]:
    folded = sought(text)
    between, pairs = _RUN.split(folded), [*map(paired, _RUN.findall(folded)), ""]
    return "".join(map(add, between, pairs)), " ".join(between)


def paired(run: str) -> str:
    """A run as pairs and its last character, with a blank before, between and after."""
    letters = list(run)
    written = [" "] * (3 * len(letters))
    written[1::3], written[2:-2:3] = letters, letters[1:]
    return "".join(written)


def runs(text: str) -> list[str]:
    """The runs of a folded text that are written without spaces, each in one kind of script, and
    what stands between them: in order, nothing left out.
    """
    parts: list[str] = []
    end = 0
    for match in _RUN.finditer(text):
        parts += [text[end : match.start()], match.group()]
        end = match.end()
    parts.append(text[end:])
    return [part for part in parts if part]


def bigrams(run: str) -> list[str]:
    """The overlapping pairs of a run; a single character is itself."""
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]


def tokens(text: str) -> list[str]:
    """The words that carry a text: stemmed, without accents and stop words; pairs for CJK."""
    plain = normal(text).replace("’", "'")
    if "n't" in plain:
        plain = _NOT.sub(" not", plain)
    if "'" in plain:
        plain = _CLITIC.sub("", plain)
    words_found: list[str] = []
    for run, word in (_ASCII_TOKEN if plain.isascii() else _TOKEN).findall(plain):
        if run:
            parts = (part for part in _particles().split(run) if part)
            words_found += [pair for part in parts for pair in bigrams(part)]
        elif word not in stop_words():
            words_found.append(stem(word))
    return words_found


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """A lower-case English word without accent and ending: `studies` and `studied` are `studi`."""
    if not word.isascii():
        marks = unicodedata.normalize("NFD", word)
        word = "".join(c for c in marks if not unicodedata.combining(c))
    if not (word.isascii() and word.isalpha()):
        return word
    from Stemmer import Stemmer  # not every start reads words

    # A new one each time: it keeps the word it works on, and none that it has seen.
    return str(Stemmer("english", 0).stemWord(word))


def script(text: str) -> str:
    """The language and script a text is mainly written in: `zh-Hant` or `zh-Hans`, else `en`, as
    Japanese is.
    """
    han = _HAN.findall(text)
    latin = _LATIN_WORD.findall(_CJK_RUN.sub(" ", text))
    if len(_KANA.findall(text)) > _JAPANESE * len(han) or len(han) <= len(latin):
        return "en"
    traditional = sum(map(str.__ne__, han, fold("".join(han))))
    simplified = sum(c in _only_simplified() for c in han)
    return "zh-Hans" if simplified > traditional else "zh-Hant"


def script_among(text: str, around: str) -> str:
    """The same; Chinese whose characters are of both scripts is in that of the text around it."""
    own = script(text)
    if own == "zh-Hant" and fold(text) == text:
        return script("".join(_HAN.findall(around)) or text)
    return own


@cache
def stop_words() -> frozenset[str]:
    """English words that say little by themselves, in lower case."""
    return frozenset(_table()["english"].split())


@cache
def light_words() -> frozenset[str]:
    """English words that only hold a sentence together, stop words among them; lower case."""
    return stop_words() | frozenset(_table()["light"].split())


def is_light(word: str) -> bool:
    """Whether a lower-case word only holds a sentence together."""
    return word in light_words() or word.endswith("n't")


@cache
def light_characters() -> frozenset[str]:
    """Simplified characters that only hold a sentence together."""
    return frozenset("".join(_table()["light_characters"].split()))


@cache
def joints() -> tuple[str, ...]:
    """English words that stand between two clauses."""
    return tuple(_table()["joints"].split())


@cache
def question_words() -> re.Pattern[str]:
    """Matches question words and particles in simplified Chinese."""
    return _any_of(_table()["chinese"].split())


def _any_of(words: list[str]) -> re.Pattern[str]:
    longest_first = sorted(words, key=len, reverse=True)
    return regex("|".join(re.escape(word) for word in longest_first))


def _table() -> dict[str, str]:
    return resources.table("language/words")


@cache
def _particles() -> re.Pattern[str]:
    return _any_of(_table()["particles"].split())


@cache
def characters() -> list[str]:
    """What OpenCC and Unicode say of single characters: see `tests/support/characters.py`."""
    path = resources.folder() / "language/characters.txt"
    return path.read_text(encoding="utf-8").split("\n")


class _Folds(dict[int, str]):
    """What characters become. It learns those that stay as they are: a failed lookup is slow."""

    def __missing__(self, character: int) -> str:
        return self.setdefault(character, chr(character))


@cache
def _simplified() -> _Folds:
    traditional, simplified = characters()[:2]
    return _Folds(zip(map(ord, traditional), simplified, strict=True))


@cache
def _folds() -> _Folds:
    """What each character is searched as."""
    others = {ord(pair[0]): pair[1:] for pair in characters()[4].split(" ")}
    return _Folds(_simplified() | others)


@cache
def _only_simplified() -> frozenset[str]:
    return frozenset(characters()[2])
