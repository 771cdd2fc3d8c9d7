"""One turn of a talk: the model is asked, its tools are run, its answer is taken. Knows no files.

The loop of tools is bounded. What came of an answer that was stopped, or that failed, is kept.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from desktop_app.errors import Problem
from desktop_app.models.endings import Ending
from desktop_app.models.model import AnswerPiece, Model, ModelAnswer, ToolCall, prompt_texts
from desktop_app.models.problem import ModelProblem
from desktop_app.models.tokens import HeardPrompt, rough
from desktop_app.sessions.live_events import TurnKind
from desktop_app.sessions.talk_prompt import TalkPrompt, offered, used_memory
from desktop_app.sessions.talk_view import (
    TalkChanged,
    TalkPiece,
    ToolAsk,
    ToolBegan,
    ToolEnded,
)
from desktop_app.sessions.tools import (
    MemoryTool,
    Replacement,
    ToolHouse,
    ToolOutcome,
    call,
    refused,
    replacement,
)
from desktop_app.sessions.transcript import CalledTool, TalkRecord
from desktop_app.words import counted, tr

ROUNDS = 8
"""The most times that a model may call tools for one message of the person's."""

MOST_CALLS = 8
"""The most tools that are run of one answer."""

_TEMPERATURE = 0.7  # an answer that is asked for once more is to be another one
_OF_WINDOW = 1 / 3  # that one result may take


def _hints() -> dict[Ending, str]:
    """What a person can do in a talk, where that is something else than in a dream."""
    return {
        Ending.LENGTH: tr("Ask it to go on, or give talks a larger window in the settings."),
        Ending.OVERTIME: tr("Allow more time in the settings, or choose a smaller model."),
        Ending.PROMPT_TOO_LONG: tr("Write less at once, or choose a model with a longer context."),
        Ending.PROMPT_CUT: tr("Its answer was not used. Write less at once, or begin a new talk."),
    }


Asking = Callable[[ToolAsk], Awaitable[bool]]
"""Asks the person whether a tool may replace a file at once; what it may not is proposed."""

OnTurn = Callable[[TalkPiece | ToolBegan | ToolEnded | TalkChanged], None]


@dataclass(frozen=True)
class TurnRoom:
    """What a turn is given: `keep` writes a record, `prompt` makes the next prompt (it blocks),
    `propose` makes a proposal of a replacement, and `undo` keeps an undo and returns its key.

    `heard` is the last prompt that the model counted; `counted` is told each, and the tokens of the
    answer (0: not known). `asking` is None where nobody can be asked.
    """

    model: Model
    window: int
    total: float | None
    think: bool
    tools: tuple[MemoryTool, ...]
    house: ToolHouse
    now: Callable[[], str]
    keep: Callable[[TalkRecord], Awaitable[None]]
    counted: Callable[[HeardPrompt, int], None]
    heard: Callable[[], HeardPrompt | None]
    prompt: Callable[[Model, tuple[MemoryTool, ...]], TalkPrompt]
    propose: Callable[[Replacement], int]
    undo: Callable[[Callable[[], None]], str]
    on_event: OnTurn
    asking: Asking | None = None


def new_id() -> str:
    """An id for a message."""
    return secrets.token_hex(6)


async def answered(room: TurnRoom) -> None:
    """Have the model answer, running the tools it calls. Raises Problem; what came is kept."""
    tools = room.tools if room.model.info.calls_tools else ()
    for last in [False] * ROUNDS + [True]:
        prompt = await asyncio.to_thread(room.prompt, room.model, () if last else tools)
        answer = await _asked(room, prompt, () if last else tools)
        if not answer.calls:
            return
        for one in answer.calls[:MOST_CALLS]:
            await _run(room, one)


