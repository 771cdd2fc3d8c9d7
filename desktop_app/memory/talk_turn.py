"""One turn of a talk: the model is asked, its tools are run, its answer is taken. Knows no files.

The loop of tools is bounded. What came of an answer that was stopped, or that failed, is kept.
"""

import asyncio
import secrets
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from desktop_app.errors import Problem
from desktop_app.memory.tool_host import NotebookTools, Replacement
from desktop_app.memory.tools import (
    MemoryTool,
    ToolOutcome,
    call,
    refused,
    replacement,
)
from desktop_app.models.endings import Ending, ModelProblem
from desktop_app.models.model import AnswerPiece, ModelAnswer, ModelTool, ToolCall, prompt_texts
from desktop_app.models.tokens import HeardPrompt, rough
from desktop_app.search.retrievers import SearchBy
from desktop_app.sessions.live_events import TurnKind
from desktop_app.sessions.talk_prompt import TalkPrompt, standing, talk_prompt, used_memory
from desktop_app.sessions.talk_view import (
    TalkChanged,
    TalkPiece,
    TalkRecord,
    ToolBegan,
    ToolEnded,
)
from desktop_app.sessions.transcript import title_of
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.memory.open_talk import Talk
    from desktop_app.models.asking import OllamaModel

ROUNDS = 8
"""The most times that a model may call tools for one message of the person's."""

MOST_CALLS = 8
"""The most tools that are run of one answer."""

_TEMPERATURE = 0.7  # an answer that is asked for once more is to be another one
_OF_WINDOW = 1 / 3  # that one result may take
_HITS = 20  # lines that are found for each turn
_HINTS = {  # what a person can do in a talk, where that is something else than in a dream
    Ending.LENGTH: tr("Ask it to go on, or give conversations a larger context in the settings."),
    Ending.OVERTIME: tr("Allow more time in the settings, or choose a smaller model."),
    Ending.PROMPT_TOO_LONG: tr("Write less at once, or choose a model with a longer context."),
    Ending.PROMPT_CUT: tr(
        "Its answer was not used. Write less at once, or begin a new conversation."
    ),
}

Tools = tuple[ModelTool, ...]


def new_id() -> str:
    """An id for a message."""
    return secrets.token_hex(6)


def _last_said(records: tuple[TalkRecord, ...]) -> TalkRecord | None:
    """The person's last message."""
    return next((one for one in reversed(records) if one.role == "user"), None)


