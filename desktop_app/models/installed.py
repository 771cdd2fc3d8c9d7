"""Installed models as Ollama describes them. Knows the shape of its replies, no network.

A reply may lack anything. For what is missing the more cautious value is taken.
"""

from dataclasses import dataclass
from itertools import islice
from typing import Any

from desktop_app.models.endings import Ending, ModelProblem, of_error_line
from desktop_app.models.model import ModelInfo

LARGEST = 10**15
"""The largest number of bytes or tokens."""

LONGEST = 600
"""The most characters of a name; Ollama allows 350 for its host and 80 for each other part."""


def number(value: object) -> int | None:
    """A whole number above zero, None for anything else."""
    return value if type(value) is int and 0 < value <= LARGEST else None


def text(value: object) -> str:
    """A name or a few words, "" for anything else."""
    return value if isinstance(value, str) and len(value) <= LONGEST else ""


USUAL_CONTEXT = 4_096
"""The context of a model that does not give its own."""

_MOST = 1_000
"""The most models of a list, and abilities of a model, that are read."""

Reply = dict[str, Any]


def is_cloud(name: str) -> bool:
    """Whether the name alone says that the model runs on another computer."""
    return name.strip().casefold().endswith(("-cloud", ":cloud"))


def same_model(one: str, other: str) -> bool:
    """Whether two names mean one model: a name without a tag means `latest`."""
    return _full(one) == _full(other)


def listed(reply: Reply) -> tuple[Reply, ...]:
    """The first models of a list that have a name. Raises ModelProblem when it is no list."""
    models = reply.get("models")
    if models is None and "models" in reply:
        models = []  # how an empty list may look on the wire
    if not isinstance(models, list):
        raise ModelProblem(Ending.NOT_UNDERSTOOD)
    named = (model for model in models if isinstance(model, dict) and name_of(model))
    return tuple(islice(named, _MOST))


def name_of(entry: Reply) -> str:
    return text(entry.get("name")) or text(entry.get("model"))


def model_info(name: str, entry: Reply, shown: Reply) -> ModelInfo:
    """A model by its entry in the list and its own reply. Raises ModelProblem(TOO_OLD)."""
    local = not is_cloud(name) and not any(
        reply.get(key) for reply in (entry, shown) for key in ("remote_host", "remote_model")
    )
    capabilities = shown.get("capabilities")
    if not isinstance(capabilities, list):
        if local:
            raise ModelProblem(Ending.TOO_OLD, model=name)
        capabilities = []
    details = shown.get("details")
    return ModelInfo(
        name=name,
        size=number(entry.get("size")) or 0,
        context=_context(shown.get("model_info")),
        capabilities=frozenset(text(each) for each in capabilities[:_MOST]) - {""},
        parameters=text(details.get("parameter_size")) if isinstance(details, dict) else "",
        local=local,
        digest=text(entry.get("digest")),
        cache=_cache(shown.get("model_info")),
    )


def context_of(name: str, reply: Reply) -> int | None:
    """The context in force of a model in memory; None where it is not, or an old server is silent.

    Raises ModelProblem when the reply is no list of models in memory.
    """
    own = (entry for entry in listed(reply) if same_model(name_of(entry), name))
    return next((number(entry.get("context_length")) for entry in own), None)


def _full(name: str) -> str:
    plain = name.strip().casefold()
    return plain if ":" in plain.rsplit("/", 1)[-1] else f"{plain}:latest"


def _context(model_info: object) -> int:
    return _told(model_info, "context_length") or USUAL_CONTEXT


def _cache(model_info: object) -> int:
    """Bytes for a key and a value of two bytes a number in each layer; 0 where it can't be told."""
    layers, heads, keys = (
        _told(model_info, name)
        for name in ("block_count", "attention.head_count", "attention.head_count_kv")
    )
    wide = _told(model_info, "embedding_length") // heads if heads else 0
    pair = sum(_told(model_info, f"attention.{one}_length") or wide for one in ("key", "value"))
    return layers * (keys or heads) * pair * 2


def _told(model_info: object, name: str) -> int:
    """What `<architecture>.<name>` says, of the model itself and not of a part that sees or hears;
    0 where it says nothing."""
    if not isinstance(model_info, dict):
        return 0
    return number(model_info.get(f"{model_info.get('general.architecture')}.{name}")) or 0


@dataclass(frozen=True)
class Progress:
    """How far a model is installed: `done` of `total` bytes, which is 0 before sizes are known.
    `step` is what Ollama does now, in its own words."""

    step: str
    done: int
    total: int

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.done / self.total if self.total else 0.0


class Tally:
    """Adds up the layers of a model. A layer that begins anew takes its progress back."""

    def __init__(self) -> None:
        self._layers: dict[str, tuple[int, int]] = {}
        self.finished = False

    def take(self, line: dict[str, Any]) -> Progress:
        """Count one line. Raises ModelProblem on an error."""
        if line.get("error"):
            raise of_error_line(line["error"])
        step = text(line.get("status"))
        if not step:
            raise ModelProblem(Ending.NOT_UNDERSTOOD)
        self.finished = step == "success"
        if digest := text(line.get("digest")):
            total = number(line.get("total")) or 0
            self._layers[digest] = min(number(line.get("completed")) or 0, total), total
            if len(self._layers) > _MOST:
                raise ModelProblem(Ending.TOO_BIG)
        return Progress(
            step.removesuffix(f" {digest}") if step.startswith("pulling ") else step,
            sum(done for done, _ in self._layers.values()),
            sum(total for _, total in self._layers.values()),
        )
