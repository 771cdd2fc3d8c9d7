"""The machine of the search page: each step, and any row of questions, late answers and keys."""

from collections.abc import Sequence
from copy import copy
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.errors import Problem
from desktop_app.search.hits import Hit
from desktop_app.ui.search.asking import Answer, Asked
from desktop_app.ui.search.hits import HitRow
from desktop_app.ui.search.search_state import Do, Effects, Phase, SearchState, Trouble

Event = tuple  # the name of a method, and what it is given

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
ASKED = (("ask", Q, False),)
MEANT = (("ask", Q_MEANT, True),)
SHOWN = (*ASKED, ("take", Q, found(ONE, OTHER)))
Q_AGAIN = asked()
AGAIN = ("ask", Q_AGAIN, False)


def follow(*events: Event) -> tuple[SearchState, Effects]:
    """The state after these, and the effects of the last."""
    state, effects = SearchState(), ()
    for name, *given_ in events:
        effects = getattr(state, name)(*given_)
    return state, effects


@pytest.mark.parametrize(
    ("before", "last", "line", "effects"),
    [
        ((), ("ask", Q, False), 0, [Do.ASK_WORDS]),
        (ASKED, ("take", Q, found(ONE, OTHER)), 7, [Do.SHOW_ROWS, Do.SHOW_SOON]),
        (ASKED, ("take", Q, found()), 0, [Do.SHOW_ROWS, Do.DRAW]),
        (ASKED, ("take", asked(), found(ONE)), 0, []),
        (SHOWN, ("take", Q, found(OTHER)), 7, []),
        (MEANT, ("take", Q_MEANT, found(ONE)), 7, [Do.SHOW_ROWS, Do.SHOW_SOON, Do.REST]),
        ((*MEANT, ("take", Q_MEANT, found(ONE))), ("rested",), 7, [Do.ASK_MEANING]),
        (SHOWN, ("rested",), 7, []),
        ((*MEANT, ("take", Q_MEANT, found(ONE))), ("take", Q_MEANT, found(OTHER, ONE)), 2,
            [Do.SHOW_ROWS, Do.SHOW_SOON]),
        ((*MEANT, ("take", Q_MEANT, found(ONE)), ("pick", 0)),
            ("take", Q_MEANT, found(OTHER, ONE)), 7, [Do.SHOW_ROWS, Do.SHOW_SAME]),
        ((*SHOWN, AGAIN), ("take", Q_AGAIN, found(OTHER, ONE)), 7,
            [Do.SHOW_ROWS, Do.SHOW_SAME]),
        ((*SHOWN, AGAIN), ("take", Q_AGAIN, found(OTHER)), 2, [Do.SHOW_ROWS, Do.SHOW_SOON]),
        (SHOWN, ("pick", 1), 2, [Do.SHOW_NOW]),
        (SHOWN, ("pick", 2), 7, []),
        (SHOWN, ("walk", -1), 3, [Do.SHOW_NOW]),
        (SHOWN, ("walk", 1), 2, [Do.CHOOSE, Do.SHOW_NOW]),
        ((*SHOWN, ("walk", 1)), ("walk", 1), 2, []),
        ((*SHOWN, ("walk", 1)), ("walk", -1), 7, [Do.CHOOSE, Do.SHOW_NOW]),
        (SHOWN, ("enter",), 7, [Do.OPEN]),
        (ASKED, ("enter",), 0, []),
        ((*ASKED, ("enter",)), ("take", Q, found(ONE)), 7,
            [Do.SHOW_ROWS, Do.OPEN]),
        ((*ASKED, ("enter",)), ("take", Q, found()), 0, [Do.SHOW_ROWS]),
        ((*ASKED, ("enter",), AGAIN), ("take", Q_AGAIN, found(ONE)), 7,
            [Do.SHOW_ROWS, Do.SHOW_SOON]),
        (SHOWN, ("fail", Q, BROKEN, False), 0, [Do.SHOW_ROWS, Do.DRAW]),
        (SHOWN, ("fail", Q, BROKEN, True), 0, [Do.SHOW_ROWS, Do.DRAW, Do.TELL]),
        (SHOWN, ("fail", asked(), BROKEN, True), 7, []),
        ((*ASKED, ("fail", Q, BROKEN, True), AGAIN), ("take", Q_AGAIN, found(ONE)), 7,
            [Do.UNTELL, Do.SHOW_ROWS, Do.SHOW_SOON]),
        (SHOWN, ("forget",), 0, []),
        ((*ASKED, ("forget",)), ("take", Q, found(ONE)), 0, []),
    ],
)  # fmt: skip
def test_each_event_leads_to_its_line_and_its_effects(
    before: Sequence[Event], last: Event, line: int, effects: list[Do]
) -> None:
    state, done = follow(*before, last)
    assert (state.line, list(done)) == (line, effects)


def test_a_failure_that_nobody_heard_is_forgotten_when_it_is_asked_again() -> None:
    state, _ = follow(*ASKED, ("fail", Q, BROKEN, False))
    assert state.trouble is Trouble.UNHEARD
    state.ask(Q_AGAIN, False)
    assert state.trouble is Trouble.NONE


def test_meaning_is_due_until_it_has_answered() -> None:
    assert follow(*MEANT)[0].meaning_due
    assert follow(*MEANT, ("take", Q_MEANT, found()))[0].meaning_due
    assert not follow(*MEANT, *[("take", Q_MEANT, found())] * 2)[0].meaning_due
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
    st.tuples(st.sampled_from(["forget", "rested", "enter"]), st.none(), st.none()),
)


@settings(max_examples=400)
@given(st.lists(ACTS, min_size=2, max_size=40))
def test_no_row_of_events_shows_what_was_found_for_an_older_question(
    acts: list[tuple[str, object, object]],
) -> None:
    state, questions, owner = SearchState(), [asked("never asked")], dict[int, Asked]()
    for name, what, more in acts:
        event: Event = (name, what) if name in ("pick", "walk") else (name,)
        about = questions[-1 - what % len(questions)] if name in ("answer", "fail") else None
        if name == "ask":
            questions.append(replace(asked(), query=what))
            event = ("ask", questions[-1], more)
        elif name == "answer":
            answer = Answer(tuple(more), "")
            event = ("take", about, answer)
            owner[id(answer)] = about
        elif name == "fail":
            event = ("fail", about, BROKEN, more)
        before = copy(state)
        name, *given_ = event
        effects = getattr(state, name)(*given_)
        if state.answer is not before.answer and state.answer is not None:
            assert owner[id(state.answer)] is state.asked, "an answer to an older question"
        if name == "fail" and about is not before.asked:
            assert (vars(state), effects) == (vars(before), ()), "trouble of an older question"
        if state.number >= 0:
            assert state.rows[state.number] is state.row
        if state.row is not None:
            assert 0 <= state.at < max(1, len(state.row.lines))
        assert Do.OPEN not in effects or state.row is not None
        assert Do.ASK_MEANING not in effects or state.phase is Phase.MEANING
        if state.leads_on(1):
            further = copy(state)
            further.walk(1)
            assert vars(further) != vars(state)
