"""A second reading: a mind is asked whether what a line rests on says it, apart from the dream, and
whether a new line is worth keeping.

Words and rules prove a line that keeps to the words of its sources; whether other words say the
same, a mind tells better. Some lines of each question are made here and known to be right or
wrong: a mind that misses them is not believed. That a line is left where it stands needs no such
line: it only waits. Pure; knows no model.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256

from desktop_app.dreams.consolidator.answer import Fault
from desktop_app.dreams.consolidator.marks import harmless
from desktop_app.dreams.consolidator.prompt import Prompt
from desktop_app.dreams.proof import Cited, SecondReading
from desktop_app.language.spans import flat
from desktop_app.language.tokens import tokens
from desktop_app.models.model import ModelMessage

_ROW = re.compile(
    r"\W*(?:line\W+|第)?(\d{1,4})\W+(yes|no|leave|是的?|对|對|否|不[记記]|不是?|不[对對])(?![a-z])[\s:：*.。,，]*(.*)",
    re.IGNORECASE,
)
_YES = ("yes", "是", "是的", "对", "對")
_LEAVE = ("leave", "不记", "不記")
_QUOTES = " \"'“”‘’「」『』`*"
_NUMBER = re.compile(r"(?<!\d)\d{1,9}(?!\d)")
_LAST = (12, 28, 30, 31)  # of a year or a month
_MOST = 30  # lines of one question


@dataclass(frozen=True)
class ReadLine:
    """A line to be read again, and what it rests on; its key is a hash of all that is shown of it.
    Of a line that is made here `is_true` says whether it is right; its key is "". `elsewhere` are
    statements about the same that it does not rest on, of later notes, memory and files that
    memory names: these may say it already, or that it has changed since.
    """

    key: str
    text: str
    headings: tuple[str, ...]
    replaces: bool
    grounds: tuple[Cited, ...]
    is_true: bool | None = None
    elsewhere: tuple[Cited, ...] = ()


@dataclass(frozen=True)
class ReadingQuestion:
    """One question about some lines."""

    lines: tuple[ReadLine, ...]
    language: str
    fence: str
    today: date

    @property
    def id(self) -> str:
        """What an answer names, so that it is none to another question."""
        told = "\n".join(map(repr, self.lines))
        return sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:8]

    def messages(self, fault: Fault | None = None) -> tuple[ModelMessage, ...]:
        """What is asked; with `fault`, once more."""
        prompt = Prompt("check", self.language)
        rows = (row for n, line in enumerate(self.lines, 1) for row in _rows(n, line, prompt))
        return prompt.messages(
            "Lines",
            fault,
            fence=self.fence,
            today=self.today.isoformat(),
            lines="\n".join(rows),
            id=self.id,
        )

    @property
    def asked(self) -> tuple["AskedLine", ...]:
        """What an answer is heard by."""
        return tuple((line.key, line.is_true) for line in self.lines)


AskedLine = tuple[str, bool | None]
"""The key of a line in its place in a question, and `is_true` as in `ReadLine`."""


def hear(
    asked: Sequence[AskedLine], answer: str, last: bool = True
) -> Mapping[str, SecondReading] | Fault:
    """What an answer says of the lines, by their keys, as far as it is believed."""
    said: dict[int, SecondReading] = {}
    for row in answer.splitlines():
        if found := _ROW.match(row):
            word = found[2].lower()
            says = None if word in _LEAVE else word in _YES
            said.setdefault(int(found[1]), SecondReading(says, found[3].strip(_QUOTES)))
    read = [(*line, said.get(n)) for n, line in enumerate(asked, start=1)]
    missing = sum(one is None for *_, one in read)
    if missing and (not last or missing == len(read)):
        return Fault.ROWS
    wrong = [one for _, is_true, one in read if is_true is False]
    right = [one for _, is_true, one in read if is_true]
    sees_wrong = any(one and one.says is False for one in wrong)
    believed = {
        True: sees_wrong and not any(one is None or one.says for one in wrong),
        False: bool(right) and all(one and one.says is not False for one in right),
        None: True,
    }
    return {key: one for key, _, one in read if key and one and believed[one.says]}


def questions(
    lines: Sequence[ReadLine],
    language: str,
    fence: str,
    today: date,
    fits: Callable[[ReadingQuestion], bool] = lambda question: True,
) -> Iterator[ReadingQuestion]:
    """The questions about these lines; among them are some that are known to be right or wrong. A
    line that fits in none is left out.
    """
    left = list(lines)
    while left:
        size = min(_MOST, len(left))
        while not fits(one := _mixed(left[:size], language, fence, today)) and size > 1:
            size //= 2
        if fits(one):
            yield one
        left = left[size:]


def _mixed(some: Sequence[ReadLine], language: str, fence: str, today: date) -> ReadingQuestion:
    mixed = list(some)
    made = (
        _wrong(some),
        _strange(some),
        _undone(some, language),
        _denied(some, language),
        _right(some),
    )
    for n, one in enumerate(made, start=1):
        if one:
            mixed.insert(len(mixed) * n // 6, one)
    return ReadingQuestion(tuple(mixed), language, fence, today)


def _rows(n: int, line: ReadLine, prompt: Prompt) -> Iterator[str]:
    yield f"{n}. {_within(line.headings)}{_one_line(line.text)}"
    yield f"   {prompt.fill('Instead' if line.replaces else 'New')}"
    for ground in line.grounds:
        told = [ground.day.isoformat() if ground.day else prompt.fill("Memory"), *ground.context]
        told += [prompt.fill("To do")] * ground.to_do
        yield f"   - {_within(told)}{_one_line(ground.text)}"
    if line.elsewhere:
        yield f"   {prompt.fill('Elsewhere')}"
    for other in line.elsewhere:
        where = other.day or (other.source.path if other.source else "")
        yield f"   - {_within([str(where), *other.context])}{_one_line(other.text)}"


def _within(words: Sequence[str]) -> str:
    return f"({_one_line(' / '.join(words))}) " if words else ""


def _one_line(text: str) -> str:
    return harmless(" ".join(text.split()))


# -- lines that are known to be right or wrong ----------------------------------------------------


def _wrong(lines: Sequence[ReadLine]) -> ReadLine | None:
    """A line with another number than anything that it rests on."""
    for line in reversed(lines):
        days = (f"{one.day}" for one in line.grounds)
        known = " ".join((line.text, *line.headings, *days, *map(_whole, line.grounds)))
        numbers = set(_NUMBER.findall(known))
        for found in _NUMBER.finditer(line.text):
            number = int(found[0])
            other = str(number - 1 if number in _LAST else number + 1).zfill(len(found[0]))
            if other not in numbers:
                text = line.text[: found.start()] + other + line.text[found.end() :]
                return replace(line, key="", text=text, is_true=False, elsewhere=())
    return None


def _strange(lines: Sequence[ReadLine]) -> ReadLine | None:
    """A line above statements that share no word with it."""
    for line in lines:
        words = {*tokens(flat(line.text))}
        for other in (one for one in lines if not {*one.grounds} & {*line.grounds}):
            grounds = " ".join(map(_whole, other.grounds))
            if words and grounds and words.isdisjoint(tokens(flat(grounds))):
                return replace(line, key="", grounds=other.grounds, is_true=False, elsewhere=())
    return None


def _undone(lines: Sequence[ReadLine], language: str) -> ReadLine | None:
    """What is to be done, told as done."""
    for one in (one for line in lines for one in line.grounds if one.to_do):
        text = Prompt("check", language).fill("Done", text=_one_line(one.text))
        return ReadLine("", text, one.context, False, (one,), False)
    return None


def _denied(lines: Sequence[ReadLine], language: str) -> ReadLine | None:
    """A statement, denied: within it where that can be done, else as a whole."""
    prompt = Prompt("check", language)
    pairs = prompt.fill("Denied").splitlines()
    grounds = [one for line in lines for one in line.grounds if not one.to_do]
    for ground in grounds:
        for plain, denied in (pair.split("=") for pair in pairs):
            at = re.compile(rf"\b{plain}\b" if plain.isascii() else plain)
            if len(at.findall(ground.text)) == 1 and denied not in ground.text:
                text = at.sub(denied, ground.text)
                return ReadLine("", text, ground.context, False, (ground,), False)
    for ground in grounds[:1]:
        text = prompt.fill("Untrue", text=_one_line(ground.text))
        return ReadLine("", text, ground.context, False, (ground,), False)
    return None


def _right(lines: Sequence[ReadLine]) -> ReadLine | None:
    """A statement above itself."""
    grounds = [one for line in lines for one in line.grounds if not one.to_do]
    ground = max(grounds, key=lambda one: len(one.text), default=None)
    if ground is None:
        return None
    return ReadLine("", ground.text, ground.context, False, (ground,), True)


def _whole(ground: Cited) -> str:
    return " ".join((*ground.context, ground.text))
