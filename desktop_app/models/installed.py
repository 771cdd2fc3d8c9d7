"""Installed models as Ollama describes them. Knows the shape of its replies, no network.

A reply may lack anything. For what is missing the more cautious value is taken.
"""

from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from desktop_app.models.endings import Ending
from desktop_app.models.model import ModelInfo
from desktop_app.models.problem import ModelProblem
from desktop_app.models.replies import number, text

USUAL_CONTEXT = 4_096
"""The context of a model that does not give its own."""

_MOST = 1_000
"""The most models of a list, and abilities of a model, that are read."""

Reply = dict[str, Any]


@dataclass(frozen=True)
class Loaded:
    """A model in memory. `context` is the one in force, None where an old server does not say."""

    name: str
    size: int
    context: int | None
    until: datetime | None


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
    details = shown.get("details") or entry.get("details")
    details = details if isinstance(details, dict) else {}
    return ModelInfo(
        name=name,
        size=number(entry.get("size")) or 0,
        context=_context(shown.get("model_info")),
        capabilities=frozenset(text(each) for each in capabilities[:_MOST]) - {""},
        family=text(details.get("family")),
        parameters=text(details.get("parameter_size")),
        local=local,
        modified=_time(shown.get("modified_at") or entry.get("modified_at")),
        digest=text(entry.get("digest")),
    )


def loaded(entry: Reply) -> Loaded:
    """One of the models in memory."""
    return Loaded(
        name_of(entry),
        number(entry.get("size")) or 0,
        number(entry.get("context_length")),
        _time(entry.get("expires_at")),
    )


def _full(name: str) -> str:
    plain = name.strip().casefold()
    return plain if ":" in plain.rsplit("/", 1)[-1] else f"{plain}:latest"


def _context(model_info: object) -> int:
    """`<architecture>.context_length`, of the model itself and not of a part that sees or hears."""
    if not isinstance(model_info, dict):
        return USUAL_CONTEXT
    architecture = model_info.get("general.architecture")
    return number(model_info.get(f"{architecture}.context_length")) or USUAL_CONTEXT


def _time(value: object) -> datetime | None:
    try:
        time = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return time if time is not None and time.year > 1 and time.tzinfo is not None else None
