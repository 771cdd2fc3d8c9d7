"""One model of Ollama: chat and embeddings. Knows token budgets and cut prompts, no HTTP."""

import asyncio
import dataclasses
import math
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import aclosing, suppress
from typing import Any, TypeVar

from desktop_app.models.endings import Ending, ModelProblem
from desktop_app.models.loop_thread import afterwards, aside, telling
from desktop_app.models.model import (
    AnswerPiece,
    ModelAnswer,
    ModelInfo,
    ModelMessage,
    ModelTool,
    OnPiece,
    Schema,
    Vector,
    ignore,
    prompt_texts,
)
from desktop_app.models.ollama import Ollama, about
from desktop_app.models.pace import UNHEARD as UNHEARD_PACE
from desktop_app.models.pace import Pace, fresh
from desktop_app.models.stream import Hearing, moves
from desktop_app.models.tokens import UNHEARD, HeardPrompt, Tokens, fits, was_cut
from desktop_app.models.transport import Line

_LEFT = {Ending.SILENT, Ending.OVERTIME}  # it was we who hung up


class OllamaModel:
    """A model that runs in this computer's Ollama; it keeps nothing of what it was asked.

    `tokens` is how it counts them and `pace` how fast it reads and writes, as far as its answers
    have shown. Every method raises `ModelProblem` with a named ending (CLOUD for a model that runs
    elsewhere), may be awaited on the window's loop, and hangs up when its task is cancelled.
    """

    def __init__(
        self, server: Ollama, info: ModelInfo, tokens: Tokens = UNHEARD, pace: Pace = UNHEARD_PACE
    ) -> None:
        if not info.local:
            raise ModelProblem(Ending.CLOUD, model=info.name)
        self._server = server
        self.info = info
        self.tokens = tokens  # what has been learnt; the caller may keep it, and the pace
        self.pace = pace
        self._before: list[str] = []  # the last prompt, which the server may still know

    async def chat(
        self,
        messages: Sequence[ModelMessage],
        *,
        context: int,
        most: int,
        total: float | None = None,
        on_chunk: OnPiece = ignore,
        schema: Schema | None = None,
        tools: Sequence[ModelTool] = (),
        think: bool = False,
        temperature: float = 0.0,
        heard: HeardPrompt | None = None,
    ) -> ModelAnswer:
        """The whole answer to `messages`, at most `most` tokens long, thinking included.

        With a `schema` the server is asked for JSON of this form only; the caller checks it. A
        model may call one of the `tools` instead of answering, or as well; one that can't call
        tools is not told of them. `think` asks a model that can to think first. `heard` is an
        earlier prompt of the same talk, which shows how long this one is. `context` is the room
        for prompt and answer in tokens, `total` the longest time in seconds.
        A prompt that may not fit is refused before it is sent. An answer that was cut off, or that
        rests on a part of the prompt, is a problem with the text so far as `answer`.
        """
        name, context = self.info.name, min(context, self.info.context)
        tools = tools if self.info.calls_tools else ()
        texts = list(prompt_texts(messages, tools))
        # Long ones take a while.
        estimate = await asyncio.to_thread(
            lambda: self.tokens.after(heard, *texts) if heard else self.tokens.estimate(*texts)
        )
        if not fits(estimate, context, most):
            raise ModelProblem(Ending.PROMPT_TOO_LONG, model=name)
        asked = {
            "model": name,
            "messages": [_sendable(message) for message in messages],
            "options": {"num_ctx": context, "num_predict": most, "temperature": temperature},
            "think": think if self.info.thinks else None,
            "format": schema,
            **({"tools": [tool.function for tool in tools]} if tools else {}),
        }
        share, self._before = fresh(texts, self._before), texts
        longest = first_word(self._server.wire.patience.first, share * estimate.likely, self.pace)
        server = self._server.patient(longest)
        try:
            answer, given = await telling(
                lambda tell: self._answered(server, asked, total, tell), on_chunk
            )
        except ModelProblem as problem:
            if problem.ending in _LEFT and not (problem.answer and problem.answer.has_words):
                # Not as fast as that: the next prompt is smaller, or is waited for longer.
                waited = min(longest, total or longest)
                self.pace = self.pace.heard(share * estimate.likely, 2 * waited, 0, None)
            self._learn(problem.answer, share)
            raise
        self._learn(answer, share)
        droppable = len(messages) > 2
        if was_cut(estimate, answer.prompt_tokens, context, given, droppable=droppable):
            answer = dataclasses.replace(answer, ended=Ending.PROMPT_CUT)
        else:
            self.tokens = self.tokens.observe(estimate, answer.prompt_tokens or 0)
        if answer.ended is not Ending.DONE:
            raise ModelProblem(answer.ended, model=name, answer=answer)
        return answer

    async def embed(self, texts: Sequence[str]) -> tuple[Vector, ...]:
        """One vector for each text, all of one length. A text too long is a problem, never cut."""
        return await aside(self._embedded(texts)) if texts else ()

    def _learn(self, answer: ModelAnswer | None, share: float) -> None:
        """Learn the pace of this answer, for which the model read a `share` of its prompt."""
        if answer is not None:
            read, written = (answer.prompt_tokens or 0) * share, answer.answer_tokens or 0
            took = answer.reading or answer.seconds, answer.writing or answer.seconds
            self.pace = self.pace.heard(read, took[0], written, took[1], answer.loading)

    async def _answered(
        self, server: Ollama, asked: Line, total: float | None, on_chunk: OnPiece
    ) -> tuple[ModelAnswer, int | None]:
        await self._still_here()
        begun = False

        def hear(chunk: AnswerPiece) -> None:
            nonlocal begun
            begun = True
            on_chunk(chunk)

        answer = await while_alive(
            self._heard(server, asked, total, hear),
            lambda: server.context(self.info.name),
            lambda: begun,
            server.wire.patience.look,
        )
        return answer, await self._context_in_force() if answer.prompt_tokens else None

    async def _embedded(self, texts: Sequence[str]) -> tuple[Vector, ...]:
        await self._still_here()
        wire, name, cleaned = self._server.wire, self.info.name, [_clean(text) for text in texts]
        with about(name):
            reply = await wire.ask(
                lambda client: client.embed(name, cleaned, truncate=False),
                within=wire.patience.first,
            )
            return _vectors(reply, len(texts))

    async def _still_here(self) -> None:
        """Raise ModelProblem if another model came under this name, one that sends notes away."""
        if not await self._server.runs_here(self.info.name):
            raise ModelProblem(Ending.CLOUD, model=self.info.name)

    async def _heard(
        self, server: Ollama, asked: Line, total: float | None, on_chunk: OnPiece
    ) -> ModelAnswer:
        most, offered = asked["options"]["num_predict"], "tools" in asked
        hearing = Hearing(on_chunk, most, tools=offered)
        started = time.monotonic()
        lines = server.wire.lines(
            lambda client: client.chat(stream=True, **asked), moves=moves, total=total
        )
        reading = True  # before its first word a model goes on though nobody listens any more
        try:
            async with aclosing(lines):
                async for line in lines:
                    reading = False
                    if hearing.take(line):
                        break
        except asyncio.CancelledError:
            if reading:
                afterwards(self._server.stop(self.info.name))
            raise
        except ModelProblem as problem:
            if reading and problem.ending in _LEFT:
                afterwards(self._server.stop(self.info.name))
            answer = hearing.answer(time.monotonic() - started)
            partly = dataclasses.replace(answer, ended=problem.ending)
            raise problem.about(self.info.name, partly) from problem
        return hearing.answer(time.monotonic() - started)

    async def _context_in_force(self) -> int | None:
        try:
            return await self._server.context(self.info.name)
        except ModelProblem:
            return None  # the answer is here; without this it is judged by its count alone


