"""Conversations that agents lead elsewhere: they tell what happens, the state machine what follows.

Specification: semantics, 'Context tier'. Six calls give any agent the whole flow of memory: a flush
when the window fills up, a last one before it compacts, facts, and the summary to go on with.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from itertools import count
from typing import Annotated, Any

from desktop_app.dreams.engine_choice import Engine, EngineName, engine_of
from desktop_app.dreams.flush import Flushed
from desktop_app.errors import Problem
from desktop_app.faces.doors import shapes
from desktop_app.faces.operations.table import Answer, Call, fields_of, operation
from desktop_app.faces.operations.talk import left_out_json
from desktop_app.memory import Memory, live_session
from desktop_app.memory.extraction import Extracted
from desktop_app.notebook.history import writer, written_by
from desktop_app.sessions.live import LiveEvent, LiveLimits, LiveState
from desktop_app.sessions.live_events import LiveMessage, TurnKind
from desktop_app.sessions.sleep import SleepPhase
from desktop_app.words import tr

_MOST = 100  # conversations at once; that which was quiet longest is ended
_RULES = Engine(kind=EngineName.BUILTIN)


@dataclass
class _LedTalk:
    """A conversation that an agent leads; `did` is what followed since the last call. `agent` is
    the context in which the agent's name is known.
    """

    live: live_session.LiveSession
    day: date
    did: list[Answer]
    agent: Context
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class LedTalks:
    """Belongs to one loop and one notebook. What is said is kept before it is answered."""

    def __init__(self, memory: Memory, setting: Callable[[str], Any]) -> None:
        self._memory = memory
        self._books = memory.sessions.led
        self._setting = setting
        self._talks: dict[str, _LedTalk] = {}

    async def resume(self) -> None:
        """Flush what a killed server left open, in the names of those who led it."""
        for session, client in (await asyncio.to_thread(self._books.sessions)).items():
            with written_by(client):
                await self.tell(session, LiveState.flush, hurry=True)

    async def tell(self, session: str, *happened: LiveEvent, hurry: bool = False) -> Answer:
        """Let events happen, and say what followed. `hurry`: no model is waited for."""
        talk = await self._talk(session)
        async with talk.turn:
            return await self._tell(talk, happened, hurry=hurry)

    async def say(self, session: str, messages: list[Answer]) -> Answer:
        """Messages came; one without an id gets the next free number."""
        talk = await self._talk(session)
        async with talk.turn:
            seen = talk.live.state.seen
            named = seen | {one.get("id") for one in messages}
            free = (number for n in count(len(seen) + 1) if (number := f"{n}") not in named)
            came = [
                LiveMessage(
                    id=one.get("id") or next(free), role=one["role"], content=one["content"],
                    time=one.get("time") or "", kind=TurnKind(one.get("kind") or TurnKind.TALK),
                    tokens=one.get("tokens") or 0, remembered=one.get("remembered", True),
                ) for one in messages
            ]  # fmt: skip
            kept = [one for one in came if one.remembered]
            await asyncio.to_thread(self._books.keep, session, writer(), kept)
            return await self._tell(talk, [partial(LiveState.came, message=one) for one in came])

    async def _tell(
        self, talk: _LedTalk, happened: Iterable[LiveEvent], *, hurry: bool = False
    ) -> Answer:
        live, today = talk.live, self._memory.today()
        live.engine = _RULES if hurry else self._engine()
        past = (partial(LiveState.flush, cause="day"),) if talk.day != today else ()
        talk.day, compacted = today, live.state.compacted
        await live.take(*past, *happened)
        if live.state.compacted != compacted:
            await asyncio.to_thread(self._books.left, live.state)
        did, talk.did[:] = list(talk.did), []
        return _told(live, did)

    async def end(self, session: str) -> Answer:
        """The conversation is over: what was not flushed is, and it is forgotten here."""
        told = await self.tell(session, LiveState.flush)
        await self._forgotten(session)
        return told

    async def close(self) -> None:
        """End all of them: what was not flushed is, without a model."""
        for session, talk in list(self._talks.items()):
            ending = self.tell(session, LiveState.flush, hurry=True)
            await asyncio.create_task(ending, context=talk.agent)  # in whose name it writes
            await self._forgotten(session)

    async def _forgotten(self, session: str) -> None:
        """A conversation is over here; its books stay where it could not be flushed."""
        talk = self._talks.pop(session, None)
        if talk and not talk.live.state.unflushed():
            await asyncio.to_thread(self._books.ended, session)

    async def _talk(self, session: str) -> _LedTalk:
        if session in self._talks:
            self._talks[session] = self._talks.pop(session)  # the last is the latest
            return self._talks[session]
        if len(self._talks) >= _MOST:
            oldest = next(iter(self._talks))
            ending = asyncio.create_task(self.end(oldest), context=self._talks[oldest].agent)
            _KEPT.add(ending)
            ending.add_done_callback(_KEPT.discard)
        did: list[Answer] = []
        live = live_session.LiveSession(
            self._memory.sessions,
            session,
            limits=lambda: LiveLimits.of(self._setting),
            on_step=lambda step: did.extend(filter(None, [_step(step)])),
        )
        talk = _LedTalk(live, self._memory.today(), did, copy_context())
        before = await asyncio.to_thread(self._books.talk, session)
        await asyncio.to_thread(live.restore, *before)
        return self._talks.setdefault(session, talk)

    def _engine(self) -> Engine:
        """The engine of the settings; rules where its model may not be asked."""
        engine = engine_of(self._setting)
        if engine.asks:
            try:
                get = self._setting
                self._memory.models.ask_at(get("models.address"), get("models.consent"))
            except Problem:
                return _RULES
        return engine


_KEPT: set[asyncio.Task[Any]] = set()  # a loop keeps no hold of its tasks


def _told(live: live_session.LiveSession, did: list[Answer]) -> Answer:
    state, window = live.state, live.state.window or live.limits.window
    return {
        **fields_of(state, "session", "tokens", "summary", "compacted"),
        "window": window,
        "used": round(state.tokens / window, 4),
        "messages": [one.id for one in state.messages],
        "inject": list(state.injected),
        "did": did,
    }


def _step(step: live_session.LiveStep) -> Answer | None:
    """What an agent wants to know of a step."""
    match step:
        case Flushed():
            told = {"step": "flushed", "path": step.path, "text": step.text}
            told |= {"reason": step.reason} if step.reason else {}
            return told | left_out_json(step)
        case live_session.SleptStep(summary, kept, saved, proposed):
            slept = {"step": "slept", "text": summary, "proposed": proposed, "kept": list(kept)}
            slept |= left_out_json(saved) if saved else {}
            return slept | {"path": saved.path if saved else None}
        case Extracted() if step.remembered:
            return {"step": "extracted", "count": step.remembered}
        case Problem():
            return {"step": "failed", "text": str(step)}
        case SleepPhase():
            return {"step": "phase", "text": str(step)}
    return None


_ID: shapes.Shape = {"type": "string", "minLength": 1, "maxLength": 200}
_MESSAGE: shapes.Shape = {
    "type": "object",
    "properties": {
        "id": _ID,
        "role": {"type": "string", "minLength": 1, "maxLength": 40},
        "content": {"type": "string", "maxLength": shapes.LONGEST},
        "time": {"type": "string", "maxLength": 40},
        "kind": shapes.one_of(TurnKind),
        "tokens": {"type": "integer", "minimum": 0, "maximum": 10_000_000},
        "remembered": shapes.YES,
    },
    "required": ["role", "content"],
}
_messages = shapes.as_json({"type": "array", "items": _MESSAGE, "minItems": 1, "maxItems": 1000})
_ids = shapes.as_json({"type": "array", "items": _ID, "maxItems": 10_000})
_WHICH = tr("which conversation")


async def _tell(call: Call, id_: str, event: LiveEvent, *, hurry: bool = False) -> Any:
    return await call["house"].talks.tell(id_, event, hurry=hurry)


@operation(
    "messages", tr("say what was said in a conversation"), id_=_WHICH, messages=tr("in their order")
)
async def _say(call: Call, id_: str, messages: Annotated[Any, _messages]) -> Any:
    return await call["house"].talks.say(id_, messages)


@operation("usage", tr("say how many tokens the model counted"), id_=_WHICH,
           tokens=tr("of the whole prompt"),
           window=tr("the size of the model's window"))  # fmt: skip
async def _usage(call: Call, id_: str, tokens: int, *, window: int = 0) -> Any:
    return await _tell(call, id_, lambda state: state.usage(tokens, window))


@operation("idle", tr("say that an answer has come to its end"), id_=_WHICH)
async def _idle(call: Call, id_: str) -> Any:
    return await _tell(call, id_, LiveState.idle)


@operation("compaction_start", tr("say that the prompt is about to be compacted"), id_=_WHICH)
async def _began(call: Call, id_: str) -> Any:
    return await _tell(call, id_, LiveState.compaction_began, hurry=True)


@operation("compaction_end", tr("say that the prompt was compacted"), id_=_WHICH,
           kept=tr("the ids of messages that are still in it"))  # fmt: skip
async def _ended(call: Call, id_: str, *, kept: Annotated[Any, _ids] = None) -> Any:
    return await _tell(call, id_, lambda state: state.compaction_ended(kept or ()))


@operation("end", tr("say that a conversation is over"), id_=_WHICH)
async def _over(call: Call, id_: str) -> Any:
    return await call["house"].talks.end(id_)


TOLD = (_say, _usage, _idle, _began, _ended, _over)
"""What an agent tells of a conversation."""
