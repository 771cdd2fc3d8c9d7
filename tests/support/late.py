"""A notebook one of whose answers comes late: what was read then is told when it is let go."""

import threading
from typing import Any

from tests.support.instead import Instead


class Late:
    """Answers as `inner` does; the next answer to `name` (`room.method`) after `hold` waits for
    `let_go`."""

    def __init__(self, inner: Any, name: str) -> None:
        self._inner = inner
        self._room, _, self._name = name.partition(".")
        self._holding = False
        self._go = threading.Event()
        self.held = False
        """Whether an answer is there and waits."""

    def hold(self) -> None:
        """Hold the next answer back."""
        self._holding = True

    def let_go(self) -> None:
        """Let the answer that waits be told."""
        self._go.set()

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if name != self._room:
            return found
        return Instead(found, **{self._name: self._late(getattr(found, self._name))})

    def _late(self, asked: Any) -> Any:
        def answer(*args: Any, **more: Any) -> Any:
            holding, self._holding = self._holding, False
            told = asked(*args, **more)
            if holding:
                self.held = True
                assert self._go.wait(60), "never let go"
            return told

        return answer
