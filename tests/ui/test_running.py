"""What runs says how far it is: read, written, and longer than expected."""

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


def test_reading_shows_how_long_and_a_bar(theme: Theme, qtbot: QtBot) -> None:
    words, spent, value, end = shown(qtbot, step(NAME, 0, 30, 120.4))
    assert words.replace("\u200b", "") == f"{NAME} …"
    assert spent == "reading your notes: about 2 min", "one time"
    assert (value, end) == (25, 100)


def test_a_bar_is_never_full_before_the_end(theme: Theme, qtbot: QtBot) -> None:
    _, spent, value, end = shown(qtbot, step(NAME, 0, 400, 120.0))
    assert spent.endswith("reading your notes: longer than expected")
    assert 90 < value < end


def test_writing_counts_tokens_and_nobody_knows_how_many(theme: Theme, qtbot: QtBot) -> None:
    _, spent, _, end = shown(qtbot, step(NAME, 1_234, 90, 60.0))
    assert spent.endswith("1,234 tokens")
    assert end == 0
    theme.motion = False
    _, _, value, end = shown(qtbot, step(NAME, 1_234, 90, 60.0))
    assert (value, end) in ((-1, 1), (0, 1)), "an empty bar that does not move"


def test_a_time_is_told_as_one_would() -> None:
    said = [about(seconds) for seconds in (3, 44, 100, 600, 7_000)]
    assert said == ["about 10 s", "about 40 s", "about 2 min", "about 10 min", "about 2 h"]
