"""A dream that failed, to read: what happened, what can be done, how far it came.

Knows a Run and how to tell it; what is done then is decided elsewhere.
"""

from datetime import date

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from desktop_app import dates
from desktop_app.dreams.dreamer import EngineName
from desktop_app.dreams.runs import DreamRun
from desktop_app.ui.dreams.dream_rows import hint_of
from desktop_app.ui.dreams.paper_card import PaperCard
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import breakable, text
from desktop_app.words import counted, tr


class FailedCard(PaperCard):
    """One failed dream. Its details are folded until they are asked for."""

    retry_asked = Signal(object)  # the Run
    builtin_asked = Signal(object)  # the Run, without a model instead

    def __init__(self) -> None:
        super().__init__("", "warn", "danger")
        self._run: DreamRun | None = None
        self.setAccessibleName(tr("A dream that failed"))
        self.reason = text("", "body", wrap=True)
        self.hint = text("", "body", "text2", wrap=True)
        self.kept = text("", "meta", "text2", wrap=True)
        self.retry = Button(tr("Retry"), "primary")
        self.builtin = Button(tr("Dream without a model instead"))
        self.fold = Button("", "link")
        self.details = text("", "meta", "text2", wrap=True)
        self.details.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.details.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.retry.clicked.connect(lambda: self.retry_asked.emit(self._run))
        self.builtin.clicked.connect(lambda: self.builtin_asked.emit(self._run))
        self.fold.clicked.connect(lambda: self._unfold(not self.unfolded))
        self._buttons = QWidget()
        row = Flow(self._buttons)
        row.setSpacing(theme().px(10))
        row.addWidget(self.retry)
        row.addWidget(self.builtin)
        self.add(self.reason, self.hint, self.kept, self._buttons, self.fold, self.details)
        self._unfold(False)

    @property
    def unfolded(self) -> bool:
        """Whether the details are to be seen."""
        return not self.details.isHidden()

    def show_run(self, run: DreamRun, today: date, *, settled: bool, resumes: bool) -> None:
        """Shows a run; another one is folded again. `settled`: a later dream has ended well;
        `resumes`: a retry goes on after answers that are kept."""
        if self._run is None or self._run.id != run.id:
            self._unfold(False)
        self._run = run
        self.say(failed_title(run))
        self.reason.setText(breakable(run.reason))
        hint, _ = hint_of(run)
        self.hint.setText(breakable(hint))
        self.hint.setVisible(bool(hint) and not settled)
        asked = run.engine == EngineName.OLLAMA
        kept = tr("Nothing was written.")
        if settled:
            kept = tr("Nothing was written. A later dream ended well.")
        elif resumes:
            kept = tr("Nothing was written. Retry goes on after the answers that had come.")
        elif asked:
            kept = tr("Nothing was written. Retry starts from the beginning.")
        self.kept.setText(kept)
        self.retry.setVisible(not settled)
        self.builtin.setVisible(asked and not settled)
        self._buttons.setVisible(not settled)
        self.details.setText("\n".join(map(breakable, self._details(run, today))))

    def allow(self, able: bool) -> None:
        """While a dream runs no other can be asked for."""
        self.retry.setEnabled(able)
        self.builtin.setEnabled(able)

    def _details(self, run: DreamRun, today: date) -> list[str]:
        when = f"{dates.plain(run.made.date(), today)}, {run.made:%H:%M}"
        days = counted("1 day read", "{count} days read", run.days)
        name = tr("without a model") if run.engine == EngineName.BUILTIN else "Ollama"
        details = [when, run.model or name, days]
        return list(filter(None, [" · ".join(details), *run.steps.split("\n"), hint_of(run)[1]]))

    def _unfold(self, unfolded: bool) -> None:
        self.details.setVisible(unfolded)
        self.fold.setText(tr("Hide the details") if unfolded else tr("Show the details"))


def failed_title(run: DreamRun) -> str:
    """The dream with qwen3:8b failed."""
    if run.model:
        return tr("The dream with %1 failed").replace("%1", run.model)
    return tr("The dream failed")
