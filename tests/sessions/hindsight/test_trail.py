"""Trails: what ended an error is the step before the same command went well."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.sessions.agents.turns import AgentTurn, tool_call, tool_result
from desktop_app.sessions.hindsight.events import Happened
from desktop_app.sessions.hindsight.pattern import (
    Encounter,
    ErrorPattern,
    PatternState,
    suggested,
)
from desktop_app.sessions.hindsight.signature import errors_of_text
from desktop_app.sessions.hindsight.trail import ErrorEnded, ErrorMet, ErrorTrail, Resolution
from desktop_app.sessions.live_events import TurnKind
from tests.support.erring import GUARD

MISSING = "ModuleNotFoundError: No module named 'shop'"


class Agent:
    """Does one thing after the other, and its trail hears of it."""

    def __init__(self) -> None:
        self.trail, self.calls = ErrorTrail(), 0

    def does(self, tool: str, told: str = "", failed: bool = False, **given: Any) -> list[Any]:
        self.calls += 1
        call = f"call-{self.calls}"
        self.trail.take(tool_call(tool, json.dumps(given), call))
        return self.trail.take(tool_result(told, call, failed=failed))

    def runs(self, command: str, trace: str = "") -> list[Any]:
        told = f'Traceback (most recent call last):\n  File "a.py", line 3, in f\n{trace}'
        return self.does("Bash", told if trace else "fine", bool(trace), command=command)

    def edits(self, path: str, new: str) -> list[Any]:
        return self.does("Edit", "done", file_path=path, old_string="x", new_string=new)

    def says(self, words: str) -> None:
        self.trail.take(AgentTurn(TurnKind.TALK, "assistant", words))


def ended(news: list[Any]) -> Resolution:
    (one,) = [one for one in news if isinstance(one, ErrorEnded)]
    return one.resolution


def test_the_last_change_of_a_file_before_the_same_command_went_well_ended_it() -> None:
    agent = Agent()
    (met,) = agent.runs("pytest -q", MISSING)
    assert isinstance(met, ErrorMet) and met.signature.type == "ModuleNotFoundError"
    agent.does("Read", "text", file_path="a.py")
    agent.says("The module is called ship.")
    agent.edits("/home/ines/a.py", "import ship")
    agent.runs("ls")
    found = ended(agent.runs("cd /home/ines && pytest -q 2>&1"))
    assert found.steps == ("Edit /home/ines/a.py",)
    assert (found.brings, found.words) == ("import ship", "The module is called ship.")


def test_a_file_that_had_to_be_read_first_ends_the_error_of_a_tool() -> None:
    agent = Agent()
    edit = {"file_path": "a.py", "old_string": "x", "new_string": "y"}
    agent.does("Edit", "File has not been read yet.", True, **edit)
    agent.does("Read", "x", file_path="a.py")
    assert ended(agent.does("Edit", "done", **edit)).steps == ("Read a.py",)


def test_a_change_of_the_file_that_an_error_names_ended_it_and_a_search_changes_nothing() -> None:
    agent = Agent()
    agent.says("Now the next part.")
    agent.runs("pytest", MISSING)  # in a.py
    agent.edits("/home/ines/a.py", "import ship")
    agent.edits("/home/ines/other.py", "import ship as other")
    agent.does("Grep", "a.py", pattern="ship", path="src", output_mode="content")
    found = ended(agent.runs("pytest"))
    assert found.steps == ("Edit /home/ines/a.py",)
    assert found.words == "", "what was said before an error tells nothing of it"


def test_what_a_person_refused_ends_when_they_let_it_be() -> None:
    agent = Agent()
    push = {"command": "git push"}
    agent.trail.take(tool_call("Bash", json.dumps(push), "no"))
    (met,) = agent.trail.take(tool_result("Not now.", "no", failed=True, refused=True))
    assert isinstance(met, ErrorMet)
    agent.edits("/home/ines/a.py", "import ship")
    found = ended(agent.does("Bash", "pushed", **push))
    assert found.retried and found.steps == ("git push",)


def test_a_pipe_that_counts_failures_ends_nothing() -> None:
    agent = Agent()
    agent.runs("pytest -q", MISSING)
    agent.edits("a.py", "import shop2")
    for told in ("1 failed, 4 passed in 0.12s", "FAIL", "Tests run: 5, Failures: 1, Errors: 0"):
        assert agent.does("Bash", told, command="pytest -q | tail -1") == []
    agent.edits("a.py", "import ship")
    news = agent.does("Bash", "5 passed, 0 failed", command="pytest -q | tail -1")
    assert ended(news).brings == "import ship"


def test_an_error_that_comes_again_before_its_end_is_met_once_more_and_is_no_other_one() -> None:
    agent = Agent()
    (first,) = agent.runs("pytest", MISSING)
    agent.edits("a.py", "import shop2")
    (again,) = agent.runs("pytest", MISSING)
    assert (again.tries, again.call) == (2, first.call)
    agent.edits("a.py", "import ship")
    agent.runs("pytest")
    (new,) = agent.runs("pytest", MISSING)
    assert new.tries == 1 and new.call != first.call


TURNS = st.lists(
    st.builds(
        AgentTurn,
        st.sampled_from(TurnKind),
        st.sampled_from(("user", "assistant", "tool")),
        st.text(max_size=60) | st.sampled_from((MISSING, "Exit code 1\nfatal: no", GUARD)),
        tool=st.sampled_from(("Bash", "Edit", "")),
        call=st.sampled_from(("a", "b", "")),
        arguments=st.text(max_size=30) | st.sampled_from(('{"command": "pytest"}', "[1]", "{")),
        exit_code=st.sampled_from((None, 0, 1)),
        failed=st.booleans(),
        refused=st.booleans(),
    ),
    max_size=12,
)


@given(TURNS)
def test_any_turns_are_taken_and_an_end_is_always_of_an_error_that_was_met(
    turns: list[AgentTurn],
) -> None:
    trail, happened = ErrorTrail(), Happened()
    met = set()
    for turn in turns:
        news = trail.take(turn)
        met |= {(one.call, one.signature.key) for one in news if isinstance(one, ErrorMet)}
        over = {(one.call, one.signature.key) for one in news if isinstance(one, ErrorEnded)}
        assert over <= met
        assert all(0 <= one.impact < 1 for one in happened.take(turn, news))


def pattern(*ended: Resolution | None, shared: str = "") -> ErrorPattern:
    (signature,) = errors_of_text(MISSING)
    met = tuple(
        Encounter(f"s{n}", "claude-code", "", "c", f"2026-11-2{n}", "pytest", 1, MISSING, 1, one)
        for n, one in enumerate(ended)
    )
    return ErrorPattern(signature.key, signature, PatternState.NEW, met, shared)


def test_what_was_done_last_is_suggested_and_a_person_has_the_last_word() -> None:
    install = Resolution(("pip install shop",), words="Install the shop package.")
    retried = Resolution(("pytest",), retried=True)
    assert suggested(pattern(install, retried)) == f"{install.words} `pip install shop`"
    assert suggested(pattern(retried)) == "pytest" and suggested(pattern(None)) == ""
    assert suggested(pattern(install, shared="Ask Ana.")) == "Ask Ana."
    assert pattern(install, None, None).is_due
    assert not pattern(install, None).is_due and not pattern(retried, retried, retried).is_due
