"""Corpus: a notebook of made-up bullets, and what somebody might look for in it.

The same bullets and queries come each time, so two runs can be compared.
"""

import itertools
import random
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path

PER_FILE = 50
KINDS = ("one word", "half a word", "two words", "two characters", "a question")
ENGLISH = 0.7  # of the bullets; the others are Chinese


def write(folder: Path, writer: "Writer", bullets: int) -> list[str]:
    """Daily files with so many bullets, below `folder`; their paths there, by day."""
    day, paths = date(1900, 1, 1), []
    (folder / "memory").mkdir(parents=True)
    for start in range(0, bullets, PER_FILE):
        lines = [f"- {writer.bullet()}\n" for _ in range(min(PER_FILE, bullets - start))]
        paths.append(f"memory/{day}.md")
        text = f"# Daily Memory: {day}\n\n{''.join(lines)}"
        (folder / paths[-1]).write_bytes(text.encode())
        day += timedelta(days=1)
    return paths


def bullets_in(folder: Path) -> Iterator[str]:
    """The bullets of such a notebook, without their marks."""
    for path in sorted(folder.glob("memory/*.md")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("- "):
                yield line[2:]


def seconds(work: Callable[[], object]) -> float:
    """How long something takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


class Writer:
    """Writes bullets of made-up words, few of which are common and many rare, as in any text."""

    def __init__(self) -> None:
        self._chance = random.Random(1)
        self._english = [_word(number * 37 + 11) for number in range(20_000)]
        self._chinese = [_pair(number) for number in range(8_000)]
        common = list(itertools.accumulate(1 / (n + 10) for n in range(20_000)))
        self._weights = {len(some): common[: len(some)] for some in (self._english, self._chinese)}

    def bullet(self) -> str:
        if self._chance.random() < ENGLISH:
            return " ".join(self._some(self._english, 14)).capitalize() + "."
        return "".join(self._some(self._chinese, 14)) + "。"

    def query(self, kind: str) -> str:
        """A query of one of `KINDS`. Words come up in queries as often as in the text."""
        if kind == "two characters":
            return self._some(self._chinese, 1)[0]
        if kind == "half a word":
            word = self._some(self._english, 1)[0]
            return word[: max(1, len(word) // 2)]
        if kind == "a question":
            return f"what about {' '.join(self._some(self._english, 4))}?"
        return " ".join(self._some(self._english, 2 if kind == "two words" else 1))

    def _some(self, words: list[str], count: int) -> list[str]:
        return self._chance.choices(words, cum_weights=self._weights[len(words)], k=count)


def _word(number: int) -> str:
    syllables = ["har", "bo", "ur", "sur", "vey", "ti", "de", "mo", "ra", "len", "ka", "pi", "st"]
    word = ""
    while number:
        number, rest = divmod(number, len(syllables))
        word += syllables[rest]
    return word


def _pair(number: int) -> str:
    return chr(0x4E00 + 11 * (number % 997)) + chr(0x4E00 + 13 * (number // 5))
