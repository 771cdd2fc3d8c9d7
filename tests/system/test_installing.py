"""Written as it was shown, taken back whole; nothing is left where a tool of the system refuses.

The tools are simulated here: what they are asked is noted, and answered by the test.
"""

from collections.abc import Sequence
from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.system import here
from desktop_app.system.installing import Timer, ToolResult, by_subprocess
from desktop_app.system.units import Start

START = Start("nightstand-dream-1", "Dreams", ("/usr/bin/nightstand", "dream", "--if-due"))
OTHER = Start("nightstand-dream-1", "Dreams", ("/opt/nightstand", "dream", "--if-due"))


class Tools:
    """The system's tools; those whose words hold `refuses` complain."""

    def __init__(self, refuses: str = "") -> None:
        self.refuses, self.asked = refuses, list[list[str]]()

    def __call__(self, words: Sequence[str]) -> ToolResult:
        self.asked.append(list(words))
        refused = self.refuses and self.refuses in words
        return ToolResult(1, "Failed to connect to bus") if refused else ToolResult(0)


def every_file(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def timer(name: str, start: Start, folder: Path, tools: Tools) -> Timer:
    return {
        "systemd": lambda: here.systemd_timer(start, folder, tools),
        "launchd": lambda: here.launchd_agent(start, folder, 501, tools),
        "tasks": lambda: here.windows_task(start, folder, tools),
    }[name]()


ALL = ("systemd", "launchd", "tasks")


@pytest.mark.parametrize("name", ALL)
def test_what_is_shown_is_what_is_written_and_all_of_it_goes_again(
    name: str, tmp_path: Path
) -> None:
    mine, other = (timer(name, start, tmp_path, Tools()) for start in (START, OTHER))
    assert not mine.installed()
    shown = {str(file.path.relative_to(tmp_path)): file.data for file in mine.files}
    mine.install()
    assert every_file(tmp_path) == shown
    assert mine.installed()
    assert not other.installed(), "it would be written otherwise now"
    assert mine.remove()
    assert every_file(tmp_path) == {}
    assert not mine.remove(), "nothing is there any more"


@pytest.mark.parametrize(
    ("name", "refuses"), [("systemd", "enable"), ("launchd", "bootstrap"), ("tasks", "/Create")]
)
def test_a_tool_that_refuses_leaves_everything_as_it_was(
    name: str, refuses: str, tmp_path: Path
) -> None:
    mine = timer(name, START, tmp_path, Tools(refuses))
    with pytest.raises(Problem, match="Failed to connect to bus"):
        mine.install()
    assert every_file(tmp_path) == {}
    for file in mine.files:
        file.path.write_bytes(b"mine, by hand")
    with pytest.raises(Problem):
        mine.install()
    assert set(every_file(tmp_path).values()) == {b"mine, by hand"}


def test_systemd_takes_the_timer_up_at_once_and_lets_it_go_before_its_file(tmp_path: Path) -> None:
    tools = Tools()
    mine = timer("systemd", START, tmp_path, tools)
    mine.install()
    mine.remove()
    assert [words[2:] for words in tools.asked] == [
        ["daemon-reload"], ["enable", "--now", "nightstand-dream-1.timer"],
        ["disable", "--now", "nightstand-dream-1.timer"], ["daemon-reload"],
    ]  # fmt: skip


def test_launchd_lets_the_old_agent_go_before_it_takes_up_the_new_one(tmp_path: Path) -> None:
    tools = Tools()
    for start in (START, OTHER):
        timer("launchd", start, tmp_path, tools).install()
    assert [words[1] for words in tools.asked] == ["bootstrap", "bootout", "bootstrap"]


def test_an_entry_that_was_stopped_by_hand_can_still_be_removed(tmp_path: Path) -> None:
    mine = timer("systemd", START, tmp_path, Tools("disable"))
    mine.install()
    assert mine.remove()
    assert every_file(tmp_path) == {}


def test_a_missing_tool_is_a_problem_in_words(tmp_path: Path) -> None:
    def gone(words: Sequence[str]) -> ToolResult:
        return by_subprocess([f"no-such-{words[0]}"])

    with pytest.raises(Problem, match="is not on this computer"):
        here.systemd_timer(START, tmp_path, gone).install()
    assert every_file(tmp_path) == {}


def test_a_path_with_a_line_break_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    broken = Start("a", "A", ("/bin/a", "b\n[Service]\nExecStart=/bin/other"))
    with pytest.raises(Problem, match="character that a timer cannot use"):
        here.timer(broken)
