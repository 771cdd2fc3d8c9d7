"""Exports of ChatGPT: one conversation out of many, as it was shown last."""

import json
from typing import Any

import pytest

from desktop_app.errors import Problem
from desktop_app.sessions.exports import Export, exported
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


def said(talk: Export) -> list[tuple[str, str]]:
    return [(message.role, message.content) for message in talk.messages]


def test_one_alone_is_no_conversation_but_an_export() -> None:
    with pytest.raises(Problem, match="FILE is an export of many conversations"):
        parse(json.dumps([boats(), rope()]), "FILE", plain=False)


def test_without_a_current_node_the_newest_answer_counts() -> None:
    assert said(exported(boats(current_node=None)))[-1] == ("assistant", "At berth 7.")


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
    talk = exported(rope(mapping=mapping, current_node="d", title=None, id=None))
    assert said(talk) == [("user", "The boat.")]
    assert talk.messages[0].time == ""
    assert talk.session == "" and talk.title == ""
