"""The prompt of a talk: rules, memory, what was compacted, and the turns that have room. Pure.

Specification: memory-flow, '4. Build System Prompt' and '5. Process Message'; semantics, 'Context
tier'. A model reads only what follows the part that it has read before. So what stays the same
comes first: the rules, MEMORY.md and two days, the running summary, the turns. What a search found
for the question stands in the last message of the person's: templates put a second message of the
system's in front of everything.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from desktop_app.dreams.comparing.gist import gist
from desktop_app.dreams.consolidator.prompt import Prompt
from desktop_app.language.tokens import script
from desktop_app.models.model import (
    ModelMessage,
    ModelTool,
    PromptRole,
    prompt_texts,
)
from desktop_app.models.tokens import HeardPrompt, Tokens, fits
from desktop_app.notebook.statements.reader import LONGEST_UNIT
from desktop_app.sessions.levels.prompt_plan import architected
from desktop_app.sessions.live_events import TurnKind
from desktop_app.sessions.prompt import (
    MemoryPrompt,
    PieceWhy,
    PromptMaterial,
    PromptPiece,
)
from desktop_app.sessions.talk_view import TalkRecord, UsedMemory

_FOR_MEMORY = 0.25  # of the window
_FOR_STANDING = 0.75  # of that; the rest, and what this leaves, is for what the question needs
_FOR_ANSWER = {False: 0.25, True: 0.4}  # by whether the model thinks first, which costs as well
_SHORT = 0.125  # of the window; an answer gets as much before memory gives way
_LEAST_ANSWER = 256
_MOST_USED = 5
_LONG = 40_000  # characters of an answer that are compared with memory


@dataclass(frozen=True)
class TalkPrompt:
    """What a model is sent: `most` tokens are left for its answer. `found` are the pieces of memory
    in it that a search for the question found, the best first.
    """

    messages: tuple[ModelMessage, ...]
    most: int
    found: tuple[PromptPiece, ...]


@dataclass(frozen=True, eq=False)
class StandingMemory:
    """The notes that every turn of a talk has at the same place, as long as nothing of them changes
    and no more than `compacted` messages have left the prompt. One object is one text.
    """

    material: PromptMaterial
    compacted: int


def standing(
    before: StandingMemory | None, material: PromptMaterial, compacted: int
) -> StandingMemory:
    """The notes that stand in the prompt: those of `before`, where these only follow them.

    So a line that goes into today, which comes last, does not have a model read the talk again.
    """
    every = sorted(material.pieces, key=lambda piece: piece.why is PieceWhy.TODAY)
    notes = tuple(
        piece if piece.rank is None else replace(piece, rank=None)
        for piece in every
        if piece.why is not PieceWhy.QUESTION
    )
    if before is not None and before.compacted == compacted:
        kept = before.material.pieces
        if len(kept) <= len(notes) and all(map(_same, kept, notes)):
            return before
    return StandingMemory(replace(material, pieces=notes), compacted)


def talk_prompt(
    material: PromptMaterial,
    notes: StandingMemory,
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

    Of `material`, what is not in `notes` stands before the person's last message. Where not
    everything has room, memory and the answer give way first, then the oldest turns; the last
    message of the person's, and what follows it, always stay.
    """
    most = max(_LEAST_ANSWER, int(window * _FOR_ANSWER[thinks]))
    budget = int(window * _FOR_MEMORY)
    kept = list(records)
    while True:
        stands = _stands(notes, int(budget * _FOR_STANDING))
        late = architected(
            replace(material, pieces=_late(material, stands, notes)), budget - stands.tokens
        )
        prompt = Prompt("talk", script(kept[0].content if kept else ""))
        rules = [prompt.fill("Rules"), prompt.fill("Tools")] if tools else [prompt.fill("Rules")]
        system = "\n\n".join([*rules, *filter(None, [stands.text]), *injected])
        messages = (ModelMessage(PromptRole.SYSTEM, system), *_turns(kept, late.text))
        texts = prompt_texts(messages, tools)
        estimate = tokens.after(heard, *texts) if heard else tokens.estimate(*texts)
        if fits(estimate, window, most) or not (budget or most > _LEAST_ANSWER or _later(kept)):
            return TalkPrompt(messages, most, _found(material, [*stands.inside, *late.inside]))
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


@lru_cache(maxsize=8)
def _stands(notes: StandingMemory, budget: int) -> MemoryPrompt:
    return architected(notes.material, budget)


def _late(
    material: PromptMaterial, stands: MemoryPrompt, notes: StandingMemory
) -> tuple[PromptPiece, ...]:
    """What this question needs beside the notes that stand in the prompt: what a search found for
    it, and what was noted since."""
    inside = {(piece.path, piece.line) for piece in stands.inside}
    known = {(piece.path, piece.line) for piece in notes.material.pieces}
    return tuple(
        piece
        for piece in material.pieces
        if (place := (piece.path, piece.line)) not in inside
        and (piece.rank is not None or place not in known)
    )


def _found(material: PromptMaterial, inside: Iterable[PromptPiece]) -> tuple[PromptPiece, ...]:
    places = {(piece.path, piece.line) for piece in inside}
    ranked = [p for p in material.pieces if p.rank is not None and (p.path, p.line) in places]
    return tuple(sorted(ranked, key=lambda piece: piece.rank or 0))


def _same(one: PromptPiece, other: PromptPiece) -> bool:
    """Whether pieces say the same; blank lines after the last one come with what follows it."""
    return one is other or (
        (one.why, one.path, one.line, one.text.rstrip())
        == (other.why, other.path, other.line, other.text.rstrip())
    )


def used_memory(found: Sequence[PromptPiece], answer: str) -> tuple[UsedMemory, ...]:
    """Of the pieces of memory that were found first for the question, those that the answer speaks
    of."""
    said = _marks(answer[:_LONG])
    used = [piece for piece in found[:_MOST_USED] if said & _marks(piece.text)]
    return tuple(UsedMemory(p.path, p.line, p.text.strip()) for p in used)


def _marks(text: str) -> frozenset[str]:
    lines = (line.strip() for line in text.split("\n"))
    each = (gist(line[:LONGEST_UNIT]).marks for line in lines if line)
    return frozenset(mark for marks in each for mark in marks)


def _later(records: Sequence[TalkRecord]) -> int:
    """Where the next turn begins, behind the oldest; 0 where that is the last one."""
    starts = (n for n, one in enumerate(records) if n and one.role == "user")
    return next(starts, 0)


def _turns(records: Sequence[TalkRecord], memory: str) -> list[ModelMessage]:
    """The messages as a model is sent them, with `memory` before the person's last one. A result
    without its call is left out."""
    messages: list[ModelMessage] = []
    open_calls = 0
    asked = max((n for n, one in enumerate(records) if one.role == PromptRole.USER), default=-1)
    for n, one in enumerate(records):
        if one.kind is TurnKind.TOOL_CALL:
            open_calls = len(one.calls)
            messages.append(ModelMessage(PromptRole.ASSISTANT, one.content, one.calls))
        elif one.kind is TurnKind.TOOL_RESULT:
            if open_calls:
                open_calls -= 1
                messages.append(ModelMessage(PromptRole.TOOL, one.content, tool=one.calls[0].name))
        elif one.content.strip():
            answered = one.role == PromptRole.ASSISTANT
            role = PromptRole.ASSISTANT if answered else PromptRole.USER
            content = f"{memory}\n{one.content}" if memory and n == asked else one.content
            messages.append(ModelMessage(role, content))
    return messages
