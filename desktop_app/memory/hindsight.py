"""Hindsight: the errors that agents met beside an open notebook, and what ended them.

Like ones are found by signature, then by words. The third time an error is met, what
ended it before is suggested, and a person is asked whether to share it. Specification:
production-memory, 'Hindsight Learning'.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from desktop_app.errors import Missing, Problem
from desktop_app.language import tokens
from desktop_app.memory.error_store import ErrorBooks, EventBooks, MetBy
from desktop_app.memory.room import Room
from desktop_app.notebook.storage import trouble
from desktop_app.sessions.agents.every import whole
from desktop_app.sessions.agents.turns import AgentTurn
from desktop_app.sessions.hindsight.events import Happened, SessionEvent
from desktop_app.sessions.hindsight.pattern import (
    ENOUGH,
    ErrorPattern,
    FoundBy,
    PatternFound,
    PatternState,
    apart,
    suggested,
)
from desktop_app.sessions.hindsight.signature import ErrorSignature, errors_of_text
from desktop_app.sessions.hindsight.trail import ErrorEnded, ErrorMet, ErrorTrail
from desktop_app.sessions.hindsight.trajectory import TrajectorySummary, summed_up
from desktop_app.words import as_sentence, tr

_LIKE = 0.8  # the most that an error counts that only reads alike
_SHARE = 0.5  # of the words of a question that a pattern has to have
_LONGEST = 2_000  # characters of a question


@dataclass(frozen=True)
class Recurred:
    """An error was met for the third time or more, and this is what ended it before."""

    pattern: ErrorPattern
    suggestion: str

    @property
    def in_words(self) -> str:
        """The same in a sentence or two."""
        title = self.pattern.title.rstrip(".。")
        told = as_sentence(
            tr("Met {times} times: {error}").format(times=self.pattern.times, error=title)
        )
        return f"{told} {tr('What fixed it: {what}').format(what=self.suggestion)}"


class SessionTrail:
    """The errors of one conversation, as its turns come. Blocks."""

    def __init__(self, house: "Hindsight", who: MetBy, before: Sequence[AgentTurn] = ()) -> None:
        """`before`: the uses of tools that were read before, where they are known."""
        self._house, self._who, self._books = house, who, house.books
        self._trail, self._happened = ErrorTrail(self._books.known), Happened()
        self.met = self.ended = 0  # errors that were not known before, and those that are over
        if before and (waiting := self._books.waiting(who.session)):
            for turn in before:
                self._trail.take(turn, waiting)

    def take(self, turns: Iterable[AgentTurn]) -> tuple[Recurred, ...]:
        """Keep what these turns tell of errors and other events; the errors that recurred.

        Raises Problem.
        """
        news: list[ErrorMet | ErrorEnded] = []
        events: list[SessionEvent] = []
        for turn in turns:
            told = self._trail.take(turn)
            news += told
            events += self._happened.take(turn, told)
        if events:
            self._house.events_book.keep(self._who.session, events)
        if not news:
            return ()
        changed = self._books.take(self._who, news, self._house._clock.now())
        met = [key for key, is_met in changed if is_met]
        self.met += len(met)
        self.ended += sum(isinstance(one, ErrorEnded) for one in news)
        found = self._books.patterns(met) if met else ()
        return tuple(
            Recurred(one, suggested(one)) for one in found if one.times >= ENOUGH and suggested(one)
        )


class Hindsight(Room):
    """The room of errors. Every method raises Problem where its books cannot be used."""

    def _set_up(self) -> None:
        notebook = self._notebook
        self.books, self.events_book = ErrorBooks(notebook), EventBooks(notebook)
        for old in notebook.own.glob("errors*.db*"):  # what earlier versions searched
            with suppress(OSError):
                old.unlink()

    def trail(
        self, session: str, agent: str, folder: str = "", before: Sequence[AgentTurn] = ()
    ) -> SessionTrail:
        """What is told the turns of one conversation of an agent's."""
        return SessionTrail(self, MetBy(session, agent, folder), before)

    def read(self, path: str) -> tuple[int, int]:
        """Take the errors of a whole transcript of an agent's, as if it had been watched.

        Returns how many it met that were not known, and how many of those ended there. Raises
        Problem for a file that cannot be read, or is none of an agent's.
        """
        with trouble.reading(path):
            found = whole(Path(path))
            if found is None:
                raise Problem(
                    tr("{path} is no transcript of an agent that is known.").format(path=path),
                    tr("Name a file of lines that the agent wrote itself."),
                )
            adapter, turns = found
            trails: dict[str, SessionTrail] = {}
            for session, turn in turns:
                if session.id not in trails:
                    trails[session.id] = self.trail(session.id, adapter.name, session.folder)
                trails[session.id].take((turn,))
        every = trails.values()
        return sum(one.met for one in every), sum(one.ended for one in every)

    def patterns(self) -> tuple[ErrorPattern, ...]:
        """All patterns, the one that was met last first."""
        return self.books.patterns()

    def pattern(self, key: str) -> ErrorPattern:
        """One pattern, by the beginning of its key. Raises Missing where not exactly one has it."""
        found = [one for one in self.books.texts() if key and one.startswith(key)]
        if len(found) != 1:
            raise Missing(
                tr("No error has the id “{id}”.").format(id=key[:40])
                if not found
                else tr("Several errors have an id that begins with “{id}”.").format(id=key[:40]),
                tr("`nightstand hindsight` lists them."),
            )
        return self.books.patterns(found)[0]

    def events(self, session: str) -> tuple[SessionEvent, ...]:
        """What happened in a conversation, in its order."""
        return self.events_book.events(session)

    def sessions(self) -> tuple[str, ...]:
        """The conversations in which anything happened, the last one first."""
        return self.events_book.sessions()

    def sum_up(self, session: str, threshold: float) -> TrajectorySummary | None:
        """A conversation by its significant events: see `sessions.hindsight.trajectory`."""
        events = self.events(session)
        errors = tuple({one.error for one in events if one.error})
        patterns = {one.key: one for one in self.books.patterns(errors)}
        return summed_up(session, events, patterns, threshold)

    def share(self, key: str, resolution: str = "") -> ErrorPattern:
        """A person's yes to what ends this error, or to their own words for it.

        Raises Missing for no such pattern, Problem where nothing is known that ends it.
        """
        pattern = self.pattern(key)
        text = resolution.strip() or suggested(pattern)
        if not text:
            raise Problem(
                tr("It is not known what fixes this error."), tr("Say it in your own words.")
            )
        self.books.settle(pattern.key, PatternState.SHARED, text)
        return self.pattern(pattern.key)

    def decline(self, key: str) -> ErrorPattern:
        """A person's no; nobody is asked about it again, and it teaches no procedure."""
        pattern = self.pattern(key)
        self.books.settle(pattern.key, PatternState.DECLINED, "")
        return self.pattern(pattern.key)

    def forget(self, key: str) -> ErrorPattern:
        """The pattern and all its encounters go, for good."""
        pattern = self.pattern(key)
        self.books.forget(pattern.key)
        return pattern

    def find(self, text: str, limit: int = 5) -> tuple[PatternFound, ...]:
        """The patterns that are like the errors in a text, the likest first.

        By signature, then by type and message, then by words.
        """
        found: dict[str, PatternFound] = {}
        signatures = [self.books.known(one) for one in errors_of_text(text)]
        for signature in signatures:
            for pattern in self.books.like(signature):
                same = pattern.signature.key == signature.key
                by, score = (FoundBy.SIGNATURE, 1.0) if same else (FoundBy.HEAD, 0.9)
                found.setdefault(pattern.key, PatternFound(pattern, by, score))
        if len(found) < limit:
            for one in self._by_words(_question(text, signatures)):
                found.setdefault(one.pattern.key, one)
        return tuple(sorted(found.values(), key=lambda one: -one.score)[:limit])

    def _by_words(self, text: str) -> Iterator[PatternFound]:
        """The patterns that have enough of the words of a question."""
        sought = _tokens(text[:_LONGEST])
        texts = self.books.texts().items() if sought else ()
        common = {key: len(sought & _tokens(said)) for key, said in texts}
        found = {key: n / len(sought) for key, n in common.items() if n >= _SHARE * len(sought)}
        for one in self.books.patterns([*found]):
            yield PatternFound(one, FoundBy.WORDS, round(_LIKE * found[one.key], 3))


def _question(text: str, signatures: Sequence[ErrorSignature]) -> str:
    """What is asked by words: a text of one line as it is, of a longer one what it tells of."""
    if "\n" not in text.strip() or not signatures:
        return text
    one = signatures[0]
    return " ".join((one.type, one.message, *one.frames))


def _tokens(text: str) -> frozenset[str]:
    """The stems of the words that say something, those of joined names apart, too."""
    return frozenset(tokens.tokens(f"{text} {apart(text)}"))
