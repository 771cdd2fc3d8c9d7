"""The engine of a command: the one that it names, or else the one of the settings."""

import os
from dataclasses import replace

from desktop_app.dreams.dreamer import EngineName
from desktop_app.dreams.engines import Engine, address_refused, engine_of
from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.operations.table import Call, Parameter
from desktop_app.search.arms import SearchBy
from desktop_app.search.meaning.choice import choice_of
from desktop_app.words import tr

USING = Parameter(
    "--using",
    tr("by words, by meaning (where an embedder is chosen), or by both"),
    default=SearchBy.BOTH,
    choices=(*map(str, SearchBy),),
)
MODEL = Parameter("--model", tr("a model of Ollama by its name (default: the one in the settings)"))


def engine_parameter(does: str) -> Parameter:
    """The parameter that chooses the engine; `does` says what the engine is for."""
    return Parameter(
        "--engine",
        tr(
            "who {does}: builtin uses no model, ollama a model of Ollama, auto the model if it is "
            "available, or else none (default: as in the settings)"
        ).format(does=does),
        choices=tuple(EngineName),
    )


def engine_for(call: Call) -> Engine:
    """The chosen engine. A model of Ollama is asked at the address of the settings.

    A named model has to answer, unless the command also says `auto`.
    """
    kind, model = call["engine"], (call["model"] or "").strip()
    if kind == EngineName.BUILTIN and model:
        raise WrongUse(
            tr("A dream without a model has no model."), tr("Leave --model away, or --engine.")
        )
    engine = engine_of(call.settings.get)
    if kind or model:
        engine = replace(
            engine, kind=EngineName(kind or EngineName.OLLAMA), model=model or engine.model
        )
    if engine.asks:
        get = call.settings.get
        call.memory.models.ask_at(get("models.address"), get("models.consent"))
    return engine


async def model_offered(call: Call, engine: Engine) -> str | None:
    """The model to offer a person who has chosen none, where one answers that they may ask."""
    if address_trouble(call) is None:
        get = call.settings.get
        call.memory.models.ask_at(get("models.address"), get("models.consent"))
        offered = await call.memory.dreams.offered(engine)
        return offered.name if offered else None
    return None


def address_trouble(call: Call) -> Problem | None:
    """Why models are not asked at the address of the settings or the environment."""
    get = call.settings.get
    return address_refused(get("models.address"), get("models.consent"), os.environ)


def with_meaning(call: Call) -> None:
    """Use the embedder of the settings, and ask Ollama at the address of the settings.

    If that address is not allowed, the search goes by words alone and says why.
    """
    get = call.settings.get
    choice, barred = choice_of(get), None
    if choice.reads:
        try:
            call.memory.models.ask_at(get("models.address"), get("models.consent"))
        except Problem as problem:
            barred = problem
    call.memory.meaning.choose(choice, barred)
