"""Models as Ollama describes them, also where it says little or something odd."""

from datetime import UTC, datetime

import pytest

from desktop_app.models.endings import Ending
from desktop_app.models.installed import listed, loaded, model_info, same_model
from desktop_app.models.problem import ModelProblem
from tests.models.asking import the_server
from tests.support.ollama import OurOllama, Served, status

SHOWN = {"capabilities": ["completion"], "model_info": {}}


async def test_a_model_is_described_as_it_is(ollama: OurOllama) -> None:
    served = Served("deep:8b", capabilities=("completion", "thinking"), context=40_960)
    ollama.models = {served.name: served}
    (info,) = await the_server(ollama).models()
    assert (info.name, info.size, info.context) == ("deep:8b", 4_000_000_000, 40_960)
    assert (info.family, info.parameters, info.quantization) == ("qwen3", "4.0B", "Q4_K_M")
    assert info.chats and info.thinks and not info.embeds and info.local
    assert info.modified is not None
    assert info.modified.astimezone(UTC) == datetime(2026, 5, 1, 7, 30, 0, 123456, UTC)


async def test_a_model_deleted_while_the_list_is_read_is_left_out(ollama: OurOllama) -> None:
    ollama.models["other"] = Served("other")
    ollama.next("/api/show", status(404, {"error": "model 'small' not found"}))
    assert [info.name for info in await the_server(ollama).models()] == ["other"]


async def test_a_damaged_model_does_not_hide_the_others(ollama: OurOllama) -> None:
    ollama.models["other"] = Served("other")
    ollama.next("/api/show", status(500, {"error": "invalid file magic"}))
    damaged, other = await the_server(ollama).models()
    assert (damaged.name, damaged.chats) == ("small:latest", False)
    assert other.chats


async def test_a_server_too_old_to_say_what_a_model_can_do_is_not_asked(ollama: OurOllama) -> None:
    ollama.next("/api/show", status(200, {"details": {}, "model_info": {}}))
    with pytest.raises(ModelProblem) as raised:
        await the_server(ollama).models()
    assert raised.value.ending is Ending.TOO_OLD


@pytest.mark.parametrize("path", ["/api/version", "/api/tags", "/api/ps"])
@pytest.mark.parametrize("said", [[], {}, {"version": 3, "models": "none"}, b"<html>", b"", 7])
async def test_another_program_at_the_address_is_not_understood(
    ollama: OurOllama, path: str, said: object
) -> None:
    ollama.next(path, status(200, said))
    server = the_server(ollama)
    asking = {"/api/version": server.version, "/api/tags": server.models, "/api/ps": server.loaded}
    with pytest.raises(ModelProblem) as raised:
        await asking[path]()
    assert raised.value.ending is Ending.NOT_UNDERSTOOD


@pytest.mark.parametrize("missing", ["size", "details", "modified_at", "digest"])
def test_what_is_missing_is_the_smaller_promise(missing: str) -> None:
    entry = {"size": 5, "details": {"family": "x"}, "modified_at": "2026-05-01T09:30:00Z"}
    entry.pop(missing, None)
    info = model_info("small", entry, SHOWN)
    assert info.context == 4_096 and info.chats


@pytest.mark.parametrize("odd", [None, 7, "x", [], {"a": 1}, -1, True, 1e300])
def test_odd_replies_do_no_harm(odd: object) -> None:
    keys = ("size", "details", "modified_at", "name")
    info = model_info("small", dict.fromkeys(keys, odd), {**SHOWN, "model_info": odd})
    assert info.size >= 0 and info.context == 4_096
    architecture = {"general.architecture": odd, f"{odd}.context_length": odd}
    model_info("small", {}, {**SHOWN, "model_info": architecture})
    assert listed({"models": [odd, {"name": odd}, {"name": "small"}]})[-1] == {"name": "small"}
    loaded({"name": "small", "context_length": odd, "expires_at": odd})


def test_no_models_are_an_empty_list() -> None:
    assert listed({"models": []}) == listed({"models": None}) == ()


def test_a_name_without_a_tag_means_the_latest() -> None:
    assert same_model("small", "Small:latest")
    assert same_model("host:5000/library/small", "host:5000/library/small:latest")
    assert not same_model("small:8b", "small")
