"""The search page as a machine: what is asked, what came of it, and which line is chosen.

`step` takes a state and an event and gives the next state and the effects, which `search_page.py`
carries out. Knows questions, answers and rows by their shape only: no memory, no time and no Qt. An
answer to another question than the present one is never shown.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from desktop_app.errors import Problem

if TYPE_CHECKING:
    from desktop_app.search.hits import Hit
    from desktop_app.ui.search.hit_rows import HitRow
    from desktop_app.ui.search.searching import Answer, Asked


class Phase(StrEnum):
    """How far the present question is answered."""

    ANSWERED = "answered"
    ASKED = "asked"
    ASKED_TO_OPEN = "asked_to_open"  # Enter came before the answer
    MEANING = "meaning"  # answered by words; what it means is still looked for


class ChosenBy(StrEnum):
    """How the line that is shown was chosen."""

    FIRST = "first"  # of what was found, by nobody
    PICKED = "picked"  # by the person


class Trouble(StrEnum):
    """Whether the last question failed."""

    NONE = "none"
    SHOWN = "shown"  # and a banner says so
    UNHEARD = "unheard"  # while nobody looked here: it is asked again


# -- effects ------------------------------------------------------------------------------------


class Do(StrEnum):
    """Effects that say all by themselves."""

    ASK_WORDS = "ask_words"
    ASK_MEANING = "ask_meaning"
    REST = "rest"  # the meaning is asked for when the letters rest: `RESTED` follows
    SHOW_ROWS = "show_rows"  # with row `number` chosen
    CHOOSE = "choose"  # the same rows, with another number
    SHOW_SOON = "show_soon"  # the line in its note, when the letters rest
    SHOW_SAME = "show_same"  # the same, which stands there already unless its note is stale
    SHOW_NOW = "show_now"
    DRAW = "draw"  # no note: the header, and a sentence
    OPEN = "open"
    UNTELL = "untell"


@dataclass(frozen=True)
class Tell:
    """Say why nothing is found."""

    problem: Problem


Effect = Do | Tell


# -- events -------------------------------------------------------------------------------------


class SearchHappened(StrEnum):
    """Events that bring nothing with them."""

    FORGOTTEN = "forgotten"  # another notebook is shown
    RESTED = "rested"  # nothing was typed for a moment after the answer
    ENTERED = "entered"  # what is chosen is wanted on its own page


@dataclass(frozen=True)
class Queried:
    """Something is asked, perhaps the same once more; also `by_meaning` once words answered."""

    asked: "Asked"
    by_meaning: bool


@dataclass(frozen=True)
class QueryAnswered:
    asked: "Asked"
    answer: "Answer"


@dataclass(frozen=True)
class Failed:
    """`heard`: somebody looks at the page."""

    asked: "Asked"
    problem: Problem
    heard: bool


@dataclass(frozen=True)
class Picked:
    """The person chose the row of this number."""

    number: int


@dataclass(frozen=True)
class Walked:
    """To the next match (+1), or the one before (-1)."""

    by: int


Event = SearchHappened | Queried | QueryAnswered | Failed | Picked | Walked


# -- the machine --------------------------------------------------------------------------------


@dataclass(frozen=True)
class SearchState:
    """`row` is shown at its line number `at`; in the list it is row `number`, -1 when it is none
    of them. `again` tells whether the present question is the one before once more."""

    asked: "Asked | None" = None
    by_meaning: bool = False
    again: bool = False
    phase: Phase = Phase.ANSWERED
    answer: "Answer | None" = None
    row: "HitRow | None" = None
    number: int = -1
    at: int = 0
    choice: ChosenBy = ChosenBy.FIRST
    trouble: Trouble = Trouble.NONE

    @property
    def answered(self) -> bool:
        """Whether words have answered."""
        return self.phase in (Phase.ANSWERED, Phase.MEANING)

    @property
    def waits(self) -> bool:
        """Whether an answer is still to come."""
        return self.phase is not Phase.ANSWERED

    @property
    def meaning_due(self) -> bool:
        """Whether what it means was not looked for yet."""
        return self.by_meaning and self.waits

    @property
    def rows(self) -> "tuple[HitRow, ...]":
        return self.answer.rows if self.answer else ()

    @property
    def hit(self) -> "Hit | None":
        return self.row.lines[self.at] if self.row and self.row.lines else None

    @property
    def line(self) -> int:
        """1-based; 0 where no line is chosen."""
        return self.hit.line if self.hit else 0

    def leads_on(self, by: int) -> bool:
        """Whether there is a match on that side."""
        return self.row is not None and (
            0 <= self.at + by < len(self.row.lines) or 0 <= self.number + by < len(self.rows)
        )


Step = tuple[SearchState, tuple[Effect, ...]]


def step(state: SearchState, event: Event) -> Step:
    """The state after an event, and what is to be done, in this order."""
    match event:
        case SearchHappened.FORGOTTEN:
            return SearchState(trouble=state.trouble), ()
        case Queried(asked, by_meaning):
            again = asked == state.asked
            return replace(
                state, asked=asked, by_meaning=by_meaning, again=again, phase=Phase.ASKED,
                choice=state.choice if again else ChosenBy.FIRST,
                trouble=Trouble.NONE if state.trouble is Trouble.UNHEARD else state.trouble,
            ), (Do.ASK_WORDS,)  # fmt: skip
        case SearchHappened.RESTED if state.phase is Phase.MEANING:
            return state, (Do.ASK_MEANING,)
        case QueryAnswered(asked, answer) if asked is state.asked and state.waits:
            return _answered(state, answer)
        case Failed(asked, problem, heard) if asked is state.asked:
            trouble = Trouble.SHOWN if heard else Trouble.UNHEARD
            state = replace(state, phase=Phase.ANSWERED, answer=None, row=None, number=-1, at=0,
                trouble=trouble)  # fmt: skip
            effects: tuple[Effect, ...] = (Do.SHOW_ROWS, Do.DRAW)
            return state, (*effects, Tell(problem)) if heard else effects
        case Picked(number) if 0 <= number < len(state.rows):
            return _chosen(replace(state, choice=ChosenBy.PICKED), number), (Do.SHOW_NOW,)
        case Walked(by) if state.leads_on(by):
            return _walked(state, by)
        case SearchHappened.ENTERED:
            if not state.answered:
                return replace(state, phase=Phase.ASKED_TO_OPEN), ()
            return state, (Do.OPEN,) if state.row else ()
    return state, ()


def _answered(state: SearchState, answer: "Answer") -> Step:
    """The rows: of a new question with the first one, else with the line that was shown before."""
    by_words, opens = not state.answered, state.phase is Phase.ASKED_TO_OPEN
    stays = state.again if by_words else state.choice is not ChosenBy.FIRST
    before = state.row if stays else None
    due = by_words and state.by_meaning
    phase = Phase.MEANING if due else Phase.ANSWERED
    untell = (Do.UNTELL,) if state.trouble is Trouble.SHOWN else ()
    more = (Do.REST,) if due else ()
    trouble = Trouble.NONE if untell else state.trouble
    state = replace(state, phase=phase, answer=answer, trouble=trouble)
    number = same_row(answer.rows, before, state.line) if before else -1
    line = state.line if number >= 0 else 0
    if number < 0 and state.asked and (state.asked.query or state.asked.like):
        number = 0
    state = _chosen(state, number, line)
    if opens:
        show: tuple[Effect, ...] = (Do.OPEN,) if state.row else ()
    elif state.row is None:
        show = (Do.DRAW,)
    else:
        show = (Do.SHOW_SAME if line else Do.SHOW_SOON,)
    return state, (*untell, Do.SHOW_ROWS, *show, *more)


def _chosen(state: SearchState, number: int, line: int = 0) -> SearchState:
    """A row of the list, at this line, else at its best one."""
    row = state.rows[number] if 0 <= number < len(state.rows) else None
    lines = row.lines if row else ()
    same = [n for n, hit in enumerate(lines) if hit.line == line]
    at = same[0] if same else lines.index(row.best) if row and row.best in lines else 0
    return replace(state, row=row, number=number if row else -1, at=at)


def _walked(state: SearchState, by: int) -> Step:
    """In this row, then in the one beside it."""
    lines = state.row.lines if state.row else ()
    if 0 <= state.at + by < len(lines):
        choice = ChosenBy.PICKED if state.choice is ChosenBy.FIRST else state.choice
        return replace(state, at=state.at + by, choice=choice), (Do.SHOW_NOW,)
    state = _chosen(replace(state, choice=ChosenBy.PICKED), state.number + by)
    last = max(0, len(state.row.lines) - 1) if state.row else 0
    return replace(state, at=0 if by > 0 else last), (Do.CHOOSE, Do.SHOW_NOW)


def same_row(rows: "tuple[HitRow, ...]", before: "HitRow", line: int) -> int:
    """The number of the row that now has this line, else of the same file; -1 when it is gone."""
    same = [n for n, row in enumerate(rows) if row.path == before.path]
    exact = [n for n in same if any(hit.line == line for hit in rows[n].lines)]
    return next(iter(exact or same), -1)
