"""Prompts that agents offer to their person: recall something, and look through memory."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from desktop_app.errors import Missing
from desktop_app.memory import Memory
from desktop_app.sessions.prompt import USUAL_BUDGET, assembled
from desktop_app.words import tr

# Models read these; they are no texts for people.
_CONSOLIDATE = """Look through the memory below and through the last days with memory_search.
Say in a short list what MEMORY.md should say differently: what is new and lasting, what has
changed, what says the same twice. Quote the line of the notes for each. Write nothing before the
person agrees; then use memory_update with mode append.

{context}"""
_RECALL = """Tell what is remembered about: {topic}

Use the notes below and memory_search. Say which note each point comes from, and say so where
nothing is remembered.

{context}"""


@dataclass(frozen=True)
class OfferedPrompt:
    """A prompt with what it takes, by name."""

    summary: str
    text: Callable[[Memory, Mapping[str, str]], str]
    takes: Mapping[str, str]


def _recall(memory: Memory, given: Mapping[str, str]) -> str:
    topic = given.get("topic", "").strip() or "what matters now"
    return _RECALL.format(topic=topic, context=context_of(memory, topic))


def _consolidate(memory: Memory, given: Mapping[str, str]) -> str:
    return _CONSOLIDATE.format(context=context_of(memory))


PROMPTS: Mapping[str, OfferedPrompt] = {
    "recall": OfferedPrompt(
        "Recall what is remembered about something.", _recall, {"topic": "About what."}
    ),
    "consolidate": OfferedPrompt(
        "Look through memory, and say what it should say differently.", _consolidate, {}
    ),
}


def prompt_text(memory: Memory, name: str, given: Mapping[str, str]) -> str:
    """The text of a prompt. Raises Missing where there is none of this name."""
    if name not in PROMPTS:
        raise Missing(tr("There is no such prompt."))
    return PROMPTS[name].text(memory, given)


def context_of(memory: Memory, question: str = "", budget: int = USUAL_BUDGET) -> str:
    """What memory gives to a prompt, fenced as data; "" where there is nothing."""
    prompt = assembled(memory.context.material(question), budget)
    return prompt.text if prompt.inside else ""
