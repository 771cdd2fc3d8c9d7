"""Engines and models in a person's words. Knows their names, no widget."""

from typing import TYPE_CHECKING

from desktop_app.dreams.dreamer import EngineName
from desktop_app.sizes import size
from desktop_app.ui.dreams.engine_choice import EngineChoice
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.models.model import ModelInfo


def engine_in_words(kind: str, model: str = "") -> str:
    """Without a model, qwen3:8b, Automatic: qwen3:8b, else without a model."""
    if kind == EngineName.BUILTIN:
        return tr("Without a model")
    if kind != EngineName.AUTO:
        return model or tr("The installed model")
    if model:
        return tr("Automatic: %1, else without a model").replace("%1", model)
    return tr("Automatic: without a model until you choose one")


def model_in_words(model: "ModelInfo") -> str:
    """A model as it is offered: its name and how large it is."""
    return f"{model.name}  ·  {size(model.size)}" if model.size else model.name


def state_in_words(engines: EngineChoice) -> str:
    """Why no more models are offered; "" when they are all there."""
    if engines.trouble:
        return engines.trouble.rstrip(".。")
    if engines.looking and not engines.models:
        return tr("Looking for models …")
    if engines.asked and not engines.models:
        return tr("Ollama has no model that can dream")
    return ""
