"""The machine of the search page: each step, and any row of questions, late answers and keys."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.errors import Problem
from desktop_app.search.hits import Hit
from desktop_app.ui.search.hit_rows import HitRow
from desktop_app.ui.search.search_state import (
    Do,
    Effect,
    Event,
    Failed,
    Phase,
    Picked,
    Queried,
    QueryAnswered,
    SearchHappened,
    SearchState,
    Tell,
    Trouble,
    Walked,
    step,
)
from desktop_app.ui.search.searching import Answer, Asked

BROKEN = Problem("The disk cannot be read.", "")


def row(path: str, *lines: int) -> HitRow:
    """A row of these lines, the last of which is its best."""
    hits = tuple(Hit(path, line, line, "", None, "words", 1.0, "", ()) for line in lines)
    best = hits[-1] if hits else None
    return HitRow(path, "days", None, path, "", "", "", (), best, hits)


def asked(query: str = "harbour") -> Asked:
    return Asked(query, ("days",))


def found(*rows: HitRow) -> Answer:
    return Answer(rows, f"{len(rows)} results")


ONE, OTHER = row("a.md", 3, 7), row("b.md", 2)
Q, Q_MEANT = asked(), asked("harbour report")
ASKED = (Queried(Q, by_meaning=False),)
MEANT = (Queried(Q_MEANT, by_meaning=True),)
SHOWN = (*ASKED, QueryAnswered(Q, found(ONE, OTHER)))
Q_AGAIN = asked()
AGAIN = Queried(Q_AGAIN, by_meaning=False)


def follow(*events: Event) -> tuple[SearchState, tuple[Effect, ...]]:
    """The state after these, and the effects of the last."""
    state, effects = SearchState(), tuple[Effect, ...]()
    for event in events:
        state, effects = step(state, event)
    return state, effects


@pytest.mark.parametrize(
    ("before", "last", "line", "effects"),
    [
        ((), Queried(Q, by_meaning=False), 0, [Do.ASK_WORDS]),
        (ASKED, QueryAnswered(Q, found(ONE, OTHER)), 7, [Do.SHOW_ROWS, Do.SHOW_SOON]),
        (ASKED, QueryAnswered(Q, found()), 0, [Do.SHOW_ROWS, Do.DRAW]),
        (ASKED, QueryAnswered(asked(), found(ONE)), 0, []),
        (SHOWN, QueryAnswered(Q, found(OTHER)), 7, []),
        (MEANT, QueryAnswered(Q_MEANT, found(ONE)), 7, [Do.SHOW_ROWS, Do.SHOW_SOON, Do.REST]),
        ((*MEANT, QueryAnswered(Q_MEANT, found(ONE))), SearchHappened.RESTED, 7, [Do.ASK_MEANING]),
        (SHOWN, SearchHappened.RESTED, 7, []),
        ((*MEANT, QueryAnswered(Q_MEANT, found(ONE))), QueryAnswered(Q_MEANT, found(OTHER, ONE)), 2,
            [Do.SHOW_ROWS, Do.SHOW_SOON]),
        ((*MEANT, QueryAnswered(Q_MEANT, found(ONE)), Picked(0)),
            QueryAnswered(Q_MEANT, found(OTHER, ONE)), 7, [Do.SHOW_ROWS, Do.SHOW_SAME]),
        ((*SHOWN, AGAIN), QueryAnswered(Q_AGAIN, found(OTHER, ONE)), 7,
            [Do.SHOW_ROWS, Do.SHOW_SAME]),
        ((*SHOWN, AGAIN), QueryAnswered(Q_AGAIN, found(OTHER)), 2, [Do.SHOW_ROWS, Do.SHOW_SOON]),
        (SHOWN, Picked(1), 2, [Do.SHOW_NOW]),
        (SHOWN, Picked(2), 7, []),
        (SHOWN, Walked(-1), 3, [Do.SHOW_NOW]),
        (SHOWN, Walked(1), 2, [Do.CHOOSE, Do.SHOW_NOW]),
        ((*SHOWN, Walked(1)), Walked(1), 2, []),
        ((*SHOWN, Walked(1)), Walked(-1), 7, [Do.CHOOSE, Do.SHOW_NOW]),
        (SHOWN, SearchHappened.ENTERED, 7, [Do.OPEN]),
        (ASKED, SearchHappened.ENTERED, 0, []),
        ((*ASKED, SearchHappened.ENTERED), QueryAnswered(Q, found(ONE)), 7,
            [Do.SHOW_ROWS, Do.OPEN]),
        ((*ASKED, SearchHappened.ENTERED), QueryAnswered(Q, found()), 0, [Do.SHOW_ROWS]),
        ((*ASKED, SearchHappened.ENTERED, AGAIN), QueryAnswered(Q_AGAIN, found(ONE)), 7,
            [Do.SHOW_ROWS, Do.SHOW_SOON]),
        (SHOWN, Failed(Q, BROKEN, heard=False), 0, [Do.SHOW_ROWS, Do.DRAW]),
        (SHOWN, Failed(Q, BROKEN, heard=True), 0, [Do.SHOW_ROWS, Do.DRAW, Tell(BROKEN)]),
        (SHOWN, Failed(asked(), BROKEN, heard=True), 7, []),
        ((*ASKED, Failed(Q, BROKEN, heard=True), AGAIN), QueryAnswered(Q_AGAIN, found(ONE)), 7,
            [Do.UNTELL, Do.SHOW_ROWS, Do.SHOW_SOON]),
        (SHOWN, SearchHappened.FORGOTTEN, 0, []),
        ((*ASKED, SearchHappened.FORGOTTEN), QueryAnswered(Q, found(ONE)), 0, []),
    ],
)  # fmt: skip
def test_each_event_leads_to_its_line_and_its_effects(
    before: Sequence[Event], last: Event, line: int, effects: list[Effect]
) -> None:
    state, done = follow(*before, last)
    assert (state.line, list(done)) == (line, effects)


def test_a_failure_that_nobody_heard_is_forgotten_when_it_is_asked_again() -> None:
    state, _ = follow(*ASKED, Failed(Q, BROKEN, heard=False))
    assert state.trouble is Trouble.UNHEARD
    assert step(state, AGAIN)[0].trouble is Trouble.NONE


def test_meaning_is_due_until_it_has_answered() -> None:
    assert follow(*MEANT)[0].meaning_due
    assert follow(*MEANT, QueryAnswered(Q_MEANT, found()))[0].meaning_due
    assert not follow(*MEANT, *[QueryAnswered(Q_MEANT, found())] * 2)[0].meaning_due
    assert not follow(*ASKED)[0].meaning_due


ROWS = st.lists(
    st.builds(
        lambda name, lines: row(f"{name}.md", *sorted(lines)),
        st.sampled_from("abc"),
        st.sets(st.integers(1, 9), max_size=4),
    ),
    max_size=4,
    unique_by=lambda one: one.path,
)
ACTS = st.one_of(
    st.tuples(st.just("ask"), st.sampled_from(["", "harbour", "bread"]), st.booleans()),
    st.tuples(st.just("answer"), st.integers(0, 9), ROWS),
    st.tuples(st.just("fail"), st.integers(0, 9), st.booleans()),
    st.tuples(st.just("pick"), st.integers(0, 4), st.none()),
    st.tuples(st.just("walk"), st.sampled_from([-1, 1]), st.none()),
    st.tuples(st.sampled_from(list(SearchHappened)), st.none(), st.none()),
)


@settings(max_examples=400)
@given(st.lists(ACTS, min_size=2, max_size=40))
def test_no_row_of_events_shows_what_was_found_for_an_older_question(
    acts: list[tuple[str, object, object]],
) -> None:
    state, questions, owner = SearchState(), [asked("never asked")], dict[int, Asked]()
    for name, what, more in acts:
        event: Event
        if isinstance(name, SearchHappened):
            event = name
        elif name == "ask":
            questions.append(replace(asked(), query=what))
            event = Queried(questions[-1], more)
        elif name == "answer":
            answer = Answer(tuple(more), "")
            event = QueryAnswered(questions[-1 - what % len(questions)], answer)
            owner[id(answer)] = event.asked
        elif name == "fail":
            event = Failed(questions[-1 - what % len(questions)], BROKEN, more)
        else:
            event = {"pick": Picked, "walk": Walked}[name](what)
        before = state
        state, effects = step(state, event)
        if state.answer is not before.answer and state.answer is not None:
            assert owner[id(state.answer)] is state.asked, "an answer to an older question"
        if isinstance(event, Failed) and event.asked is not before.asked:
            assert (state, effects) == (before, ()), "trouble of an older question"
        if state.number >= 0:
            assert state.rows[state.number] is state.row
        if state.row is not None:
            assert 0 <= state.at < max(1, len(state.row.lines))
        assert Do.OPEN not in effects or state.row is not None
        assert Do.ASK_MEANING not in effects or state.phase is Phase.MEANING
        assert not state.leads_on(1) or step(state, Walked(1))[0] != state
