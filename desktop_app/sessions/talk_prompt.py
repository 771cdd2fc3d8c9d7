"""The prompt of a talk: rules, memory, what was compacted, and the turns that have room. Pure.

Specification: memory-flow, '4. Build System Prompt' and '5. Process Message'; semantics, 'Context
tier'.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from desktop_app.dreams.comparing.points import points
from desktop_app.dreams.model.reading.prompts import Prompt
from desktop_app.dreams.notes.units import LONGEST_UNIT
from desktop_app.language.words import script
from desktop_app.models.model import (
    ModelMessage,
    ModelTool,
    PromptRole,
    ToolCall,
    prompt_texts,
)
from desktop_app.models.tokens import HeardPrompt, Tokens, fits
from desktop_app.sessions.levels.architect import architected
from desktop_app.sessions.live_events import TurnKind
from desktop_app.sessions.prompt import MemoryPrompt, PromptMaterial
from desktop_app.sessions.talk_view import UsedMemory
from desktop_app.sessions.tools import MemoryTool
from desktop_app.sessions.transcript import CalledTool, TalkRecord

_FOR_MEMORY = 0.25  # of the window
_FOR_ANSWER = {False: 0.25, True: 0.4}  # by whether the model thinks first, which costs as well
_SHORT = 0.125  # of the window; an answer gets as much before memory gives way
_LEAST_ANSWER = 256
_MOST_USED = 5
_LONG = 40_000  # characters of an answer that are compared with memory


@dataclass(frozen=True)
class TalkPrompt:
    """What a model is sent: `most` tokens are left for its answer, `memory` is what it knows."""

    messages: tuple[ModelMessage, ...]
    most: int
    memory: MemoryPrompt


def talk_prompt(
    material: PromptMaterial,
    injected: Sequence[str],
    records: Sequence[TalkRecord],
    tokens: Tokens,
    window: int,
    tools: Sequence[ModelTool] = (),
    *,
    thinks: bool = False,
    heard: HeardPrompt | None = None,
) -> TalkPrompt:
    """The prompt that fits into a window of so many tokens. `heard` is that of an earlier turn.

    Where not everything has room, memory and the answer give way first, then the oldest turns; the
    last message of the person's, and what follows it, always stay.
    """
    most = max(_LEAST_ANSWER, int(window * _FOR_ANSWER[thinks]))
    budget = int(window * _FOR_MEMORY)
    kept = list(records)
    while True:
        memory = architected(material, budget)
        language = script(kept[-1].content if kept else "")
        prompt = Prompt("talk", language)
        rules = [prompt.fill("Rules"), prompt.fill("Tools")] if tools else [prompt.fill("Rules")]
        system = "\n\n".join([*rules, *filter(None, [memory.text]), *injected])
        messages = (ModelMessage(PromptRole.SYSTEM, system), *_turns(kept))
        texts = prompt_texts(messages, tools)
        estimate = tokens.after(heard, *texts) if heard else tokens.estimate(*texts)
        if fits(estimate, window, most) or not (budget or most > _LEAST_ANSWER or _later(kept)):
            return TalkPrompt(messages, most, memory)
        if most > window * _SHORT:
            most //= 2
        elif budget > window * _FOR_MEMORY / 4:
            budget //= 2
        elif most > _LEAST_ANSWER:
            most = max(_LEAST_ANSWER, most // 2)
        elif later := _later(kept):
            kept = kept[later:]
        else:
            budget = 0


def used_memory(memory: MemoryPrompt, answer: str) -> tuple[UsedMemory, ...]:
    """Of the pieces of memory that were found first for the question, those that the answer speaks
    of."""
    found = sorted((p for p in memory.inside if p.rank is not None), key=lambda p: p.rank or 0)
    said = _marks(answer[:_LONG])
    used = [piece for piece in found[:_MOST_USED] if said & _marks(piece.whole or piece.text)]
    return tuple(UsedMemory(p.path, p.line, (p.whole or p.text).strip()) for p in used)


def offered(tools: Iterable[MemoryTool]) -> tuple[ModelTool, ...]:
    """The tools as a model is told of them."""
    return tuple(ModelTool(tool.name, tool.description, tool.schema) for tool in tools)


def _marks(text: str) -> frozenset[str]:
    lines = (line.strip() for line in text.split("\n"))
    each = (points(line[:LONGEST_UNIT]).marks for line in lines if line)
    return frozenset(mark for marks in each for mark in marks)


def _later(records: Sequence[TalkRecord]) -> int:
    """Where the next turn begins, behind the oldest; 0 where that is the last one."""
    starts = (n for n, one in enumerate(records) if n and one.role == "user")
    return next(starts, 0)


def _turns(records: Iterable[TalkRecord]) -> list[ModelMessage]:
    """The messages as a model is sent them. A result without its call is left out."""
    messages: list[ModelMessage] = []
    open_calls = 0
    for one in records:
        if one.kind is TurnKind.TOOL_CALL:
            calls = tuple(map(_call, one.calls))
            open_calls = len(calls)
            messages.append(ModelMessage(PromptRole.ASSISTANT, one.content, calls))
        elif one.kind is TurnKind.TOOL_RESULT:
            if open_calls:
                open_calls -= 1
                messages.append(ModelMessage(PromptRole.TOOL, one.content, tool=one.calls[0].name))
        elif one.content.strip():
            answered = one.role == PromptRole.ASSISTANT
            role = PromptRole.ASSISTANT if answered else PromptRole.USER
            messages.append(ModelMessage(role, one.content))
    return messages


def _call(call: CalledTool) -> ToolCall:
    try:
        given = json.loads(call.arguments)
    except (ValueError, RecursionError):
        given = None
    return ToolCall(call.name, given if isinstance(given, Mapping) else None, call.arguments)
