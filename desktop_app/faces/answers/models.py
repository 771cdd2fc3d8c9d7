"""Answers about models and settings."""

from typing import TYPE_CHECKING, Any

from desktop_app.faces.columns import padded, width
from desktop_app.known_settings import KNOWN
from desktop_app.sizes import size
from desktop_app.words import together, tr

if TYPE_CHECKING:
    from desktop_app.models.model import ModelInfo


def model_json(info: "ModelInfo") -> dict[str, Any]:
    """An installed model; one that is not `local` would send its input to another computer."""
    return {
        "name": info.name,
        "size": info.size,
        "context": info.context,
        "local": info.local,
        "capabilities": sorted(info.capabilities),
    }


def models_text(answers: list[dict[str, Any]]) -> str:
    """Models in columns; those that run elsewhere say so."""
    if not answers:
        return tr("Ollama has no models yet. Install one: nightstand models --pull qwen3:4b")
    rows = [(tr("Model"), tr("Size"), tr("Context"), tr("Can do")), *map(_row, answers)]
    wide = [max(width(row[n]) for row in rows) for n in range(3)]
    return "\n".join(
        "  ".join([*(padded(row[n], wide[n], right=n > 0) for n in range(3)), row[3]])
        for row in rows
    )


def _row(answer: dict[str, Any]) -> tuple[str, str, str, str]:
    does = ", ".join(answer["capabilities"]) or tr("nothing that is known")
    where = "" if answer["local"] else tr("; runs on another computer: not used")
    name = "".join(c if c.isprintable() else "?" for c in answer["name"])
    bytes_ = size(answer["size"]) if answer["size"] else "-"
    return name, bytes_, f"{answer['context']:,}", f"{does}{where}"


def settings_text(answer: dict[str, Any]) -> str:
    """Settings as they are typed, one a line; several have above each what it is for."""
    if len(answer) == 1:
        return "".join(f"{key} = {_typed(value)}" for key, value in answer.items())
    return "\n\n".join(
        f"# {setting_about(key)}\n{key} = {_typed(value)}" for key, value in answer.items()
    )


def setting_about(key: str) -> str:
    """What a setting is for, and what it takes."""
    setting = KNOWN[key]
    return together(setting.about, tr("It takes {expects}.").format(expects=setting.expects))


def _typed(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(value) if isinstance(value, list) else str(value)
