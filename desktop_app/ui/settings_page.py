"""Settings: everything a person can choose in this program, applied at once.

Knows its groups and the list that leads to them; who opens a notebook hears of it by signal.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop_app.tiers.chosen import choice_of, servers_of
from desktop_app.ui.look.theme import theme
from desktop_app.ui.models.server import OllamaServer
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.capture_key import CaptureKey
from desktop_app.ui.parts.header import Header, PaneHeader
from desktop_app.ui.parts.labels import surface
from desktop_app.ui.parts.rows import ICON, RowDelegate, RowsView
from desktop_app.ui.parts.settings import KeptSettings
from desktop_app.ui.plans import SETTINGS
from desktop_app.ui.settings.care_group import CareGroup
from desktop_app.ui.settings.conversations_group import ConversationsGroup
from desktop_app.ui.settings.keeping import KeepingGroup
from desktop_app.ui.settings.keys_group import KeysGroup
from desktop_app.ui.settings.meaning_group import MeaningGroup
from desktop_app.ui.settings.meaning_work import MeaningWork
from desktop_app.ui.settings.models_group import ModelsGroup
from desktop_app.ui.settings.nightly_group import NightlyGroup
from desktop_app.ui.settings.older_group import OlderGroup
from desktop_app.ui.settings.settings_groups import (
    AboutGroup,
    AppearanceGroup,
    DreamsGroup,
    NotebookGroup,
    PrivacyGroup,
    SearchGroup,
)
from desktop_app.ui.writing.spelling import trouble
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.errors import Problem
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Changed, Memory
    from desktop_app.memory.status import Status
    from desktop_app.search.index import Counts

WIDTH = 680
MODELS, CARE, MEANING, NIGHTLY, ABOUT = (
    "sparkle",
    "check",
    "link",
    "clock",
    "info",
)  # the icons of these groups, by which the list knows them


class SettingsPage(Page):
    """One column of groups, and a list that leads to each."""

    plan = SETTINGS

    notebook_chosen = Signal(str)  # a folder the person wants opened
    engine_chosen = Signal()  # another engine, model or address

    def __init__(
        self,
        jobs: "Jobs",
        actions: Actions,
        settings: KeptSettings,
        server: OllamaServer,
        reading: MeaningWork,
        capture_key: CaptureKey,
        recent: Callable[[], list[str]] = list,
    ) -> None:
        """`recent` gives the notebooks opened lately, the latest first."""
        super().__init__(jobs, actions)
        self._settings = settings
        self.notebook = NotebookGroup(recent)
        self.server = server
        self.dreams = DreamsGroup(settings)
        self.nightly = NightlyGroup(settings, jobs)
        self.models = ModelsGroup(jobs, settings, server)
        self.search = SearchGroup()
        self.meaning = MeaningGroup(settings, server, reading)
        self.older = OlderGroup(settings, jobs)
        self.care = CareGroup(jobs, settings.get)
        self.care.report.toasted.connect(self.toast)
        self.care.report.failed.connect(self.tell)
        self.conversations = ConversationsGroup(settings)
        self.appearance = AppearanceGroup(settings)
        self.keys = KeysGroup(actions, capture_key)
        self.keys.capture.toasted.connect(self.toast)
        self.keys.capture.failed.connect(self.told)
        self.privacy = PrivacyGroup()
        self.groups = {
            "folder": self.notebook,
            CARE: self.care,
            "dreams": self.dreams,
            NIGHTLY: self.nightly,
            MODELS: self.models,
            "search": self.search,
            MEANING: self.meaning,
            "history": self.older,
            "conversation": self.conversations,
            "palette": self.appearance,
            "keyboard": self.keys,
            "lock": self.privacy,
            ABOUT: AboutGroup(),
        }
        self.notebook.chosen.connect(self.notebook_chosen)
        self.notebook.carry_asked.connect(lambda name: self.registry[name].trigger())
        self.search.rebuild_asked.connect(self._rebuild)
        self.meaning.looked.connect(self._look)
        self.models.chosen.connect(self._show_privacy)
        self.older.kept.connect(self._show_privacy)
        self.models.grew.connect(self._bring_into_view)
        self.nightly.grew.connect(self._bring_into_view)
        self.models.chosen.connect(self.engine_chosen)
        self.models.manager.installed.connect(self._offer)
        self._keeping = [one for one in self.groups.values() if isinstance(one, KeepingGroup)]
        for group in self._keeping:
            group.failed.connect(self.told)
        self._build()
        self._pane = self._make_pane()
        theme().followed_by(self._measure)

    def list_pane(self) -> QWidget:
        return self._pane

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        self.notebook.show_notebook(memory)
        self.care.show_notebook(memory)
        self.older.show_notebook(memory)
        self.nightly.show_notebook(memory)
        self.search.let_rebuild()
        self._show_choices()
        self._look()

    def show_changed(self, changed: "Changed") -> None:
        if self.isVisible():
            self._look()

    def take_focus(self) -> None:
        if self.sections.isVisible():
            self.focus_search()
        else:
            super().take_focus()

    def take_settings(self) -> None:
        """Another window may have changed what is shown here."""
        if self.isVisible():
            self._show_choices()

    def entered(self) -> None:
        self.jobs.call("settings.spelling", trouble, self.appearance.show_spelling)
        self._show_choices()
        self.server.look_closely()
        self.nightly.look()
        self._look()

    def lead_to_about(self) -> None:
        """Bring that group into view."""
        self._lead_to(ABOUT)

    def come_to_nightly(self) -> None:
        """Come to the front with dreams by themselves."""
        self.registry[f"page.{self.name}"].trigger()
        self._lead_to(NIGHTLY)

    def lead_to_models(self, *, by_key: bool) -> None:
        """Bring that group into view, and the keyboard to its first choice if it led here."""
        self._lead_to(MODELS)
        if by_key:
            engine = self.models.engine
            engine.part(engine.value).setFocus(Qt.FocusReason.TabFocusReason)

    def look_after(self) -> None:
        """Bring the care of the notebook into view, and look whether all is well."""
        self.come()
        self._lead_to(CARE)
        self.care.button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.care.look()

    def focus_search(self) -> None:
        self.sections.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _lead_to(self, icon: str) -> None:
        model = self.sections.model()
        self.sections.setCurrentIndex(model.index(list(self.groups).index(icon), 0))
        QTimer.singleShot(0, self, self._lead)  # a page shown just now is not laid out yet

    def _look(self) -> None:
        if self.memory is not None:
            self.jobs.call("settings.status", self.memory.status, self._show_status, self.tell)
            self.older.look()

    def _show_status(self, status: "Status") -> None:
        self.search.show_status(status)
        self.meaning.show_status(status)
        self.notebook.show_status(status, self._settings.get("history.megabytes"))

    def _show_choices(self) -> None:
        for group in self._keeping:
            group.show_settings()
        self._show_privacy()

    def _show_privacy(self) -> None:
        servers = servers_of(choice_of(self._settings.get))
        self.privacy.show_address(self.server.address.url, self.server.outside, servers)

    def _bring_into_view(self, part: QWidget) -> None:
        # Not before it has its place.
        QTimer.singleShot(0, part, lambda: self._scroll.ensureWidgetVisible(part))

    def _offer(self, name: str) -> None:
        """A model was installed: dreaming with it is one click away."""
        words = tr("%1 is installed.").replace("%1", name)
        if self.models.usable(name):
            self.toast(words, tr("Dream with it"), lambda: self.models.use(name))
        else:
            self.toast(words)

    def _rebuild(self) -> None:
        if self.memory is not None:
            self.search.show_rebuilding()
            self.jobs.call(
                "settings.rebuild", self.memory.index.rebuild, self._rebuilt, self._failed
            )

    def _rebuilt(self, counts: "Counts") -> None:
        self.search.show_rebuilt(counts)
        self._look()  # a status read meanwhile may still be on its way
        self.toast(tr("The index was made anew."))

    def _failed(self, problem: "Problem") -> None:
        self.search.let_rebuild()
        self._look()
        self.tell(problem)

    def _build(self) -> None:
        self._column = QWidget()
        self._groups_layout = groups = QVBoxLayout(self._column)
        room = QWidget()
        room.setProperty("clear", "true")
        across = QHBoxLayout(room)
        across.setContentsMargins(0, 0, 0, 0)
        across.addStretch()
        across.addWidget(self._column, 1)
        across.addStretch()
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(room)
        header = Header(self.registry, self.title, tr("Applied as you choose"))
        stacked(self, header, self._scroll, grows=self._scroll)
        for group in self.groups.values():  # last: what is put elsewhere is styled anew, all of it
            groups.addWidget(group)
        groups.addStretch()

    def _make_pane(self) -> QWidget:
        self._following = False
        pane = surface("side")
        self.sections = RowsView(tr("Sections"))
        model = QStandardItemModel(self.sections)
        for icon, group in self.groups.items():
            item = QStandardItem(group.title.text())
            item.setData(icon, ICON)
            model.appendRow(item)
        self.sections.setModel(model)
        self.sections.setItemDelegate(RowDelegate(self.sections, 38))
        self.sections.selectionModel().currentChanged.connect(self._lead)
        self._scroll.verticalScrollBar().valueChanged.connect(self._follow)
        stacked(pane, PaneHeader(self.title), self.sections, grows=self.sections)
        return pane

    def _lead(self) -> None:
        if self._following:
            return
        group = self.groups[self.sections.currentIndex().data(ICON)]
        self._following = True
        self._scroll.verticalScrollBar().setValue(group.y() - theme().px(20))
        self._following = False
        self.went.emit("", 0)

    def _follow(self, top: int) -> None:
        """The list says in which group one has scrolled to."""
        if self._following:
            return
        above = [
            n for n, group in enumerate(self.groups.values()) if group.y() <= top + theme().px(60)
        ]
        self._following = True
        self.sections.setCurrentIndex(self.sections.model().index(above[-1] if above else 0, 0))
        self._following = False

    def _measure(self) -> None:
        px = theme().px
        self._column.setMaximumWidth(px(WIDTH) + 2 * px(24))
        self._groups_layout.setContentsMargins(px(24), px(24), px(24), px(32))
        self._groups_layout.setSpacing(px(28))
