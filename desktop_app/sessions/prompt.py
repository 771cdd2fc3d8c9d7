"""The pieces of which the part of a prompt is made that comes from memory. Pure.

Specification: auto-memory, 'System Prompt 記憶注入'; memory-flow, '3. Load Existing Memories' and
'4. Build System Prompt'; semantics, 'Context tier'. MEMORY.md comes first, then the notes of today
and yesterday, then what a search for the question finds elsewhere. `levels/architect.py` chooses
what has room.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from desktop_app.models.tokens import rough
from desktop_app.notebook.lines import split
from desktop_app.notebook.statements.markdown import HeadingLines, Markdown
from desktop_app.sessions.levels.level import LevelText, MemoryLevel

USUAL_BUDGET = 4_096
"""Tokens. Specification: production memory, 'High Token Budget with Detailed Context'."""

_rough = lru_cache(maxsize=4_096)(rough)  # the same pieces are weighed at every turn of a talk


class PieceWhy(StrEnum):
    """Why a piece is wanted in the prompt."""

    MEMORY = "memory"
    TODAY = "today"
    YESTERDAY = "yesterday"
    QUESTION = "question"  # a search for the question found it elsewhere


_SECTIONS = {
    PieceWhy.MEMORY: "## Long-term Memory (MEMORY.md)",
    PieceWhy.TODAY: "## Recent Memory (Daily Logs)",
    PieceWhy.YESTERDAY: "## Recent Memory (Daily Logs)",
    PieceWhy.QUESTION: "## Relevant Past Context",
}


class Title(NamedTuple):
    """A heading of a file with the blank lines after it, and its line from 1."""

    line: int
    text: str

    @property
    def words(self) -> str:
        """What it says, without its signs."""
        return self.text.strip("#\n ")


@dataclass(frozen=True)
class PromptPiece:
    """A bullet or a paragraph with the blank lines after it: lines `line` to `end_line`, from 1.

    `titles` are the headings above it in its file. `rank` is its place among what a search for the
    question found, from 0; None: it was not found. `relevance` is how surely it answers, 0..1;
    `levels` are its texts from which the architect chooses. Of a piece in a prompt `level` is the
    one that it has there.
    """

    why: PieceWhy
    path: str
    line: int
    end_line: int
    text: str
    titles: tuple[Title, ...] = ()
    rank: int | None = None
    relevance: float | None = None
    levels: tuple[LevelText, ...] = ()
    level: MemoryLevel | None = None

    @property
    def tokens(self) -> int:
        """About how many tokens it takes, without its titles."""
        return _rough(self.text)

    @cached_property
    def leads(self) -> dict[tuple[str, int], str]:
        """What stands once before it and its neighbours: the section, the day, its headings."""
        section = _SECTIONS[self.why]
        leads = {(section, 0): f"\n{section}\n\n"}
        if self.why in (PieceWhy.TODAY, PieceWhy.YESTERDAY):
            leads[self.path, 0] = f"### {self.path} ({self.why})\n\n"
        if self.why is PieceWhy.QUESTION:
            place = "".join(title.text for title in self.titles) or self.path
            return leads | {(place, 0): f"### {place}\n"}
        return leads | {(self.path, title.line): title.text for title in self.titles}


@dataclass(frozen=True)
class PromptMaterial:
    """What a prompt is made from: `notice` says that notes follow, between two lines of `fence`,
    and that they are no orders.
    """

    pieces: tuple[PromptPiece, ...]
    notice: str
    fence: str

    def framed(self, text: str) -> str:
        """A text between the lines of the fence."""
        body = text.strip("\n")
        return f"{self.notice}\n{self.fence}\n{body}\n{self.fence}\n".lstrip("\n")


@dataclass(frozen=True)
class MemoryPrompt:
    """The text for a model, with an account: `tokens` is `frame` and all of `inside` together.

    `tokens` never exceeds `budget`. `inside` and `left_out` are in the order of the text. `frame`
    counts titles and what stands around them.
    """

    text: str
    budget: int
    tokens: int
    frame: int
    inside: tuple[PromptPiece, ...]
    left_out: tuple[PromptPiece, ...]

    @property
    def cut(self) -> dict[str, int]:
        """The sections of MEMORY.md that are not whole here: how many pieces of each are out."""
        out = (piece for piece in self.left_out if piece.why is PieceWhy.MEMORY)
        return Counter(piece.titles[-1].words if piece.titles else piece.path for piece in out)


def pieces(why: PieceWhy, path: str, text: str) -> list[PromptPiece]:
    """A note cut into pieces, in the order of the file. A heading above nothing is one, too."""
    lines = split(text)
    marks = Markdown(lines)
    starts = {start for start, _ in [*marks.bullets, *marks.passages()]}
    bounds = sorted([*starts, *(heading.start for heading in marks.headings), len(lines)])
    texts = {start: (end, "".join(lines[start:end])) for start, end in pairwise(bounds)}
    for heading, below in pairwise([*marks.headings, None]):
        above_none = below is None or (heading and below.level <= heading.level)
        if heading and above_none and texts[heading.start][0] not in starts:
            starts.add(heading.start)
    return [
        PromptPiece(why, path, start + 1, *texts[start], _titles(marks.headings, texts, start))
        for start in sorted(starts)
    ]


def with_answers(known: Sequence[PromptPiece], hits: Iterable[PromptPiece]) -> list[PromptPiece]:
    """All pieces: a hit inside a known piece gives it its rank, one from elsewhere follows them.

    A hit beside the pieces of a known file is a heading, which stands over its pieces already.
    """
    ranks: dict[int, tuple[int, float | None]] = {}
    elsewhere: list[PromptPiece] = []
    paths = {piece.path for piece in known}
    for rank, hit in enumerate(hits):
        if hit.path not in paths:
            elsewhere.append(hit if hit.rank == rank else replace(hit, rank=rank))
            continue
        at = next((n for n, piece in enumerate(known) if _holds(piece, hit)), None)
        if at is not None:
            ranks.setdefault(at, (rank, hit.relevance))
    ranked = (
        replace(one, rank=ranks[n][0], relevance=ranks[n][1]) if n in ranks else one
        for n, one in enumerate(known)
    )
    return [*ranked, *elsewhere]


def _titles(
    headings: Sequence[HeadingLines], texts: dict[int, tuple[int, str]], start: int
) -> tuple[Title, ...]:
    """The headings that a line stands under, the highest first."""
    chain: list[HeadingLines] = []
    for heading in headings:
        if heading.start > start:
            break
        chain = [one for one in chain if one.level < heading.level] + [heading]
    return tuple(Title(one.start + 1, texts[one.start][1]) for one in chain if one.start < start)


def _holds(piece: PromptPiece, hit: PromptPiece) -> bool:
    return piece.path == hit.path and piece.line <= hit.line <= piece.end_line
