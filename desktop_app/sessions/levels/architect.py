"""The architect: what of memory goes into a prompt, and at which level. Pure.

Specification: production memory, 'Context Architect'; semantics, 'Production specification'. What a
search found for the question comes first, the surest before the rest, each at the level that its
relevance deserves; where that has no room, a level lower. Then come MEMORY.md and two days, then
what is hardly relevant. No line is told twice, and no budget is exceeded.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, chain

from desktop_app.language.words import normal
from desktop_app.models.tokens import rough
from desktop_app.sessions.levels.extract import usual_tokens
from desktop_app.sessions.levels.level import (
    SIZES,
    LevelText,
    MemoryLevel,
    MemoryPart,
    falling,
    level_for,
)
from desktop_app.sessions.prompt import (
    MemoryPrompt,
    PieceWhy,
    PromptMaterial,
    PromptPiece,
    standing_by_worth,
)

_SHARE = 0.25  # of the budget that one memory may take, if it takes more than a sentence
_REST = 0.05  # and that the rest of it may take while others wait for room
_SHORTEST = 12  # characters of a line that may be told once for two places
_RELEVANT = 0.003  # what is less sure waits behind MEMORY.md and two days
_STANDING = 0.25  # of the budget that those may take before what is less sure


def architected(material: PromptMaterial, budget: int) -> MemoryPrompt:
    """The prompt for a question within `budget` tokens; without any piece it is empty.

    A piece inside has its level, and as text what it adds to the prompt: lines that stand there
    already are not told again, so that of a piece nothing may be left to add.
    """
    every = material.pieces
    around = rough(material.framed(""))
    whole = _PromptRoom(around, float("inf"))
    for n, piece in enumerate(every):
        whole.take(n, piece, whole=True)
    wanted, filling = whole.tokens, whole
    if wanted > budget:
        filling = _PromptRoom(around, budget)
    for numbers in _by_worth(every, budget):
        for n in numbers:
            filling.take(n, every[n])
        for n in numbers:
            filling.tell_more(n, every[n], min(budget * _REST, budget - filling.tokens))
    for n in chain.from_iterable(_by_worth(every, budget)):
        filling.tell_more(n, every[n], budget - filling.tokens)
    inside = tuple(filling.taken[n] for n in sorted(filling.taken))
    left_out = tuple(piece for n, piece in enumerate(every) if n not in filling.taken)
    if not inside:
        return MemoryPrompt("", budget, 0, 0, wanted, (), left_out)
    text = material.framed("".join(filling.lines()))
    frame = filling.tokens - sum(piece.tokens for piece in inside)
    return MemoryPrompt(text, budget, filling.tokens, frame, wanted, inside, left_out)


def _by_worth(every: Sequence[PromptPiece], budget: int) -> Iterator[list[int]]:
    """The order in which pieces get room, by their numbers: the sure ones, then the others."""
    found = sorted(
        (piece for piece in every if piece.rank is not None),
        key=lambda piece: (-(piece.relevance or 0.0), piece.rank),
    )
    sure = [piece for piece in found if piece.relevance is None or piece.relevance >= _RELEVANT]
    standing = standing_by_worth(every)
    sizes = accumulate(piece.tokens for piece in standing)
    first = [one for one, size in zip(standing, sizes, strict=True) if size <= budget * _STANDING]
    number = {id(piece): n for n, piece in enumerate(every)}
    for ordered in (sure, [*first, *found, *standing]):
        yield list(dict.fromkeys(number[id(piece)] for piece in ordered))


class _PromptRoom:
    """What is in a prompt already: `taken` by the number of each piece, as it was taken."""

    def __init__(self, around: int, budget: float) -> None:
        self.tokens = around
        self.taken: dict[int, PromptPiece] = {}
        self._budget = budget
        self._leads: dict[tuple[str, int], str] = {}
        self._said = ""
        self._told: dict[str, set[int]] = defaultdict(set)
        self._parts: dict[int, tuple[MemoryPart, ...]] = {}

    def take(self, n: int, piece: PromptPiece, *, whole: bool = False) -> None:
        """Take piece `n` at the highest level that it deserves and that has room, if any has."""
        if n in self.taken:
            return
        for level in _versions(piece, whole=whole):
            parts = self._untold(piece, level.parts, whole=whole)
            text = "".join(part.text for part in parts)
            leads = {key: lead for key, lead in piece.leads().items() if key not in self._leads}
            cost = rough(text) + (sum(map(rough, leads.values())) if parts else 0)
            too_much = level.level is not MemoryLevel.SENTENCE and cost > self._budget * _SHARE
            if self.tokens + cost > self._budget or (too_much and _is_found(piece)):
                continue
            if parts:
                self._leads |= leads
            self._tell(n, piece, parts)
            self.tokens += cost
            as_level = level.level if _is_found(piece) else None
            self.taken[n] = replace(piece, text=text, level=as_level)
            return

    def tell_more(self, n: int, piece: PromptPiece, most: float) -> None:
        """Tell more of a piece that is told in part, a higher level or all of its line, if that
        takes no more than `most` tokens."""
        taken, parts = self.taken.get(n), self._parts.get(n, ())
        if taken is None or taken.level is None or not parts:
            return
        own = {part.line for part in parts}
        for level in _fuller(piece, taken):
            told = tuple(
                part
                for part in level.parts
                if part.line in own or self._untold(piece, (part,), whole=False)
            )
            text = "".join(part.text for part in told)
            more = rough(text) - rough(taken.text)
            if 0 < more <= most:
                self._tell(n, piece, told)
                self.tokens += more
                self.taken[n] = replace(piece, text=text, level=level.level)
                return

    def _tell(self, n: int, piece: PromptPiece, parts: tuple[MemoryPart, ...]) -> None:
        self._parts[n] = parts
        for part in parts:
            self._told[piece.path].update(range(part.line, part.end_line + 1))
            self._said += f"{_bare(part.text)}\n"

    def lines(self) -> Iterator[str]:
        """The text: file by file in the order of its lines, each lead once above them."""
        files: dict[tuple[PieceWhy, str], list[tuple[MemoryPart, PromptPiece]]] = {}
        for n in sorted(self._parts):
            piece = self.taken[n]
            parts = files.setdefault((piece.why, piece.path), [])
            parts += ((part, piece) for part in self._parts[n])
        there: set[tuple[str, int]] = set()
        for parts in files.values():
            for part, piece in sorted(parts, key=lambda one: one[0].line):
                leads = piece.leads()
                yield from (self._leads[key] for key in leads if key not in there)
                there |= leads.keys()
                yield part.text

    def _untold(
        self, piece: PromptPiece, parts: Sequence[MemoryPart], *, whole: bool
    ) -> tuple[MemoryPart, ...]:
        there = self._told[piece.path]
        once = piece.why is PieceWhy.QUESTION or (piece.rank is not None and not whole)
        return tuple(
            part
            for part in parts
            if part.line not in there and not (once and self._says(part.text))
        )

    def _says(self, text: str) -> bool:
        """Whether the prompt says the same already, as MEMORY.md says again what a day said."""
        bare = _bare(text)
        return len(bare) >= _SHORTEST and bare in self._said


def _bare(text: str) -> str:
    return normal(" ".join(text.strip("-*+ \n").split()))


def _is_found(piece: PromptPiece) -> bool:
    """Whether a piece was found for the question, and so has levels to choose from."""
    return piece.rank is not None and bool(piece.levels)


def _versions(piece: PromptPiece, *, whole: bool) -> Iterator[LevelText]:
    """The texts of a piece that may be taken, the best first."""
    if not _is_found(piece) or (whole and piece.why is not PieceWhy.QUESTION):
        text = piece.text if piece.text.endswith("\n") else f"{piece.text}\n"
        itself = MemoryPart(piece.line, piece.end_line, text)
        yield LevelText(_level_of(piece), (itself,))
        return
    by_level = {level.level: level for level in piece.levels}
    yield from (by_level[level] for level in falling(level_for(piece.relevance)))


def _fuller(piece: PromptPiece, taken: PromptPiece) -> Iterator[LevelText]:
    """The texts of a piece that tell more than the one that was taken, the best first."""
    for level in _versions(piece, whole=False):
        if level.level is taken.level:
            break
        yield level
    if taken.level and piece.whole:
        yield LevelText(taken.level, (MemoryPart(piece.line, piece.end_line, piece.whole),))


def _level_of(piece: PromptPiece) -> MemoryLevel:
    """The level at which a piece is told as it stands: what it deserves, or more if it is long."""
    sizes = usual_tokens(piece.text)
    needed = next((one for one in MemoryLevel if sizes <= SIZES[one]), MemoryLevel.DETAILED)
    return max(needed, level_for(piece.relevance), key=list(MemoryLevel).index)
