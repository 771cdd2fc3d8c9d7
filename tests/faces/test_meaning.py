"""Search by meaning on the command line, with a model of a scripted Ollama."""

from pathlib import Path
from typing import Any

import pytest

from desktop_app.settings import Places, Settings
from tests.support.cli import Shell
from tests.support.ollama import OurOllama, Served, Talk, embeds, status

MODEL = Served("bge-m3:latest", capabilities=("embedding",))


@pytest.fixture(autouse=True)
def here(ollama: OurOllama, monkeypatch: pytest.MonkeyPatch) -> None:
    ollama.models[MODEL.name] = MODEL
    monkeypatch.setenv("OLLAMA_HOST", f"127.0.0.1:{ollama.port}")


@pytest.fixture
def shell(tmp_path: Path, capfdbinary: Any) -> Shell:
    root = tmp_path / "notebook"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Home\n\n- The spare key is with Ana\n- The boat is blue\n")
    return Shell(root, capfdbinary)


def choose(shell: Shell) -> None:
    for key, value in (("search.embedder", "ollama"), ("search.model", "bge-m3")):
        assert shell.run("settings", key, value) == 0


def test_lines_are_read_and_then_found_by_their_meaning(shell: Shell) -> None:
    choose(shell)
    answer = shell.do("index")
    meaning = answer["meaning"]
    assert (meaning["embedder"], meaning["read"], meaning["given"]) == ("ollama bge-m3", 2, 2)
    found = shell.do("search", "where is the key?", "--limit", "5")
    assert found["arms"] == ["words", "meaning"]
    assert found["hits"][0]["by"] == "both"
    only = shell.do("search", "where is it?", "--using", "meaning")
    assert {hit["by"] for hit in only["hits"]} == {"meaning"}
    words = shell.do("search", "key", "--using", "words")
    assert words["arms"] == ["words"]
    status = shell.do("status")
    assert status["index"]["embedder"] == "ollama bge-m3"
    assert status["index"]["cache"] == {"exact": 0, "near": 0, "miss": 2}
    assert status["index"]["share"] == 0.7
    told = shell.says("status")
    assert "2 of 2 lines read by ollama bge-m3, 70% of a score" in told


def test_a_line_that_differs_by_a_full_stop_from_a_known_one_is_a_near_hit_as_the_manual_says(
    shell: Shell,
) -> None:
    choose(shell)
    memory, line = shell.folder / "MEMORY.md", " ".join(f"berth {n} is let" for n in range(14))
    memory.write_text(f"# Home\n\n- {line}.\n")
    shell.do("index")
    memory.write_text(f"# Home\n\n- {line}.\n- {line}!\n")
    shell.do("index")
    assert shell.do("status")["index"]["cache"] == {"exact": 0, "near": 1, "miss": 1}
    told = "like a known one: 1"
    assert told in shell.says("status") and told[:-3] in shell.says("help", "search")


def test_a_model_that_is_not_there_is_told_and_the_words_are_indexed(
    shell: Shell, ollama: OurOllama
) -> None:
    choose(shell)
    del ollama.models[MODEL.name]
    code, answer = shell.answer("index")
    assert code == 3
    assert "bge-m3" in answer["meaning"]["problem"]
    assert answer["chunks"] == 3
    found = shell.do("search", "spare key")
    assert [hit["text"] for hit in found["hits"]] == ["The spare key is with Ana"]
    assert found["note"]


def test_a_run_that_failed_tells_how_much_it_read(shell: Shell, ollama: OurOllama) -> None:
    choose(shell)
    with (shell.folder / "MEMORY.md").open("a") as file:
        file.writelines(f"- Line {number}\n" for number in range(40))
    busy = status(503, {"error": "server busy, maximum pending requests exceeded"})
    ollama.next("/api/embed", *[embeds] * 3, *[busy] * 9)
    code, answer = shell.answer("index")
    meaning = answer["meaning"]
    assert (code, meaning["read"], meaning["given"]) == (3, 32, 32)


def test_a_line_that_the_model_refuses_is_told(shell: Shell, ollama: OurOllama) -> None:
    async def refuses(talk: Talk) -> None:
        if any("boat" in text for text in talk.request.body["input"]):
            await talk.reply({"error": "unsupported value: NaN"}, 500)
        else:
            await embeds(talk)

    choose(shell)
    ollama.next("/api/embed", *[refuses] * 20)
    told = shell.says("index")
    assert "1 of 2 lines read for their meaning by ollama bge-m3, 1 of them in" in told
    assert "Lines that it can't read: 1. They are found by words alone." in told
    assert "1 that it can't read are found by words alone" in shell.says("status")


def by_hand(key: str, value: str) -> None:
    """Written into settings.toml, as no door of ours would."""
    Settings(Places.default().config / "settings.toml").set(key, value)


def test_an_address_that_may_not_be_asked_leaves_the_search_to_the_words(
    shell: Shell, ollama: OurOllama
) -> None:
    choose(shell)
    shell.do("index")
    asked = len(ollama.requests)
    by_hand("models.address", "192.0.2.7:11434")
    code, found = shell.answer("search", "spare key")
    assert (code, [hit["text"] for hit in found["hits"]]) == (0, ["The spare key is with Ana"])
    assert found["note"] == "This address is not on this computer."
    code, status = shell.answer("status")
    assert (code, status["index"]["read"]) == (0, 2)
    assert status["index"]["trouble"] == "This address is not on this computer."
    code, answer = shell.answer("search", "key", "--using", "meaning")
    assert (code, answer["problem"]) == (3, "This address is not on this computer.")
    assert len(ollama.requests) == asked
    shell.run("settings", "search.embedder", "off")
    assert shell.do("search", "spare key")["note"] == ""


def test_notes_go_to_no_other_computer_without_consent(shell: Shell, ollama: OurOllama) -> None:
    choose(shell)
    by_hand("models.address", "192.0.2.7:11434")
    code, _ = shell.answer("index")
    assert code == 3
    assert not ollama.asked("/api/embed")
