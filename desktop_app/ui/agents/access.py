"""Who comes in: how an agent is connected, with which key, what each may do, and who did."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QWidget

from desktop_app.errors import Problem
from desktop_app.sessions import connecting
from desktop_app.ui.agents.doors import AgentDoors, DoorState
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import sized, stacked
from desktop_app.ui.parts.controls import Button, Segmented, Switch
from desktop_app.ui.parts.folders import ask_folder, tilde
from desktop_app.ui.parts.forms import OnlyWithFocus, SettingGroup, SettingRow
from desktop_app.ui.parts.inspector import lines_in
from desktop_app.ui.parts.labels import breakable, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.settings import KeptSettings
from desktop_app.words import counted, listed, tr

if TYPE_CHECKING:
    from desktop_app.errors import Problem
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.agents import KnownAgent


_PLACE, _NAME = "team.place", "team.name"


class KeepingGroup(SettingGroup):
    """A group that keeps what is chosen at once; what it cannot keep it says by `failed`."""

    failed = Signal(str, str)
    chosen = Signal()

    def __init__(self, title: str, settings: KeptSettings) -> None:
        super().__init__(title)
        self._settings = settings
        self._switches: dict[str, Switch] = {}

    def switch(self, key: str, label: str, explanation: str) -> Switch:
        """Puts a row at the end that keeps whether this setting is on."""
        switch = self._switches[key] = Switch(label)
        switch.toggled.connect(lambda on: self.keep(key, on))
        self.add(SettingRow(label, explanation, switch))
        return switch

    def show_settings(self) -> None:
        """What is kept, also when another page or program chose it."""
        for key, switch in self._switches.items():
            switch.choose(self._settings.get(key))

    def keep(self, key: str, value: Any) -> None:
        """Keeps a value, or says why not; what is kept already is not written again."""
        try:
            if self._settings.get(key) != value:
                self._settings.set(key, value)
        except Problem as problem:
            self.failed.emit(problem.message, problem.hint)
        self.chosen.emit()


class TeamGroup(KeepingGroup):
    """A folder is kept only when something can be shared there; the row says who else does."""

    def __init__(self, settings: KeptSettings, jobs: "Jobs") -> None:
        super().__init__("", settings)
        self.title.hide()
        self._jobs = jobs
        self._memory: Memory | None = None
        self._wanted = ""  # the folder that is looked at, unless the person left meanwhile
        self.choose = Button(tr("Choose…"), "plain", "folder")
        self.choose.clicked.connect(self._ask)
        self.leave = Button(tr("Share nowhere"), "plain", "cross")
        self.leave.clicked.connect(self._leave)
        self.place = SettingRow(tr("Folder of a team"), " ", self.choose, self.leave)
        self.trouble = text("", "meta", "danger", wrap=True)
        self.trouble.hide()
        self.place.words.addWidget(self.trouble)
        self.name = sized(QLineEdit(), width=220)
        self.name.editingFinished.connect(lambda: self.keep(_NAME, self.name.text().strip()))
        explanation = tr("As those see it with whom you share. Nothing is shared without it.")
        self.add(self.place, SettingRow(tr("Your name"), explanation, self.name))
        self.show_settings()

    def show_settings(self) -> None:
        super().show_settings()
        if not self.name.hasFocus():
            self.name.setText(self._settings.get(_NAME))
        self._show_place()

    def show_notebook(self, memory: "Memory") -> None:
        """Another notebook: the same folder may not do for it."""
        self._memory = memory
        self._look()

    @property
    def _kept(self) -> str:
        return str(self._settings.get(_PLACE)).strip()

    def _show_place(self, whose: str = "") -> None:
        nowhere = tr(
            "Nowhere yet. What ended an error, and procedures, can be shared in a folder on a "
            "shared drive or in a Git repository. What goes out is shown before."
        )
        kept = self._kept
        self.place.explain(f"{breakable(tilde(kept))}. {whose}".strip() if kept else nowhere)
        self.leave.setEnabled(bool(kept))

    def _ask(self) -> None:
        start = Path(self._kept).parent if self._kept else Path.home()
        ask_folder(self, tr("Folder of a team"), start, self._look)

    def _look(self, folder: str = "") -> None:
        """Asks who shares in this folder, or in the kept one, and keeps it if one can."""
        self._wanted = where = folder or self._kept
        if (memory := self._memory) is not None and where:
            self._jobs.call(
                "settings.team",
                lambda: memory.team.others_at(where),
                partial(self._found, where),
                self._failed,
            )

    def _found(self, where: str, others: tuple[str, ...]) -> None:
        if where != self._wanted:
            return
        self.trouble.hide()
        self.keep(_PLACE, where)
        nobody = tr("Nobody else shares here yet.")
        names = listed([one or tr("somebody without a name") for one in others])
        whose = tr("Others who share here: %1.").replace("%1", names) if others else nobody
        self._show_place(whose)
        announce(self, whose)

    def _failed(self, problem: Problem) -> None:
        self.trouble.setText(str(problem))
        self.trouble.show()
        announce(self, self.trouble.text())

    def _leave(self) -> None:
        self._wanted = ""
        self.trouble.hide()
        self.keep(_PLACE, "")
        self._show_place()
        self.choose.setFocus()


_MOST = 12  # agents shown
_CALLS = 3  # of each agent
_HTTP, _HOOKS = "http", "hooks:"  # beside the names of agents, in the list of what can be copied


class AccessPart(QWidget):
    """What to paste, then who came in, then the doors; what needs an open door is there with it."""

    toasted = Signal(str)
    manual_asked = Signal(str)  # this page of it
    failed = Signal(str, str)

    def __init__(self, jobs: "Jobs", settings: KeptSettings, doors: AgentDoors) -> None:
        super().__init__()
        self._jobs, self._settings, self._doors = jobs, settings, doors
        self._memory: Memory | None = None
        self._clients: list[str] = []
        self.switches: dict[str, Switch] = {}
        self.rows: dict[str, SettingRow] = {}
        connect = self._make_connect_group()
        self.known = SettingGroup(tr("Who came in"))
        self._make_door_rows()
        groups = (connect, self.known, self.group, self.rights, self._make_tiers_group())
        sized(stacked(self, *groups), gap=28)
        doors.changed.connect(self._show_doors)
        theme().followed_by(self._measure)
        self._show_known([], set())
        self.show_settings()
        self._show_doors()

    def show_notebook(self, memory: "Memory") -> None:
        self._memory = memory
        self._show_text()
        self.look()

    def show_settings(self) -> None:
        """What is kept, also when another window or program chose it."""
        for group in (self.group, self.rights):
            group.show_settings()
        decide = self._settings.get("agents.decide")
        if not decide and self.scope.value == "decide":
            self.scope.choose("write")
        self.scope.part("decide").setVisible(decide)
        self.rights.setVisible(self._settings.get("agents.serve"))

    def look(self) -> None:

        def known() -> "tuple[list[KnownAgent], set[str]]":
            from desktop_app.memory.agents import asked_first  # long to load, and seldom wanted

            get, found = self._settings.get, memory.agents.known()
            return found, {one.client for one in found if asked_first(one, one.scope, get)}

        if (memory := self._memory) is not None:
            self._jobs.call("agents.known", known, lambda found: self._show_known(*found))

    # -- connecting -------------------------------------------------------------------------------

    def _make_connect_group(self) -> SettingGroup:
        self.which = QComboBox()
        self.which.setAccessibleName(tr("Which agent"))
        OnlyWithFocus(self.which)
        for name, agent in connecting.AGENTS.items():
            self.which.addItem(agent.title, name)
        for name in connecting.HOOKS:
            words = tr("%1: hooks").replace("%1", connecting.AGENTS[name].title)
            self.which.addItem(words, f"{_HOOKS}{name}")
        self.which.addItem(tr("Others, over HTTP"), _HTTP)
        self.copy = Button(tr("Copy"), "primary", "copy")
        self.paste = SettingRow(tr("What to paste"), " ", self.which, self.copy)
        self.shown = sized(QLabel(), (16, 0, 16, 14))
        self.copy.clicked.connect(lambda: self._copy(self.shown.text()))
        self.shown.setTextFormat(Qt.TextFormat.PlainText)
        self.shown.setWordWrap(True)
        self.shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.which.currentIndexChanged.connect(self._show_text)
        group, both = SettingGroup(tr("Connect an agent")), QWidget()
        stacked(both, self.paste, self.shown)
        group.add(both)
        return group

    def _show_text(self) -> None:
        chosen = str(self.which.currentData())
        agent = connecting.AGENTS.get(chosen)
        where = agent.where if agent else tr("in its settings")
        into = tr("into %1").replace("%1", where) if "." in where else where
        self.paste.explain(tr("Paste this %1.").replace("%1", into))
        self.shown.setText(self._text_of(chosen))

    def _text_of(self, chosen: str) -> str:
        if chosen == _HTTP:
            url = self._doors.url or f"http://127.0.0.1:{self._settings.get('agents.port')}"
            return connecting.http_text(url, tr("KEY"))
        command = connecting.own_command(str(self._memory.root) if self._memory else "")
        if chosen.startswith(_HOOKS):
            return connecting.hooks_text(chosen.removeprefix(_HOOKS), command)
        return connecting.AGENTS[chosen].text(command)

    def _copy(self, words: str) -> None:
        QGuiApplication.clipboard().setText(words)
        self.toasted.emit(tr("Copied."))

    # -- who came in ------------------------------------------------------------------------------

    def _show_known(self, known: "list[KnownAgent]", asked: set[str]) -> None:
        """A row that is there stays, as somebody may be about to press it."""
        known = known[:_MOST]
        clients = [one.client for one in known]
        if not known or clients != list(self.rows):
            self.rows, self.switches = {}, {}
            for client in clients:
                self._add_client(client)
            lines_in(self.known.card.column, list(self.rows.values()))
            self.known.setVisible(bool(self.rows))
        for agent in known:
            self.rows[agent.client].explain(_calls_in_words(agent))
            self.switches[agent.client].choose(agent.client in asked)

    def _add_client(self, client: str) -> None:
        switch = Switch(tr("Ask me first about %1").replace("%1", client))
        switch.toggled.connect(lambda on: self._review(client, on))
        ask = text(tr("Ask me first"), "meta", "text2")
        self.switches[client] = switch
        self.rows[client] = SettingRow(client, " ", ask, switch)

    def _review(self, client: str, on: bool) -> None:
        for key, named in (("agents.review", on), ("agents.may_write", not on)):
            names = [one for one in self._settings.get(key) if one.casefold() != client.casefold()]
            self.group.keep(key, [*names, client] if named else names)

    # -- doors and keys ---------------------------------------------------------------------------

    def _make_door_rows(self) -> None:
        self.group = KeepingGroup(tr("Over HTTP"), self._settings)
        self.rights = KeepingGroup(tr("What agents may do"), self._settings)
        for group in (self.group, self.rights):
            group.failed.connect(self.failed)
            group.chosen.connect(self.show_settings)
        self.serve = self.group.switch(
            "agents.serve",
            tr("Let agents use this notebook"),
            tr("REST and MCP answer on this computer alone, while this window is open."),
        )
        self.serve.toggled.connect(lambda _: self._doors.choose())
        self.test = Button(tr("Test"), "plain", "check")
        self.test.clicked.connect(self._test)
        self.copy_address = Button(tr("Copy"), "plain", "copy")
        self.copy_address.clicked.connect(lambda: self._copy(self._doors.url))
        self.address = SettingRow(tr("Address"), "", self.test, self.copy_address)
        scopes = {"read": tr("Reads"), "write": tr("Writes"), "decide": tr("Decides")}
        self.scope = Segmented(scopes, tr("What the key opens"))
        self.scope.choose("write")
        self.copy_key = Button(tr("Copy"), "plain", "copy")
        self.copy_key.clicked.connect(self._copy_key)
        self.renew = Button(tr("Renew…"), "plain", "refresh")
        self.renew.clicked.connect(lambda: self._ask_renewal(True))
        self.question = text(tr("Shut out those who have the old keys?"), "ui", "text")
        self.sure = Button(tr("Renew"), "danger")
        self.sure.clicked.connect(self._renew)
        self.keep = Button(tr("Keep"))
        self.keep.clicked.connect(lambda: self._ask_renewal(False))
        self.key = SettingRow(
            tr("Key"), tr("Whoever has it comes in. It lies in a file that only you can read."),
            self.scope, self.copy_key, self.renew, self.question, self.sure, self.keep,
        )  # fmt: skip
        self._ask_renewal(False, focus=False)
        self.rights.add(self.key)
        self.decide = self.rights.switch(
            "agents.decide",
            tr("Let agents decide"),
            tr(
                "With its own key an agent may apply and undo dreams, change settings and replace "
                "MEMORY.md. Without this, what it would replace waits for you."
            ),
        )
        self.rights.switch(
            "agents.refuse_secrets",
            tr("Refuse secrets in days, too"),
            tr(
                "MEMORY.md never gets from an agent what looks like a password or a key. A day "
                "gets it with a warning, unless this is on."
            ),
        )
        self.group.add(self.address)

    def _make_tiers_group(self) -> SettingGroup:
        command, about = (
            "nightstand tiers",
            tr("Says where they are. Servers for them are chosen in the settings file."),
        )
        self.copy_tiers = Button(tr("Copy"), "plain", "copy")
        self.copy_tiers.clicked.connect(lambda: self._copy(command))
        self.read_tiers = Button(tr("The manual"), "link")
        self.read_tiers.clicked.connect(lambda: self.manual_asked.emit("search.md"))
        group = SettingGroup(tr("Older notes"))
        group.add(SettingRow(command, about, self.copy_tiers, self.read_tiers))
        return group

    def _show_doors(self) -> None:
        doors = self._doors
        words = {
            DoorState.CLOSED: tr("Nobody is answered."),
            DoorState.OPENING: tr("Opening…"),
            DoorState.OPEN: tr("%1, and %1/mcp for MCP over HTTP.").replace("%1", doors.url),
            DoorState.FAILED: str(doors.problem or ""),
        }
        self.address.explain(words[doors.state])
        for button in (self.test, self.copy_address):
            button.setVisible(doors.state == DoorState.OPEN)
        self._show_text()

    def _test(self) -> None:
        self.address.explain(tr("Knocking…"))
        self._jobs.call("agents.doors", self._doors.desk.test, self._tested, self._failed)

    def _tested(self, words: str) -> None:
        self.address.explain(f"{self._doors.url}. {words}")
        announce(self, words)
        self.look()

    def _copy_key(self) -> None:
        scope = self.scope.value
        self._jobs.call("agents.key", lambda: self._doors.desk.key(scope), self._copy, self._failed)

    def _ask_renewal(self, asked: bool, *, focus: bool = True) -> None:
        for part in (self.question, self.sure, self.keep):
            part.setVisible(asked)
        for usual in (self.scope, self.copy_key, self.renew):
            usual.setVisible(not asked)
        if focus:
            (self.keep if asked else self.renew).setFocus(Qt.FocusReason.OtherFocusReason)
        if asked:
            announce(self, self.question.text())

    def _renew(self) -> None:
        self._ask_renewal(False)
        done = tr("There are new keys. Agents with the old ones are not answered any more.")
        self._jobs.do(self._doors.desk.renew, lambda _: self.toasted.emit(done), self._failed)

    def _failed(self, problem: "Problem") -> None:
        self.failed.emit(problem.message, problem.hint)
        self._show_doors()

    def _measure(self) -> None:
        self.shown.setFont(theme().font("mono"))


def _calls_in_words(agent: "KnownAgent") -> str:
    """12 calls, the last at 2026-11-21 12:00: search, status."""
    calls = ", ".join(
        call.name if call.ok else tr("%1 (refused)").replace("%1", call.name)
        for call in agent.last[:_CALLS]
    )
    asked = counted("{count} call", "{count} calls", agent.count)
    words = tr("%1, the last at %2: %3").replace("%1", asked)
    return words.replace("%2", agent.last[0].at.replace("T", " ")[:16]).replace("%3", calls)
