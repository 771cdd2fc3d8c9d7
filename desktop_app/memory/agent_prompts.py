"""Texts for agents: how memory is used, and the prompts that they may ask for."""

from collections.abc import Mapping
from typing import Any

from desktop_app import resources
from desktop_app.errors import Missing
from desktop_app.memory import Memory
from desktop_app.sessions.levels.prompt_plan import architected
from desktop_app.sessions.prompt import USUAL_BUDGET
from desktop_app.words import tr

_PROMPTS: Mapping[str, tuple[str, ...]] = {"recall": ("topic",), "consolidate": ()}
_NOTHING_NAMED = tr("what matters now")


def told(*names: str) -> str:
    """A text for agents, by its place in the table."""
    value = resources.table("prompts/agents")
    for name in names:
        value = value[name]
    return str(value)


def every() -> list[dict[str, Any]]:
    """The prompts, and what each takes."""
    return [
        {
            "name": name,
            "description": told(name, "summary"),
            "arguments": [
                {"name": key, "description": told(name, key), "required": False} for key in takes
            ],
        }
        for name, takes in _PROMPTS.items()
    ]


def text_of(memory: Memory, name: str, given: Mapping[str, Any]) -> str:
    """The text of a prompt. Raises Missing where there is none of this name."""
    if name not in _PROMPTS:
        raise Missing(tr("There is no such prompt."))
    topic = str(given.get("topic", "")).strip() if "topic" in _PROMPTS[name] else ""
    prompt = architected(memory.context.material(topic), USUAL_BUDGET)
    context = prompt.text if prompt.inside else ""
    return told(name, "text").format(topic=topic or _NOTHING_NAMED, context=context)
