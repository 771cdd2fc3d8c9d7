"""Levels of long memories, worded by a model when one is chosen, and kept by their text.

They are made when a person or a program asks for them, never while a prompt waits.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from desktop_app.dreams.engines import Engine, Engines
from desktop_app.errors import Problem
from desktop_app.search.index import SearchIndex
from desktop_app.search.query import SearchIn
from desktop_app.search.surroundings import long_lines
from desktop_app.sessions.levels.extract import usual_tokens
from desktop_app.sessions.levels.kept import KeptLevels, level_key
from desktop_app.sessions.levels.level import (
    MOST_AT_ONCE,
    SIZES,
    LevelsWritten,
    LevelText,
    MemoryLevel,
    MemoryPart,
)
from desktop_app.sessions.prompt import PromptPiece
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.sessions.levels.wording import LevelSource

_KINDS = (SearchIn.MEMORY, SearchIn.DAYS, SearchIn.TOPICS, SearchIn.SESSIONS)


class Levels:
    """The levels of an open notebook's long memories."""

    def __init__(
        self, kept: KeptLevels, engines: Engines, index: Callable[[], SearchIndex]
    ) -> None:
        self._kept = kept
        self._engines = engines
        self._index = index

    def applied(self, pieces: Sequence[PromptPiece]) -> list[PromptPiece]:
        """The pieces, with a model's words in the place of an extract that says no more of what
        was asked. Blocks."""
        keys = {
            level_key(level.level, _bare(piece.whole))
            for piece in pieces
            for level in piece.levels
            if _is_cut(piece, level)
        }
        known = self._kept.texts(keys)
        return [_worded(piece, known) for piece in pieces] if any(known.values()) else [*pieces]

    async def write(
        self,
        engine: Engine,
        most: int = MOST_AT_ONCE,
        report: Callable[[str], None] = lambda step: None,
    ) -> LevelsWritten:
        """Have a model say at most `most` long texts shorter, the newest first.

        Raises Problem when no model is chosen, or it can't be asked.
        """
        from desktop_app.dreams.model.asking.calls import UnusableAnswer
        from desktop_app.sessions.levels.wording import worded

        choice = await self._engines.chosen(engine)
        if choice.model is None:
            raise Problem(choice.reason, tr("Without a model the levels are the notes' own words."))
        sources = await asyncio.to_thread(self._due)
        local, kept = self._engines.local(engine), 0
        async with local.opened(choice.model.name, attempts=1) as asking:
            for n, source in enumerate(sources[:most], start=1):
                report(tr("Long text {n} of {count}").format(n=n, count=min(most, len(sources))))
                try:
                    text = await worded(source, asking)
                except UnusableAnswer:
                    text = ""
                kept += bool(text)
                await asyncio.to_thread(self._kept.keep, source.key, text)
        asked = min(most, len(sources))
        return LevelsWritten(choice.model.name, asked, kept, len(sources) - asked)

    def _due(self) -> "list[LevelSource]":
        """What has no level worded yet; levels of texts that are gone are forgotten."""
        from desktop_app.sessions.levels.wording import LevelSource

        lines = self._index().ask(lambda tables: long_lines(tables, _KINDS))
        every = [
            LevelSource(level, text, day)
            for text, day in lines
            for level in MemoryLevel
            if usual_tokens(text) > SIZES[level]
        ]
        keys = [source.key for source in every]
        self._kept.prune(keys)
        known = self._kept.texts(keys)
        return list({one.key: one for one in every if one.key not in known}.values())


def _is_cut(piece: PromptPiece, level: LevelText) -> bool:
    """Whether a level is an extract of a text that is too long for it."""
    return (
        bool(piece.whole)
        and level.parts[0].text.strip() != piece.whole.strip()
        and len(level.parts) == 1
    )


def _bare(text: str) -> str:
    """A text as the index has it, without the mark of its list."""
    return text.strip().removeprefix("- ").replace("\n  ", "\n")


def _worded(piece: PromptPiece, known: dict[str, str]) -> PromptPiece:
    levels = []
    for level in piece.levels:
        text = known.get(level_key(level.level, _bare(piece.whole)), "")
        if text and _is_cut(piece, level) and _says_as_much(text, level.parts[0].text, piece):
            part = MemoryPart(piece.line, piece.end_line, f"- {text}\n")
            level = LevelText(level.level, (part,), by_model=True)
        levels.append(level)
    return replace(piece, levels=tuple(levels))


def _says_as_much(text: str, extract: str, piece: PromptPiece) -> bool:
    """Whether a wording has as many of the words that were asked for as the extract."""
    there = [word.casefold() for word in piece.wanted]
    counts = [sum(word in one.casefold() for word in there) for one in (text, extract)]
    return counts[0] >= counts[1]
