"""A model in this process that answers what it is told, and notebooks to dream over with it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from desktop_app.dreams.engine_choice import AnswerForm
from desktop_app.dreams.evidence import proved
from desktop_app.dreams.material import DreamDraft, Material
from desktop_app.dreams.model.calls import Asking
from desktop_app.dreams.model.engine import ModelDreamer
from desktop_app.models.endings import Ending, ModelProblem
from desktop_app.models.model import (
    AnswerPiece,
    ModelAnswer,
    ModelInfo,
    ModelMessage,
    Schema,
    ignore,
)
from desktop_app.models.pace import Pace
from desktop_app.models.tokens import Tokens, fits
from tests.dreams import dreaming
from tests.dreams.dreaming import TODAY

MEMORY = """# Memory

## Work

- The report is due on 27 November; Jonas signs it off.
- Raw soundings live in `survey-2026/`, never on the shared drive.
- The tide gauge at berth 4 reads 12 cm too high.

## Home

- The boiler is serviced in March.
- Clara has piano on Thursday at 17:00.

Some words of my own that no dream may touch.
"""

YESTERDAY = """# Daily Memory: 2026-11-20

## Notes (09:12)

- The report moves from 27 November to 4 December.
- Decided to stop drinking coffee after 14:00.
- Mara is allergic to peanuts.
- Had lunch at the harbour.

## Notes (18:40)

- The tide gauge at berth 4 no longer reads too high.
"""

TODAYS = """# Daily Memory: 2026-11-21

## Decisions (08:30)

- Prefers printed charts on field days; the tablet screen is useless in the sun.
- Jonas orders hazelnut cake every Friday.
"""

GOOD = """[MEMORY]
## Work
- The report is due on 4 December; Jonas signs it off. {M1, D2026-11-20:5}
- REMOVE {M3, D2026-11-20:12} it was repaired
## Preferences
- Decided to stop drinking coffee after 14:00. {D2026-11-20:6}
- Mara is allergic to peanuts. {D2026-11-20:7}
- Prefers printed charts on field days; the tablet screen is useless in the sun. {D2026-11-21:5}
[DREAM]
The report moves
The report moves to 4 December. Coffee ends at two, and the charts stay on paper.
"""

INFO = ModelInfo(
    name="small:latest",
    size=5_000_000_000,
    context=32_768,
    capabilities=frozenset({"completion"}),
    parameters="8B",
    local=True,
)

Said = str | ModelProblem
FAST = Pace(10_000, 1, 1_000, 1)


class ToldModel:
    """Answers in turn with what it was told, the last one for ever. A problem is raised.

    `asked` are the messages of every call; it reads them by `say`, when that is given. It was heard
    at this `pace`. A second reading is none of them: it answers that with `second`, which is given
    what was asked, and else says yes to every line, so that nobody believes it.
    """

    def __init__(
        self,
        *answers: Said,
        say: Callable[[Sequence[ModelMessage]], Said] | None = None,
        context: int = INFO.context,
        pace: Pace = FAST,
        second: Callable[[str], Said] = lambda asked: "\n".join(f"{n}: yes" for n in range(1, 99)),
    ) -> None:
        self.info = ModelInfo(**{**vars(INFO), "context": context})
        self.tokens = Tokens()
        self.pace = pace
        self.asked: list[tuple[ModelMessage, ...]] = []
        self.schemas: list[Schema | None] = []
        self._answers = list(answers)
        self._say = say
        self._second = second
        self.read_again: list[str] = []

    async def chat(
        self,
        messages: Sequence[ModelMessage],
        *,
        context: int,
        most: int,
        total: float | None = None,
        on_chunk: Callable[[AnswerPiece], None] = ignore,
        schema: Schema | None = None,
    ) -> ModelAnswer:
        if not fits(self.tokens.estimate(*(m.content for m in messages)), context, most):
            raise ModelProblem(Ending.PROMPT_TOO_LONG, model=self.info.name)
        if messages[0].content.startswith(("You check lines", "你检查", "你檢查")):
            self.read_again.append(messages[1].content)
            said = self._second(messages[1].content)
            if isinstance(said, ModelProblem):
                raise said
            return ModelAnswer(said, "", 0, 0, 0.1, Ending.DONE)
        self.asked.append(tuple(messages))
        self.schemas.append(schema)
        said = self._say(messages) if self._say else self._next()
        if isinstance(said, ModelProblem):
            raise said
        for at in range(0, len(said), 40):
            on_chunk(AnswerPiece(said[at : at + 40]))
        if len(said) // 2 > most:
            raise ModelProblem(Ending.LENGTH, model=self.info.name)
        self.pace = self.pace.heard(1_000, 0.1, len(said) // 4, len(said) / 4_000)
        return ModelAnswer(said, "", 1_000, len(said) // 4, 0.1, Ending.DONE)

    def _next(self) -> Said:
        return self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]


def material(
    memory: str | bytes = MEMORY,
    *days: str,
    rejected: frozenset[str] = frozenset(),
    missing: Sequence[date] = (),
) -> Material:
    """MEMORY.md and the texts of consecutive days, the last of them today."""
    given = dreaming.material(memory, *(days or (YESTERDAY, TODAYS)), rejected=rejected)
    return replace(given, missing=tuple(missing))


def dreamer(
    model: ToldModel | Asking, form: AnswerForm = AnswerForm.AUTO, **asking: Any
) -> ModelDreamer:
    """A dreamer with this model, or that asks so."""
    asks = model if isinstance(model, Asking) else Asking(model, **asking)
    return ModelDreamer(asks, form)


async def dreamt(
    model: ToldModel | Asking,
    given: Material | None = None,
    form: AnswerForm = AnswerForm.AUTO,
    steps: list[str] | None = None,
    **asking: Any,
) -> DreamDraft:
    """One dream with this model, its changes proved."""
    given = given or material()
    report = (steps if steps is not None else []).append
    draft = await dreamer(model, form, **asking).dream(given, report)
    return replace(draft, changes=proved(draft, given, TODAY))


def told(draft: DreamDraft) -> list[tuple[str, str | None]]:
    """Kind and new text of each change that is accepted beforehand."""
    return [(change.kind, change.new) for change in draft.changes if change.accepted]


def waiting(draft: DreamDraft) -> list[tuple[str, str | None, str]]:
    """Kind, text and verdict of each change that waits for a person."""
    return [
        (change.kind, change.new or change.old[0], change.verdict)
        for change in draft.changes
        if not change.accepted
    ]
