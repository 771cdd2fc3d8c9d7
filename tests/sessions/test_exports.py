"""Exports of ChatGPT: one conversation out of many, as it was shown last."""

import json
from typing import Any

import pytest

from desktop_app.errors import Problem
from desktop_app.sessions.reading import parse


def node(said: Any, parent: str | None, *children: str, **message: Any) -> dict[str, Any]:
    """A node of the tree; `said` is (role, text) or None."""
    told = None
    if said:
        role, text = said
        content = {"content_type": "text", "parts": [text]}
        told = {"author": {"role": role}, "content": content, "create_time": 1.0} | message
    return {"message": told, "parent": parent, "children": list(children)}


def boats(**more: Any) -> dict[str, Any]:
    """A conversation whose question was put twice."""
    mapping = {
        "root": node(None, None, "a"),
        "a": node(("system", ""), "root", "b", "c"),
        "b": node(("user", "Where is the boot?"), "a", "d"),
        "c": node(("user", "Where is the boat?"), "a", "e"),
        "d": node(("assistant", "Which one?"), "b"),
        "e": node(("assistant", "import tides"), "c", "f", recipient="python"),
        "f": node(("tool", "7"), "e", "g"),
        "g": node(("assistant", "At berth 7."), "f", create_time=1_763_800_000.5),
    }
    about = {"title": "Boats", "conversation_id": "b7", "update_time": 1_763_800_001.0}
    return about | {"mapping": mapping, "current_node": "g"} | more


def rope(**more: Any) -> dict[str, Any]:
    mapping = {"r": node(None, None, "x"), "x": node(("user", "买绳子"), "r")}
    return {"title": "绳子", "id": "r2", "create_time": 1_763_900_000, "mapping": mapping} | more


def said(talk: Any) -> list[tuple[str, str]]:
    return [(message.role, message.content) for message in talk.messages]


@pytest.mark.parametrize("indent", [None, 2])
def test_the_newest_of_several_is_read(indent: int | None) -> None:
    talk = parse(json.dumps([boats(), rope()], indent=indent), "FILE", plain=False)
    assert said(talk) == [("user", "买绳子")]
    assert talk.session == "chatgpt:r2"


def test_without_a_current_node_the_newest_answer_counts() -> None:
    found = parse(json.dumps([boats(current_node=None)]), "FILE")
    assert said(found)[-1] == ("assistant", "At berth 7.")


def test_hidden_messages_pictures_and_odd_nodes_are_left_out() -> None:
    mapping = {
        "r": 7,
        "a": node(("user", "hidden"), "r", metadata={"is_visually_hidden_from_conversation": True}),
        "b": node(("user", "x"), "a", content={"content_type": "code", "text": "x"}),
        "c": node(("user", "x"), "b", content=7, author=None),
        "d": node(
            ("user", ""),
            "c",
            content={"content_type": "multimodal_text", "parts": [{"image": 1}, "The boat."]},
            create_time="soon",
        ),
    }
    talk = parse(json.dumps([rope(mapping=mapping, current_node="d", title=None, id=None)]), "FILE")
    assert said(talk) == [("user", "The boat.")]
    assert talk.messages[0].time == ""
    assert talk.session.startswith("-")


def test_an_empty_one_is_a_problem() -> None:
    empty = rope(mapping={"r": node(None, None)}, title="Empty", create_time=1)
    with pytest.raises(Problem, match=r"“Empty .* in FILE holds no messages"):
        parse(json.dumps([empty]), "FILE")
