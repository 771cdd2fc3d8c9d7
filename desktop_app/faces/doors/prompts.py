"""Prompts that agents offer to their person. What they say stands in `resources/prompts`."""

from collections.abc import Mapping

from desktop_app import resources
from desktop_app.errors import Missing
from desktop_app.memory import Memory
from desktop_app.sessions.levels.architect import architected
from desktop_app.sessions.prompt import USUAL_BUDGET
from desktop_app.words import tr

PROMPTS: Mapping[str, tuple[str, ...]] = {"recall": ("topic",), "consolidate": ()}
"""The names of the prompts, and what each takes."""

_NOTHING_NAMED = tr("what matters now")


def told(*names: str) -> str:
    """A text for agents, by its place in the table."""
    value = resources.table("prompts/agents")
    for name in names:
        value = value[name]
    return str(value)


def prompt_text(memory: Memory, name: str, given: Mapping[str, str]) -> str:
    """The text of a prompt. Raises Missing where there is none of this name."""
    if name not in PROMPTS:
        raise Missing(tr("There is no such prompt."))
    topic = given.get("topic", "").strip() if "topic" in PROMPTS[name] else ""
    prompt = architected(memory.context.material(topic), USUAL_BUDGET)
    context = prompt.text if prompt.inside else ""
    return told(name, "text").format(topic=topic or _NOTHING_NAMED, context=context)
