"""Search by meaning: which embedder reads the lines, how much it counts, how far it is.

Knows its keys and the work in the background, no page and no search.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox

from desktop_app.models.installed import same_model
from desktop_app.search.meaning import builtin
from desktop_app.search.meaning.embedder import EmbedderKind
from desktop_app.ui.look.theme import theme
from desktop_app.ui.models.server import OllamaServer
from desktop_app.ui.parts.controls import Button, Segmented
from desktop_app.ui.parts.settings import KeptSettings
from desktop_app.ui.settings.keeping import KeepingGroup, NumberField, OnlyWithFocus
from desktop_app.ui.settings.meaning_work import MeaningWork
from desktop_app.ui.settings.setting_row import SettingRow
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.errors import Problem
    from desktop_app.memory.status import Status
    from desktop_app.search.meaning.meaning import MeaningStatus


class MeaningGroup(KeepingGroup):
    """`looked` asks for the counts anew."""

    looked = Signal()

    def __init__(
        self,
        settings: KeptSettings,
        server: OllamaServer,
        work: MeaningWork,
        missing: "Problem | None" = None,
    ) -> None:
        """`missing` is why the built-in embedder can't be had here."""
        super().__init__("", settings)
        self.title.setText(tr("Search by meaning"))
        self._server, self._work = server, work
        self._status: MeaningStatus | None = None
        self._was_running = False
        self._missing = missing or builtin.missing()
        self.embedder = Segmented(
            {
                EmbedderKind.OFF: tr("Off"),
                EmbedderKind.BUILTIN: tr("Built-in"),
                EmbedderKind.OLLAMA: tr("Ollama"),
            },
            tr("Who reads the lines"),
        )
        self.embedder.chosen.connect(self._keep_embedder)
        self.model = QComboBox()
        self.model.setAccessibleName(tr("Embedding model"))
        self.model.activated.connect(self._keep_model)
        self.share = NumberField(tr("How much meaning counts"), 0, 100, 5, " %")
        self.share.valueChanged.connect(self._keep_share)
        self.button = Button(tr("Stop"))
        self.button.clicked.connect(self._press)
        self.embedder_row = SettingRow(tr("Who reads the lines"), " ", self.embedder)
        self.model_row = SettingRow(tr("Embedding model"), " ", self.model)
        self.share_row = SettingRow(tr("How much meaning counts"), " ", self.share)
        self.lines_row = SettingRow(tr("Lines read"), " ", self.button)
        self.saved_row = SettingRow(tr("Readings saved"), " ")
        near = self.add_number("search.near", tr("Share a reading from"), 1, " %")
        near_words = self.switch(
            "search.near_words",
            tr("Other words may share"),
            tr(
                "Below 98 %, a line may also share with one that means something else. Numbers, "
                "names with a capital and denials must be the same; any other word may differ."
            ),
        )
        near_row = SettingRow(
            tr("Share a reading from"),
            tr("How alike two lines are, to share one. Words must be the same; 100 % is never."),
            near,
        )
        self.add(self.embedder_row, self.model_row, self.share_row, self.lines_row, self.saved_row)
        self.add(near_row, near_words)
        near.valueChanged.connect(work.weigh)
        near_words.switch.toggled.connect(work.weigh)
        OnlyWithFocus(self.model)
        server.changed.connect(self._show_all)
        work.changed.connect(self._worked)
        theme().followed_by(self._measure)
        self.show_settings()

    def show_settings(self) -> None:
        """See `KeepingGroup`."""
        super().show_settings()
        kind = EmbedderKind(self._settings.get("search.embedder"))
        self.embedder.choose(kind)
        self.embedder.part(EmbedderKind.BUILTIN).setEnabled(
            self._missing is None or kind == EmbedderKind.BUILTIN
        )
        self._show_all()

    def show_status(self, status: "Status") -> None:
        """Counts as just read."""
        self._status = status.meaning
        self._show_all()

    # -- keeping ------------------------------------------------------------------------------

    def _keep_embedder(self, kind: str) -> None:
        self.keep("search.embedder", kind)
        if kind == EmbedderKind.OLLAMA:
            self._server.look_closely()
            names = self._names()
            if not self._settings.get("search.model") and len(names) == 1:
                self.keep("search.model", names[0])  # there is nothing else to choose
        self._chosen()

    def _keep_model(self, at: int) -> None:
        name, kept = self.model.itemData(at), self._settings.get("search.model")
        if self._work.running and kept and same_model(name, kept):
            return  # it reads already, and would begin anew
        self.keep("search.model", name)
        self._chosen()

    def _chosen(self) -> None:
        self._status = None
        self._work.choose()
        self.show_settings()
        self.looked.emit()

    def _keep_share(self, percent: int) -> None:
        if self._kind != EmbedderKind.OFF:
            self.keep(f"search.share_{self._kind}", percent)
            self._work.weigh()

    def _press(self) -> None:
        if self._work.running:
            self._work.pause()
        else:
            self._work.go_on()

    # -- showing ------------------------------------------------------------------------------

    @property
    def _kind(self) -> EmbedderKind:
        return EmbedderKind(self.embedder.value)

    @property
    def _nobody_reads(self) -> bool:
        """Ollama is to read, and it is not said with which model."""
        return self._kind == EmbedderKind.OLLAMA and not self._settings.get("search.model")

    def _worked(self) -> None:
        ended = self._was_running and not self._work.running
        self._was_running = self._work.running
        self._show_lines()
        if ended:
            self.looked.emit()

    def _show_all(self) -> None:
        kind = self._kind
        self.embedder_row.explain(self._embedder_words())
        self._fill()
        self.model.setEnabled(kind == EmbedderKind.OLLAMA)
        self.model_row.explain(self._model_words())
        self.share.setEnabled(kind != EmbedderKind.OFF)
        counts = EmbedderKind.BUILTIN if kind == EmbedderKind.OFF else kind
        self.share.show_kept(self._settings.get(f"search.share_{counts}"))
        self.share_row.explain(self._share_words())
        self._show_lines()
        self.saved_row.explain(self._saved_words())

    def _embedder_words(self) -> str:
        words = {
            EmbedderKind.OFF: tr("Search goes by words. Nothing is read beforehand."),
            EmbedderKind.BUILTIN: tr(
                "A small multilingual model reads every line once, on this computer. "
                "Hits by words are shown at once; meaning then sorts them."
            ),
            EmbedderKind.OLLAMA: tr("An embedding model of Ollama reads every line once."),
        }[self._kind]
        if self._missing is not None:
            why = tr("Built-in is not offered: %1")
            words = f"{words} {why.replace('%1', str(self._missing))}"
        return words

    def _names(self) -> list[str]:
        sight = self._server.sight
        return [info.name for info in sight.models or () if info.embeds] if sight.here else []

    def _fill(self) -> None:
        if self.model.view().isVisible():
            return  # not under the person's hand
        names, kept = self._names(), self._settings.get("search.model")
        at = next((name for name in names if same_model(name, kept)), "") if kept else ""
        rows = [(tr("None"), ""), *((name, name) for name in names)]
        if kept and not at:
            known = self._server.sight.here
            rows.append((tr("%1 (missing)").replace("%1", kept) if known else kept, kept))
        held = [(self.model.itemText(n), self.model.itemData(n)) for n in range(self.model.count())]
        if rows != held:
            self.model.clear()
            for words, name in rows:
                self.model.addItem(words, name)
        self.model.setCurrentIndex(max(0, self.model.findData(at or kept)))

    def _model_words(self) -> str:
        if self._kind == EmbedderKind.OLLAMA and self._server.sight.here and not self._names():
            return tr(
                "Ollama has none here that embeds. Install one under Models, such as bge-m3, "
                "which reads Chinese and English."
            )
        if self._kind != EmbedderKind.OLLAMA:
            return tr("Used when Ollama reads the lines.")
        if (away := self._server.sight.problem) is not None:
            return str(away)
        return tr("Those that embed and run on this computer are offered.")

    def _share_words(self) -> str:
        if self._kind == EmbedderKind.OLLAMA:
            return tr("In the place of a hit; words have the rest. Usual for Ollama: 70 %.")
        return tr("In the place of a hit; words have the rest. Measured best: 30 %.")

    def _show_lines(self) -> None:
        work, running = self._work, self._work.running
        left = self._status is not None and self._status.unread > 0
        unfinished = work.paused or work.problem is not None or left
        reads = self._kind != EmbedderKind.OFF and not self._nobody_reads
        self.button.setVisible(reads and (running or unfinished))
        self.button.setText(tr("Stop") if running else tr("Go on"))
        self.lines_row.explain(self._lines_words())

    def _lines_words(self) -> str:
        work, status = self._work, self._status
        if self._kind == EmbedderKind.OFF:
            return tr("None are read.")
        if self._nobody_reads:
            return f"{tr('No embedding model is chosen yet.')} {self._meanwhile()}".strip()
        if work.running and work.lines:
            sentence = tr("Reading: %1 of %2.")
            sentence = sentence.replace("%1", f"{work.done:,}").replace("%2", f"{work.lines:,}")
            return f"{sentence} {self._meanwhile()}".strip()
        if work.running:
            return f"{tr('Looking for lines to read…')} {self._meanwhile()}".strip()
        if work.problem is not None:
            return f"{work.problem} {self._meanwhile()}".strip()
        if status is None:
            return tr("Counting…")
        sentence = tr("%1 of %2 lines.")
        sentence = sentence.replace("%1", f"{status.done:,}").replace("%2", f"{status.lines:,}")
        if status.refused:
            refused = tr("%3 this model can't read; they are found by words.")
            sentence = f"{sentence} {refused.replace('%3', f'{status.refused:,}')}"
        if work.paused:
            sentence = f"{sentence} {tr('Stopped; it goes on where it was.')}"
        return f"{sentence} {self._meanwhile()}".strip()

    def _meanwhile(self) -> str:
        """What search goes by until all lines are read."""
        status = self._status
        if status is None or status.ready:
            return ""
        if status.serving:
            return tr("Until all is read the embedder before serves.")
        return tr("Until all is read, search goes by words alone.")

    def _saved_words(self) -> str:
        status = self._status
        if self._kind == EmbedderKind.OFF or status is None:
            return tr("A line that was read before is not read again.")
        tally = status.counters
        sentence = tr(
            "%1 lines had been read before, %2 differ from one in next to nothing, %3 were read."
        )
        if tally.asked:
            sentence = f"{sentence} {tr('%4 of %5 questions had been asked before.')}"
        counts = (tally.exact, tally.near, tally.miss, tally.asked_before, tally.asked)
        for number, count in enumerate(counts, 1):
            sentence = sentence.replace(f"%{number}", f"{count:,}")
        return sentence

    def _measure(self) -> None:
        self.model.setFixedWidth(theme().px(220))
        for field in (self.share, self.number("search.near")):
            field.setFixedWidth(theme().px(110))