def _sendable(message: ModelMessage) -> Line:
    sent: Line = {"role": message.role, "content": _clean(message.content)}
    if message.calls:
        # What was no object is not sent back as one: the result after it says what was wrong.
        calls = ({"name": call.name, "arguments": call.arguments or {}} for call in message.calls)
        sent["tool_calls"] = [{"function": call} for call in calls]
    return sent | ({"tool_name": message.tool} if message.tool else {})


def _clean(text: str) -> str:
    """The text with a question mark for each byte that is no text, which can't be sent."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _vectors(reply: Line, count: int) -> tuple[Vector, ...]:
    rows = reply.get("embeddings")
    if not isinstance(rows, list) or len(rows) != count:
        raise ModelProblem(Ending.NOT_UNDERSTOOD)
    vectors = tuple(map(_vector, rows))
    if len(set(map(len, vectors))) > 1:
        raise ModelProblem(Ending.NOT_UNDERSTOOD)
    return vectors


def _vector(row: object) -> Vector:
    if not isinstance(row, list) or not all(type(x) in (int, float) for x in row):
        raise ModelProblem(Ending.NOT_UNDERSTOOD)
    try:
        vector = tuple(map(float, row))
    except OverflowError as error:  # an integer of hundreds of digits
        raise ModelProblem(Ending.NOT_UNDERSTOOD) from error
    if not 0 < math.hypot(*vector) < math.inf:  # it points nowhere
        raise ModelProblem(Ending.NOT_UNDERSTOOD)
    return vector


T = TypeVar("T")

_USUAL_PROMPT = 600  # tokens that a computer reads in the usual patience that is slow and busy
_UNHEARD = 4  # times the usual patience, at most, with a model that was never heard
_LONGER = 3  # times as long as expected: the computer may have other work
_MISSED = 3  # questions in a row to which nobody answers
_AWAY = {Ending.NOT_RUNNING, Ending.UNREACHABLE, Ending.BROKEN_OFF}


def first_word(usual: float, tokens: float, pace: Pace) -> float:
    """Seconds until the answer to a prompt of so many tokens has to begin, never below `usual`."""
    if pace.reading is None:
        return usual * min(max(1.0, tokens / _USUAL_PROMPT), _UNHEARD)
    return max(usual, _LONGER * (tokens / pace.reading + pace.loading))


async def while_alive(
    work: Coroutine[Any, Any, T],
    look: Callable[[], Awaitable[object]],
    begun: Callable[[], bool],
    every: float,
) -> T:
    """The result of `work`. Until it has `begun`, `look` checks the server each `every` seconds."""
    working = asyncio.ensure_future(work)
    missed = 0
    try:
        while not begun() and not working.done():
            await asyncio.wait({working}, timeout=every)
            if working.done() or begun():
                break
            try:
                await look()
                missed = 0
            except ModelProblem as problem:
                missed += problem.ending in _AWAY
                if missed == _MISSED and not working.done():
                    raise
        return await working
    finally:
        if not working.done():
            working.cancel()
            with suppress(asyncio.CancelledError, ModelProblem):
                await working
