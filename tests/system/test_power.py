"""Whether the computer is on mains, from what each system tells. The systems are simulated here."""

from pathlib import Path

import pytest

from desktop_app.system import power


def supplies(folder: Path, **each: dict[str, str]) -> Path:
    """The kernel's folder with these power supplies."""
    for name, files in each.items():
        (folder / name).mkdir()
        for file, word in files.items():
            (folder / name / file).write_text(f"{word}\n")
    return folder


BATTERY = {"type": "Battery", "status": "Discharging"}
MAINS = {"type": "Mains", "online": "0"}
MOUSE = {"type": "Battery", "scope": "Device", "status": "Discharging"}


@pytest.mark.parametrize(
    ("each", "told"),
    [
        ({"AC": MAINS | {"online": "1"}, "BAT0": BATTERY | {"status": "Charging"}}, True),
        ({"AC": MAINS, "BAT0": BATTERY}, False),
        ({"AC": MAINS, "BAT0": BATTERY | {"status": "Full"}}, True),
        ({"USBC": {"type": "USB", "online": "1"}, "BAT0": BATTERY}, True),
        ({"USBC": {"type": "USB", "online": "0"}, "BAT0": BATTERY}, False),
        ({"BAT0": BATTERY | {"status": "Not charging"}}, True),
        ({"BAT0": BATTERY | {"status": "Unknown"}}, None),
        ({"AC": MAINS}, False),
        ({"mouse": MOUSE}, None),
        ({"AC": MAINS | {"online": "1"}, "mouse": MOUSE}, True),
        ({"AC": {}}, None),
        ({}, None),
    ],
)
def test_linux_tells_by_its_power_supplies(
    each: dict[str, dict[str, str]], told: bool | None, tmp_path: Path
) -> None:
    assert power.of_linux(supplies(tmp_path, **each)) is told


def test_a_linux_without_that_folder_does_not_tell(tmp_path: Path) -> None:
    assert power.of_linux(tmp_path / "none") is None


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("Now drawing from 'AC Power'\n -InternalBattery-0 (id=1)\t100%; charged;", True),
        ("Now drawing from 'Battery Power'\n -InternalBattery-0\t80%; discharging;", False),
        ("Now drawing from 'UPS Power'\n", False),
        ("Now drawing from 'AC Power'\n", True),
        ("", None),
        ("pmset: error", None),
    ],
)
def test_macos_tells_by_pmset(words: str, told: bool | None) -> None:
    assert power.of_macos(words) is told


@pytest.mark.parametrize(("line", "told"), [(0, False), (1, True), (255, None), (7, None)])
def test_windows_tells_by_a_number(line: int, told: bool | None) -> None:
    assert power.of_windows(line) is told


def test_this_computer_answers_or_does_not_tell() -> None:
    assert power.on_mains() in (True, False, None)
