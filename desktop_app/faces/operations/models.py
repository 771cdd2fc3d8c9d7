"""Operations on models, settings, the template of a day, and the manual."""

import os
import sys
from typing import TYPE_CHECKING, Any

from desktop_app import manual
from desktop_app.dreams.engines import server_address
from desktop_app.errors import WrongUse
from desktop_app.faces.columns import padded, width
from desktop_app.faces.operations.table import Call, Parameter, fields_of, operation
from desktop_app.known_settings import KNOWN
from desktop_app.notebook.template import GAPS
from desktop_app.search import manual_hits
from desktop_app.sizes import size
from desktop_app.tiers.chosen import TIERS, checked
from desktop_app.words import together, tr

if TYPE_CHECKING:
    from desktop_app.models.model import ModelInfo
    from desktop_app.models.pull import Progress


def model_json(info: "ModelInfo") -> dict[str, Any]:
    """An installed model; one that is not `local` would send its input to another computer."""
    return {
        **fields_of(info, "name", "size", "context", "local"),
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
        ((key, value),) = answer.items()
        every = tr("* is every agent, in every notebook of this computer.")
        return f"{key} = {_typed(value)}" + (f"\n{every}" if value == ["*"] else "")
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


def _step(name: str, progress: "Progress") -> str:
    done = ""
    if progress.total:
        total = size(progress.total)
        done = tr("{share:.0%} of {total}, ").format(share=progress.share, total=total)
    if progress.total and progress.rate:
        done += tr("{rate} a second, ").format(rate=size(round(progress.rate)))
    return tr("Installing {name}: {done}{step}").format(name=name, done=done, step=progress.step)


def _need_allowed(call: Call, typed: str) -> None:
    """Raise Problem for an address that is not allowed.

    The consent to another computer stays only with the address of that computer.
    """
    consent = call.settings.get("models.consent")
    if not server_address(typed, consent, os.environ).outside and consent:
        call.settings.set("models.consent", "")


@operation(
    "models",
    tr("list or pull models"),
    "nightstand models --pull qwen3:4b",
    models_text,
    Parameter(
        "--pull",
        tr("first install this model from Ollama's library"),
        group="first",
        takes="MODEL",
    ),
    Parameter("--delete", tr("first delete this model"), group="first", takes="MODEL"),
    notebook=False,
    stopped=tr("Stopped. What Ollama has fetched so far stays; the same command goes on from it."),
)
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
    return [model_json(info) for info in await ollama.models()]


@operation(
    "settings",
    tr("show or change settings"),
    "nightstand settings dreams.engine builtin",
    settings_text,
    Parameter("key", tr("which setting (default: all of them)")),
    Parameter("value", tr("its new value")),
    notebook=False,
)
def _settings(call: Call) -> Any:
    key, value = call["key"], call["value"]
    if value is not None:
        if key == "models.address":
            _need_allowed(call, value)
        elif key in TIERS and "://" in value:
            checked(value, tuple(call.settings.get("tiers.consent")))
        call.settings.set_typed(key, value)
    return {name: call.settings.get(name) for name in ([key] if key else sorted(KNOWN))}


def _found(hit: manual_hits.ManualHit) -> dict[str, Any]:
    return {"page": hit.page.name, **fields_of(hit, "title", "line", "marks"), "text": hit.snippet}


def _text(answer: Any) -> str:
    if isinstance(answer, dict) and "hits" in answer:
        rows = (f"{one['page']}:{one['line']}  {one['title']}\n    {one['text'].strip()}"
                for one in answer["hits"])  # fmt: skip
        return "\n".join(rows) or tr("No matches")
    if isinstance(answer, dict):
        return str(answer["text"]).removesuffix("\n")
    width = max(len(one["page"]) for one in answer)
    rows = (f"  {one['page']:<{width}}  {one['title']}" for one in answer)
    return "\n".join([tr("Pages of the manual, to read with `nightstand help PAGE`:"), *rows])


@operation(
    "help",
    tr("print the manual"),
    "nightstand help dreams",
    _text,
    Parameter("page", tr("which page (default: list the pages)")),
    Parameter("--search", tr("list the sections that say this"), takes="WORDS"),
    notebook=False,
)
def _help(call: Call) -> Any:
    wanted = call["page"]
    if call["search"] is not None:
        return {"hits": [_found(hit) for hit in manual_hits.find(call["search"])]}
    if wanted is None:
        return [{"page": page.name, "title": page.title} for page in manual.pages()]
    for page in manual.pages():
        if page.name == wanted.removesuffix(".md").lower():
            return {"page": page.name, "title": page.title, "text": page.text}
    names = ", ".join(page.name for page in manual.pages())
    raise WrongUse(
        tr("The manual has no page “{wanted}”.").format(wanted=wanted),
        tr("Its pages are: {names}.").format(names=names),
    )


def _template_text(answer: Any) -> str:
    if not answer["template"]:
        return tr("New days begin without a template.")
    parts = (answer["template"], tr("A day that you begin today has this:"), answer["today"])
    return "\n\n".join(part.strip("\n") for part in parts)


@operation(
    "template",
    tr("show or change what a new day begins with in the window"),
    'nightstand template "## {weekday}"',
    _template_text,
    Parameter(
        "text",
        tr("the new template, with {gaps} filled in; - reads it from standard input").replace(
            "{gaps}", ", ".join(GAPS)
        ),
    ),
    Parameter("--clear", tr("begin new days without a template"), flag=True),
)
def _template(call: Call) -> Any:
    text, template = call["text"], call.memory.template
    if text is not None and call["clear"]:
        raise WrongUse(
            tr("A template cannot be written and cleared at once."),
            tr("Leave out one of the two."),
        )
    if text == "-" and sys.stdin is not None:
        text = sys.stdin.read()
    if text is not None or call["clear"]:
        template.set("" if call["clear"] else text)
    return {"template": template.text(), "today": template.for_day(call.memory.today())}
