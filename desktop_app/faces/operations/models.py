"""Operations on the models of this computer and on the person's settings. They need no notebook."""

import os
from typing import TYPE_CHECKING, Any

from desktop_app.dreams.engines import server_address
from desktop_app.faces.answers import models as answers
from desktop_app.faces.operations.table import Call, Operation, Parameter
from desktop_app.known_settings import KNOWN
from desktop_app.sizes import size
from desktop_app.tiers.chosen import TIERS, checked
from desktop_app.words import tr

if TYPE_CHECKING:  # its HTTP library takes long to import
    from desktop_app.models.pull import Progress


async def _models(call: Call) -> Any:
    from desktop_app.models.ollama import Ollama

    get = call.settings.get
    ollama = Ollama(server_address(get("models.address"), get("models.consent"), os.environ))
    await ollama.version()  # a short question: whether anybody is there
    if name := call["pull"]:
        await ollama.pull(name, lambda progress: call.report(_step(name, progress)))
        call.report(tr("{name} is installed.").format(name=name))
    if name := call["delete"]:
        await ollama.delete(name)
        call.report(tr("{name} is deleted.").format(name=name))
    return [answers.model_json(info) for info in await ollama.models()]


def _step(name: str, progress: "Progress") -> str:
    done = ""
    if progress.total:
        total = size(progress.total)
        done = tr("{share:.0%} of {total}, ").format(share=progress.share, total=total)
    if progress.total and progress.rate:
        done += tr("{rate} a second, ").format(rate=size(round(progress.rate)))
    return tr("Installing {name}: {done}{step}").format(name=name, done=done, step=progress.step)


def _settings(call: Call) -> Any:
    key, value = call["key"], call["value"]
    if value is not None:
        if key == "models.address":
            _need_allowed(call, value)
        elif key in TIERS and "://" in value:
            checked(value, tuple(call.settings.get("tiers.consent")))
        call.settings.set_typed(key, value)
    return {name: call.settings.get(name) for name in ([key] if key else sorted(KNOWN))}


def _need_allowed(call: Call, typed: str) -> None:
    """Raise Problem for an address that is not allowed.

    The consent to another computer stays only with the address of that computer.
    """
    consent = call.settings.get("models.consent")
    if not server_address(typed, consent, os.environ).outside and consent:
        call.settings.set("models.consent", "")


ROWS = (
    Operation(
        "models",
        tr("list or pull models"),
        "nightstand models --pull qwen3:4b",
        _models,
        answers.models_text,
        (
            Parameter(
                "--pull",
                tr("first install this model from Ollama's library"),
                group="first",
                takes="MODEL",
            ),
            Parameter("--delete", tr("first delete this model"), group="first", takes="MODEL"),
        ),
        notebook=False,
        stopped=tr(
            "Stopped. What Ollama has fetched so far stays; the same command goes on from it."
        ),
    ),
    Operation(
        "settings",
        tr("show or change settings"),
        "nightstand settings dreams.engine builtin",
        _settings,
        answers.settings_text,
        (
            Parameter("key", tr("which setting (default: all of them)")),
            Parameter("value", tr("its new value")),
        ),
        notebook=False,
    ),
)
