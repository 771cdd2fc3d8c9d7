"""Settings > Models: who dreams, where Ollama is, what is installed. Our server plays Ollama."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop_app.settings import Settings
from tests.support.desk import Desk, desk
from tests.support.ollama import OurOllama, Served, status
from tests.support.waiting import until

BIG = Served("qwen3:8b", 5_225_388_164, 40_960, ("completion", "tools", "thinking"))
EMBEDS = Served("nomic-embed-text:latest", 274_302_450, 2_048, ("embedding",))
CLOUD = Served("gpt-oss:120b-cloud", 384, 131_072, remote_host="https://ollama.com")
NOBODY = "127.0.0.1:9"


@asynccontextmanager
async def at(
    tmp_path: Path, app: QApplication, address: str, width: int = 1280, **kept: object
) -> AsyncIterator[Desk]:
    """The settings page in front, Ollama looked for at this address. `kept`: settings of dreams."""
    async with desk(tmp_path, app, width, empty=True) as made:
        made.settings.set("models.address", address)
        for name, value in kept.items():
            made.settings.set(f"dreams.{name}", value)
        made.open_notebook()
        made.window.show_page("settings")
        sight = made.server
        await until(lambda: sight.sight.problem is not None or sight.sight.models is not None)
        yield made


def kept(made: Desk, key: str) -> object:
    """What another start would find."""
    return Settings(made.settings.path).get(key)


def has(*models: Served) -> OurOllama:
    server = OurOllama(*models)
    server.models = {model.name: model for model in models}
    return server


def models(made: Desk) -> dict[str, Any]:
    """The rows of what is installed, by name."""
    return _rows(made, "model ")


def _rows(made: Desk, begins: str) -> dict[str, Any]:
    made.settings_page.show_section("models")
    rows = made.settings_page.form.rows
    return {key.removeprefix(begins): rows[key] for key in rows if key.startswith(begins)}


def state(made: Desk) -> str:
    return told(made.settings_page.row("installed"))


def told(row) -> str:
    return row.explanation.text()


def entries(made: Desk) -> list[str]:
    box = made.settings_page.control("dreams.model")
    return [box.itemText(n) for n in range(box.count())]


# -- who dreams ---------------------------------------------------------------------------------


async def test_why_the_chosen_model_goes_by_number_is_said(tmp_path: Path, qapp, qtbot) -> None:
    small = Served("smol:latest", 1_400_000_000, parameters="1.7B")
    with has(small, BIG) as server:
        async with at(tmp_path, qapp, server.url, model="smol:latest") as made:
            row = made.settings_page.row("dreams.model")
            assert told(row) == "smol:latest is small, so it answers with numbers of lines."
            made.settings.set("dreams.answers", "words")
            made.settings_page.show_now()
            assert told(row).startswith("Which model dreams.")


async def test_only_models_that_answer_here_are_offered(tmp_path: Path, qapp, qtbot) -> None:
    with has(BIG, EMBEDS, CLOUD) as ollama:
        async with at(tmp_path, qapp, ollama.url) as made:
            assert entries(made) == ["None", "qwen3:8b"]
            box = made.settings_page.control("dreams.model")
            box.setFocus()
            qtbot.keyClick(box, Qt.Key.Key_Down)
            await until(lambda: kept(made, "dreams.model") == "qwen3:8b")
            assert told(models(made)["qwen3:8b"]).startswith("Dreams · ")
            qtbot.keyClick(box, Qt.Key.Key_Up)
            await until(lambda: kept(made, "dreams.model") == "")


# -- where Ollama is ----------------------------------------------------------------------------


def type_address(qtbot, made: Desk, typed: str) -> None:
    field = made.settings_page.control("models.address")
    field.setFocus()
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClicks(field, typed)
    qtbot.keyClick(field, Qt.Key.Key_Return)


@pytest.mark.parametrize("typed", ["here or there", "[::1"])
async def test_what_is_no_address_is_said_in_the_row_and_not_used(
    tmp_path: Path, qapp, qtbot, typed: str
) -> None:
    async with at(tmp_path, qapp, NOBODY) as made:
        made.settings_page.show_section("models")
        type_address(qtbot, made, typed)
        assert "not an address" in told(made.settings_page.row("models.address"))
        assert kept(made, "models.address") == NOBODY
        assert made.server.address.port == 9
        assert not made.window.banner.isVisible()


async def test_another_computer_is_asked_only_after_its_name_was_typed(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with at(tmp_path, qapp, NOBODY) as made:
        page = made.settings_page
        page.show_section("models")
        for name in ("", "nas", "NAS.invalid2", "nas.invalid"):
            assert kept(made, "models.address") == NOBODY
            assert made.server.address.host == "127.0.0.1"
            type_address(qtbot, made, "nas.invalid:11434")
            box = page.address.box
            assert box.isVisible() and "your notes would leave this computer" in box.labelText()
            assert "type the name nas.invalid" in box.labelText() and box.width() >= 420
            box.setTextValue(name)
            box.accept()
            wrong = "not the name nas.invalid" in told(page.row("models.address"))
            assert wrong == (name != "nas.invalid")
        assert kept(made, "models.address") == "nas.invalid:11434"
        assert kept(made, "models.consent") == "nas.invalid"
        assert made.server.address.host == "nas.invalid"
        assert "your notes leave here" in told(page.row("models.address"))
        assert told(page.row("privacy")).startswith("Notes leave this computer")
        assert "nas.invalid:11434" in told(page.row("privacy"))
        page.show_section("models")
        type_address(qtbot, made, "")
        assert (kept(made, "models.address"), kept(made, "models.consent")) == ("", "")
        assert made.server.address.host == "127.0.0.1"
        assert told(page.row("privacy")).startswith("Nothing leaves this computer")


# -- what is installed --------------------------------------------------------------------------


async def test_installed_models_are_told_with_size_and_context(tmp_path: Path, qapp, qtbot) -> None:
    with has(BIG, EMBEDS, CLOUD) as ollama:
        async with at(tmp_path, qapp, ollama.url) as made:
            rows = models(made)
            assert {name: told(row) for name, row in rows.items()} == {
                "qwen3:8b": "5.2 GB · context 40,960 tokens",
                "nomic-embed-text:latest": ("274 MB · context 2,048 tokens · cannot dream"),
                "gpt-oss:120b-cloud": "runs elsewhere: not offered",
            }
            assert state(made) == "3 models, 5.5 GB. Ollama 0.33.0."


async def test_a_model_that_cannot_be_deleted_stays_and_says_why(
    tmp_path: Path, qapp, qtbot
) -> None:
    with has(BIG) as ollama:
        ollama.next("/api/delete", status(500, {"error": "in use"}))
        async with at(tmp_path, qapp, ollama.url) as made:
            page = made.settings_page
            page.show_section("models")
            button = page.form.buttons["delete qwen3:8b"]
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
            (yes,) = page.menu.actions()
            assert yes.text() == "Delete qwen3:8b, 5.2 GB?"
            page.menu.close()
            yes.trigger()
            await until(lambda: "in use" in made.window.banner.words)
            assert page.form.buttons["delete qwen3:8b"].isVisible()
