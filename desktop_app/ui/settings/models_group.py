"""Engine and models: who dreams, within what bounds, where Ollama is, what is installed."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from desktop_app.dreams.dreamer import EngineName
from desktop_app.errors import Problem
from desktop_app.ui.look.theme import theme
from desktop_app.ui.models.model_words import is_one_of, longest_context, offered
from desktop_app.ui.models.server import OllamaServer
from desktop_app.ui.parts.controls import Segmented
from desktop_app.ui.parts.settings import KeptSettings
from desktop_app.ui.settings.address_row import AddressRow
from desktop_app.ui.settings.keeping import KeepingGroup, NumberField, OnlyWithFocus
from desktop_app.ui.settings.model_manager import ModelManager
from desktop_app.ui.settings.setting_row import SettingRow
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs


class ModelsGroup(KeepingGroup):
    """Everything a person can choose of models. `chosen` after the engine or its model changed."""

    chosen = Signal()
    grew = Signal(QWidget)  # this is there now, perhaps out of sight

    def __init__(self, jobs: "Jobs", settings: KeptSettings, server: OllamaServer) -> None:
        super().__init__("", settings)
        self.title.setText(tr("Models"))
        self._server = server
        self.engine = Segmented(
            {
                EngineName.AUTO: tr("Automatic"),
                EngineName.BUILTIN: tr("No model"),
                EngineName.OLLAMA: tr("Ollama"),
            },
            tr("Engine"),
        )
        self.engine.chosen.connect(self._keep_engine)
        self.answers = Segmented(
            {
                "auto": tr("Auto"),
                "words": tr("In words"),
                "copy": tr("Copies"),
                "numbers": tr("By number"),
            },
            tr("Answers"),
        )
        self.answers.chosen.connect(self._keep_answers)
        self.model = QComboBox()
        self.model.setAccessibleName(tr("Model"))
        self.model.activated.connect(self._keep_model)
        self.room = NumberField(tr("Context size in tokens"), 2_048, 131_072, 1_024, tr(" tokens"))
        self.room.valueChanged.connect(self._keep_room)
        longest = tr("Longest time in minutes")
        self.minutes = self.add_number("dreams.minutes", longest, 5, tr(" min"))
        self.minutes.setSpecialValueText(tr("No limit"))
        self.address = AddressRow()
        self.address.wanted.connect(self._move)
        self.address.grew.connect(self.grew)
        self.manager = ModelManager(jobs, server)
        self.manager.grew.connect(self.grew)
        self._engine_row = SettingRow(tr("Engine"), " ", self.engine)
        self._answers_row = SettingRow(tr("Answers"), " ", self.answers)
        self._model_row = SettingRow(tr("Model"), " ", self.model)
        self._room_row = SettingRow(tr("Context size"), " ", self.room)
        self.add(
            self._engine_row,
            self._model_row,
            self._answers_row,
            self._room_row,
            SettingRow(
                tr("Longest time"),
                tr("For one call of a model; after it, a dream fails and changes nothing."),
                self.minutes,
            ),
            self.address,
            self.manager,
        )
        OnlyWithFocus(self.model)
        server.changed.connect(self._show_sight)
        self._measure_controls()
        theme().changed.connect(self._measure_controls)
        self.show_settings()

    def show_settings(self) -> None:
        """See `KeepingGroup`."""
        super().show_settings()
        get = self._settings.get
        self.engine.choose(get("dreams.engine"))
        self.answers.choose(get("dreams.answers"))
        self.room.show_kept(get("dreams.room"))
        self._show_address()
        self._show_sight()

    def usable(self, name: str) -> bool:
        """Whether it may dream and does not yet."""
        return bool(is_one_of(name, offered(self._server.sight.models))) and not (
            self.engine.value != EngineName.BUILTIN
            and is_one_of(name, [self._settings.get("dreams.model")])
        )

    def use(self, name: str) -> None:
        """Dream with this model from now on."""
        self.keep("dreams.model", is_one_of(name, offered(self._server.sight.models)) or name)
        if self._settings.get("dreams.engine") == EngineName.BUILTIN:
            self.keep("dreams.engine", EngineName.AUTO)
        self.show_settings()
        self.chosen.emit()

    # -- keeping ------------------------------------------------------------------------------

    def _keep_engine(self, kind: str) -> None:
        self.keep("dreams.engine", kind)
        self._show_engine()
        self._server.look_closely()
        self.chosen.emit()

    def _keep_answers(self, how: str) -> None:
        self.keep("dreams.answers", how)
        self._show_engine()

    def _keep_model(self, at: int) -> None:
        self.keep("dreams.model", self.model.itemData(at))
        self._show_sight()
        self.chosen.emit()

    def _keep_room(self, tokens: int) -> None:
        self.keep("dreams.room", tokens)
        self._room_row.explain(self._room_words(self._settings.get("dreams.model")))

    def _move(self, typed: str, consent: str) -> None:
        try:
            self._server.move(typed, consent)
        except Problem as problem:
            self.address.show_failed(problem)
            return
        self._show_address()
        self.chosen.emit()

    # -- showing ------------------------------------------------------------------------------

    def _show_engine(self) -> None:
        explained = {
            EngineName.AUTO: tr("The model below when it is there, else no model."),
            EngineName.BUILTIN: tr("A dream copies marked lines of your notes, and never invents."),
            EngineName.OLLAMA: tr("Always a model of Ollama. When it is not there, a dream fails."),
        }
        kind = EngineName(self.engine.value)
        self._engine_row.explain(explained[kind])
        self._answers_row.explain(self._answers_words())
        self.answers.setEnabled(kind != EngineName.BUILTIN)
        for part in (self.model, self.room, self.minutes):
            part.setEnabled(kind != EngineName.BUILTIN)

    def _answers_words(self) -> str:
        why = self._server.why_form(self.model.currentData())
        if why and self.answers.value == "auto":
            return tr("{sentence}.").format(sentence=why)
        return {
            "auto": tr("In words. Models of middle size copy; small and slow ones go by number."),
            "words": tr("The model rewrites, merges and moves lines. Your notes must say them."),
            "copy": tr("The model writes lines and the diary in the words of your notes."),
            "numbers": tr("The model only picks lines of your notes, and writes nothing."),
        }[self.answers.value]

    def _show_sight(self) -> None:
        sight = self._server.sight
        names = offered(sight.models) if sight.here else []
        kept = self._settings.get("dreams.model")
        self._fill(names, kept)
        self._show_engine()
        self._model_row.explain(self._model_words(names, kept))
        self._room_row.explain(self._room_words(kept))
        self.manager.show_sight()
        self.manager.show_chosen(kept)

    def _fill(self, names: list[str], kept: str) -> None:
        if self.model.view().isVisible():
            return  # not under the person's hand
        none = tr("None") if self.engine.value != EngineName.OLLAMA else tr("The only one")
        rows = [(none, ""), *((name, name) for name in names)]
        at = is_one_of(kept, names) if kept else ""
        if kept and not at:
            known = self._server.sight.here
            rows.append((tr("%1 (missing)").replace("%1", kept) if known else kept, kept))
        if rows != [
            (self.model.itemText(n), self.model.itemData(n)) for n in range(self.model.count())
        ]:
            self.model.clear()
            for words, name in rows:
                self.model.addItem(words, name)
        self.model.setCurrentIndex(max(0, self.model.findData(at or kept)))

    def _model_words(self, names: list[str], kept: str) -> str:
        sight = self._server.sight
        if kept and sight.here and not is_one_of(kept, names):
            return tr("%1 cannot dream here: install it below, or choose another.").replace(
                "%1", kept
            )
        if not kept and self.engine.value == EngineName.AUTO:
            return tr("Without one, dreams run without a model.")
        return tr("Which one dreams. Those that answer and run on this computer are offered.")

    def _room_words(self, kept: str) -> str:
        """With the longest that the chosen model can take, where that is less."""
        longest = longest_context(kept, self._server.sight.models)
        if longest is not None and longest < self.room.value():
            sentence = tr("For prompt and answer of one call. %1 takes at most %2.")
            return sentence.replace("%1", kept).replace("%2", f"{longest:,}")
        return tr("For prompt and answer of one call. More takes more memory.")

    def _show_address(self) -> None:
        typed, consent = (self._settings.get(f"models.{key}") for key in ("address", "consent"))
        outside = self._server.outside
        self.address.show_address(typed, self._server.usual, consent if outside else "")
        if self._server.trouble is not None:
            self.address.show_failed(self._server.trouble)

    def _measure_controls(self) -> None:
        px = theme().px
        self.model.setFixedWidth(px(220))
        self.room.setFixedWidth(px(150))
        self.minutes.setFixedWidth(px(110))
