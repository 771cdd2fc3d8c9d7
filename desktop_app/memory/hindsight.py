"""Hindsight: the errors that agents met beside an open notebook, what ended them, and procedures.

Like ones are found by signature, then by words. The third time an error is met, what ended it
before is suggested, and a person is asked whether to share it. What conversations taught is only
proposed: a procedure becomes a file when a person accepts it in a review. Specification:
production-memory, 'Hindsight Learning' and 'Note-Taking Agent'.
"""

import posixpath
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from desktop_app.dreams.proposal import but
from desktop_app.errors import Missing, Problem
from desktop_app.language import tokens
from desktop_app.language.gate import Held, held
from desktop_app.memory.error_store import ErrorBooks
from desktop_app.memory.room import Room
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.storage import trouble
from desktop_app.sessions.agents.every import whole
from desktop_app.sessions.agents.turns import AgentTurn
from desktop_app.sessions.hindsight.events import Happened, SessionEvent
from desktop_app.sessions.hindsight.pattern import (
    ENOUGH,
    Encounter,
    ErrorPattern,
    FoundBy,
    PatternFound,
    PatternState,
    apart,
    findable,
    suggested,
)
from desktop_app.sessions.hindsight.signature import ErrorSignature, errors_of_text
from desktop_app.sessions.hindsight.trail import ErrorEnded, ErrorMet, ErrorTrail
from desktop_app.sessions.hindsight.trajectory import (
    FOLDER,
    TrajectorySummary,
    procedure,
    procedure_path,
    skill,
    summed_up,
)
from desktop_app.words import as_sentence, tr

_LIKE = 0.8  # the most that an error counts that only reads alike
_SHARE = 0.5  # of the words of a question that a pattern has to have
_LONGEST = 2_000  # characters of a question


@dataclass(frozen=True)
class Procedure:
    """A procedure that a person accepted; `times` is how many conversations it rests on."""

    path: str
    title: str
    times: int

    @property
    def name(self) -> str:
        """How commands and agents call it."""
        return posixpath.basename(self.path).removesuffix(".md")

    @property
    def recurs(self) -> bool:
        """Whether it is worth being a skill of agents."""
        return self.times >= ENOUGH


class SessionTrail:
    """The errors of one conversation, as its turns come. Blocks."""

    def __init__(self, house: "Hindsight", *who: *tuple[str, str, str]) -> None:
        """`who`: the agent's own id of the conversation, its name and its project."""
        self._house, self._who, self._books = house, who, house.books
        self._trail, self._happened = ErrorTrail(), Happened()
        self.met = self.ended = 0  # errors that were not known before, and those that are over

    def take(self, turns: Iterable[AgentTurn]) -> tuple[str, ...]:
        """Keep what these turns tell of errors and other events; of each error that recurred a
        sentence or two. Raises Problem.
        """
        news: list[ErrorMet | ErrorEnded] = []
        events: list[SessionEvent] = []
        for turn in turns:
            told = self._trail.take(turn)
            news += told
            events += self._happened.take(turn, told)
        if events:
            self._books.keep_events(self._who[0], events)
        if not news:
            return ()
        met = self._books.take(*self._who, news, self._house._clock.now())
        self.met += len(met)
        self.ended += sum(isinstance(one, ErrorEnded) for one in news)
        often = (one for one in self._books.patterns(met) if one.times >= ENOUGH)
        return tuple(_recurred(one, what) for one in often if (what := suggested(one)))