@dataclass(eq=False)
class TalkTurn:
    """A turn of a talk with a `model`, in a window of so many tokens and within `total` seconds."""

    talk: "Talk"
    model: "OllamaModel"
    window: int
    total: float | None
    think: bool
    tools: tuple[MemoryTool, ...]
    host: NotebookTools

    async def answered(self) -> None:
        """Have the model answer, running the tools it calls. Raises Problem; what came is kept."""
        called = self.tools if self.model.info.calls_tools else ()
        tools = tuple(tool.for_model for tool in called)
        for last in [False] * ROUNDS + [True]:
            prompt = await asyncio.to_thread(self._prompt, () if last else tools)
            answer = await self._asked(prompt, () if last else tools)
            if not answer.calls:
                return
            for one in answer.calls[:MOST_CALLS]:
                await self._run(one)

    def _prompt(self, tools: Tools) -> TalkPrompt:
        """The prompt for the person's last message. Blocks."""
        talk, state = self.talk, self.talk.live.state
        last = _last_said(talk.records)
        question = last.content[:1_000] if last else ""
        material = talk.house.memory.context.material(
            question, SearchBy.BOTH, without=talk.path, hits=_HITS
        )
        talk.notes = standing(talk.notes, material, state.compacted)
        inside = {one.id for one in state.messages}
        return talk_prompt(
            material,
            talk.notes,
            state.injected,
            [one for one in talk.records if one.id in inside],
            self.model.tokens,
            self.window,
            tools,
            thinks=self.think,
            heard=talk.heard,
        )

    async def _asked(self, prompt: TalkPrompt, tools: Tools) -> ModelAnswer:
        """One answer, kept as a record; one that was cut short as a stopped one."""
        text: list[str] = []
        thinking: list[str] = []

        def hear(piece: AnswerPiece) -> None:
            text.append(piece.text)
            thinking.append(piece.thinking)
            self.talk.tell(TalkPiece(piece.text, piece.thinking))

        try:
            answer = await self.model.chat(
                prompt.messages,
                context=self.window,
                most=prompt.most,
                total=self.total,
                on_chunk=hear,
                tools=tools,
                think=self.think,
                temperature=_TEMPERATURE,
                heard=self.talk.heard,
            )
        except (Problem, asyncio.CancelledError) as error:
            partly = error.answer if isinstance(error, ModelProblem) else None
            said = (partly.text if partly else "") or "".join(text)
            thought = (partly.thinking if partly else "") or "".join(thinking)
            if said.strip() or thought.strip():
                record = replace(self._record(said, thought), stopped=True)
                await asyncio.shield(self.talk.keep(record))
                if partly is not None and partly.ended is Ending.LENGTH:
                    self._count(prompt, partly, tools, rough(said))
            if isinstance(error, ModelProblem):
                error.hint = _HINTS.get(error.ending, error.hint)
            raise
        record = self._record(answer.text, answer.thinking)
        calls = answer.calls[:MOST_CALLS]
        if calls:
            record = replace(record, kind=TurnKind.TOOL_CALL, calls=calls)
        else:
            used = await asyncio.to_thread(used_memory, prompt.found, answer.text)
            record = replace(record, used=used)
        if not answer.thinking and answer.answer_tokens:
            record = replace(record, tokens=answer.answer_tokens)
        await asyncio.shield(self.talk.keep(record))
        self._count(prompt, answer, tools, record.tokens)
        return answer

    def _record(self, text: str, thinking: str) -> TalkRecord:
        name, now = self.model.info.name, self.talk.now()
        return TalkRecord(new_id(), "assistant", text, now, model=name, thinking=thinking.strip())

    def _count(self, prompt: TalkPrompt, answer: ModelAnswer, tools: Tools, said: int) -> None:
        """Tell how much the model read, where it says so; `said` tokens are its answer (0: not
        known)."""
        if answer.prompt_tokens:
            texts = prompt_texts(prompt.messages, tools)
            self.talk.heard = HeardPrompt(texts, answer.prompt_tokens)
            counted_ = answer.prompt_tokens + (said or rough(self.talk.records[-1].content))
            self.talk.live.note(lambda state: state.usage(counted_, self.window))
            self.talk.tell(TalkChanged(self.talk.view))

    async def _run(self, one: ToolCall) -> None:
        self.talk.tell(ToolBegan(one.name, one.raw))
        outcome = await asyncio.to_thread(self._outcome, one)
        text, tokens, room = outcome.text, rough(outcome.text), int(self.window * _OF_WINDOW)
        if tokens > room:
            cut = text[: len(text) * room // tokens]
            text = f"{cut}\n{tr('(Cut here: there is no room for more.)')}"
        kind, now = TurnKind.TOOL_RESULT, self.talk.now()
        record = TalkRecord(new_id(), "tool", text, now, kind, calls=(one,), ok=outcome.ok)
        await asyncio.shield(self.talk.keep(record))
        self.talk.tell(ToolEnded(record.use, outcome.undo))

    def _outcome(self, one: ToolCall) -> ToolOutcome:
        """Run a tool. What would replace MEMORY.md is proposed. Blocks."""
        tool = next((tool for tool in self.tools if tool.name == one.name), None)
        try:
            given = one.arguments
            if tool and given is not None and (wanted := replacement(self.host, tool, given)):
                return refused(self._proposed(wanted))
        except Problem as problem:
            return refused(problem)
        return call(self.host, self.tools, one.name, one.arguments)

    def _proposed(self, wanted: Replacement) -> Problem:
        """Propose a replacement; what the model is told of it."""
        last = _last_said(self.talk.records)
        place = self.talk.place_of(last.id) if last else None
        quote = title_of(last.content).removesuffix(" …") if last else ""
        count = self.talk.house.memory.dreams.propose_text(wanted, (*(place or ("", 0)), quote))
        if not count:
            return Problem(tr("Nothing was written, and nothing of it could be proposed."))
        proposed = counted("Proposed as {count} change", "Proposed as {count} changes", count)
        return Problem(tr("%1, which waits for the person.", proposed))
