"""Context: whether what answers a question is in the text that memory gives within a budget.

The conversations of LoCoMo (github.com/snap-research/locomo, data/locomo10.json, as
`locomo-dev.json` in the data folder), each in a notebook of its own: a day for each session, and a
dream after it, whose ticked changes are applied. Then each question is asked, and 512 to 4,096
tokens may be used. A turn is in the text if one line of it holds at least half of the turn's words
and little else. 'any': one turn that the answer rests on is there; 'all': every one is.

The architect is `nightstand context QUESTION`. Top-k are as many hits of the same search as have
room, in the same frame: as the tools show them, with the place of each, or bare lines of which
nobody could tell the day. MEMORY.md stands with the last two days of the conversation.

How surely a line answers was fitted with texts of the project's own; here it is only checked.
"""

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from statistics import fmean
from typing import Any

from desktop_app.language.tokens import tokens
from desktop_app.memory import Memory
from desktop_app.models.tokens import rough
from desktop_app.search.query import SearchIn, SearchMode
from desktop_app.sessions.levels.prompt_plan import architected
from desktop_app.sessions.prompt import PieceWhy, PromptMaterial, pieces
from desktop_app.settings import Places
from tests.benchmarks._recall import LOCOMO, held, measured
from tests.support.dreaming import NOON, StillClock
from tests.support.relevance_fitting import reliability

BUDGETS = (512, 1_024, 2_048, 4_096)
WAYS = ("the architect", "top-k, with places", "top-k, bare lines", "MEMORY.md and two days")
_MOST = 120  # hits, more than have room
_LEAD = re.compile(r"(?:\S+:\d+: )?(?:- )?(?:[^:]{1,30}: )?")  # a hit's place, and a speaker
_EVERYWHERE = (SearchIn.MEMORY, SearchIn.DAYS, SearchIn.TOPICS, SearchIn.SESSIONS)

Shares = dict[tuple[str, int], list[tuple[bool, bool, int]]]


@dataclass(frozen=True)
class Asked:
    """A question, and the texts of the turns that its answer rests on."""

    question: str
    evidence: tuple[str, ...]


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print. `data` holds LoCoMo; notebooks are made below `work`."""
    yield from measured(data, LOCOMO, lambda samples: _measured(samples, work))


def _measured(samples: list[dict[str, Any]], work: Path) -> Iterator[str]:
    shares: Shares = {(way, budget): [] for way in WAYS for budget in BUDGETS}
    rated: list[tuple[float, bool]] = []
    for n, sample in enumerate(samples):
        memory = notebook(sample, work / str(n))
        for asked in _asked(sample):
            measure(memory, asked.question, asked.evidence, shares, rated)
        memory.close()
    questions = len(shares[WAYS[0], BUDGETS[0]])
    yield f"{questions} questions; any / all of the evidence in the text, and its tokens"
    yield f"{'':24}" + "".join(f"{budget:>26,}" for budget in BUDGETS)
    for way in WAYS:
        yield f"{way:24}" + "".join(f"{_told(shares[way, budget]):>26}" for budget in BUDGETS)
    yield "how surely a line answers, as said and as it was:"
    yield from reliability(*map(list, zip(*rated, strict=True)))


def _told(some: Sequence[tuple[bool, bool, int]]) -> str:
    one, every, size = (fmean(values) for values in zip(*some, strict=True))
    return f"{one:.3f} / {every:.3f} ({size:,.0f})"


def notebook(sample: dict[str, Any], folder: Path) -> Memory:
    """A conversation as a notebook, open, that dreamt after each session."""
    clock = StillClock(NOON)
    root, places = folder / "notebook", Places(folder / "data", folder / "config")
    memory = Memory.create(root, places, clock)
    for _, told, turns in held(sample):
        if not turns:
            continue
        clock.at = at = told.replace(tzinfo=NOON.tzinfo)
        path = root / memory.layout.day(at.date())
        path.parent.mkdir(exist_ok=True)
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        before = before or f"# Daily Memory: {at.date()}\n"
        said = "\n".join(f"- {turn['speaker']}: {_line(turn)}" for turn in turns)
        path.write_text(f"{before}\n## Session Notes ({at:%H:%M})\n\n{said}\n", "utf-8")
        outcome = asyncio.run(memory.dreams.dream())
        if outcome.proposal and any(change.accepted for change in outcome.proposal.changes):
            memory.dreams.apply(outcome.proposal.id)
    memory.index.refresh()
    return memory


def measure(
    memory: Memory,
    question: str,
    evidence: Sequence[str],
    shares: Shares,
    rated: list[tuple[float, bool]],
) -> None:
    """Ask one question in every way at every budget."""
    memory.patient = True
    found = memory.search.find(
        question, mode=SearchMode.QUESTION, limit=_MOST, kinds=_EVERYWHERE, rate=True
    ).hits
    rated += [
        (hit.relevance, any(_is_turn(text, hit.text) for text in evidence))
        for hit in found[:60]
        if hit.relevance is not None
    ]
    material = memory.context.material(question)
    standing = _standing(memory, material)
    for budget in BUDGETS:
        texts = (
            architected(material, budget).text,
            _top(material, [f"{hit.path}:{hit.line}: {hit.text}" for hit in found], budget),
            _top(material, [f"- {hit.text}" for hit in found], budget),
            architected(standing, budget).text,
        )
        for way, text in zip(WAYS, texts, strict=True):
            there = evidence_in(text, evidence)
            shares[way, budget].append((any(there), all(there), rough(text)))


def evidence_in(text: str, evidence: Sequence[str]) -> list[bool]:
    """Whether each of these turns is in a text."""
    return [any(_is_turn(turn, line) for line in _lines(text)) for turn in evidence]


def _standing(memory: Memory, material: PromptMaterial) -> PromptMaterial:
    """MEMORY.md and the last two days that anything was said on."""
    last = [head.path for head in memory.days.heads()[:2]]
    every = [
        piece
        for why, path in zip(
            (PieceWhy.MEMORY, PieceWhy.TODAY, PieceWhy.YESTERDAY),
            (memory.layout.memory, *last),
            strict=False,
        )
        for piece in pieces(why, path, memory.files.read(path).text)
    ]
    return replace(material, pieces=tuple(every))


def _top(material: PromptMaterial, lines: Sequence[str], budget: int) -> str:
    """As many lines as have room, the best first, in the frame of every prompt."""
    tokens_used, kept = rough(material.framed("")), []
    for line in lines:
        tokens_used += rough(f"{line}\n")
        if tokens_used > budget:
            break
        kept.append(line)
    return material.framed("\n".join(kept))


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def _is_turn(turn: str, line: str) -> bool:
    """Whether a line is this turn, whole or clipped."""
    said, words = _words(turn), _words(_LEAD.sub("", line))
    both = len(said & words)
    return both >= len(said) / 2 and both >= 0.8 * len(words)


@lru_cache(maxsize=100_000)
def _words(text: str) -> frozenset[str]:
    return frozenset(tokens(text))


def _line(turn: dict[str, Any]) -> str:
    return " ".join(turn["text"].split())


def _asked(sample: dict[str, Any]) -> list[Asked]:
    """The questions that have an answer, with their evidence."""
    texts = {turn["dia_id"]: turn["text"] for _, _, turns in held(sample) for turn in turns}
    every = (
        Asked(one["question"], tuple(texts[i] for i in one["evidence"] if i in texts))
        for one in sample["qa"]
        if one["category"] != 5
    )
    return [one for one in every if one.evidence]
