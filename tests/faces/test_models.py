"""Models on the command line, against a scripted Ollama: lists, dreams, flushes, and their ends."""

import io
import json
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
from tests.support.cli import run
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


@pytest.fixture
def notebook(tmp_path: Path) -> Path:
    """Notes of the day that the dreams of `told_model` were dreamt over."""
    root = tmp_path / "notebook"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text(MEMORY)
    (root / "memory" / "2026-11-20.md").write_text(YESTERDAY)
    return root


def at(notebook: Path, *words: str) -> tuple[str, ...]:
    return ("--notebook", str(notebook), *words, *(("--days", "365") if "dream" in words else ()))


def answered(capfdbinary: Any, *words: str) -> tuple[int, Any, str]:
    """The exit code, the JSON document and what was said on standard error."""
    code = run(*words, "--json")
    told = capfdbinary.readouterr()
    return code, json.loads(told.out), told.err.decode()


# -- models -----------------------------------------------------------------------------------


ABLE = Served("able:8b", size=5_000_000_000, parameters="8.2B")


def test_a_dream_offers_a_capable_model_by_one_command_until_one_is_chosen(
    notebook: Path, ollama: OurOllama, capfdbinary: Any
) -> None:
    ollama.models["able:8b"] = ABLE
    assert run(*at(notebook, "dream")) == 0
    told = capfdbinary.readouterr().out.decode()
    assert "able:8b" in told and told.endswith("nightstand settings dreams.model able:8b\n")
    _, answer, _ = answered(capfdbinary, *at(notebook, "dream", "--force"))
    assert (answer["engine"], answer["offers"]) == ("builtin", "able:8b")
    assert not ollama.asked(CHAT)
    assert run("settings", "dreams.model", "able:8b") == 0
    capfdbinary.readouterr()
    _, answer, _ = answered(capfdbinary, *at(notebook, "dream", "--force"))
    assert (answer["model"], answer["offers"], answer["fell_back"]) == ("able:8b", None, None)
    del ollama.models["able:8b"]
    _, answer, _ = answered(capfdbinary, *at(notebook, "dream", "--force"))
    assert answer["engine"] == "builtin" and "able:8b is not installed" in answer["fell_back"]
    assert run(*at(notebook, "dream", "--force")) == 0
    assert "so the dream ran without a model." in capfdbinary.readouterr().out.decode()


def test_a_model_that_only_names_lines_by_number_is_not_offered(
    notebook: Path, capfdbinary: Any
) -> None:
    _, answer, _ = answered(capfdbinary, *at(notebook, "dream"))
    assert answer["offers"] is None


def test_models_are_listed_without_a_notebook(ollama: OurOllama, capfdbinary: Any) -> None:
    ollama.models["far"] = Served("far", remote_host="https://far.example", size=0)
    code, models, _ = answered(capfdbinary, "models")
    assert code == 0
    assert models[0] == {
        "name": "small:latest",
        "size": 4_000_000_000,
        "context": 131_072,
        "local": True,
        "capabilities": ["completion", "tools"],
    }
    assert [model["local"] for model in models] == [True, False]
    assert run("models") == 0
    out = capfdbinary.readouterr().out.decode()
    assert "small:latest  4.0 GB  131,072  completion, tools" in out
    assert "another computer" in out


def test_without_models_it_is_said_how_to_get_one(ollama: OurOllama, capfdbinary: Any) -> None:
    ollama.models.clear()
    assert answered(capfdbinary, "models")[:2] == (0, [])
    assert run("models") == 0
    assert b"nightstand models --pull" in capfdbinary.readouterr().out


