"""Before the first dream with a model a person is asked. Knows settings and what is expected."""

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


@dataclass(frozen=True)
class Wanted:
    """A dream as it is asked for; `days` and `until` as in `Dreams.dream`."""

    engine: Engine
    days: int | None = None
    force: bool = False
    until: date | None = None


@dataclass(frozen=True)
class Question:
    """Whether this model may dream, which was not asked before.

    `elsewhere` is the other computer it runs on, to which the person has agreed; "" for this one.
    """

    wanted: Wanted
    expected: "Expected"
    elsewhere: str = ""


async def question_of(
    memory: "Memory", settings: KeptSettings, wanted: Wanted, report: Callable[[str], None]
) -> Question | None:
    """What is to be asked before this dream; None when nothing is, or no model would dream."""
    engine, agreed = wanted.engine, settings.get(_AGREED)
    if not engine.asks or engine.model in agreed or not settings.get("dreams.enabled"):
        return None
    report(tr("Looking for {model}").format(model=engine.model or tr("a model")))
    try:
        expected = await memory.dreams.expected(engine, wanted.days, wanted.until)
    except Problem:
        return None  # the dream itself meets it too, and keeps it as its end
    if expected.model is None or not expected.days or expected.model in agreed:
        return None
    return Question(wanted, expected, other_computer(memory.models.ollama.wire.address.url))


def agree(settings: KeptSettings, question: Question) -> Wanted:
    """The model may dream, now and later. Raises Problem when that cannot be kept."""
    agreed, model = settings.get(_AGREED), question.expected.model
    settings.set(_AGREED, [*agreed, model])
    return question.wanted


def decline(settings: KeptSettings, question: Question) -> Wanted:
    """The built-in engine dreams, now and later. Raises Problem when that cannot be kept."""
    settings.set("dreams.engine", EngineName.BUILTIN)
    return with_builtin(question.wanted)


def with_builtin(wanted: Wanted) -> Wanted:
    """The same dream with the built-in engine."""
    return replace(wanted, engine=replace(wanted.engine, kind=EngineName.BUILTIN))
