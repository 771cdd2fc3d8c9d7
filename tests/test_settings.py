"""Settings: what fits is kept, what does not is refused, a damaged file is never overwritten."""

import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from desktop_app.errors import Problem
from desktop_app.settings import RememberedState, Settings


def test_a_setting_is_kept_and_comments_in_the_file_stay(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("# mine\n[appearance]\nmode = 'dark'  # at night\n")
    settings = Settings(path)
    assert settings.get("appearance.mode") == "dark"
    assert settings.get("dreams.days") == 0
    settings.set("dreams.days", 7)
    assert Settings(path).get("dreams.days") == 7
    assert "# mine" in path.read_text()
    assert "# at night" in path.read_text()


def test_what_does_not_fit_is_refused_in_words(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "settings.toml")
    with pytest.raises(Problem, match="does not fit"):
        settings.set("dreams.days", "many")
    with pytest.raises(Problem, match="no setting"):
        settings.get("dreams.colour")
    assert not (tmp_path / "settings.toml").exists()


def test_a_value_that_does_not_fit_in_the_file_falls_back_to_the_default(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("dreams = 3\n[appearance]\nzoom = 'big'\n")
    settings = Settings(tmp_path / "settings.toml")
    assert settings.get("appearance.zoom") == 100
    assert settings.get("dreams.days") == 0


def test_a_damaged_file_is_left_alone_and_said(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("[appearance\n")
    settings = Settings(path)
    assert settings.damage is not None
    with pytest.raises(Problem):
        settings.set("appearance.mode", "dark")
    assert path.read_text() == "[appearance\n"


def test_what_another_run_has_set_is_seen_and_kept(tmp_path: Path) -> None:
    window = Settings(tmp_path / "settings.toml")
    assert window.get("dreams.model") == ""
    Settings(window.path).set_typed("dreams.model", "qwen3:4b")
    assert window.get("dreams.model") == "qwen3:4b"
    Settings(window.path).set("dreams.days", 7)
    window.set("appearance.mode", "dark")
    kept = Settings(window.path)
    assert [kept.get(key) for key in ("dreams.model", "dreams.days", "appearance.mode")] == [
        "qwen3:4b", 7, "dark",
    ]  # fmt: skip


def test_many_who_set_at_once_lose_no_setting(tmp_path: Path) -> None:
    keys = ["dreams.days", "dreams.minutes", "history.megabytes", "memory.lines"]

    def choose(key: str) -> None:
        for value in range(80, 100):
            Settings(tmp_path / "settings.toml").set(key, value)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(choose, keys))
    assert [Settings(tmp_path / "settings.toml").get(key) for key in keys] == [99] * 4


def test_what_is_chosen_holds_at_once_and_is_written_when_it_may_be(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "settings.toml")
    later: list[Callable[[], None]] = []
    settings.write_by(later.append)
    settings.set("dreams.days", 6)
    settings.set("dreams.days", 7)
    settings.set("appearance.zoom", 110)
    assert settings.get("dreams.days") == 7
    assert not settings.path.exists()
    for work in later:
        work()
    assert Settings(settings.path).get("dreams.days") == 7
    assert Settings(settings.path).get("appearance.zoom") == 110


def test_what_cannot_be_written_does_not_hold(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "config" / "settings.toml")
    assert settings.get("dreams.days") == 0
    (tmp_path / "config").touch()  # no folder can be made there
    with pytest.raises(Problem, match="could not be written"):
        settings.set("dreams.days", 7)
    (tmp_path / "config").unlink()
    assert settings.get("dreams.days") == 0
    settings.set("dreams.days", 7)
    assert settings.get("dreams.days") == 7


def test_a_file_that_is_damaged_meanwhile_changes_nothing_until_it_is_mended(
    tmp_path: Path,
) -> None:
    settings = Settings(tmp_path / "settings.toml")
    settings.set("dreams.days", 7)
    settings.path.write_text("[dreams\n")
    assert settings.get("dreams.days") == 7
    with pytest.raises(Problem, match="could not be read"):
        settings.set("dreams.days", 8)
    assert settings.path.read_text() == "[dreams\n"
    settings.path.write_text("[dreams]\ndays = 3\n")
    assert settings.get("dreams.days") == 3
    assert settings.damage is None


@pytest.mark.parametrize("odd", ["dreams = 5\n", "[[dreams]]\nmodel = 'x'\n"])
def test_what_is_no_section_is_left_alone_and_said(tmp_path: Path, odd: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(odd)
    settings = Settings(path)
    assert settings.get("dreams.model") == ""
    with pytest.raises(Problem, match="“dreams” is no section"):
        settings.set("dreams.model", "qwen3:8b")
    assert path.read_text() == odd
    settings.set("appearance.zoom", 110)
    assert Settings(path).get("appearance.zoom") == 110


@pytest.mark.parametrize(
    ("key", "typed", "value"),
    [
        ("dreams.enabled", "off", False),
        ("dreams.days", " 7", 7),
        ("dreams.engine", "ollama", "ollama"),
        ("dreams.model", " qwen3:8b ", "qwen3:8b"),
        ("dreams.model", "", ""),
        ("models.agreed", "a, b", ["a", "b"]),
    ],
)
def test_a_value_is_kept_as_it_is_typed(tmp_path: Path, key: str, typed: str, value: Any) -> None:
    settings = Settings(tmp_path / "settings.toml")
    settings.set_typed(key, typed)
    assert Settings(settings.path).get(key) == value


@pytest.mark.parametrize(
    ("key", "typed"),
    [
        ("dreams.enabled", "perhaps"),
        ("dreams.days", "many"),
        ("dreams.room", "100"),
        ("dreams.engine", "gpt"),
        ("dreams.model", "a\nb"),
        ("dreams.model", "x" * 501),
        ("dreams.nothing", "1"),
    ],
)
def test_what_does_not_fit_is_a_problem_and_changes_nothing(
    tmp_path: Path, key: str, typed: str
) -> None:
    settings = Settings(tmp_path / "settings.toml")
    with pytest.raises(Problem):
        settings.set_typed(key, typed)
    assert not settings.path.exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name here")
def test_a_pipe_in_the_place_of_a_file_is_told_and_nobody_waits(tmp_path: Path) -> None:
    for name in ("settings.toml", "state.json"):
        os.mkfifo(tmp_path / name)
    settings = Settings(tmp_path / "settings.toml")
    assert settings.damage is not None
    assert "no ordinary file" in settings.damage.message
    assert settings.get("dreams.days") == 0
    with pytest.raises(Problem):
        settings.set("appearance.mode", "dark")
    assert RememberedState(tmp_path / "state.json").recent() == []


@pytest.mark.skipif(sys.platform == "win32", reason="modes say nothing there")
def test_what_lies_beside_the_settings_is_for_their_person_only(tmp_path: Path) -> None:
    lock = tmp_path / ".settings.toml.lock"
    lock.touch(mode=0o644)
    lock.chmod(0o644)  # as an earlier version made it
    Settings(tmp_path / "settings.toml").set("dreams.days", 3)
    files = [path for path in tmp_path.iterdir() if path.is_file()]
    assert {path.name: oct(path.stat().st_mode & 0o777) for path in files} == {
        "settings.toml": "0o600",
        ".settings.toml.lock": "0o600",
    }


def test_what_two_runs_of_the_program_remember_stands_side_by_side(tmp_path: Path) -> None:
    one, two = (RememberedState(tmp_path / "state.json") for _ in range(2))
    one.set("size", [800, 600])
    two.set("list_width", 300)
    one.add_recent(tmp_path / "home")
    kept = RememberedState(tmp_path / "state.json")
    assert (kept.get("size"), kept.get("list_width")) == ([800, 600], 300)
    assert kept.recent() == [str(tmp_path / "home")]
