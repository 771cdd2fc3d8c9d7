"""Before the first dream with a model, and before each long one, a person is asked.

Knows settings and what is expected.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from desktop_app.dreams.dreamer import EngineName
from desktop_app.dreams.engines import Engine
from desktop_app.errors import Problem
from desktop_app.ui.models.server import other_computer
from desktop_app.ui.parts.settings import KeptSettings
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.expecting import Expected
    from desktop_app.memory import Memory

_AGREED = "models.agreed"
_MANY_DAYS = 31  # beyond, it is worked out beforehand whether the dream would be long
_LONG = 10 * 60  # seconds
_MANY_PARTS = 10  # calls of a model whose pace nobody knows


@dataclass(frozen=True)
class Wanted:
    """A dream as it is asked for; `days` and `until` as in `Dreams.dream`. `agreed`: the person has
    said yes to this very dream.
    """

    engine: Engine
    days: int | None = None
    force: bool = False
    until: date | None = None
    agreed: bool = False


@dataclass(frozen=True)
class Question:
    """Whether this model may dream, which was not asked before; `again`: it was, and this dream
    would be a long one; `offered`: the person has chosen none, and automatic would find this one.

    `elsewhere` is the other computer it runs on, to which the person has agreed; "" for this one.
    """

    wanted: Wanted
    expected: "Expected"
    elsewhere: str = ""
    again: bool = False
    offered: bool = False


async def question_of(
    memory: "Memory", settings: KeptSettings, wanted: Wanted, report: Callable[[str], None]
) -> Question | None:
    """What is to be asked before this dream; None when nothing is, or no model would dream."""
    if wanted.agreed or not settings.get("dreams.enabled"):
        return None
    if offered := await memory.dreams.offered(wanted.engine):
        wanted = replace(wanted, engine=replace(wanted.engine, model=offered.name))
    engine, agreed = wanted.engine, () if offered else settings.get(_AGREED)
    if not engine.asks or (engine.model in agreed and (wanted.days or 0) <= _MANY_DAYS):
        return None
    report(tr("Looking for {model}").format(model=engine.model or tr("a model")))
    try:
        expected = await memory.dreams.expected(engine, wanted.days, wanted.until)
    except Problem:
        return None  # the dream itself meets it too, and keeps it as its end
    if expected.model is None or not expected.days:
        return None
    again = expected.model in agreed
    if again and not _is_long(expected):
        return None
    elsewhere = other_computer(memory.models.ollama.wire.address.url)
    return Question(wanted, expected, elsewhere, again, bool(offered))


def _is_long(expected: "Expected") -> bool:
    if expected.seconds is None:
        return expected.parts > _MANY_PARTS
    return expected.seconds[1] >= _LONG


def agree(settings: KeptSettings, question: Question) -> Wanted:
    """The model may dream, now and later. Raises Problem when that cannot be kept."""
    agreed, model = settings.get(_AGREED), question.expected.model
    if not question.again:
        settings.set(_AGREED, [*agreed, model])
    if question.offered:
        settings.set("dreams.model", model)
    return replace(question.wanted, agreed=True)


def decline(settings: KeptSettings, question: Question) -> Wanted:
    """No model is asked, now and, unless this was about a long dream, later. Raises
    Problem when that cannot be kept.
    """
    if not question.again:
        settings.set("dreams.engine", EngineName.BUILTIN)
    return with_builtin(question.wanted)


def with_builtin(wanted: Wanted) -> Wanted:
    """The same dream without a model."""
    return replace(wanted, engine=replace(wanted.engine, kind=EngineName.BUILTIN))
