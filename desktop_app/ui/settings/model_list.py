"""The models that are installed, and installing and deleting them. Each trouble in its row."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QProgressBar, QWidget
from shiboken6 import isValid

from desktop_app.errors import Problem
from desktop_app.sizes import size
from desktop_app.ui.models.model_words import about, is_one_of, percent, progress_words
from desktop_app.ui.models.server import OllamaServer
from desktop_app.ui.parts.boxes import sized, stacked
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.forms import Lined, SettingRow
from desktop_app.ui.parts.labels import Pill, restyle
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.running import show_unknown
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs, Report
    from desktop_app.models.model import ModelInfo
    from desktop_app.models.pull import Progress

EXAMPLE = "qwen3:8b"


@dataclass
class Pull:
    """One installation: it runs, or it was cancelled or failed and can go on `again`."""

    name: str
    running: bool = True
    words: str = ""
    percent: int = -1
    again: str = ""
    failed: bool = False


class Pulls(QObject):
    """The installations. They go on whatever is shown; `changed` with a name as one gets on."""

    changed = Signal(str)
    installed = Signal(str)

    def __init__(self, jobs: "Jobs", server: OllamaServer) -> None:
        super().__init__()
        self._jobs, self._server = jobs, server
        self.each: dict[str, Pull] = {}
        self._fresh = ""  # installed, and not yet seen in the list
        server.changed.connect(self._tell_new)

    def begin(self, name: str) -> Pull:
        """Install the model of this name, or go on with it."""
        name = is_one_of(name, list(self.each)) or name
        if self._jobs.running(_pulling(name)):
            return self.each[name]
        pull = self.each[name] = Pull(name, words=tr("Asking Ollama…"))

        async def fetch(_report: "Report") -> None:
            await (await self._server.client()).pull(name, lambda done: self._step(pull, done))

        self._jobs.start(
            _pulling(name),
            fetch,
            done=lambda _: self._done(name),
            failed=lambda problem: self._fail(pull, problem),
            cancelled=lambda: self._cancelled(pull),
        )
        self.changed.emit(name)
        return pull

    def cancel(self, name: str) -> None:
        """Stop it; what has arrived is kept by Ollama."""
        self._jobs.cancel(_pulling(name))

    def put_away(self, name: str) -> None:
        """It is not to be seen any more."""
        del self.each[name]
        self.changed.emit(name)

    def _step(self, pull: Pull, progress: "Progress") -> None:
        if pull.running:
            pull.words = progress_words(progress)
            pull.percent = percent(progress) if progress.total else -1
            self.changed.emit(pull.name)

    def _done(self, name: str) -> None:
        self.put_away(name)
        self._fresh = name
        self._server.look_closely()

    def _fail(self, pull: Pull, problem: Problem) -> None:
        pull.failed = True
        self._end(pull, str(problem), tr("Try again"))
        self._server.look()

    def _cancelled(self, pull: Pull) -> None:
        words = tr("Cancelled. What has arrived is kept: it goes on from there.")
        if pull.percent > 0:
            words = tr("Cancelled at %1 %. It goes on from there.")
            words = words.replace("%1", str(pull.percent), 1)
        self._end(pull, words, tr("Go on"))

    def _end(self, pull: Pull, words: str, again: str) -> None:
        pull.running, pull.words, pull.again = False, words, again
        self.changed.emit(pull.name)

    def _tell_new(self) -> None:
        models = self._server.sight.models if self._server.sight.here else None
        if self._fresh and models is not None:
            name = is_one_of(self._fresh, [info.name for info in models])
            self._fresh = ""
            if name:
                self.installed.emit(name)


class PullRow(SettingRow):
    """An installation: how far, how fast, and Cancel; or what became of it."""

    def __init__(self, pulls: Pulls, pull: Pull) -> None:
        name = self.name = pull.name
        self.cancel, self.again = Button(tr("Cancel")), Button("")
        self.close_button = Button(tr("Put away"))
        super().__init__(name, pull.words, self.cancel, self.again, self.close_button)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Installing %1").replace("%1", name))
        self.words.addWidget(self.bar)
        self.cancel.setAccessibleName(tr("Cancel installing %1").replace("%1", name))
        self.close_button.setAccessibleName(tr("Put %1 away").replace("%1", name))
        self.cancel.clicked.connect(lambda: pulls.cancel(name))
        self.again.clicked.connect(lambda: pulls.begin(name))
        self.close_button.clicked.connect(lambda: pulls.put_away(name))
        self.running: bool | None = None
        self.show_pull(pull)

    def show_pull(self, pull: Pull) -> None:
        self.explain(pull.words)
        if pull.percent < 0:
            show_unknown(self.bar)
        else:
            self.bar.setRange(0, 100)
            self.bar.setValue(pull.percent)
        if pull.running == self.running:
            return
        held = self.cancel.hasFocus() or self.again.hasFocus()
        self.running = pull.running
        self.again.setText(pull.again)
        self.again.setAccessibleName(f"{pull.again}: {pull.name}")
        restyle(self.explanation, tone="danger" if pull.failed else "text2")
        for part in (self.bar, self.cancel):
            part.setVisible(pull.running)
        for part in (self.again, self.close_button):
            part.setVisible(not pull.running)
        if held:
            (self.cancel if pull.running else self.again).setFocus(Qt.FocusReason.OtherFocusReason)
        if not pull.running:
            announce(self, f"{pull.name}: {pull.words}")


class ModelRow(SettingRow):
    """An installed model. Deleting it is asked by a menu of one entry."""

    delete_asked = Signal(str)

    def __init__(self, info: "ModelInfo") -> None:
        self.name = info.name
        self.chosen = Pill(tr("Dreams"), "accent")
        self.trash = IconButton("trash", tr("Delete %1…").replace("%1", info.name))
        super().__init__(info.name, about(info), self.chosen, self.trash)
        self.trash.clicked.connect(self.ask)
        self._trouble = ""  # why it could not be deleted
        self.chosen.hide()
        self.show_info(info)

    def show_info(self, info: "ModelInfo") -> None:
        self._size = info.size
        self.explain(self._trouble or about(info))

    def ask(self) -> None:
        words = tr("Delete %1, %2?") if self._size else tr("Delete %1?")
        words = words.replace("%2", size(self._size)).replace("%1", self.name)
        self.menu = QMenu(self)
        self.menu.addAction(words, self._delete)
        self.menu.popup(self.trash.mapToGlobal(self.trash.rect().bottomLeft()))

    def let(self, trouble: str) -> None:
        """It stays, since it could not be deleted."""
        self._trouble = trouble
        self.trash.show()
        self.explain(trouble)
        restyle(self.explanation, tone="danger")
        announce(self, trouble)

    def _delete(self) -> None:
        self._trouble = ""
        self.trash.hide()
        self.explain(tr("Deleting…"))
        restyle(self.explanation, tone="text2")
        self.delete_asked.emit(self.name)


class ModelList(QWidget):
    """A state line, a row for each model and each installation, and a field for a new one."""

    def __init__(
        self, jobs: "Jobs", server: OllamaServer, pulls: Pulls, chosen: Callable[[], str],
        grew: Callable[[QWidget], None],
    ) -> None:  # fmt: skip
        """`chosen` says which model dreams; `grew` gets what is there now, perhaps out of sight."""
        super().__init__()
        self._grew = grew
        self._jobs, self._server, self._pulls, self._chosen = jobs, server, pulls, chosen
        self.setProperty("tabs", "place")
        self.rows: dict[str, ModelRow] = {}
        self.pulls: dict[str, PullRow] = {}
        self.again = Button(tr("Try again"), "plain", "refresh")
        self.again.clicked.connect(self._look_again)
        self.refresh = IconButton("refresh", tr("Look again at what is installed"))
        self.refresh.clicked.connect(self._look_again)
        self.state = SettingRow(tr("Installed models"), " ", self.again, self.refresh)
        self.name = sized(QLineEdit(), width=180)
        self.name.setPlaceholderText(EXAMPLE)
        self.name.setAccessibleName(tr("Name of the model to install"))
        self.name.returnPressed.connect(self._install)
        self.name.textChanged.connect(self._draw_install)
        self.install = Button(tr("Install"))
        self.install.setAccessibleName(tr("Install the model"))
        self.install.clicked.connect(self._install)
        self._new = SettingRow(
            tr("Install a model"),
            tr(
                "By its name in Ollama's library, such as qwen3:8b. Ollama fetches it from the "
                "internet; nothing of yours goes along."
            ),
            self.name,
            self.install,
        )
        self._models, self._under_way, everything = Lined(), Lined(), Lined()
        for part in (self.state, self._models, self._under_way, self._new):
            everything.column.addWidget(part)
        stacked(self, everything)
        for pull in pulls.each.values():
            self._add_pull(pull)
        pulls.changed.connect(self._show_pull)
        server.changed.connect(self.show_sight)
        self.show_sight()

    def show_sight(self) -> None:
        """What the last look at Ollama saw."""
        sight = self._server.sight
        models = sight.models if sight.here else None
        self.again.setVisible(sight.problem is not None)
        self.refresh.setVisible(bool(models))
        self._models.setVisible(bool(models))
        self._under_way.setVisible(bool(self.pulls))
        self._new.setVisible(sight.problem is None)
        self.state.explain(self._state_in_words(models))
        if models is not None:
            self._show_models(models)
        self._draw_install()

    def show_chosen(self) -> None:
        name = self._chosen()
        for row in self.rows.values():
            row.chosen.setVisible(bool(name) and is_one_of(name, [row.name]) != "")

    # -- showing ------------------------------------------------------------------------------

    def _state_in_words(self, models: "tuple[ModelInfo, ...] | None") -> str:
        sight = self._server.sight
        if sight.problem is not None:
            return str(sight.problem)
        if models is None:
            return tr("Looking for Ollama…")
        if not models:
            return tr("No model is installed yet. With one, dreams and summaries read better.")
        taken = size(sum(info.size for info in models if info.local))
        sentence = counted(
            "One model, {taken}.", "{count} models, {taken}.", len(models), taken=taken
        )
        return f"{sentence} {tr('Ollama %1.').replace('%1', sight.version)}"

    def _show_models(self, models: "tuple[ModelInfo, ...]") -> None:
        names = [info.name for info in models]
        for name in [name for name in self.rows if name not in names]:
            row = self.rows.pop(name)
            if row.isAncestorOf(QApplication.focusWidget() or self):
                self._stand_near(name)
            _drop(row)
        for info in models:
            if info.name in self.rows:
                self.rows[info.name].show_info(info)
                continue
            row = self.rows[info.name] = ModelRow(info)
            row.delete_asked.connect(self._delete)
            self._models.column.addWidget(row)  # last: no row moves under a hand
        self.show_chosen()

    def _stand_near(self, name: str) -> None:
        """The keyboard goes on to the row above or below that of this name, or to the field."""
        names = list(self.rows)
        at = names.index(name) if name in names else 0
        near = next((self.rows[each] for each in (*names[at + 1 :], *names[:at][::-1])), None)
        (near.trash if near else self.name).setFocus(Qt.FocusReason.OtherFocusReason)

    def _look_again(self) -> None:
        self.state.explain(tr("Looking for Ollama…"))
        self._server.look_closely()

    def _draw_install(self) -> None:
        self.install.setEnabled(bool(self.name.text().strip()))

    # -- installing and deleting --------------------------------------------------------------

    def _install(self) -> None:
        if name := self.name.text().strip():
            self.name.clear()
            row = self.pulls[self._pulls.begin(name).name]
            row.cancel.setFocus(Qt.FocusReason.OtherFocusReason)
            self._grew(row)

    def _show_pull(self, name: str) -> None:
        pull = self._pulls.each.get(name)
        if pull is None:
            row = self.pulls.pop(name)
            if row.isAncestorOf(QApplication.focusWidget() or self):
                self.name.setFocus(Qt.FocusReason.OtherFocusReason)
            _drop(row)
            self.show_sight()
        elif name in self.pulls:
            self.pulls[name].show_pull(pull)
        else:
            self._add_pull(pull)

    def _add_pull(self, pull: Pull) -> None:
        self.pulls[pull.name] = PullRow(self._pulls, pull)
        self._under_way.column.addWidget(self.pulls[pull.name])
        self._under_way.show()  # now: the keyboard may be on its way there
        self.pulls[pull.name].show()

    def _delete(self, name: str) -> None:
        self._stand_near(name)

        async def delete(_report: "Report") -> None:
            await (await self._server.client()).delete(name)

        def end(said: str = "", trouble: str = "") -> None:
            self._server.look_closely()
            if not isValid(self):  # another section is shown
                return
            if said:
                announce(self, said)
            elif trouble and name in self.rows:  # a look may have taken it out meanwhile
                self.rows[name].let(trouble)

        self._jobs.start(
            f"models.delete.{name}",
            delete,
            done=lambda _: end(tr("%1 is deleted.").replace("%1", name)),
            failed=lambda problem: end(trouble=str(problem)),
            cancelled=end,
        )


def _drop(row: QWidget) -> None:
    row.hide()
    row.setParent(None)
    row.deleteLater()


def _pulling(name: str) -> str:
    return f"models.pull.{name}"
