"""Models in words: sizes, what one can do, who dreams. Knows no widget and asks nobody."""

from typing import TYPE_CHECKING, NamedTuple

from desktop_app.words import filled, size, tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.models.installed import Progress
    from desktop_app.models.model import ModelInfo
    from desktop_app.ui.models.server import Sight


def about(info: "ModelInfo") -> str:
    """One line: size, context, and whether it can't dream."""
    if not info.local:
        return tr("runs elsewhere: not offered")
    parts = [size(info.size)] if info.size else []
    parts.append(tr("context %1 tokens", f"{info.context:,}"))
    return " · ".join(parts if info.chats else [*parts, tr("cannot dream")])


def progress_words(progress: "Progress") -> str:
    """How far an installation is: `43 % of 5.2 GB`."""
    if progress.step.startswith("verifying"):
        return tr("Checking what arrived…")
    if progress.step.startswith(("writing", "removing", "success")):
        return tr("Almost done…")
    if not progress.total:
        return tr("Asking the library…")
    return tr("%1 % of %2", percent(progress), size(progress.total))


def percent(progress: "Progress") -> int:
    """Whole per cent; a hundred only when all is there."""
    return int(progress.share * 100)


def offered(models: "Sequence[ModelInfo] | None") -> list[str]:
    """The names of those that may dream."""
    return [info.name for info in models or () if info.chats]


def is_one_of(name: str, names: "Sequence[str]") -> str:
    """The name as it is written in `names`, or nothing."""
    from desktop_app.models.installed import same_model  # what it needs is long to load

    return next((each for each in names if same_model(each, name)), "")


class EngineWords(NamedTuple):
    """Who dreams, for the status bar: `tone` of the dot, the words, and more for the tooltip."""

    tone: str
    words: str
    more: str


def engine_words(kind: str, model: str, sight: "Sight") -> EngineWords:
    """Who would dream now, going by the settings and the last look at Ollama."""
    builtin, choose = tr("Dreams without a model"), tr("Choose a model to dream with it")
    if kind == "builtin":
        return EngineWords("ok", builtin, choose)
    if kind == "auto" and not model:
        if sight.here and offered(sight.models):
            words = tr("%1 · Ollama found", builtin)
            return EngineWords("ok", words, choose)
        return EngineWords("ok", builtin, choose)
    instead = tr("Dreams run without a model meanwhile") if kind == "auto" else ""
    if sight.problem is not None:
        return EngineWords("warn", _gone(sight.problem), instead or sight.problem.hint)
    if not sight.here:
        return EngineWords("text3", model or "Ollama", tr("Looking for Ollama…"))
    names = offered(sight.models)
    if model:
        name = is_one_of(model, names)
        if not name:
            known = is_one_of(model, [info.name for info in sight.models or ()])
            missing = filled(tr("%1 cannot dream") if known else tr("%1 is not installed"), model)
            return EngineWords("warn", missing, instead or tr("Choose another model"))
    elif len(names) != 1:
        missing = tr("Ollama has several models") if names else tr("Ollama has no model")
        return EngineWords("warn", missing, tr("Choose one") if names else tr("Install one"))
    else:
        name = names[0]
    return EngineWords("ok", f"Ollama · {name}", tr("Dreams with a model on this computer"))


def welcome_words(kind: str, model: str, sight: "Sight") -> str:
    """Whether there is a model that could dream, in a sentence; "" as long as nobody looked."""
    if kind == "builtin":
        return tr("Dreams work without a model.")
    if not sight.known:
        return ""
    names = offered(sight.models) if sight.here else []
    if not names:
        return tr("No model was found on this computer; dreams work without one.")
    name = is_one_of(model, names) if model else names[0]
    words = tr("Ollama has %1, which can dream for you; dreams work without a model, too.")
    return filled(words, name or names[0])


def _gone(problem: Exception) -> str:
    from desktop_app.models.endings import Ending, ModelProblem

    if isinstance(problem, ModelProblem) and problem.ending is Ending.NOT_RUNNING:
        return tr("Ollama is not running")
    return str(getattr(problem, "message", problem)).rstrip(".")
