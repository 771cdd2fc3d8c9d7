"""What the tests of models share: a model behind our server, and short patience."""

from collections.abc import Awaitable

import pytest

from desktop_app.models.address import Address
from desktop_app.models.asking import OllamaModel
from desktop_app.models.endings import Ending, ModelProblem
from desktop_app.models.installed import model_info
from desktop_app.models.model import ModelInfo, ModelMessage
from desktop_app.models.ollama import Ollama
from desktop_app.models.tokens import UNHEARD, Tokens
from desktop_app.models.transport import Patience
from tests.support.ollama import OurOllama

PATIENT = Patience(pauses=(0.01, 0.01))

PROMPT = (
    ModelMessage("system", "You keep the memory of a person who lives by the sea."),
    ModelMessage(
        "user", "The harbour opens at six. Mira's train leaves at nine from platform four. " * 30
    ),
)


async def ended(work: Awaitable[object]) -> Ending:
    """How asking a model ends badly."""
    with pytest.raises(ModelProblem) as raised:
        await work
    return raised.value.ending


def the_server(ollama: OurOllama, patience: Patience = PATIENT) -> Ollama:
    return Ollama(Address("127.0.0.1", ollama.port), patience)


def an_info(name: str = "small:latest", *capabilities: str, context: int = 131_072) -> ModelInfo:
    shown = {
        "capabilities": list(capabilities or ("completion",)),
        "model_info": {"general.architecture": "a", "a.context_length": context},
    }
    return model_info(name, {}, shown)


def the_model(
    ollama: OurOllama,
    patience: Patience = PATIENT,
    *,
    info: ModelInfo | None = None,
    tokens: Tokens = UNHEARD,
) -> OllamaModel:
    return OllamaModel(the_server(ollama, patience), info or an_info(), tokens)
