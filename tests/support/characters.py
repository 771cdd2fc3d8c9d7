"""Characters: what OpenCC and Unicode say of single ones, as the table that the program reads.

`python -m tests.support.characters` writes it; `make words` does so, too. It has a line each of
traditional characters, of those that they are read as, of simplified ones that are no traditional
ones, of vowel and tone signs, and of letters, each with what it is searched as.
"""

import tomllib
import unicodedata
from pathlib import Path

import opencc

from desktop_app import resources
from desktop_app.regex import regex

PLACE = Path("language", "characters.txt")

_HAN_BLOCKS = ((0x3400, 0x4DC0), (0x4E00, 0xA000), (0xF900, 0xFB00), (0x20000, 0x2FA20))
# Where the scripts lie whose words are written with vowel signs: FTS5 would cut the words at them.
_SIGNED = (
    range(0x900, 0x1AB0),
    range(0x1B00, 0x1D00),
    range(0xA800, 0xAC00),
    range(0x11000, 0x12000),
)
# The letters that FTS5 does not fold by itself: ß, and Greek with accents.
_LETTERED = [*range(0xC0, 0x250), *range(0x370, 0x400), *range(0x1E00, 0x2000)]
_LATIN_NAME = regex("LATIN (?:SMALL|CAPITAL) (?:LETTER|LIGATURE) ([A-Z]{1,2})(?: WITH .*)?")


def table() -> str:
    """The text of the table."""
    words = tomllib.loads((resources.folder() / "language/words.toml").read_text("utf-8"))
    pairs = _converted("t2s") | {pair[0]: pair[1] for pair in words["variants"].split()}
    simplified = {old: pairs.get(new, new) for old, new in pairs.items()}
    only = sorted(_converted("s2t").keys() - simplified)
    every = (chr(code) for block in _SIGNED for code in block)
    signs = [sign for sign in every if unicodedata.category(sign) in ("Mn", "Mc")]
    letters = [one for one in map(chr, _LETTERED) if one.isalpha()]
    plain = [one + told for one in letters if (told := _plain(one))]
    parts = (simplified, simplified.values(), only, signs)
    return "\n".join([*map("".join, parts), " ".join(plain), ""])


def _plain(letter: str) -> str:
    """The letter without what Unicode adds to it; "" for one that FTS5 folds by itself."""
    name = unicodedata.name(letter, "")
    if name.startswith("LATIN"):
        latin = _LATIN_NAME.fullmatch(name)
        alone = latin and unicodedata.normalize("NFD", letter) == letter
        return latin[1].lower() if latin and alone else "ss" if letter in "ßẞ" else ""
    parts = unicodedata.normalize("NFD", letter.casefold())
    return "".join(part for part in parts if unicodedata.category(part) != "Mn")


def _converted(direction: str) -> dict[str, str]:
    """The single characters that OpenCC reads as another one."""
    every = [chr(code) for first, end in _HAN_BLOCKS for code in range(first, end)]
    # One to a line, so that no two of them are read as a phrase.
    converted = opencc.OpenCC(direction).convert("\n".join(every)).split("\n")
    pairs = zip(every, converted, strict=True)
    return {old: new for old, new in pairs if old != new and len(new) == 1}


if __name__ == "__main__":
    (resources.folder() / PLACE).write_text(table(), encoding="utf-8")
