"""The doors through which the specifications are tried: the command line, and `Memory` itself.

Only what no command does (a callback, a clock, watching) goes through `Memory`, and only here.
"""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from desktop_app.clock import Clock
from desktop_app.dreams.engine_choice import Engine, EngineName
from desktop_app.faces import cli
from desktop_app.memory import Memory
from desktop_app.memory.live_session import LiveSession, LiveStep
from desktop_app.memory.open_talk import Talk
from desktop_app.memory.talks import TalkRules
from desktop_app.memory.tools import ToolFamily
from desktop_app.notebook.text.records import Message
from desktop_app.sessions.live import LiveEvent, LiveLimits, LiveState
from desktop_app.sessions.live_events import LiveMessage
from desktop_app.settings import Places

TODAY = date.today()
YESTERDAY = TODAY - timedelta(days=1)
DIARY = f"memory/dreams/{TODAY}.md"


class Nightstand:
    """The command line on a notebook that may not be there yet. `said` is read from `printed`."""

    def __init__(self, root: Path, printed: Callable[[], bytes]) -> None:
        self.root = root
        self._printed = printed

    def __call__(self, *words: str) -> Any:
        """What a command answers, as JSON; it has to go well."""
        self._printed()
        code = cli.run(("--notebook", str(self.root), "--json", *words), lambda folder: 0)
        answer = json.loads(self._printed())
        assert code == 0, answer
        return answer

    def write(self, **texts: str) -> None:
        """As another program does: MEMORY.md by `memory`, today by d0, the day before by d1."""
        for name, text in texts.items():
            path = self.root / ("MEMORY.md" if name == "memory" else day(int(name[1:])))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def text(self, path: str = "MEMORY.md") -> str:
        return (self.root / path).read_bytes().decode()

    def files(self) -> dict[str, bytes]:
        """Every file of the notebook, by its path."""
        found = (path for path in self.root.rglob("*") if path.is_file())
        return {path.relative_to(self.root).as_posix(): path.read_bytes() for path in found}


def day(back: int = 0) -> str:
    """The path of today's file, or of an earlier day's."""
    return f"memory/{TODAY - timedelta(days=back)}.md"


@contextmanager
def opened(root: Path, clock: Clock | None = None) -> Iterator[Memory]:
    memory = Memory.open(root, Places.default(), clock)
    try:
        yield memory
    finally:
        memory.close()


def remember(memory: Memory, text: str) -> None:
    memory.days.remember(text)


def watch(memory: Memory) -> None:
    """As the window does."""
    memory.index.refresh()
    memory.index.watch(memory.index.refresh)


def found(memory: Memory, text: str) -> list[str]:
    """The paths of the lines that a search finds."""
    return [hit.path for hit in memory.search.find(text).hits]


def flush(memory: Memory, told: Callable[[str], None], said: str) -> str:
    """What a flush of this turn of a person wrote; `told` is its callback."""
    turns = [Message("user", said)]
    return asyncio.run(memory.sessions.flush(turns, "trim", session="s", on_summary=told)).text


def talk(
    memory: Memory,
    *texts: str,
    told: Callable[[LiveStep], None] = lambda step: None,
    rests: bool = True,
    facts: bool = False,
    **limits: Any,
) -> Talk:
    """A talk of these turns with the scripted model, which rests after each.

    `facts`: the model gets the tools that are named after facts.
    """
    family = ToolFamily.FACTS if facts else ToolFamily.MEMORY
    memory.talks.rules = lambda: TalkRules(LiveLimits(**limits), family)
    begun = memory.talks.begin()
    engine = Engine(EngineName.OLLAMA, "small:latest")

    async def turns() -> None:
        for text in texts:
            await begun.say(text, engine=engine)
            if rests:
                await begun.rest(on_event=lambda e: told(e) if isinstance(e, LiveStep) else None)

    asyncio.run(turns())
    return begun


def usage(tokens: int, window: int) -> LiveEvent:
    """The model counted so many tokens."""
    return partial(LiveState.usage, tokens=tokens, window=window)


class Conversation:
    """A conversation that goes on elsewhere, told to memory event by event."""

    def __init__(self, memory: Memory, limits: LiveLimits) -> None:
        self.steps: list[LiveStep] = []
        self._live: LiveSession = LiveSession(
            memory.sessions, "elsewhere", limits=lambda: limits, on_step=self.steps.append
        )

    @property
    def state(self) -> LiveState:
        return self._live.state

    def tell(self, *events: LiveEvent) -> list[LiveStep]:
        """What came of these events."""
        before = len(self.steps)
        asyncio.run(self._live.take(*events))
        return self.steps[before:]

    def say(self, *texts: str, role: str = "user") -> list[LiveStep]:
        """What came of these messages."""
        first = len(self.state.seen)
        every = (LiveMessage(f"m{n}", role, text) for n, text in enumerate(texts, start=first))
        return self.tell(*(partial(LiveState.came, message=one) for one in every))