def test_a_model_is_installed_and_deleted(ollama: OurOllama, capfdbinary: Any) -> None:
    ollama.library["new:1b"] = Served("new:1b")
    code, models, _ = answered(capfdbinary, "models", "--pull", "new:1b")
    assert (code, [model["name"] for model in models]) == (0, ["small:latest", "new:1b"])
    code, models, _ = answered(capfdbinary, "models", "--delete", "new:1b")
    assert (code, [model["name"] for model in models]) == (0, ["small:latest"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--pull", "none:1b"), "Ollama's library has no model named none:1b."),
        (("--pull", "big:480b-cloud"), "big:480b-cloud does not run on this computer."),
        (("--delete", "none:1b"), "none:1b is not installed any more."),
    ],
)
def test_what_cannot_be_installed_or_deleted_is_a_problem_with_a_hint(
    capfdbinary: Any, words: tuple[str, ...], message: str
) -> None:
    code, answer, err = answered(capfdbinary, "models", *words)
    assert (code, answer["problem"]) == (3, message)
    assert answer["hint"]
    assert err == f"{message}\n{answer['hint']}\n"


def test_pull_and_delete_exclude_each_other(capfdbinary: Any) -> None:
    assert run("models", "--pull", "a", "--delete", "b") == 2


def test_without_ollama_models_are_a_problem_at_once(
    capfdbinary: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    unhurried = (HERE, Patience(pauses=(60.0, 60.0)))
    monkeypatch.setattr(Ollama.__init__, "__defaults__", unhurried)
    begun = time.monotonic()
    code, answer, _ = answered(capfdbinary, "models")
    assert (code, answer["problem"]) == (3, "Ollama is not running.")
    assert time.monotonic() - begun < 50, "it paused to ask again"


# -- dreams -----------------------------------------------------------------------------------


def test_the_settings_choose_and_the_command_chooses_otherwise(
    notebook: Path, capfdbinary: Any
) -> None:
    assert run("settings", "dreams.model", "small") == 0
    capfdbinary.readouterr()
    _, found, _ = answered(capfdbinary, *at(notebook, "status"))
    assert (found["engine"], found["model"]) == ("ollama", "small")
    _, dream, _ = answered(capfdbinary, *at(notebook, "dream"))
    assert dream["model"] == "small:latest"
    _, dream, _ = answered(capfdbinary, *at(notebook, "dream", "--force", "--engine", "builtin"))
    assert dream["model"] is None
    assert run(*at(notebook, "status")) == 0
    assert "Engine    small" in capfdbinary.readouterr().out.decode()


def test_the_settings_say_whether_and_over_how_many_days_is_dreamt(
    notebook: Path, capfdbinary: Any
) -> None:
    for number in (18, 19):
        day = notebook / "memory" / f"2026-11-{number}.md"
        day.write_text(f"# Daily Memory: 2026-11-{number}\n\n- Ana moved to house {number}.\n")
    assert run("settings", "dreams.days", "365") == 0
    capfdbinary.readouterr()
    _, dream, _ = answered(capfdbinary, "--notebook", str(notebook), "dream")
    assert {"2026-11-18", "2026-11-19"} <= set(dream["days_read"])
    _, dream, _ = answered(
        capfdbinary, "--notebook", str(notebook), "dream", "--force", "--days", "1"
    )
    assert not {"2026-11-18", "2026-11-19"} & set(dream["days_read"])
    assert run("settings", "dreams.enabled", "off") == 0
    capfdbinary.readouterr()
    code, dream, _ = answered(capfdbinary, "--notebook", str(notebook), "dream", "--force")
    assert (code, dream["outcome"]) == (0, "nothing")
    assert "switched off" in dream["reason"]


def test_the_built_in_engine_has_no_models(notebook: Path, capfdbinary: Any) -> None:
    assert run(*at(notebook, *DREAM, "--engine", "builtin")) == 2


OUTSIDE = "This address is not on this computer."


def kept() -> Settings:
    return Settings(Places.default().config / "settings.toml")


def test_another_computers_address_is_refused_where_it_is_typed(capfdbinary: Any) -> None:
    for typed in ("box.example", "http://192.0.2.7:11434", "127.0.0.1:11434/../x", "０.0.0.0"):
        code, answer, _ = answered(capfdbinary, "settings", "models.address", typed)
        assert (code, answer["problem"]) == (3, OUTSIDE)
        assert kept().get("models.address") == ""
    assert run("settings", "models.consent", "box.example") == 0
    assert run("settings", "models.address", "box.example:11434") == 0
    capfdbinary.readouterr()
    assert answered(capfdbinary, "settings", "models.address", "other.example")[0] == 3
    assert kept().get("models.address") == "box.example:11434"


def test_a_consent_goes_with_the_address_it_was_given_for(capfdbinary: Any) -> None:
    for back in ("localhost", ""):
        assert run("settings", "models.consent", "box.example") == 0
        assert run("settings", "models.address", "box.example:11434") == 0
        assert run("settings", "models.address", back) == 0
        assert (kept().get("models.address"), kept().get("models.consent")) == (back, "")
    capfdbinary.readouterr()


@pytest.mark.parametrize("name", ["models.address", "OLLAMA_HOST"])
def test_an_address_of_a_file_or_variable_that_is_not_asked_is_told(
    notebook: Path, capfdbinary: Any, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    assert answered(capfdbinary, *at(notebook, "status"))[1]["trouble"] is None
    if name == "OLLAMA_HOST":
        monkeypatch.setenv("OLLAMA_HOST", "box.example:11434")
    else:
        kept().set(name, "box.example:11434")
    told = f"{name} is “box.example:11434”. {OUTSIDE}"
    code, status, _ = answered(capfdbinary, *at(notebook, "status"))
    assert (code, told in status["trouble"]) == (0, True)
    assert run(*at(notebook, "status")) == 0
    assert told in capfdbinary.readouterr().out.decode()
    _, doctor, _ = answered(capfdbinary, *at(notebook, "doctor"))
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
    notebook: Path, ollama: OurOllama, capfdbinary: Any, script: Script, message: str
) -> None:
    ollama.loaded = {"small:latest": 4_096}
    ollama.next(CHAT, *[script] * 4)
    code, answer, err = answered(capfdbinary, *at(notebook, *DREAM))
    assert (code, answer["outcome"]) == (3, "failed")
    assert answer["problem"].startswith(message)
    assert (answer["engine"], answer["model"]) == ("ollama", "small")
    assert err == f"{answer['problem']}\n{answer['hint']}\n"
    assert answer["hint"]
    assert (notebook / "MEMORY.md").read_text() == MEMORY
    assert answered(capfdbinary, *at(notebook, "proposals"))[1] == []


@pytest.mark.parametrize(
    ("served", "message"),
    [
        (None, "small is not installed any more."),
        (Served(remote_host="https://far.example"), "small:latest does not run on this computer."),
        (Served(capabilities=("embedding",)), "small:latest cannot do this kind of work."),
    ],
)
def test_a_model_that_cannot_dream_here_is_refused_before_it_reads_anything(
    notebook: Path, ollama: OurOllama, capfdbinary: Any, served: Served | None, message: str
) -> None:
    ollama.models = {served.name: served} if served else {}
    code, answer, _ = answered(capfdbinary, *at(notebook, *DREAM))
    assert (code, answer["problem"]) == (3, message)
    assert ollama.asked(CHAT) == []


# -- settings ---------------------------------------------------------------------------------


def test_settings_are_shown_and_set(capfdbinary: Any) -> None:
    code, found, _ = answered(capfdbinary, "settings")
    assert (code, found["dreams.engine"], found["models.agreed"]) == (0, "auto", [])
    code, found, _ = answered(capfdbinary, "settings", "dreams.room", "4096")
    assert (code, found) == (0, {"dreams.room": 4_096})
    assert answered(capfdbinary, "settings", "dreams.room")[1] == {"dreams.room": 4_096}
    assert answered(capfdbinary, "settings", "dreams.model", "")[1] == {"dreams.model": ""}
    assert run("settings", "dreams.enabled", "off") == 0
    assert capfdbinary.readouterr().out == b"dreams.enabled = false\n"


def test_the_list_of_settings_says_what_each_is_for_and_what_it_takes(capfdbinary: Any) -> None:
    assert run("settings") == 0
    told = capfdbinary.readouterr().out.decode()
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
