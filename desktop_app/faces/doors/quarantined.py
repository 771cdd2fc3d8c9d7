"""No answer of a door has a line in quarantine, whatever version or record it comes from."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from desktop_app.memory import Memory
from desktop_app.notebook.quarantine import SHORTEST, QuarantinedLine, quotes_held


def without(answer: Any, memory: Memory) -> Any:
    """An answer without the lines in quarantine, what names one as its source, and what a waiting
    dream says of one. Blocks."""
    held = memory.poison.held()
    if not held:
        return answer
    changes = [change for one in memory.dreams.proposals() for change in one.changes]
    of_held = [
        change.new
        for change in changes
        if change.new and quotes_held((source.quote for source in change.sources), held)
    ]
    return _Clearing(held, of_held).of(answer)


class _Clearing:
    """Takes lines out of what a door answers."""

    def __init__(self, held: Sequence[QuarantinedLine], more: Iterable[str]) -> None:
        """`more` are texts that were made of these lines."""
        self._held = held
        # Without the signs of a list and the full stop, as a bullet or a sentence tells it.
        told = (*(one.text for one in held), *more)
        texts = {one.lstrip(" \t-*+>").rstrip(" .。") for one in told}
        # What a tool answers is JSON already.
        texts |= {json.dumps(one, ensure_ascii=False)[1:-1] for one in texts}
        self._texts = sorted((one for one in texts if len(one) >= SHORTEST), key=len, reverse=True)

    def of(self, answer: Any) -> Any:
        if isinstance(answer, str):
            for text in self._texts:
                answer = answer.replace(text, "")
            return answer
        if isinstance(answer, dict):
            return {key: self.of(value) for key, value in answer.items()}
        if isinstance(answer, list | tuple):
            return type(answer)(self.of(one) for one in answer if not self._rests_on_one(one))
        return answer

    def _rests_on_one(self, part: Any) -> bool:
        sources = part.get("sources") if isinstance(part, dict) else None
        quotes = [one["quote"] for one in sources or () if isinstance(one, dict) and "quote" in one]
        return quotes_held(quotes, self._held)
