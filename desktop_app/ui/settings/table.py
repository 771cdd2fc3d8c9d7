"""The table of what is chosen in the window: six sections and their rows. Knows no widget.

Where `about` is empty and there is nothing to `tell` the row says what the setting itself says.
All other settings are in the file; `nightstand settings` lists them.
"""

from typing import Any

from desktop_app import __version__, languages
from desktop_app.dreams.engine_choice import EngineName
from desktop_app.dreams.schedule import WRITES_IN_WORDS, ScheduleKind, Writes
from desktop_app.known_settings import KNOWN
from desktop_app.search.meaning.embedder import EmbedderKind
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.folders import tilde
from desktop_app.ui.parts.forms import Row
from desktop_app.ui.settings import shown
from desktop_app.words import together, tr

SECTIONS = {
    "memory": tr("Memory"),
    "dreams": tr("Dreams"),
    "models": tr("Models"),
    "notebook": tr("Notebook"),
    "window": tr("Window"),
    "about": tr("About"),
}
ICONS = {"models": "sparkle", "notebook": "folder", "window": "palette", "about": "info"}


def _does(
    section: str, key: str, label: str, about: str, *buttons: tuple[str, str, str], **asks: Any
) -> Row:
    return Row(section, key, label, "buttons", about, buttons=buttons, sets=False, **asks)


_UNSEEN = tr(
    "Nobody reviews what it writes, and Nightstand does not recognise every harmful line. "
    "One click undoes a dream."
)