class Hindsight(Room):
    """The room of errors and procedures. Raises Problem where its books cannot be used."""

    def _set_up(self) -> None:
        self.books = ErrorBooks(self._notebook)

    # -- errors ---------------------------------------------------------------------------------

    def trail(self, session: str, agent: str, folder: str = "") -> SessionTrail:
        """What is told the turns of one conversation of an agent's."""
        return SessionTrail(self, session, agent, folder)

    def read(self, path: str) -> tuple[int, int]:
        """Take the errors of a whole transcript of an agent's, as if it had been watched.

        Returns how many it met that were not known, and how many of those ended there. Raises
        Problem for a file that cannot be read, or is none of an agent's.
        """
        with trouble.with_file(path):
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
        found = [one for one in self.books.patterns() if key and one.key.startswith(key)]
        if len(found) != 1:
            raise Missing(
                tr("No error has the id “{id}”.").format(id=key[:40])
                if not found
                else tr("Several errors have an id that begins with “{id}”.").format(id=key[:40]),
                tr("`nightstand hindsight` lists them."),
            )
        return found[0]

    def share(self, key: str, words: str = "") -> tuple[ErrorPattern, str]:
        """A person's yes to what ends an error, or to their own `words` for it: the pattern, and
        the path of the procedure that is proposed for all who use the notebook, "" where it stands.

        Raises Missing for no such pattern, Problem where nothing is known that ends it.
        """
        pattern = self.pattern(key)
        text = words.strip() or suggested(pattern)
        if not text:
            raise Problem(
                tr("It is not known what fixes this error."), tr("Say it in your own words.")
            )
        self.books.settle(pattern.key, PatternState.SHARED, text)
        pattern = self.pattern(pattern.key)
        met = pattern.likely or next(reversed(pattern.encounters), None)
        return pattern, self._proposed(pattern, met, "") if met else ""

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
        signatures = errors_of_text(text)
        sought = _tokens(text[:_LONGEST]) if "\n" not in text.strip() else frozenset[str]()
        found = (_alike(one, signatures, sought) for one in self.books.patterns())
        return tuple(sorted(filter(None, found), key=lambda one: -one.score)[:limit])

    # -- conversations, and what they taught ----------------------------------------------------

    def sum_up(self, session: str, threshold: float) -> TrajectorySummary | None:
        """A conversation by its events whose impact, 0..1, is above the threshold."""
        events = self.books.events(session)
        errors = tuple({one.error for one in events if one.error})
        patterns = {one.key: one for one in self.books.patterns(errors)}
        return summed_up(session, events, patterns, threshold)

    def end(self, session: str, threshold: float) -> tuple[TrajectorySummary | None, list[str]]:
        """A conversation is over: its summary, and the paths of procedures that it proposes."""
        summary = self.sum_up(session, threshold)
        if summary is None:
            return None, []
        proposed = (self._proposed(*one, summary.goal) for one in summary.learnings)
        return summary, [path for path in proposed if path]

    def _proposed(self, pattern: ErrorPattern, met: Encounter, goal: str) -> str:
        """The path of the procedure that is proposed; "" where nothing new is, or a no stands."""
        if pattern.state is PatternState.DECLINED:
            return ""
        path = procedure_path(self._notebook.layout.days, pattern)
        text = procedure(pattern, met, goal)
        known = {one.text for one in MemoryFile(self._notebook.read(path).data).statements}
        if all(one.text in known for one in MemoryFile(text.encode()).statements):
            return ""
        reason = tr("a conversation of {agent} taught it").format(agent=met.agent)
        if any(held(line) is Held.ORDER for line in text.split("\n")):
            reason = but(reason, tr("it may tell an agent what to do"))
        return path if self._memory.dreams.propose_file(path, text, reason) else ""

    def procedures(self) -> tuple[Procedure, ...]:
        """The procedures of this notebook, those that recur most first."""
        begins, found = posixpath.join(self._notebook.layout.days, FOLDER, ""), []
        for path in self._notebook.paths():
            if path.startswith(begins):
                text = self._files.read(path).text
                times = text.rpartition("\n## ")[2].count("\n- ")  # its sources come last
                found.append(Procedure(path, text.split("\n")[0].lstrip("# ").strip(), times))
        return tuple(sorted(found, key=lambda one: (-one.times, one.path)))

    def skill(self, name: str) -> str:
        """A procedure as a SKILL.md. Raises Missing where there is none of this name."""
        found = next((one for one in self.procedures() if one.name == name), None)
        if found is None:
            raise Missing(
                tr("There is no procedure “{name}”.").format(name=name[:80]),
                tr("`nightstand procedures` lists them."),
            )
        text = self._files.read(found.path).text
        if not text.strip():
            raise Problem(tr("{path} is empty.").format(path=found.path))
        return skill(name, text)


def _recurred(pattern: ErrorPattern, what: str) -> str:
    """That an error was met for the third time or more, and what ended it before."""
    error = pattern.title.rstrip(".。")
    told = tr("Met {times} times: {error}").format(times=pattern.times, error=error)
    return f"{as_sentence(told)} {tr('What fixed it: {what}').format(what=what)}"


def _alike(
    pattern: ErrorPattern, signatures: Iterable[ErrorSignature], sought: frozenset[str]
) -> PatternFound | None:
    """How a pattern is like one of these errors, or else has enough of the words of a question.

    Of a line without a trace it is not known where its type ends, so it may be all message.
    """
    own = pattern.signature
    for one in signatures:
        if one.key == pattern.key:
            return PatternFound(pattern, FoundBy.SIGNATURE, 1.0)
        if own.head == one.head or own.message == f"{one.type}: {one.message}".removeprefix(": "):
            return PatternFound(pattern, FoundBy.HEAD, 0.9)
    share = len(sought & _tokens(findable(pattern))) / len(sought) if sought else 0
    found = PatternFound(pattern, FoundBy.WORDS, round(_LIKE * share, 3))
    return found if share >= _SHARE else None


def _tokens(text: str) -> frozenset[str]:
    """The stems of the words that say something, those of joined names apart, too."""
    return frozenset(tokens.tokens(f"{text} {apart(text)}"))
