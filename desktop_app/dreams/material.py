"""Material: what every engine is given, and what it gives back. Knows no window, file or store."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING, Protocol

from desktop_app.dreams.engine_choice import AnswerForm
from desktop_app.dreams.proposal import AGENT, CHAT, AsideLine, Change, ToldSentence, Why
from desktop_app.language.gate import Held, held
from desktop_app.language.tokens import script
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.lines import UNLIMITED, Limits, split
from desktop_app.notebook.memory_text import Bullet
from desktop_app.notebook.source import DayText, Source
from desktop_app.notebook.statements.reader import Statement, statements

if TYPE_CHECKING:  # long to load
    from desktop_app.dreams.proof import SecondReading

PROMPTS = {
    AnswerForm.WORDS: "consolidate",
    AnswerForm.COPY: "dream",
    AnswerForm.NUMBERS: "numbers",
}
"""The prompt that asks for each form."""


class _Statements(dict[DayText, tuple[Statement, ...]]):
    def __missing__(self, day: DayText) -> tuple[Statement, ...]:
        self[day] = tuple(statements(day))
        return self[day]


@dataclass(frozen=True)
class Material:
    """What a dream is made of: `days` and `missing` newest first, `rejected` as `change_key`s.

    `memory_path` names memory's file where a change rests on a line of it. `settled` are the hashes
    of lines on which an accepted change of an earlier dream rests. `known_since` gives the day
    since which a bullet's present text is known, None for none; `typed_at` when a person
    typed that text, None where no person did; `is_own` whether the person wrote a line of a note.
    `older` are how many days with notes before these no dream has read. `limits` are how long
    memory may be, `refused` the newest lines that a person said no to. `torn` are the places from
    which on a file of the days is not read, `window` are all days asked for. `fine` are the hashes
    of lines that a person called harmless. `named` are the texts of files that memory names, by
    their paths: what they say need not be in memory.
    """

    memory: MemoryFile
    days: tuple[DayText, ...]
    missing: tuple[date, ...]
    rejected: frozenset[str]
    memory_path: str = Layout().memory
    settled: frozenset[str] = frozenset()
    known_since: Callable[[Bullet], date | None] = lambda bullet: None
    typed_at: Callable[[Bullet], datetime | None] = lambda bullet: None
    is_own: Callable[[Source], bool] = lambda source: False
    older: int = 0
    dreamt_on: date | None = None
    limits: Limits = UNLIMITED
    refused: tuple[str, ...] = ()
    torn: tuple[AsideLine, ...] = ()
    window: tuple[date, ...] = ()
    fine: frozenset[str] = frozenset()
    named: Mapping[str, str] = field(default_factory=dict)

    @property
    def today(self) -> date:
        """The day of the dream; the newest day that was read where it is not given."""
        return self.dreamt_on or max(self.dates, default=date.min)

    @property
    def dates(self) -> tuple[date, ...]:
        """The days that were read, each once: a day may have several files."""
        return tuple(dict.fromkeys(day.date for day in self.days))

    @cached_property
    def statements(self) -> "_Statements":
        """What each file says, read when it is asked for."""
        return _Statements()

    @cached_property
    def language(self) -> str:
        """The script of the days."""
        return script("\n".join(day.text for day in self.days))

    def held(self, text: str, lines: Iterable[tuple[str, str]]) -> Why | None:
        """Why a text is not proposed or shown by itself; `lines` are those that it stands on, each
        with its hash. A person's word that these are harmless counts, but for a secret."""
        why = held(text)
        if why is None or why == Held.SECRET:
            return Why(why) if why else None
        lines = list(lines)
        doubtful = [sha for line, sha in lines if held(line)] or [sha for _, sha in lines]
        return None if self.fine.issuperset(doubtful) else Why(why)

    def is_newer(self, bullet: Bullet, day: date) -> bool:
        """Whether what this bullet says is newer than a note of that day."""
        since = self.known_since(bullet)
        return since is not None and day < since

    def lines(self) -> dict[str, list[str]]:
        """The lines of every file that was read, by its path; of a file that several days are in,
        those of all of them."""
        by_path: dict[str, list[str]] = {}
        for day in self.days:
            pairs = zip_longest(by_path.get(day.path, ()), split(day.text), fillvalue="")
            by_path[day.path] = [one if one.strip() or not other else other for one, other in pairs]
        return by_path


@dataclass(frozen=True)
class DreamDraft:
    """What an engine answers.

    `set_aside` counts what was read and left where it stands; `aside` are the places. `tokens` is
    what a model read and wrote for it, None without one. `fell_back` is why no model
    took the place of the one that was wanted, in a sentence; "" where it did not.
    `voice` is what a model told that the notes say.
    `read` is how many statements the cards were sought in, 0 where there were none to seek.
    `read_again` is what a mind said that read lines again, by their keys: see `ReadLine`; None of
    changes that nobody worded. `caution` says what of its answer is not proposed; "" for nothing.
    """

    changes: tuple[Change, ...]
    title: str
    prose: str
    set_aside: dict[Why, int]
    aside: tuple[AsideLine, ...] = ()
    tokens: int | None = None
    fell_back: str = ""
    voice: tuple[ToldSentence, ...] = ()
    read: int = 0
    read_again: Mapping[str, "SecondReading"] | None = None
    caution: str = ""


class DreamtBy(Protocol):
    """Who a dream is by."""

    @property
    def name(self) -> str: ...

    @property
    def model(self) -> str | None: ...


LONGEST = {AGENT: 24_000, CHAT: 60_000}
"""Characters of what an agent is asked at once, and of what is copied into a chat."""


@dataclass(frozen=True)
class Mind:
    """Who answers the question of a dream: an `AGENT`, whose name is `model`, or a `CHAT`."""

    name: str
    model: str | None = None


class Dreamer(DreamtBy, Protocol):
    """An engine. It reads the material and answers; it writes nothing and keeps nothing."""

    async def dream(self, material: Material, report: Callable[[str], None]) -> DreamDraft:
        """Dream once. `report` takes short sentences about the step at hand, on the caller's loop.

        Cancelling the task ends the work at once. Raises Problem when there is no usable answer.
        """
        ...
