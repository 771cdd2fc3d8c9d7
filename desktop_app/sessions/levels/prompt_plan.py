"""The architect: what of memory goes into a prompt, and at which level. Pure.

Specification: production memory, 'Context Architect'; semantics, 'Context tier' and 'Production
specification'. MEMORY.md comes first, whole. Where it alone is too long, its least relevant
sections go. Then come today and yesterday, the newest first, each with room of its own, then what
a search found for the question, the surest first, each at the level that its relevance deserves;
where not all has room, a level lower. No line is told twice, and no budget is exceeded.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from desktop_app.language.tokens import normal
from desktop_app.models.tokens import rough
from desktop_app.sessions.levels.level import (
    SIZES,
    LevelText,
    MemoryLevel,
    MemoryPart,
    falling,
    level_for,
    usual_tokens,
)
from desktop_app.sessions.prompt import MemoryPrompt, PieceWhy, PromptMaterial, PromptPiece

_DAYS = 0.5  # of what MEMORY.md leaves, for two days while something relevant waits
_YESTERDAY = 0.25  # of what two days have, that today leaves
_SHARE = 0.25  # of the budget for one memory above a sentence, where not all have room
_RELEVANT = 0.005  # what is less sure waits until everything else has room
_SHORTEST = 12  # characters of a line that may be told once for two places
_DAILY = (PieceWhy.TODAY, PieceWhy.YESTERDAY)

Numbered = tuple[int, PromptPiece]


def architected(material: PromptMaterial, budget: int) -> MemoryPrompt:
    """The prompt for a question within `budget` tokens; without any piece it is empty.

    A piece inside has its level, and as text what it adds to the prompt: lines that stand there
    already are not told again, so that of a piece nothing may be left to add.
    """
    every = material.pieces
    if rough(material.framed("")) > budget / 2:  # then memory's lines come before our own
        material = replace(material, notice="")
    room = _filled(every, rough(material.framed("")), budget)
    taken = sorted(room.taken.items())
    inside = tuple(replace(every[n], text=text, level=level) for n, (text, level) in taken)
    left_out = tuple(piece for n, piece in enumerate(every) if n not in room.taken)
    if not inside:
        return MemoryPrompt("", budget, 0, 0, (), left_out)
    text = material.framed("".join(room.lines(every)))
    frame = room.tokens - sum(piece.tokens for piece in inside)
    return MemoryPrompt(text, budget, room.tokens, frame, inside, left_out)


def wanted(material: PromptMaterial) -> int:
    """How many tokens all pieces would take."""
    return _filled(material.pieces, rough(material.framed("")), sys.maxsize).tokens


def _filled(every: Sequence[PromptPiece], around: int, budget: int) -> "_PromptRoom":
    room = _shared(every, around, budget, _SHARE)
    if len(room.taken) < len(every):
        return room
    whole = _shared(every, around, budget, 1)
    return whole if len(whole.taken) == len(every) else room


def _shared(every: Sequence[PromptPiece], around: int, budget: int, share: float) -> "_PromptRoom":
    """The pieces in their order; above a sentence, none takes more than this share."""
    room = _PromptRoom(around, budget, budget * share)
    numbered = list(enumerate(every))
    found = [one for one in numbered if one[1].why is PieceWhy.QUESTION]
    found.sort(key=lambda one: (-_relevance(one[1]), one[1].rank))
    relevant = [one for one in found if _relevance(one[1]) >= _RELEVANT]
    today, yesterday = ([one for one in reversed(numbered) if one[1].why is why] for why in _DAILY)
    for section in _sections(numbered):
        there = [room.take(n, piece) for n, piece in section]
        if any(there) and not all(there):
            break
    free = budget - room.tokens
    waiting = free * (1 - _DAYS) if relevant else 0
    older = (free - waiting) * _YESTERDAY if yesterday else 0
    for n, piece in today:
        room.take(n, piece, leaving=waiting + older)
    for n, piece in yesterday:
        room.take(n, piece, leaving=waiting)
    for n, piece in (*relevant, *today, *yesterday, *found):
        room.take(n, piece)
    return room


def _sections(numbered: Sequence[Numbered]) -> list[list[Numbered]]:
    """MEMORY.md, the most relevant section first, and of each what is most relevant."""
    memory = [one for one in numbered if one[1].why is PieceWhy.MEMORY]
    sections: dict[tuple[object, ...], list[Numbered]] = defaultdict(list)
    for one in memory:
        sections[one[1].titles].append(one)
    for section in sections.values():
        section.sort(key=lambda one: -_found(one[1]))
    return sorted(sections.values(), key=lambda section: -_found(section[0][1]))


def _found(piece: PromptPiece) -> float:
    return 0.0 if piece.rank is None else _relevance(piece)


def _relevance(piece: PromptPiece) -> float:
    """How surely a piece answers; what nobody rated may well."""
    return 1.0 if piece.relevance is None else piece.relevance


class _PromptRoom:
    """What is in a prompt already: `taken` by the number of each piece, its text and level."""

    def __init__(self, around: int, budget: int, most: float) -> None:
        self.tokens = around
        self.taken: dict[int, tuple[str, MemoryLevel | None]] = {}
        self._budget, self._most = budget, most
        self._leads: dict[tuple[str, int], str] = {}
        self._said = ""
        self._told: dict[str, set[int]] = defaultdict(set)
        self._parts: dict[int, Sequence[MemoryPart]] = {}

    def take(self, n: int, piece: PromptPiece, *, leaving: float = 0) -> bool:
        """Take piece `n` at the highest level that it deserves and that has room, if any has, and
        leave so many tokens; whether it is there."""
        if n in self.taken:
            return True
        leads = {key: lead for key, lead in piece.leads.items() if key not in self._leads}
        free = self._budget - self.tokens - leaving
        for level in _versions(piece):
            parts = self._untold(piece, level.parts)
            text = "".join([part.text for part in parts])
            cost = _rough(text) + (sum(map(_rough, leads.values())) if parts else 0)
            found = piece.why is PieceWhy.QUESTION and level.level is not MemoryLevel.SENTENCE
            if cost > (min(free, self._most) if found else free):
                continue
            if parts:
                self._leads |= leads
            self._parts[n] = parts
            for part in parts:
                self._told[piece.path].update(range(part.line, part.end_line + 1))
                self._said += f"{_bare(part.text)}\n"
            self.tokens += cost
            self.taken[n] = text, None if piece.rank is None else level.level
            return True
        return False

    def lines(self, every: Sequence[PromptPiece]) -> Iterator[str]:
        """The text: file by file in the order of its lines, each lead once above them."""
        files: dict[tuple[PieceWhy, str], list[tuple[MemoryPart, PromptPiece]]] = {}
        for n in sorted(self._parts):
            piece = every[n]
            parts = files.setdefault((piece.why, piece.path), [])
            parts += ((part, piece) for part in self._parts[n])
        there: set[tuple[str, int]] = set()
        for parts in files.values():
            for part, piece in sorted(parts, key=lambda one: one[0].line):
                leads = piece.leads
                yield from (self._leads[key] for key in leads if key not in there)
                there |= leads.keys()
                yield part.text

    def _untold(self, piece: PromptPiece, parts: Sequence[MemoryPart]) -> Sequence[MemoryPart]:
        """What of a piece that was found the prompt does not say yet, in whatever file, as
        MEMORY.md says again what a day said; of another all."""
        if piece.why is not PieceWhy.QUESTION:
            return parts
        there, said = self._told[piece.path], self._said
        return [
            part
            for part in parts
            if part.line not in there
            and not (len(bare := _bare(part.text)) >= _SHORTEST and bare in said)
        ]


_rough = lru_cache(maxsize=4_096)(rough)  # what all takes, and what has room, is told the same


@lru_cache(maxsize=4_096)
def _bare(text: str) -> str:
    return normal(" ".join(text.strip("-*+ \n").split()))


def _versions(piece: PromptPiece) -> Iterator[LevelText]:
    """The texts of a piece that may be taken, the best first; of what always has a place one."""
    if piece.why is PieceWhy.QUESTION and piece.levels:
        due = falling(level_for(piece.relevance))
        yield from (level for level in reversed(piece.levels) if level.level in due)
        return
    text = piece.text if piece.text.endswith("\n") else f"{piece.text}\n"
    size = usual_tokens(piece.text)
    needed = next((one for one in MemoryLevel if size <= SIZES[one]), MemoryLevel.DETAILED)
    # As it stands it has the level that it deserves, or more if it is long.
    level = max(needed, level_for(piece.relevance), key=list(MemoryLevel).index)
    yield LevelText(level, (MemoryPart(piece.line, piece.end_line, text),))
