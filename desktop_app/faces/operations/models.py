"""Operations on models, settings and the manual."""

import os
from typing import TYPE_CHECKING, Annotated, Any

from desktop_app import manual
from desktop_app.errors import WrongUse
from desktop_app.faces.operations.table import Answer, Call, Takes, fields_of, operation
from desktop_app.faces.terminal import table
from desktop_app.known_settings import KNOWN
from desktop_app.models.address import server_address
from desktop_app.tiers.places import TIERS, checked
from desktop_app.words import size, together, tr

if TYPE_CHECKING:
    from desktop_app.models.installed import Progress

# -- models -----------------------------------------------------------------------------------


def _models_text(answers: list[Answer]) -> str:
    """Models in columns; those that run elsewhere say so."""
    if not answers:
        return tr("Ollama has no models yet. Install one: nightstand models --pull qwen3:4b")
    rows = [(tr("Model"), tr("Size"), tr("Context"), tr("Can do"))]
    for one in answers:
        does = ", ".join(one["capabilities"]) or tr("nothing that is known")
        where = "" if one["local"] else tr("; runs on another computer: not used")
        name = "".join(c if c.isprintable() else "?" for c in one["name"])
        bytes_ = size(one["size"]) if one["size"] else "-"
        rows.append((name, bytes_, f"{one['context']:,}", f"{does}{where}"))
    return table(rows, right=(1, 2))


def _step(name: str, progress: "Progress") -> str:
    done = ""
    if progress.total:
        total = size(progress.total)
        done = tr("{share:.0%} of {total}, ").format(share=progress.share, total=total)
    return tr("Installing {name}: {done}{step}").format(name=name, done=done, step=progress.step)


@operation(
    "models", tr("list or install models"), "nightstand models --pull qwen3:4b", _models_text,
    notebook=False,
    pull=tr("first install this model from Ollama's library"),
    stopped=tr("Stopped. What Ollama has fetched so far stays; the same command goes on from it."),
)  # fmt: skip
async def _models(call: Call, *, pull: Annotated[str | None, Takes("MODEL")] = None) -> Any:
    """One that is not `local` would send its input to another computer."""
    from desktop_app.models.ollama import Ollama

    get = call.settings.get
    ollama = Ollama(server_address(get("models.address"), get("models.consent"), os.environ))
    await ollama.version()  # a short question: whether anybody is there
    if pull:
        await ollama.pull(pull, lambda progress: call.report(_step(pull, progress)))
        call.report(tr("{name} is installed.").format(name=pull))
    return [
        fields_of(one, "name", "size", "context", "local")
        | {"capabilities": sorted(one.capabilities)}
        for one in await ollama.models()
    ]


# -- settings ---------------------------------------------------------------------------------


def _settings_text(answer: Answer) -> str:
    """Settings as they are typed, one a line; several have above each what it is for."""
    lines = {key: f"{key} = {_typed(value)}" for key, value in answer.items()}
    if len(lines) > 1:
        return "\n\n".join(f"# {setting_about(key)}\n{line}" for key, line in lines.items())
    if ["*"] in answer.values():
        lines["*"] = tr("* means every agent, in every notebook of this computer.")
    return "\n".join(lines.values())


def setting_about(key: str) -> str:
    """What a setting is for, and what it takes."""
    setting = KNOWN[key]
    return together(setting.about, tr("It takes {expects}.").format(expects=setting.expects))


def _typed(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(value) if isinstance(value, list) else str(value)


@operation(
    "settings", tr("show or change settings"), "nightstand settings dreams.engine builtin",
    _settings_text, notebook=False,
    key=tr("which setting (default: all of them)"),
    value=tr("its new value"),
)  # fmt: skip
def _settings(call: Call, key: str | None = None, value: str | None = None) -> Any:
    """The consent to another computer stays only with the address of that computer."""
    settings = call.settings
    if key and value is not None:
        if key == "models.address":
            consent = settings.get("models.consent")
            if not server_address(value, consent, os.environ).outside and consent:
                settings.set("models.consent", "")
        elif key in TIERS and "://" in value:
            checked(value, tuple(settings.get("tiers.consent")))
        settings.set_typed(key, value)
    return {name: settings.get(name) for name in ([key] if key else sorted(KNOWN))}


# -- the manual -------------------------------------------------------------------------------


def _help_text(answer: Any) -> str:
    if isinstance(answer, dict):
        return str(answer["text"]).removesuffix("\n")
    listed = table([(f"  {one['page']}", one["title"]) for one in answer])
    return tr("Pages of the manual, to read with `nightstand help PAGE`:") + f"\n{listed}"


@operation(
    "help", tr("print the manual"), "nightstand help dreams", _help_text, notebook=False,
    page=tr("which page (default: list the pages)"),
)  # fmt: skip
def _help(call: Call, page: str | None = None) -> Any:
    if page is None:
        return [fields_of(one, "title", page="name") for one in manual.pages()]
    for one in manual.pages():
        if one.name == page.removesuffix(".md").lower():
            return fields_of(one, "title", "text", page="name")
    raise WrongUse(
        tr("The manual has no page “{wanted}”.").format(wanted=page),
        tr("Its pages are: {names}.").format(names=", ".join(one.name for one in manual.pages())),
    )