ROWS = (
    _does(
        "memory", "edit", "MEMORY.md",
        tr("What you and your agents should remember. It has its own page."),
        ("page.memory", tr("Open"), "edit"),
    ),
    Row("memory", "sessions.remember", tr("Remember facts from conversations"), "switch"),
    Row("memory", "find", tr("Search the notebook"), "find",
        tr("In MEMORY.md, days, dreams and conversations."), sets=False, act=shown.find),
    Row("memory", "search.embedder", tr("Search by meaning"), "choice", words={
        EmbedderKind.OFF: tr("Off"), EmbedderKind.BUILTIN: tr("Built-in"),
        EmbedderKind.OLLAMA: tr("Ollama"),
    }, abouts={
        EmbedderKind.OFF: tr("Search uses words only."),
        EmbedderKind.BUILTIN: tr(
            "A small multilingual model reads every line once, on this computer. "
            "Hits by words are shown at once; meaning then sorts them."
        ),
        EmbedderKind.OLLAMA: tr("A model of Ollama reads every line once."),
    }, more=lambda page, row: {"about": together(row.about, page.no_builtin)},
        then=shown.choose_embedder),
    Row("memory", "search.model", tr("Model for search"), "model",
        when=lambda page: page.get("search.embedder") == EmbedderKind.OLLAMA,
        read=shown.model_in("search.model"), tell=shown.about_embedding,
        more=shown.offered_for("search.model"), act=shown.choose_search_model),
    Row("memory", "reading", tr("Lines read"), "buttons", " ", sets=False,
        when=lambda page: page.get("search.embedder") != EmbedderKind.OFF,
        tell=lambda page: page.reading.told(page.meaning)),
    Row("dreams", "dreams.enabled", tr("Allow dreams"), "switch"),
    Row("dreams", "dreams.schedule", tr("Automatic dreams"), "choice", words={
        ScheduleKind.OFF: tr("Never"), ScheduleKind.DAILY: tr("Each day at a time"),
    }, abouts={
        ScheduleKind.OFF: tr("Nothing is dreamt unless you ask for it."),
        ScheduleKind.DAILY: tr("Daily, if Nightstand is open or the system starts it."),
    }),
    Row("dreams", "dreams.time", tr("Time"), "time", when=shown.automatic),
    Row("dreams", "paused", tr("Pause them"), "switch", " ", sets=False, when=shown.automatic,
        read=lambda page: page.paused, act=shown.pause),
    Row("dreams", "dreams.unattended", tr("What it may write"), "choice",
        when=shown.automatic, words={
        Writes.PROPOSE: tr("Only proposes"), Writes.SUPPORTED: tr("Supported"),
        Writes.VERBATIM: tr("Unsupported, too"),
    }, abouts={
        kind: told if kind == Writes.PROPOSE else together(told, _UNSEEN)
        for kind, told in WRITES_IN_WORDS.items()
    }),
    Row("dreams", "closed", tr("Also while Nightstand is closed"), "switch",
        tr("The system asks every 15 minutes whether a dream of this notebook is due."),
        when=shown.automatic, read=lambda page: page.closed.on,
        act=lambda page, on: page.closed.ask(on),
        more=lambda page, row: page.closed.shown(row.about)),
    Row("models", "dreams.engine", tr("Who dreams"), "choice", when=shown.has_models,
        then=shown.choose_engine, words={
        EngineName.AUTO: tr("Automatic"), EngineName.BUILTIN: tr("No model"),
        EngineName.OLLAMA: tr("Ollama"),
    }, abouts={
        EngineName.AUTO: tr("The model below when it is there, else no model."),
        EngineName.BUILTIN: tr("A dream copies marked lines of your notes, and never invents."),
        EngineName.OLLAMA: tr("Always a model of Ollama. When it is not there, a dream fails."),
    }),
    Row("models", "dreams.model", tr("Model"), "model", read=shown.model_in("dreams.model"),
        tell=shown.about_model, more=shown.offered_for("dreams.model"), then=shown.choose_engine),
    Row("models", "models.address", tr("Address"), "line", hint="127.0.0.1:11434",
        read=lambda page: page.address.value, tell=lambda page: page.address.about,
        act=lambda page, typed: page.address.choose(typed)),
    _does(
        "notebook", "folder", tr("Folder"), " ", ("reveal", tr("Show in files"), "external"),
        ("open", tr("Open…"), "folder"), tell=shown.about_folder,
    ),
    Row("notebook", "leave_out", tr("Left out of dreams and search"), "line", about=tr(
        "Files, folders and (with #) sections, between commas: Private, *.draft.md, # Health."
    ), act=shown.leave_out,
        read=lambda page: ", ".join(page.memory.layout.leave_out) if page.memory else ""),
    _does(
        "notebook", "check", tr("Check"),
        tr(
            "Looks whether every file can be read, no earlier version is damaged and the "
            "index agrees with the files. Nothing is changed by looking."
        ),
        ("check", tr("Check now"), "check"),
    ),
    Row("window", "appearance.language", tr("Language"), "choice",
        words={"system": tr("System"), **languages.NAMES}),
    Row("window", "appearance.mode", tr("Colours"), "choice", words={
        "system": tr("System"), "light": tr("Light"), "dark": tr("Dark"),
    }, read=lambda _: theme().mode, then=lambda _, mode: theme().set_mode(mode)),
    Row("window", "appearance.zoom", tr("Zoom"), "buttons", tell=lambda _: together(
            tr("{percent} %.").format(percent=round(theme().zoom * 100)),
            KNOWN["appearance.zoom"].about),
        buttons=(("view.smaller", tr("Smaller"), "minus"), ("view.larger", tr("Larger"), "plus"))),
    _does(
        "window", "keys", tr("Keyboard shortcuts"),
        tr("Shows the keys of each command."),
        ("shortcuts", tr("Show"), ""),
    ),
    _does("about", "privacy", tr("Privacy"), " ", tell=shown.about_privacy),
    _does(
        "about", "program", f"Nightstand {__version__}",
        tr("Free software under the MIT licence. F1 opens the manual."),
    ),
    _does("about", "made", tr("Made with"), " ", tell=shown.about_parts),
    _does("about", "file", tr("All settings"), " ", tell=lambda page: tr(
        "%1 has more of them. “nightstand settings” says what each is for.",
        tilde(str(page.settings.path)))),
)  # fmt: skip
