"""Models on the command line, against a scripted Ollama: lists, dreams, flushes, and their ends."""

import io
import time
from pathlib import Path
from typing import Any

import pytest

from desktop_app.faces.cli import Steps
from desktop_app.known_settings import KNOWN
from desktop_app.models.address import HERE
from desktop_app.models.ollama import Ollama
from desktop_app.models.transport import Patience
from desktop_app.settings import Places, Settings
from tests.dreams.model.told_model import GOOD, MEMORY, YESTERDAY
from tests.support.cli import Shell
from tests.support.ollama import (
    OurOllama,
    Script,
    Served,
    lines,
    reset,
    said,
    says,
)

CHAT = "/api/chat"
DREAM = ("dream", "--model", "small")


@pytest.fixture(autouse=True)
def here(ollama: OurOllama, monkeypatch: pytest.MonkeyPatch) -> None:
    ollama.answer = GOOD
    monkeypatch.setenv("OLLAMA_HOST", f"127.0.0.1:{ollama.port}")


class Dreaming(Shell):
    """Dreams over all days unless it is said otherwise."""

    def run(self, *words: str) -> int:
        asked = "dream" in words and "--days" not in words
        return super().run(*words, *(("--days", "365") if asked else ()))


@pytest.fixture
def shell(tmp_path: Path, capfdbinary: Any) -> Shell:
    """Notes of the day that the dreams of `told_model` were dreamt over."""
    root = tmp_path / "notebook"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text(MEMORY)
    (root / "memory" / "2026-11-20.md").write_text(YESTERDAY)
    return Dreaming(root, capfdbinary)


# -- models -----------------------------------------------------------------------------------


ABLE = Served("able:8b", size=5_000_000_000, parameters="8.2B")


def test_a_dream_offers_a_capable_model_by_one_command_until_one_is_chosen(
    shell: Shell, ollama: OurOllama
) -> None:
    ollama.models["able:8b"] = ABLE
    told = shell.says("dream")
    assert "able:8b" in told and told.endswith("nightstand settings dreams.model able:8b\n")
    answer = shell.do("dream", "--force")
    assert (answer["engine"], answer["offers"]) == ("builtin", "able:8b")
    assert not ollama.asked(CHAT)
    assert shell.run("settings", "dreams.model", "able:8b") == 0
    answer = shell.do("dream", "--force")
    assert (answer["model"], answer["offers"], answer["fell_back"]) == ("able:8b", None, None)
    del ollama.models["able:8b"]
    answer = shell.do("dream", "--force")
    assert answer["engine"] == "builtin" and "able:8b is not installed" in answer["fell_back"]
    assert "so the dream ran without a model." in shell.says("dream", "--force")


def test_a_model_that_only_names_lines_by_number_is_not_offered(shell: Shell) -> None:
    answer = shell.do("dream")
    assert answer["offers"] is None


def test_models_are_listed_without_a_notebook(shell: Shell, ollama: OurOllama) -> None:
    ollama.models["far"] = Served("far", remote_host="https://far.example", size=0)
    models = shell.do("models")
    assert models[0] == {
        "name": "small:latest",
        "size": 4_000_000_000,
        "context": 131_072,
        "local": True,
        "capabilities": ["completion", "tools"],
    }
    assert [model["local"] for model in models] == [True, False]
    out = shell.says("models")
    assert "small:latest  4.0 GB  131,072  completion, tools" in out
    assert "another computer" in out


def test_without_models_it_is_said_how_to_get_one(shell: Shell, ollama: OurOllama) -> None:
    ollama.models.clear()
    assert shell.answer("models") == (0, [])
    assert "nightstand models --pull" in shell.says("models")


