"""Dreams by themselves on the command line: whether one is due, and how it stands with them."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.faces.test_cli import answered, run, sample

__all__ = ["sample"]
COMMAND = ("dream", "--if-due")


@pytest.fixture
def at(sample: Path) -> tuple[str, str]:
    return ("--notebook", str(sample))


def due(at: tuple[str, str], **chosen: str) -> None:
    """A daily schedule of yesterday, whose time was a few minutes ago."""
    now = datetime.now().astimezone()
    values = {
        "schedule": "daily",
        "time": f"{now - timedelta(minutes=3):%H:%M}",
    }
    for name, value in (values | chosen).items():
        assert run(["settings", f"dreams.{name}", value, *at]) == 0


def test_a_dream_that_is_not_due_is_told_in_a_sentence_and_is_no_failure(
    at: tuple[str, str], capfdbinary: Any
) -> None:
    assert run([*COMMAND, *at]) == 0
    told = capfdbinary.readouterr().out.decode()
    assert told == "Automatic dreams are off.\n"
    code, answer = answered(capfdbinary, *COMMAND, *at)
    assert (code, answer["due"], answer["why"]) == (0, False, "off")


def test_a_dream_that_is_due_comes_once_and_the_next_one_is_named(
    at: tuple[str, str], sample: Path, capfdbinary: Any
) -> None:
    due(at)
    capfdbinary.readouterr()
    code, answer = answered(capfdbinary, *COMMAND, *at)
    assert (code, answer["due"], answer["cause"], answer["written"]) == (0, True, "scheduled", 0)
    assert answer["waiting_changes"] > 0
    code, again = answered(capfdbinary, *COMMAND, *at)
    assert (code, again["due"], again["why"]) == (0, False, "not yet")
    for command in (("schedule",), ("status",)):
        _, told = answered(capfdbinary, *command, *at)
        assert told["next_dream"] == again["next_dream"] is not None
    assert run(["status", *at]) == 0
    assert "; Next dream t" in capfdbinary.readouterr().out.decode()


def test_a_dream_by_itself_that_found_no_model_says_so(
    at: tuple[str, str], capfdbinary: Any
) -> None:
    due(at, model="able:8b")
    capfdbinary.readouterr()
    _, answer = answered(capfdbinary, *COMMAND, *at)
    assert answer["told"].startswith("Ollama is not running, so the dream ran without a model. ")


def test_what_the_schedule_decides_is_not_asked_for_beside_it(
    at: tuple[str, str], capfdbinary: Any
) -> None:
    assert run([*COMMAND, "--apply", "--days", "3", *at]) == 2
    assert "--if-due does not go with --days, --apply." in capfdbinary.readouterr().err.decode()


def test_dreams_are_paused_and_let_go_on(at: tuple[str, str], capfdbinary: Any) -> None:
    due(at)
    assert run(["schedule", "pause", *at]) == 0
    capfdbinary.readouterr()
    assert run(["schedule", *at]) == 0
    told = capfdbinary.readouterr().out.decode()
    assert "Automatic dreams are paused. You paused them." in told
    assert "Start them again: nightstand schedule resume" in told
    assert run([*COMMAND, *at]) == 0
    assert capfdbinary.readouterr().out.decode().startswith("Automatic dreams are paused.")
    _, state = answered(capfdbinary, "schedule", "resume", *at)
    assert (state["paused"], state["why"], state["next_told"]) == (None, None, "Next dream soon")
