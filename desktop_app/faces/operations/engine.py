"""The engine of a command: the one that it names, or else the one of the settings."""

import os
from typing import Annotated

from desktop_app.dreams.engine_choice import Engine, EngineName, engine_of
from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.operations.table import Call
from desktop_app.search.meaning.embedder_choice import choice_of
from desktop_app.search.retrievers import SearchBy
from desktop_app.words import tr

Using = Annotated[
    SearchBy, tr("by words, by meaning (with a model chosen for it), or by both")
]  # fmt: skip
Model = Annotated[
    str | None, tr("a model of Ollama by its name (default: the one in the settings)")
]  # fmt: skip


def who(does: str) -> str:
    """The help of the parameter that chooses the engine; `does` says what the engine is for."""
    return tr(
        "who {does}: builtin uses no model, ollama a model of Ollama, auto the model if it is "
        "available, or else none (default: as in the settings)"
    ).format(does=does)


def engine_for(call: Call, kind: EngineName | None, model: str | None) -> Engine:
    """The chosen engine. A model of Ollama is asked at the address of the settings.

    A named model has to answer, unless the command also says `auto`.
    """
    model = (model or "").strip()
    if kind == EngineName.BUILTIN and model:
        raise WrongUse(
            tr("--model does not go with --engine builtin."), tr("Leave out one of the two.")
        )
    engine = engine_of(call.settings.get)
    if kind or model:
        engine = engine._replace(kind=kind or EngineName.OLLAMA, model=model or engine.model)
    if engine.asks:
        _ask_at(call)
    return engine


def _ask_at(call: Call) -> None:
    get = call.settings.get
    call.memory.models.ask_at(get("models.address"), get("models.consent"))


async def model_offered(call: Call, engine: Engine) -> str | None:
    """The model to offer a person who has chosen none, where one answers that they may ask."""
    if address_trouble(call) is not None:
        return None
    _ask_at(call)
    offered = await call.memory.dreams.offered(engine)
    return offered.name if offered else None


def address_trouble(call: Call) -> Problem | None:
    """Why models are not asked at the address of the settings or the environment."""
    from desktop_app.models.address import address_refused  # long to load

    get = call.settings.get
    return address_refused(get("models.address"), get("models.consent"), os.environ)


def with_meaning(call: Call) -> None:
    """Use the embedder of the settings, and ask Ollama at the address of the settings.

    If that address is not allowed, the search goes by words alone and says why.
    """
    choice, barred = choice_of(call.settings.get), None
    if choice.reads:
        try:
            _ask_at(call)
        except Problem as problem:
            barred = problem
    call.memory.meaning.choose(choice, barred)
