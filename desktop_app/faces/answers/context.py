"""Answers about the prompt that memory gives to a model: its text, or the account of its pieces."""

from collections.abc import Mapping
from typing import Any

from desktop_app.sessions.levels.level import LEVEL_WORDS, MemoryLevel
from desktop_app.sessions.prompt import MemoryPrompt, PieceWhy, PromptPiece
from desktop_app.words import counted, tr

WHY = {
    PieceWhy.MEMORY: tr("MEMORY.md is always wanted"),
    PieceWhy.TODAY: tr("a note of today"),
    PieceWhy.YESTERDAY: tr("a note of yesterday"),
    PieceWhy.QUESTION: tr("a search for the question found it"),
}


def context_json(prompt: MemoryPrompt) -> dict[str, Any]:
    """The text, its size, what MEMORY.md lacks in it, and every piece inside and left out in the
    order of the text."""
    return {
        "text": prompt.text,
        "budget": prompt.budget,
        "tokens": prompt.tokens,
        "frame": prompt.frame,
        "wanted": prompt.wanted,
        "cut": prompt.cut,
        "inside": [_piece_json(piece) for piece in prompt.inside],
        "left_out": [_piece_json(piece) for piece in prompt.left_out],
    }


def _piece_json(piece: PromptPiece) -> dict[str, Any]:
    return {
        "path": piece.path,
        "line": piece.line,
        "end_line": piece.end_line,
        "tokens": piece.tokens,
        "why": piece.why,
        "found": piece.rank is not None,
        "relevance": piece.relevance and round(piece.relevance, 3),
        "level": piece.level,
        "text": piece.text.strip(),
    }


def context_text(answer: dict[str, Any]) -> str:
    """The prompt alone, to be handed on; or the account where it was asked for."""
    if not answer.get("listed"):
        return str(answer["text"]).removesuffix("\n")
    lines = [f"{one['tokens']:>6}  {_place(one)}  {_why(one)}" for one in answer["inside"]]
    lines.append(f"{answer['frame']:>6}  {tr('titles and the frame')}")
    lines.append(size_text(answer["tokens"], answer["budget"]))
    if answer["cut"]:
        lines.append(cut_text(answer["cut"]))
    if left_out := answer["left_out"]:
        rows = counted(
            "There was no room for {count} piece:", "There was no room for {count} pieces:",
            len(left_out),
        )  # fmt: skip
        lines += ["", rows, *(f"{one['tokens']:>6}  {_place(one)}" for one in left_out)]
    return "\n".join(lines)


def cut_text(cut: Mapping[str, int]) -> str:
    """Which sections of MEMORY.md are not whole, and how much of each is out."""
    sections = ", ".join(f"{section} ({count})" for section, count in cut.items())
    return tr("MEMORY.md is cut. Left out of its sections: {sections}.").format(sections=sections)


def size_text(tokens: int, budget: int) -> str:
    """How full the budget is."""
    return tr("About {tokens} of {budget} tokens.").format(
        tokens=f"{tokens:,}", budget=f"{budget:,}"
    )


def _place(piece: dict[str, Any]) -> str:
    return f"{piece['path']}:{piece['line']}"


def _why(piece: dict[str, Any]) -> str:
    why = WHY[PieceWhy(piece["why"])]
    if piece["found"] and piece["why"] != PieceWhy.QUESTION:
        why = tr("{why}, and a search for the question found it").format(why=why)
    if piece["level"]:
        why = f"{why}; {level_text(piece['level'], piece['relevance'])}"
    return why


def level_text(level: str, relevance: float | None) -> str:
    """How much of a memory is told, and how surely it answers: `a sentence of it, .64`."""
    told = LEVEL_WORDS[MemoryLevel(level)]
    return told if relevance is None else f"{told}, {relevance:.2f}".replace("0.", ".")
