"""An embedding model of Ollama as an embedder. Knows its prefixes, not how HTTP carries texts."""

from array import array
from collections.abc import Mapping, Sequence
from typing import Any

from desktop_app import resources
from desktop_app.models.asking import OllamaModel
from desktop_app.models.endings import Ending, ModelProblem
from desktop_app.models.model import ModelInfo
from desktop_app.models.ollama import Ollama
from desktop_app.search.meaning.embedder import EmbedAs, Traits, Unreadable, Vectors, unit

SHARE = 0.7  # of the specification, for an embedder as strong as these are
_BATCH = 16
_BY_THE_TEXT = {
    Ending.CRASHED, Ending.NOT_UNDERSTOOD, Ending.PROMPT_TOO_LONG, Ending.REFUSED,
    Ending.SERVER_FAULT,
}  # fmt: skip
"""Endings that may be the fault of one text."""
_SHORTEST = 64  # characters; below that a text too long for the model is no matter of length


class ByOllama:
    """An embedding model in this computer's Ollama; `opened` makes one.

    Reading lines is tried again if waiting may help. A question fails at once.
    """

    batch = _BATCH

    def __init__(self, server: Ollama, info: ModelInfo, traits: Traits) -> None:
        self.traits = traits
        self._name = info.name
        self._reader = OllamaModel(server, info)
        self._asked = OllamaModel(server.asked_once(), info)
        self._prefixes = model_row(info.name)

    async def embed(self, texts: Sequence[str], kind: EmbedAs) -> Vectors:
        """See `Embedder.embed`. A text that is too long is read in parts, whose mean is its vector.

        Raises Unreadable, and ModelProblem, also for vectors of another length than before.
        """
        prefix = self._prefixes.get(kind, "")
        model = self._asked if kind == EmbedAs.QUERY else self._reader
        try:
            vectors = await _embedded(model, [prefix + text for text in texts])
        except ModelProblem as problem:
            if problem.ending not in _BY_THE_TEXT:
                raise
            raise Unreadable(problem.message, problem.hint) from problem
        if any(len(vector) != self.traits.dimension for vector in vectors):
            raise ModelProblem(Ending.NOT_UNDERSTOOD, model=self._name)
        return vectors


async def opened(
    server: Ollama, name: str, dimensions: Mapping[str, int], *, insist: bool = True
) -> ByOllama:
    """The model of this name, if it embeds on this computer. Raises ModelProblem.

    `dimensions` has the known ones by id; an unknown model is asked for one vector. With `insist`
    a model that is not available now is asked again.
    """
    asked = server if insist else server.asked_once()
    info = await asked.describe(name)
    if not info.embeds:
        raise ModelProblem(Ending.UNABLE if info.local else Ending.CLOUD, model=info.name)
    identity = _id(info)
    dimension = dimensions.get(identity)
    if dimension is None:
        dimension = len((await OllamaModel(asked, info).embed(["dimension"]))[0])
    languages = frozenset(model_row(info.name).get("languages", ()))
    return ByOllama(server, info, Traits(identity, dimension, languages, SHARE))


def model_row(name: str) -> Mapping[str, Any]:
    """The table row of this model: its prefixes and its languages; empty for an unknown model."""
    plain = name.strip().casefold().rsplit("/", 1)[-1]
    models: list[dict[str, Any]] = resources.table("embedders")["model"]
    return next((row for row in models if plain.startswith(row["name"])), {})


def _id(info: ModelInfo) -> str:
    """The model's id, which differs if another model comes under the same name."""
    return f"ollama {info.name} {info.digest[:16]}".rstrip()


async def _embedded(model: OllamaModel, texts: Sequence[str]) -> Vectors:
    try:
        return [unit(vector) for vector in await model.embed(texts)]
    except ModelProblem as problem:
        too_long = problem.ending is Ending.PROMPT_TOO_LONG
        if not too_long or (len(texts) == 1 and len(texts[0]) < 2 * _SHORTEST):
            raise
    if len(texts) > 1:
        return [vector for text in texts for vector in await _embedded(model, [text])]
    middle = len(texts[0]) // 2
    return [_mean(await _embedded(model, [texts[0][:middle], texts[0][middle:]]))]


def _mean(vectors: Vectors) -> "array[float]":
    return unit([sum(values) for values in zip(*vectors, strict=True)])