async def _asked(room: TurnRoom, prompt: TalkPrompt, tools: tuple[MemoryTool, ...]) -> ModelAnswer:
    """One answer, kept as a record; one that was cut short as a stopped one."""
    text: list[str] = []
    thinking: list[str] = []

    def hear(piece: AnswerPiece) -> None:
        text.append(piece.text)
        thinking.append(piece.thinking)
        room.on_event(TalkPiece(piece.text, piece.thinking))

    try:
        answer = await room.model.chat(
            prompt.messages,
            context=room.window,
            most=prompt.most,
            total=room.total,
            on_chunk=hear,
            tools=offered(tools),
            think=room.think,
            temperature=_TEMPERATURE,
            heard=room.heard(),
        )
    except (Problem, asyncio.CancelledError) as error:
        partly = error.answer if isinstance(error, ModelProblem) else None
        said = (partly.text if partly else "") or "".join(text)
        thought = (partly.thinking if partly else "") or "".join(thinking)
        if said.strip() or thought.strip():
            record = _record(room, said, thought)
            await asyncio.shield(room.keep(replace(record, stopped=True)))
            if partly is not None and partly.ended is Ending.LENGTH:
                _count(room, prompt, partly, tools, rough(said))
        if isinstance(error, ModelProblem):
            error.hint = _hints().get(error.ending, error.hint)
        raise
    record = _record(room, answer.text, answer.thinking)
    calls = answer.calls[:MOST_CALLS]
    if calls:
        called = tuple(CalledTool(one.name, one.raw) for one in calls)
        record = replace(record, kind=TurnKind.TOOL_CALL, calls=called)
    else:
        used = await asyncio.to_thread(used_memory, prompt.found, answer.text)
        record = replace(record, used=used)
    if not answer.thinking and answer.answer_tokens:
        record = replace(record, tokens=answer.answer_tokens)
    await asyncio.shield(room.keep(record))
    _count(room, prompt, answer, tools, record.tokens)
    return answer


def _count(
    room: TurnRoom,
    prompt: TalkPrompt,
    answer: ModelAnswer,
    tools: tuple[MemoryTool, ...],
    said_tokens: int,
) -> None:
    """Tell how much the model read, where it says so."""
    if answer.prompt_tokens:
        texts = prompt_texts(prompt.messages, offered(tools))
        room.counted(HeardPrompt(texts, answer.prompt_tokens), said_tokens)


def _record(room: TurnRoom, text: str, thinking: str) -> TalkRecord:
    name = room.model.info.name
    return TalkRecord(
        new_id(), "assistant", text, room.now(), model=name, thinking=thinking.strip()
    )


async def _run(room: TurnRoom, one: ToolCall) -> None:
    """Run a tool, and keep its result."""
    room.on_event(ToolBegan(one.name, one.raw))
    outcome = await _outcome(room, one)
    text, tokens, room_left = outcome.text, rough(outcome.text), int(room.window * _OF_WINDOW)
    if tokens > room_left:
        cut = text[: len(text) * room_left // tokens]
        text = f"{cut}\n{tr('(Cut here: there is no room for more.)')}"
    called = (CalledTool(one.name, one.raw),)
    record = TalkRecord(
        new_id(), "tool", text, room.now(), TurnKind.TOOL_RESULT, calls=called, ok=outcome.ok
    )
    await asyncio.shield(room.keep(record))
    room.on_event(ToolEnded(record.use, room.undo(outcome.undo) if outcome.undo else ""))


async def _allowed(room: TurnRoom, one: ToolCall, wanted: Replacement) -> bool:
    """Whether a person says that it may be written at once."""
    if room.asking is None:
        return False
    return await room.asking(ToolAsk(one.name, wanted.path, wanted.before, wanted.after))


def _not_yet(count: int) -> Problem:
    """What a model is told of a replacement that became a proposal of so many changes."""
    if not count:
        return Problem(tr("Nothing was written, and nothing of it could be proposed."))
    proposed = counted("Proposed as {count} change", "Proposed as {count} changes", count)
    return Problem(tr("%1, which waits for the person.").replace("%1", proposed))


async def _outcome(room: TurnRoom, one: ToolCall) -> ToolOutcome:
    tool = next((tool for tool in room.tools if tool.name == one.name), None)
    wanted: Replacement | None = None
    try:
        if tool is not None and one.arguments is not None:
            wanted = await asyncio.to_thread(replacement, room.house, tool, one.arguments)
        if wanted is not None and not await _allowed(room, one, wanted):
            count = await asyncio.to_thread(room.propose, wanted)
            return refused(_not_yet(count))
    except Problem as problem:
        return refused(problem)
    return await asyncio.to_thread(
        call, room.house, room.tools, one.name, one.arguments, replaces=wanted is not None
    )
