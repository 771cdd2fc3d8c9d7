"""Dreams by themselves on the command line: whether one is due, and how it stands with them."""

from datetime import datetime, timedelta

import pytest

from tests.support.cli import Shell

COMMAND = ("dream", "--if-due")


@pytest.fixture
def shell(sample_shell: Shell) -> Shell:
    return sample_shell


def due(shell: Shell, **chosen: str) -> None:
    """A daily schedule of yesterday, whose time was a few minutes ago."""
    time = f"{datetime.now().astimezone() - timedelta(minutes=3):%H:%M}"
    for name, value in ({"schedule": "daily", "time": time} | chosen).items():
        assert shell.run("settings", f"dreams.{name}", value) == 0


def test_a_dream_that_is_not_due_is_told_in_a_sentence_and_is_no_failure(shell: Shell) -> None:
    assert shell.says(*COMMAND) == "Automatic dreams are off.\n"
    answer = shell.do(*COMMAND)
    assert (answer["due"], answer["why"]) == (False, "off")


def test_a_dream_that_is_due_comes_once_and_the_next_one_is_named(shell: Shell) -> None:
    due(shell)
    answer = shell.do(*COMMAND)
    assert (answer["due"], answer["cause"], answer["written"]) == (True, "scheduled", 0)
    assert answer["waiting_changes"] > 0
    again = shell.do(*COMMAND)
    assert (again["due"], again["why"]) == (False, "not yet")
    for command in ("schedule", "status"):
        assert shell.do(command)["next_dream"] == again["next_dream"] is not None
    assert "; Next dream t" in shell.says("status")


def test_a_dream_by_itself_that_found_no_model_says_so(shell: Shell) -> None:
    due(shell, model="able:8b")
    told = shell.do(*COMMAND)["told"]
    assert told.startswith("Ollama is not running, so the dream ran without a model. ")


def test_what_the_schedule_decides_is_not_asked_for_beside_it(shell: Shell) -> None:
    told = shell.says(*COMMAND, "--apply", "--days", "3", code=2)
    assert "--if-due does not go with --days, --apply." in told


def test_dreams_are_paused_and_let_go_on(shell: Shell) -> None:
    due(shell)
    assert shell.run("schedule", "pause") == 0
    told = shell.says("schedule")
    assert "Automatic dreams are paused. You paused them." in told
    assert "Start them again: nightstand schedule resume" in told
    assert shell.says(*COMMAND).startswith("Automatic dreams are paused.")
    state = shell.do("schedule", "resume")
    assert (state["paused"], state["why"], state["next_told"]) == (None, None, "Next dream soon")


def test_what_the_system_starts_without_an_output_dreams_all_the_same(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout", None)
    assert shell.run("dream", "--if-due") == 0
    monkeypatch.setattr("sys.stdout", None)
    assert shell.run("status") == 3, "somebody asked, and hears nothing"
