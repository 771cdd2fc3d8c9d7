"""The models that are installed, and installing and deleting them. Each trouble in its row."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from desktop_app.errors import Problem
from desktop_app.sizes import size
from desktop_app.ui.look.theme import theme
from desktop_app.ui.models.model_words import is_one_of
from desktop_app.ui.models.server import OllamaServer
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.labels import rule
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.settings.model_row import ModelRow
from desktop_app.ui.settings.pull_row import PullRow
from desktop_app.ui.settings.setting_row import SettingRow
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs, Report
    from desktop_app.models.model import ModelInfo

EXAMPLE = "qwen3:8b"


class ModelManager(QWidget):
    """A state line, a row for each model, one for each installation, and a field for a new one."""

    installed = Signal(str)
    grew = Signal(QWidget)  # this is there now, perhaps out of sight

    def __init__(self, jobs: "Jobs", server: OllamaServer) -> None:
        super().__init__()
        self._jobs, self._server = jobs, server
        self.setProperty("tabs", "place")
        self.rows: dict[str, ModelRow] = {}
        self.pulls: dict[str, PullRow] = {}
        self._chosen = ""
        self._fresh = ""  # installed, and not yet seen in the list
        self.again = Button(tr("Try again"), "plain", "refresh")
        self.again.clicked.connect(self._look_again)
        self.begin = Button(tr("Install a model"), "primary")
        self.begin.clicked.connect(self.suggest)
        self.refresh = IconButton("refresh", tr("Look again at what is installed"))
        self.refresh.clicked.connect(self._look_again)
        self.state = SettingRow(tr("Installed models"), " ", self.begin, self.again, self.refresh)
        self.name = QLineEdit()
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
        self._models = _Rows()
        self._pulls = _Rows()
        self._line = rule()
        stacked(self, self.state, self._models, self._pulls, self._line, self._new)
        theme().followed_by(self._measure)
        self.show_sight()

    def show_sight(self) -> None:
        """What the last look at Ollama saw."""
        sight = self._server.sight
        models = sight.models if sight.here else None
        away, none = sight.problem is not None, models == ()
        self.again.setVisible(away)
        self.begin.setVisible(none and not self.pulls)
        self.refresh.setVisible(bool(models))
        self._models.setVisible(bool(models))
        self._line.setVisible(not away)
        self._new.setVisible(not away)
        self.state.explain(self._state_in_words(models))
        if models is not None:
            self._show_models(models)
            self._tell_new([info.name for info in models])
        self._draw_install()

    def show_chosen(self, name: str) -> None:
        """The model that dreams."""
        self._chosen = name
        for row in self.rows.values():
            row.show_chosen(bool(name) and is_one_of(name, [row.name]) != "")

    def suggest(self) -> None:
        """Lead to the field, with an example in it."""
        self.name.setText(EXAMPLE)
        self.name.selectAll()
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

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
            self._take_away(name)
        for info in models:
            row = self.rows.get(info.name)
            if row is None:
                row = self.rows[info.name] = ModelRow(info)
                row.delete_asked.connect(self._delete)
                self._models.insert(len(self.rows) - 1, row)  # last: no row moves under a hand
            else:
                row.show_info(info)
        self.show_chosen(self._chosen)

    def _tell_new(self, names: list[str]) -> None:
        name, self._fresh = is_one_of(self._fresh, names), ""
        if name:
            self.installed.emit(name)

    def _take_away(self, name: str) -> None:
        row = self.rows.pop(name)
        if row.isAncestorOf(QApplication.focusWidget() or self):
            self._stand_near(name)
        self._models.remove(row)

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

    # -- installing ---------------------------------------------------------------------------

    def _install(self) -> None:
        name = self.name.text().strip()
        if not name:
            return
        known = is_one_of(name, list(self.pulls))
        row = self.pulls.get(known)
        if row is None:
            row = self.pulls[name] = PullRow(name)
            row.cancel_asked.connect(lambda each: self._jobs.cancel(_pulling(each)))
            row.again_asked.connect(self._pull)
            row.closed.connect(self._put_away)
            self._pulls.insert(len(self.pulls) - 1, row)
        self.name.clear()
        self.begin.hide()
        self._pull(row.name)
        row.cancel.setFocus(Qt.FocusReason.OtherFocusReason)
        self.grew.emit(row)

    def _pull(self, name: str) -> None:
        if self._jobs.running(_pulling(name)):
            return
        row = self.pulls[name]
        row.begin()

        async def pull(_report: "Report") -> None:
            await (await self._server.client()).pull(name, row.show_progress)

        self._jobs.start(
            _pulling(name),
            pull,
            done=lambda _: self._pulled(name),
            failed=lambda problem: self._not_pulled(row, problem),
            cancelled=row.show_cancelled,
            step=lambda _: None,
        )

    def _pulled(self, name: str) -> None:
        self._put_away(name)
        self._fresh = name
        self._server.look_closely()

    def _not_pulled(self, row: PullRow, problem: Problem) -> None:
        row.show_failed(problem)
        self._server.look()

    def _put_away(self, name: str) -> None:
        row = self.pulls.pop(name)
        if row.isAncestorOf(QApplication.focusWidget() or self):
            self.name.setFocus(Qt.FocusReason.OtherFocusReason)
        self._pulls.remove(row)
        self.show_sight()

    # -- deleting -----------------------------------------------------------------------------

    def _delete(self, name: str) -> None:
        self._stand_near(name)

        async def delete(_report: "Report") -> None:
            await (await self._server.client()).delete(name)

        self._jobs.start(
            f"models.delete.{name}",
            delete,
            done=lambda _: self._deleted(name),
            failed=lambda problem: self._not_deleted(name, problem),
            cancelled=lambda: self._kept(name),
            step=lambda _: None,
        )

    def _deleted(self, name: str) -> None:
        announce(self, tr("%1 is deleted.").replace("%1", name))
        self._server.look_closely()

    def _not_deleted(self, name: str, problem: Problem) -> None:
        if row := self.rows.get(name):  # a look may have taken it out meanwhile
            row.show_failed(problem)
        self._server.look_closely()

    def _kept(self, name: str) -> None:
        if row := self.rows.get(name):
            row.stay()

    def _measure(self) -> None:
        self.name.setFixedWidth(theme().px(180))


class _Rows(QWidget):
    """Rows with a hairline above each."""

    def __init__(self) -> None:
        super().__init__()
        self._column = stacked(self)
        self._held: dict[QWidget, QWidget] = {}

    def insert(self, at: int, row: QWidget) -> None:
        holder = QWidget()
        stacked(holder, rule(), row)
        self._held[row] = holder
        self._column.insertWidget(at, holder)
        holder.show()  # now, not with the next event: the keyboard may be on its way there

    def remove(self, row: QWidget) -> None:
        holder = self._held.pop(row)
        self._column.removeWidget(holder)
        holder.hide()
        holder.deleteLater()


def _pulling(name: str) -> str:
    return f"models.pull.{name}"
