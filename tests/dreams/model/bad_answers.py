"""Scripted bad answers, by families. None of them may change memory.

They are about the memory and the notes of `told_model`. In each of them everything is wrong; what
a half good answer leads to is tested where it belongs.
"""

import json
from collections.abc import Iterator
from pathlib import Path

_WRITTEN = Path(__file__).parents[2] / "fixtures" / "bad-answers.jsonl"
DREAM = "[DREAM]\nTwo days\nThe report moves to 4 December.\n"


def whole(*lines: str, dream: str = DREAM) -> str:
    """An answer in the agreed form with these lines of memory."""
    return "\n".join(["[MEMORY]", *lines, dream])


def bad_answers() -> list[tuple[str, str]]:
    """All of them: what is wrong with each, and the answer."""
    rows = map(json.loads, _WRITTEN.read_text(encoding="utf-8").splitlines())
    return [
        *((row["is"], row["answer"]) for row in rows),
        *(("endless", one) for one in _endless()),
    ]


def _endless() -> Iterator[str]:
    yield whole("- Owns a boat. {D2026-11-20:5}\n" * 4_000)
    yield "[MEMORY]\n" + "- The report moves. " * 4_000
    yield "[MEMORY]\n" * 3_000
    yield "[MEMORY]\n- " + "ha" * 20_000
    yield "嗯" * 20_000
    yield "[MEMORY]\n- a\n[DREAM]\n" * 2_000
    yield whole(
        *(f"- Owns boat number {n} in the northern basin. {{D2026-11-20:5}}" for n in range(400))
    )
    yield whole(*(f"- Fact {n}: unknown. {{D2026-11-20:{n}}}" for n in range(400)))
    yield whole("- " + " ".join(f"word{n}" for n in range(3_000)) + " {D2026-11-20:5}")
