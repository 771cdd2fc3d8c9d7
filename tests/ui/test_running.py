"""What runs says how far it is: read, written, and longer than expected."""

import pytest
from PySide6.QtWidgets import QProgressBar
from pytestqt.qtbot import QtBot

from desktop_app.dreams.model.progress import about, step
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.parts.running import Running

NAME = "Asking qwen3:8b (part 2 of 3)"


def shown(qtbot: QtBot, said: str) -> tuple[str, str, int, int]:
    """Words, what is spent, and the bar's value and end; 0 is one that only moves."""
    running = Running("Dream", "Begins")
    qtbot.addWidget(running)
    running.show_running(True)
    running.say(said)
    bar = running.findChildren(QProgressBar)[0]
    return running.step.text(), running.spent.text(), bar.value(), bar.maximum()


@pytest.mark.parametrize(
    ("told", "words", "value", "end"),
    [
        (step(NAME, 0, 30, 120.4), "reading your notes: about 2 min", 25, 100),
        (step(NAME, 0, 400, 120.0), "reading your notes: longer than expected", 95, 100),
        (step(NAME, 1_234, 90, 60.0), "1,234 tokens", -1, 0),
    ],
)
def test_reading_has_a_bar_that_is_never_full_and_writing_counts_tokens(
    theme: Theme, qtbot: QtBot, told: str, words: str, value: int, end: int
) -> None:
    name, *shows = shown(qtbot, told)
    assert name.replace("\u200b", "") == f"{NAME} …"
    assert shows[0].endswith(words) and shows[1:] == [value, end]


def test_without_motion_a_bar_is_empty_and_does_not_move(theme: Theme, qtbot: QtBot) -> None:
    theme.motion = False
    _, _, value, end = shown(qtbot, step(NAME, 1_234, 90, 60.0))
    assert (value, end) in ((-1, 1), (0, 1))


def test_a_time_is_told_as_one_would() -> None:
    said = [about(seconds) for seconds in (3, 44, 100, 600, 7_000)]
    assert said == ["about 10 s", "about 40 s", "about 2 min", "about 10 min", "about 2 h"]