def test_a_model_is_installed(shell: Shell, ollama: OurOllama) -> None:
    ollama.library["new:1b"] = Served("new:1b")
    code, models = shell.answer("models", "--pull", "new:1b")
    assert (code, [model["name"] for model in models]) == (0, ["small:latest", "new:1b"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--pull", "none:1b"), "Ollama's library has no model named none:1b."),
        (("--pull", "big:480b-cloud"), "big:480b-cloud does not run on this computer."),
    ],
)
def test_what_cannot_be_installed_is_a_problem_with_a_hint(
    shell: Shell, words: tuple[str, ...], message: str
) -> None:
    code, answer = shell.answer("models", *words)
    assert (code, answer["problem"]) == (3, message)
    assert answer["hint"]
    assert shell.complaint == f"{message}\n{answer['hint']}\n"


def test_without_ollama_models_are_a_problem_at_once(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    unhurried = (HERE, Patience(pauses=(60.0, 60.0)))
    monkeypatch.setattr(Ollama.__init__, "__defaults__", unhurried)
    begun = time.monotonic()
    code, answer = shell.answer("models")
    assert (code, answer["problem"]) == (3, "Ollama is not running.")
    assert time.monotonic() - begun < 50, "it paused to ask again"


# -- dreams -----------------------------------------------------------------------------------


def test_the_settings_choose_and_the_command_chooses_otherwise(shell: Shell) -> None:
    assert shell.run("settings", "dreams.model", "small") == 0
    found = shell.do("status")
    assert (found["engine"], found["model"]) == ("ollama", "small")
    dream = shell.do("dream")
    assert dream["model"] == "small:latest"
    dream = shell.do("dream", "--force", "--engine", "builtin")
    assert dream["model"] is None
    assert "Engine    small" in shell.says("status")


def test_the_settings_say_whether_and_over_how_many_days_is_dreamt(shell: Shell) -> None:
    for number in (18, 19):
        day = shell.folder / "memory" / f"2026-11-{number}.md"
        day.write_text(f"# Daily Memory: 2026-11-{number}\n\n- Ana moved to house {number}.\n")
    assert shell.run("settings", "dreams.days", "365") == 0
    dream = shell.do("dream")
    assert {"2026-11-18", "2026-11-19"} <= set(dream["days_read"])
    dream = shell.do("dream", "--force", "--days", "1")
    assert not {"2026-11-18", "2026-11-19"} & set(dream["days_read"])
    assert shell.run("settings", "dreams.enabled", "off") == 0
    code, dream = shell.answer("dream", "--force")
    assert (code, dream["outcome"]) == (0, "nothing")
    assert "switched off" in dream["reason"]


def test_the_built_in_engine_has_no_models(shell: Shell) -> None:
    assert shell.run(*DREAM, "--engine", "builtin") == 2


OUTSIDE = "This address is not on this computer."


def kept() -> Settings:
    return Settings(Places.default().config / "settings.toml")


def test_another_computers_address_is_refused_where_it_is_typed(shell: Shell) -> None:
    for typed in ("box.example", "http://192.0.2.7:11434", "127.0.0.1:11434/../x", "０.0.0.0"):
        code, answer = shell.answer("settings", "models.address", typed)
        assert (code, answer["problem"]) == (3, OUTSIDE)
        assert kept().get("models.address") == ""
    assert shell.run("settings", "models.consent", "box.example") == 0
    assert shell.run("settings", "models.address", "box.example:11434") == 0
    assert shell.answer("settings", "models.address", "other.example")[0] == 3
    assert kept().get("models.address") == "box.example:11434"


def test_a_consent_goes_with_the_address_it_was_given_for(shell: Shell) -> None:
    for back in ("localhost", ""):
        assert shell.run("settings", "models.consent", "box.example") == 0
        assert shell.run("settings", "models.address", "box.example:11434") == 0
        assert shell.run("settings", "models.address", back) == 0
        assert (kept().get("models.address"), kept().get("models.consent")) == (back, "")


@pytest.mark.parametrize("name", ["models.address", "OLLAMA_HOST"])
def test_an_address_of_a_file_or_variable_that_is_not_asked_is_told(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    assert shell.do("status")["trouble"] is None
    if name == "OLLAMA_HOST":
        monkeypatch.setenv("OLLAMA_HOST", "box.example:11434")
    else:
        kept().set(name, "box.example:11434")
    told = f"{name} is “box.example:11434”. {OUTSIDE}"
    code, status = shell.answer("status")
    assert (code, told in status["trouble"]) == (0, True)
    assert told in shell.says("status")
    doctor = shell.do("doctor", code=3)
    assert [one["told"] for one in doctor if not one["ok"]] == [told]


async def gone(talk: Any) -> None:
    """The model is deleted while it answers."""
    talk.server.models.clear()
    await lines(said("[MEMORY]\n- Mara"), {"error": "model 'small:latest' not found"})(talk)


@pytest.mark.parametrize(
    ("script", "message"),
    [
        (gone, "small:latest is not installed any more."),
        (lines(said("[MEMORY]"), then=reset), "The connection to Ollama broke off."),
        (says("I would rather not."), "small:latest did not answer with the numbers of lines."),
    ],
)
def test_a_failed_dream_exits_with_three_a_sentence_and_a_hint(
    shell: Shell, ollama: OurOllama, script: Script, message: str
) -> None:
    ollama.loaded = {"small:latest": 4_096}
    ollama.next(CHAT, *[script] * 4)
    code, answer = shell.answer(*DREAM)
    assert (code, answer["outcome"]) == (3, "failed")
    assert answer["problem"].startswith(message)
    assert (answer["engine"], answer["model"]) == ("ollama", "small")
    assert shell.complaint == f"{answer['problem']}\n{answer['hint']}\n"
    assert answer["hint"]
    assert (shell.folder / "MEMORY.md").read_text() == MEMORY
    assert shell.do("proposals") == []


# -- settings ---------------------------------------------------------------------------------


def test_settings_are_shown_and_set(shell: Shell) -> None:
    code, found = shell.answer("settings")
    assert (code, found["dreams.engine"], found["models.agreed"]) == (0, "auto", [])
    code, found = shell.answer("settings", "dreams.room", "4096")
    assert (code, found) == (0, {"dreams.room": 4_096})
    assert shell.do("settings", "dreams.room") == {"dreams.room": 4_096}
    assert shell.do("settings", "dreams.model", "") == {"dreams.model": ""}
    assert shell.run("settings", "dreams.enabled", "off") == 0
    assert shell.out() == "dreams.enabled = false\n"


def test_the_list_of_settings_says_what_each_is_for_and_what_it_takes(shell: Shell) -> None:
    told = shell.says("settings")
    assert (
        "# An automatic dream starts this many days after the last dream. It takes days, 1 to 30.\n"
        "dreams.every_days = 1\n"
    ) in told
    assert all(f"\n{key} = " in f"\n{told}" for key in KNOWN)
    assert told.count("# ") >= len(KNOWN)


# -- steps on a terminal ----------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_step_takes_the_place_of_the_one_it_carries_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop_app.faces.cli._EACH", 0.0)
    monkeypatch.setenv("COLUMNS", "40")
    terminal = Terminal()
    steps = Steps(terminal)
    for step in (
        "Looking for x",
        "Asking x",
        "Asking x: 1 s",
        "Asking x: 2 s",
        "\x1b[2J" + "y" * 90,
    ):
        steps(step)
    steps.end()
    shown = [line.split("\r\x1b[K")[-1] for line in terminal.getvalue().split("\n")]
    assert shown[:2] == ["Looking for x …", "Asking x: 2 s …"]
    assert len(shown[2]) <= 40
    assert "\x1b" not in shown[2]


def test_steps_are_not_said_to_a_file() -> None:
    told = io.StringIO()
    steps = Steps(told)
    steps("Reading 2 days")
    steps.end()
    assert told.getvalue() == ""
