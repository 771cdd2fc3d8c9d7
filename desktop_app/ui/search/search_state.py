"""The search page as a machine: what is asked, what came of it, and which line is chosen.

Each event gives the effects that `search_page.py` carries out. Knows questions, answers and rows by
their shape only: no memory, no time and no Qt. An answer to another question than the present one
is never shown.
"""

from enum import StrEnum
from typing import TYPE_CHECKING

from desktop_app.errors import Problem

if TYPE_CHECKING:
    from desktop_app.search.hits import Hit
    from desktop_app.ui.search.asking import Answer, Asked
    from desktop_app.ui.search.hits import HitRow


class Phase(StrEnum):
    """How far the present question is answered."""

    ANSWERED = "answered"
    ASKED = "asked"
    ASKED_TO_OPEN = "asked_to_open"  # Enter came before the answer
    MEANING = "meaning"  # answered by words; what it means is still looked for


class Trouble(StrEnum):
    """Whether the last question failed."""

    NONE = "none"
    SHOWN = "shown"  # and a banner says so
    UNHEARD = "unheard"  # while nobody looked here: it is asked again


class Do(StrEnum):
    """What follows from an event."""

    ASK_WORDS = "ask_words"
    ASK_MEANING = "ask_meaning"
    REST = "rest"  # the meaning is asked for when the letters rest: `rested` follows
    SHOW_ROWS = "show_rows"  # with row `number` chosen
    CHOOSE = "choose"  # the same rows, with another number
    SHOW_SOON = "show_soon"  # the line in its note, when the letters rest
    SHOW_SAME = "show_same"  # the same, which stands there already unless its note is stale
    SHOW_NOW = "show_now"
    DRAW = "draw"  # no note: the header, and a sentence
    OPEN = "open"
    TELL = "tell"  # of the `problem`
    UNTELL = "untell"


Effects = tuple[Do, ...]


class SearchState:
    """`row` is shown at its line number `at`; in the list it is row `number`, -1 when it is none
    of them, and `picked` when the person chose it. `again`: the question is the one before."""

    def __init__(self) -> None:
        self.asked: Asked | None = None
        self.phase = Phase.ANSWERED
        self.answer: Answer | None = None
        self.row: HitRow | None = None
        self.number, self.at = -1, 0
        self.trouble = Trouble.NONE
        self.problem: Problem | None = None
        self.by_meaning = self.again = self.picked = False

    @property
    def answered(self) -> bool:
        """Whether words have answered."""
        return self.phase in (Phase.ANSWERED, Phase.MEANING)

    @property
    def meaning_due(self) -> bool:
        """Whether what it means was not looked for yet."""
        return self.by_meaning and self.phase is not Phase.ANSWERED

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

    def forget(self) -> Effects:
        """Another notebook is shown."""
        vars(self).update(vars(SearchState()), trouble=self.trouble)
        return ()

    def ask(self, asked: "Asked", by_meaning: bool) -> Effects:
        """Something is asked, perhaps the same once more; also `by_meaning` once words answered."""
        self.again = asked == self.asked
        self.picked = self.picked and self.again
        self.asked, self.by_meaning, self.phase = asked, by_meaning, Phase.ASKED
        if self.trouble is Trouble.UNHEARD:
            self.trouble = Trouble.NONE
        return (Do.ASK_WORDS,)

    def rested(self) -> Effects:
        """Nothing was typed for a moment after the answer."""
        return (Do.ASK_MEANING,) if self.phase is Phase.MEANING else ()

    def take(self, asked: "Asked", answer: "Answer") -> Effects:
        """The rows: of a new question with the first one, else with the line shown before."""
        if asked is not self.asked or self.phase is Phase.ANSWERED:
            return ()
        by_words, opens = not self.answered, self.phase is Phase.ASKED_TO_OPEN
        before = self.row if (self.again if by_words else self.picked) else None
        due = by_words and self.by_meaning
        self.phase = Phase.MEANING if due else Phase.ANSWERED
        untell = (Do.UNTELL,) if self.trouble is Trouble.SHOWN else ()
        self.trouble = Trouble.NONE if untell else self.trouble
        number = same_row(answer.rows, before, self.line) if before else -1
        line = self.line if number >= 0 else 0
        if number < 0 and (asked.query or asked.like):
            number = 0
        self.answer = answer
        self._choose(number, line)
        if opens:
            show: Effects = (Do.OPEN,) if self.row else ()
        elif self.row is None:
            show = (Do.DRAW,)
        else:
            show = (Do.SHOW_SAME if line else Do.SHOW_SOON,)
        return (*untell, Do.SHOW_ROWS, *show, *((Do.REST,) if due else ()))

    def fail(self, asked: "Asked", problem: Problem, heard: bool) -> Effects:
        """It could not be answered; `heard`: somebody looks at the page."""
        if asked is not self.asked:
            return ()
        self.phase, self.answer, self.problem = Phase.ANSWERED, None, problem
        self._choose(-1)
        self.trouble = Trouble.SHOWN if heard else Trouble.UNHEARD
        return (Do.SHOW_ROWS, Do.DRAW, *((Do.TELL,) if heard else ()))

    def pick(self, number: int) -> Effects:
        """The person chose the row of this number."""
        if not 0 <= number < len(self.rows):
            return ()
        self.picked = True
        self._choose(number)
        return (Do.SHOW_NOW,)

    def walk(self, by: int) -> Effects:
        """To the next match (+1), or the one before (-1): in this row, then in the one beside."""
        if not self.leads_on(by):
            return ()
        self.picked = True
        lines = self.row.lines if self.row else ()
        if 0 <= self.at + by < len(lines):
            self.at += by
            return (Do.SHOW_NOW,)
        self._choose(self.number + by)
        self.at = 0 if by > 0 or self.row is None else max(0, len(self.row.lines) - 1)
        return (Do.CHOOSE, Do.SHOW_NOW)

    def enter(self) -> Effects:
        """What is chosen is wanted on its own page."""
        if not self.answered:
            self.phase = Phase.ASKED_TO_OPEN
            return ()
        return (Do.OPEN,) if self.row else ()

    def _choose(self, number: int, line: int = 0) -> None:
        """A row of the list, at this line, else at its best one."""
        self.row = self.rows[number] if 0 <= number < len(self.rows) else None
        self.number = number if self.row else -1
        lines = self.row.lines if self.row else ()
        same = [n for n, hit in enumerate(lines) if hit.line == line]
        best = lines.index(self.row.best) if self.row and self.row.best in lines else 0
        self.at = same[0] if same else best


def same_row(rows: "tuple[HitRow, ...]", before: "HitRow", line: int) -> int:
    """The number of the row that now has this line, else of the same file; -1 when it is gone."""
    same = [n for n, row in enumerate(rows) if row.path == before.path]
    exact = [n for n in same if any(hit.line == line for hit in rows[n].lines)]
    return next(iter(exact or same), -1)
