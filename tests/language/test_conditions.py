"""Conditions: what holds only if something else does."""

import pytest

from desktop_app.language.conditions import conditional

OPEN = [
    "If the vendor agrees, we move to Frankfurt.",
    "The servers move to Frankfurt once the vendor agrees.",
    "We decided to adopt a dog, provided that the landlord allows it.",
    "Should the coach say yes, Milo swims on 4 May.",
    "The office moves in May, unless the lease is renewed.",
    "The standup is every day at ten; if Mia agrees, it moves to nine.",
    "Pending approval, the licence changes to AGPL.",
    "如果供应商同意，我们就迁到法兰克福。",
    "倘若審批通過，以後由小李負責發布。",
    "房东同意的话，我们就养一只狗。",
    "若检查正常，爸爸五月停药。",
    "决定换供应商，前提是价格不变。",
]
RULES = [
    "If the stove is out, always close the vent.",
    "Never deploy on Friday unless Jonas is on call.",
    "奶奶如果出门，总是把钥匙放在安娜那里。",
    "如果构建失败，任何人都不许合并。",
]
NONE = [
    "The standup moves to 10:00, tell me if that is late.",
    "We train even if it rains.",
    "Jonas asked Ana if the pier is covered.",
    "The `if` branches in parser.py are generated.",
    "The clinic provided new crutches.",
    "The coast path takes as long as the road.",
    "Once a week the compost goes out.",
    "他的话不多。",
    "主要是安娜在照看菜园。",
    "",
]


@pytest.mark.parametrize("text", [*OPEN, *RULES])
def test_what_holds_only_if_something_else_does_is_conditional(text: str) -> None:
    assert conditional(text)


@pytest.mark.parametrize("text", NONE)
def test_what_only_looks_like_a_condition_is_none(text: str) -> None:
    assert not conditional(text)
