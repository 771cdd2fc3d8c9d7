"""What rows of the table tell and do beside their setting. Knows the page that they are on."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from desktop_app import release
from desktop_app.dreams.engine_choice import EngineName
from desktop_app.dreams.schedule import ScheduleKind
from desktop_app.models.address import this_computer
from desktop_app.system import here
from desktop_app.system.installing import UnitFile
from desktop_app.system.units import Start
from desktop_app.tiers.places import choice_of, servers_of
from desktop_app.ui.models.model_words import is_one_of, offered
from desktop_app.ui.parts.folders import tilde
from desktop_app.ui.parts.forms import Row
from desktop_app.words import counted, filled, headed, listed, together, tr

if TYPE_CHECKING:
    from desktop_app.errors import Problem
    from desktop_app.notebook.doctor import CheckResult
    from desktop_app.ui.settings_page import SettingsPage


class Started:
    """Whether the system starts dreams while the program is closed, and the question to a person
    before files for it are written or removed."""

    def __init__(self, page: "SettingsPage") -> None:
        self._page = page
        self.on, self.trouble = False, ""
        self.box: QMessageBox | None = None

    @property
    def _start(self) -> Start | None:
        if (memory := self._page.memory) is None:
            return None
        return here.dream_start(memory.root, memory.id, memory.name)

    def shown(self, words: str) -> dict[str, Any]:
        """The parts of its row."""
        return {"about": together(words, self.trouble), "enabled": not self.trouble}

    def look(self) -> None:
        if (start := self._start) is not None:
            look = lambda: here.timer(start).installed()
            untold = partial(self._found, False)
            self._page.jobs.call("settings.closed", look, self._found, untold)

    def ask(self, on: bool) -> None:
        self._page.show_now()  # it is as it was until the person agrees
        if (start := self._start) is None:
            return

        def show(files: Sequence[UnitFile]) -> None:
            box = self.box = QMessageBox(self._page.window())
            box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            box.setText(tr("This would be written:") if on else tr("This would be removed:"))
            texts = [f"\n\n{file.text.rstrip()}" if on else "" for file in files]
            paths = [tilde(str(file.path)) for file in files]
            box.setInformativeText("\n\n".join(map("".join, zip(paths, texts, strict=True))))
            box.addButton(tr("Write it") if on else tr("Remove it"), box.ButtonRole.AcceptRole)
            box.setDefaultButton(box.addButton(tr("Cancel"), box.ButtonRole.RejectRole))
            box.accepted.connect(lambda: self._do(start, on))
            box.open()

        files = lambda: here.timer(start).files
        self._page.jobs.call("settings.closed", files, show, self._refused)

    def _do(self, start: Start, on: bool) -> None:
        def done(_none: object) -> None:
            self._page.scheduled.emit()
            self.look()

        do = lambda: here.timer(start).install() if on else here.timer(start).remove()
        self._page.jobs.do(do, done, self._refused)

    def _found(self, on: bool, trouble: object = "") -> None:
        self.on, self.trouble = on, str(trouble)
        self._page.show_now()

    def _refused(self, problem: "Problem") -> None:
        self._page.tell(problem)
        self.look()


_MOST = 60  # findings shown


def models_of(page: "SettingsPage", key: str) -> list[str]:
    models = (page.server.sight.models or ()) if page.server.sight.here else ()
    if key == "dreams.model":
        return offered(models)
    return [info.name for info in models if info.embeds]


def automatic(page: Any) -> bool:
    return bool(page.get("dreams.schedule") != ScheduleKind.OFF)


def has_models(page: "SettingsPage") -> bool:
    """Whether there is a model to choose, or one was chosen."""
    chosen = page.get("dreams.model") or page.get("dreams.engine") != EngineName.AUTO
    return bool(chosen or models_of(page, "dreams.model"))


def about_embedding(page: "SettingsPage") -> str:
    if (away := page.server.sight.problem) is not None:
        return str(away)
    if page.server.sight.here and not models_of(page, "search.model"):
        return tr(
            "Ollama has no model here for search by meaning. Install one under Models, "
            "such as bge-m3, which reads Chinese and English."
        )
    return tr("You can choose models that search by meaning and run on this computer.")


def about_model(page: "SettingsPage") -> str:
    kept, names = page.get("dreams.model"), models_of(page, "dreams.model")
    if kept and page.server.sight.here and not is_one_of(kept, names):
        return tr("%1 cannot dream here: install it below, or choose another.", kept)
    if not kept and page.get("dreams.engine") == EngineName.AUTO:
        return tr("Until you choose one, dreams run without a model.")
    why = page.server.why_form(is_one_of(kept, names)) if kept else ""
    if why and page.get("dreams.answers") == "auto":
        return tr("{sentence}.").format(sentence=why)
    return tr("Which model dreams. You can choose models that chat and run on this computer.")


def about_folder(page: "SettingsPage") -> str:
    if page.memory is None:
        return " "
    taken = tr("Earlier versions take %1 MB", f"{page.history / 1e6:,.1f}")
    return " · ".join((tilde(page.root), page.memory.layout.summary, taken))


def about_privacy(page: "SettingsPage") -> str:
    server, servers = page.server, servers_of(choice_of(page.get))
    sentence = tr(
        "You agreed that what a model is asked to read is sent to %1. Nightstand speaks "
        "with nothing else: no account, no telemetry, no update call."
    ) if server.outside else tr(
        "No account, no telemetry, no update call. Nightstand speaks with Ollama at %1, "
        "on this computer, and with nothing else."
    )  # fmt: skip
    sentence = filled(sentence, server.address.url.partition("://")[2])
    older = tr("Older notes are sent to %1, as you chose. Apart from that:")
    older = filled(older, listed(one.named for one in servers)) if servers else ""
    away = server.outside or any(this_computer(one.host) is None for one in servers)
    here = tr("Nothing leaves this computer.")
    return together(tr("Notes leave this computer.") if away else here, older, sentence)


def about_parts(_page: "SettingsPage") -> str:
    made = tr(
        "Qt and PySide6 (LGPL 3), the Inter typeface (SIL Open Font License 1.1), "
        "markdown-it-py, OpenCC, RapidFuzz and watchdog."
    )
    texts = release.licences()
    return together(made, tr("All licences are in %1.", tilde(str(texts))) if texts else "")


def checked_words(results: "Sequence[CheckResult]", time: str) -> str:
    wanting = sum(not one.ok for one in results)
    if wanting:
        return counted(
            "One thing asks for your attention, looked at {time}.",
            "{count} things ask for your attention, looked at {time}.",
            wanting, time=time,
        )  # fmt: skip
    words = tr("All is well: {count} checks, looked at {time}.")
    return words.format(count=len(results), time=time)


def checked_rows(results: "Sequence[CheckResult]") -> list[Row]:
    """A row for each thing that was looked at; those that ask for something come first."""
    rows = []
    for number, one in enumerate(sorted(results, key=lambda one: one.ok)[:_MOST]):
        title = headed(tr("OK") if one.ok else tr("Attention"), one.message)
        key = f"found {number}"  # two may say the same
        rows.append(Row("notebook", key, title, about=one.hint, sets=False))
    return rows


def model_in(key: str) -> Callable[["SettingsPage"], str]:
    """The model that this setting names, as Ollama writes it."""

    def read(page: "SettingsPage") -> str:
        kept = str(page.get(key))
        return kept and (is_one_of(kept, models_of(page, key)) or kept)

    return read


def offered_for(key: str) -> Callable[["SettingsPage", Row], dict[str, Any]]:
    """The models among which one chooses, and none of them; the kept one, too."""

    def more(page: "SettingsPage", row: Row) -> dict[str, Any]:
        only = key == "dreams.model" and page.get("dreams.engine") == EngineName.OLLAMA
        words = {name: name for name in models_of(page, key)}
        words = {"": tr("The only one") if only else tr("None"), **words}
        if row.value not in words:
            here = page.server.sight.here
            words[row.value] = tr("%1 (missing)", row.value) if here else row.value
        return {"words": words}

    return more


def find(page: Any, words: str) -> None:
    if words:
        page.words_asked.emit(words)


def pause(page: Any, paused: bool) -> None:
    page.pause_asked.emit(paused)


def choose_engine(page: "SettingsPage", _value: str) -> None:
    page.server.look_closely()
    page.engine_chosen.emit()


def choose_search_model(page: "SettingsPage", name: str) -> None:
    if not (page.reading.running and is_one_of(name, [page.get("search.model")])):
        page.keep_it("search.model", name)  # else it reads already, and would begin anew
        page.read_anew()


def choose_embedder(page: "SettingsPage", _kind: str) -> None:
    if page.get("search.embedder") == "ollama":
        page.server.look_closely()
        names = models_of(page, "search.model")
        if not page.get("search.model") and len(names) == 1:
            page.keep_it("search.model", names[0])  # there is nothing else to choose
    page.read_anew()


def leave_out(page: "SettingsPage", typed: str) -> None:
    names = [one for part in typed.split(",") if (one := part.strip())]
    if page.memory is not None and names != list(page.memory.layout.leave_out):
        page.change(lambda memory: memory.leave_out(names), lambda _: page.show_now())
    page.show_now()
