"""Spelling: which words of a line are asked about, and whether a dictionary knows them. Knows words
and lines, no window; the dictionaries are those of the system, through enchant, where it is there.

Only words in Latin letters are asked about. Names, tags, addresses, code and links are not.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Protocol

from desktop_app.errors import Problem
from desktop_app.words import tr

_LETTERS = "A-Za-zÀ-ÖØ-öø-ɏ"
_WORD = re.compile(rf"[{_LETTERS}]+(?:['’][{_LETTERS}]+)*")
_QUOTED = re.compile(r"\[\[[^\[\]]*\]\]|`[^`]*`")
_ODD = re.compile(  # each piece is looked at once: Chinese has thousands of signs without a blank
    r"(?<![^\s\0])(?=[^\s\0]*(?:://|www\.|[@\\_=#/<>\d]))[^\s\0]+|(?<!\w)\w++(?:\.\w++)+"
)
_BEGINS = re.compile(
    r"(?:^|[.!?:;。！？：；]['\"”’)\]]*)[\s>*_\"“‘(\[#+-]*(?:\d+[.)]\s+)?(?:\[[ xX]\]\s+)?$"
)
_SHORTEST, _LONGEST = 3, 40
_NEAR = 100  # characters before a word, in which its sentence may begin
_MOST_OFFERED = 5
_ENGLISH = ("en_US", "en_GB", "en")


class WordBook(Protocol):
    """A dictionary of one language."""

    def check(self, word: str) -> bool: ...

    def suggest(self, word: str) -> list[str]: ...


def asked_words(line: str, skip: Iterable[tuple[int, int]] = ()) -> Iterator[tuple[int, int, str]]:
    """Where the words of a line begin and end that a dictionary should know; not those in `skip`.

    A capital within a sentence tells a name; capitals within a word tell one that is made up.
    """
    whole = line
    for apart in (_QUOTED, _ODD):
        line = apart.sub(lambda match: "\0" * len(match[0]), line)
    for start, end in skip:
        line = line[:start] + "\0" * (end - start) + line[end:]
    for match in _WORD.finditer(line):
        word, at = match[0], match.start()
        around = line[max(0, at - 1) : match.end() + 1]
        if not _SHORTEST <= len(word) <= _LONGEST or word[1:] != word[1:].lower():
            continue
        if "\0" in around or any(sign.isalpha() and sign >= "\u2e80" for sign in around):
            continue
        if word[0].islower() or _BEGINS.search(whole, max(0, at - _NEAR), at):
            yield at, match.end(), word


class Speller:
    """Asks some dictionaries: a word that one of them knows is right, and one of a person's own."""

    def __init__(self, books: Sequence[WordBook], own: Iterable[str] = ()) -> None:
        self._books = books
        self._own = {word.casefold() for word in own}
        self._names: Collection[str] = frozenset()
        self._known: dict[str, bool] = {}

    def know(self, names: Iterable[str]) -> None:
        """Names of the notebook, whose words are right."""
        self._names = {word.casefold() for name in names for word in _WORD.findall(name)}

    def add(self, word: str) -> None:
        """A word of the person's own."""
        self._own.add(word.casefold())

    def is_right(self, word: str) -> bool:
        """Whether a dictionary, the person or the notebook knows a word."""
        key = word.casefold().replace("’", "'")
        bare = key.removesuffix("'s")
        if {key, bare} & self._own or key in self._names or bare in self._names:
            return True
        if word not in self._known:
            plain = word.replace("’", "'")
            self._known[word] = any(book.check(plain) for book in self._books)
        return self._known[word]

    def wrong(self, line: str, skip: Iterable[tuple[int, int]] = ()) -> list[tuple[int, int]]:
        """Where the words of a line begin and end that nobody knows."""
        return [(at, end) for at, end, word in asked_words(line, skip) if not self.is_right(word)]

    def offers(self, word: str) -> list[str]:
        """What may have been meant, the likeliest first."""
        found = [offer for book in self._books for offer in book.suggest(word)[:_MOST_OFFERED]]
        return list(dict.fromkeys(found))[:_MOST_OFFERED]


def system_books(languages: Iterable[str]) -> list[WordBook]:
    """The system's dictionaries of these languages, such as de-DE, and of English.

    Raises Problem where enchant or a dictionary is missing. Takes a moment.
    """
    try:
        import enchant
    except ImportError:  # the package, or the library of the system that it needs
        raise Problem(
            tr("The spelling checker is not installed."),
            tr("It needs the package pyenchant and your system's library enchant; all else works."),
        ) from None
    broker = enchant.Broker()
    there = {tag.replace("-", "_"): tag for tag in broker.list_languages()}
    wanted = [tag.replace("-", "_") for tag in languages]
    tags = [tag for tag in wanted if tag in there]
    if not any(tag.startswith("en") for tag in tags):
        english = [tag for tag in (*_ENGLISH, *sorted(there)) if tag in there and tag[:2] == "en"]
        tags += english[:2]  # who says neither may write as either does
    if not tags:
        raise Problem(
            tr("There is no dictionary of your language."),
            tr("Install one for your system's enchant, such as hunspell-en-us."),
        )
    return [broker.request_dict(there[tag]) for tag in dict.fromkeys(tags)]
