"""Search by meaning on the command line, with a model of a scripted Ollama."""

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_app.faces import cli
from desktop_app.settings import Places, Settings
from tests.support.ollama import OurOllama, Served, Talk, embeds, status

MODEL = Served("bge-m3:latest", capabilities=("embedding",))


@pytest.fixture(autouse=True)
def here(ollama: OurOllama, monkeypatch: pytest.MonkeyPatch) -> None:
    ollama.models[MODEL.name] = MODEL
    monkeypatch.setenv("OLLAMA_HOST", f"127.0.0.1:{ollama.port}")


@pytest.fixture
def notebook(tmp_path: Path) -> str:
    root = tmp_path / "notebook"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Home\n\n- The spare key is with Ana\n- The boat is blue\n")
    return str(root)


def answered(capfdbinary: Any, notebook: str, *words: str) -> tuple[int, Any]:
    code = cli.run(("--notebook", notebook, "--json", *words), lambda folder: 0)
    return code, json.loads(capfdbinary.readouterr().out)


def said(capfdbinary: Any, notebook: str, *words: str) -> str:
    cli.run(("--notebook", notebook, *words), lambda folder: 0)
    return str(capfdbinary.readouterr().out.decode())


def choose() -> None:
    for key, value in (("search.embedder", "ollama"), ("search.model", "bge-m3")):
        assert cli.run(("settings", key, value), lambda folder: 0) == 0


def test_lines_are_read_and_then_found_by_their_meaning(capfdbinary: Any, notebook: str) -> None:
    choose()
    capfdbinary.readouterr()
    code, answer = answered(capfdbinary, notebook, "index")
    assert code == 0
    meaning = answer["meaning"]
    assert (meaning["embedder"], meaning["read"], meaning["given"]) == ("ollama bge-m3", 2, 2)
    _, found = answered(capfdbinary, notebook, "search", "where is the key?", "--limit", "5")
    assert found["arms"] == ["words", "meaning"]
    assert found["hits"][0]["by"] == "both"
    _, only = answered(capfdbinary, notebook, "search", "where is it?", "--using", "meaning")
    assert {hit["by"] for hit in only["hits"]} == {"meaning"}
    _, words = answered(capfdbinary, notebook, "search", "key", "--using", "words")
    assert words["arms"] == ["words"]
    _, status = answered(capfdbinary, notebook, "status")
    assert status["index"]["embedder"] == "ollama bge-m3"
    assert status["index"]["cache"] == {"exact": 0, "near": 0, "miss": 2}
    assert status["index"]["share"] == 0.7
    told = said(capfdbinary, notebook, "status")
    assert "2 of 2 lines read by ollama bge-m3, 70% of a score" in told


def test_a_model_that_is_not_there_is_told_and_the_words_are_indexed(
    capfdbinary: Any, notebook: str, ollama: OurOllama
) -> None:
    choose()
    del ollama.models[MODEL.name]
    capfdbinary.readouterr()
    code, answer = answered(capfdbinary, notebook, "index")
    assert code == 3
    assert "bge-m3" in answer["meaning"]["problem"]
    assert answer["chunks"] == 3
    _, found = answered(capfdbinary, notebook, "search", "spare key")
    assert [hit["text"] for hit in found["hits"]] == ["The spare key is with Ana"]
    assert found["note"]


def test_a_run_that_failed_tells_how_much_it_read(
    capfdbinary: Any, notebook: str, ollama: OurOllama
) -> None:
    choose()
    with (Path(notebook) / "MEMORY.md").open("a") as file:
        file.writelines(f"- Line {number}\n" for number in range(40))
    busy = status(503, {"error": "server busy, maximum pending requests exceeded"})
    ollama.next("/api/embed", *[embeds] * 3, *[busy] * 9)
    capfdbinary.readouterr()
    code, answer = answered(capfdbinary, notebook, "index")
    meaning = answer["meaning"]
    assert (code, meaning["read"], meaning["given"]) == (3, 32, 32)


def test_a_line_that_the_model_refuses_is_told(
    capfdbinary: Any, notebook: str, ollama: OurOllama
) -> None:
    async def refuses(talk: Talk) -> None:
        if any("boat" in text for text in talk.request.body["input"]):
            await talk.reply({"error": "unsupported value: NaN"}, 500)
        else:
            await embeds(talk)

    choose()
    ollama.next("/api/embed", *[refuses] * 20)
    capfdbinary.readouterr()
    told = said(capfdbinary, notebook, "index")
    assert "1 of 2 lines read for their meaning by ollama bge-m3, 1 of them in" in told
    assert "Lines that it can't read: 1. They are found by words alone." in told
    assert "1 that it can't read are found by words alone" in said(capfdbinary, notebook, "status")


def by_hand(key: str, value: str) -> None:
    """Written into settings.toml, as no door of ours would."""
    Settings(Places.default().config / "settings.toml").set(key, value)


def test_an_address_that_may_not_be_asked_leaves_the_search_to_the_words(
    capfdbinary: Any, notebook: str, ollama: OurOllama
) -> None:
    choose()
    capfdbinary.readouterr()
    answered(capfdbinary, notebook, "index")
    asked = len(ollama.requests)
    by_hand("models.address", "192.0.2.7:11434")
    capfdbinary.readouterr()
    code, found = answered(capfdbinary, notebook, "search", "spare key")
    assert (code, [hit["text"] for hit in found["hits"]]) == (0, ["The spare key is with Ana"])
    assert found["note"] == "This address is not on this computer."
    code, status = answered(capfdbinary, notebook, "status")
    assert (code, status["index"]["read"]) == (0, 2)
    assert status["index"]["trouble"] == "This address is not on this computer."
    code, answer = answered(capfdbinary, notebook, "search", "key", "--using", "meaning")
    assert (code, answer["problem"]) == (3, "This address is not on this computer.")
    assert len(ollama.requests) == asked
    cli.run(("settings", "search.embedder", "off"), lambda folder: 0)
    capfdbinary.readouterr()
    assert answered(capfdbinary, notebook, "search", "spare key")[1]["note"] == ""


def test_notes_go_to_no_other_computer_without_consent(
    capfdbinary: Any, notebook: str, ollama: OurOllama
) -> None:
    choose()
    by_hand("models.address", "192.0.2.7:11434")
    capfdbinary.readouterr()
    code, _ = answered(capfdbinary, notebook, "index")
    assert code == 3
    assert not ollama.asked("/api/embed")
