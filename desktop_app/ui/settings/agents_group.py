"""Agents: whether they come in, where, with which key, and who did. Knows no server."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QLabel, QVBoxLayout, QWidget

from desktop_app.sessions import connecting
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button, Segmented, Switch
from desktop_app.ui.parts.inspector import lines_in
from desktop_app.ui.parts.labels import rule, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.settings import KeptSettings
from desktop_app.ui.settings.agent_doors import AgentDoors, DoorState
from desktop_app.ui.settings.asking_row import AskingRow
from desktop_app.ui.settings.keeping import KeepingGroup, OnlyWithFocus
from desktop_app.ui.settings.setting_row import SettingRow
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.errors import Problem
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.agents import KnownAgent

_MOST = 12  # agents shown
_CALLS = 3  # of each agent
_HTTP, _HOOKS = "http", "hooks:"  # beside the names of agents, in the list of what can be copied


class AgentsGroup(KeepingGroup):
    """`toasted` says that something was copied."""

    toasted = Signal(str)

    def __init__(self, jobs: "Jobs", settings: KeptSettings, doors: AgentDoors) -> None:
        super().__init__("", settings)
        self.title.setText(tr("Agents"))
        self._jobs, self._doors = jobs, doors
        self._memory: Memory | None = None
        self.serve = self.switch(
            "agents.serve",
            tr("Let agents use this notebook"),
            tr("REST and MCP answer on this computer alone, while this window is open."),
        )
        self.serve.switch.toggled.connect(lambda _: doors.choose())
        self.test = Button(tr("Test"), "plain", "check")
        self.test.clicked.connect(self._test)
        self.copy_address = Button(tr("Copy"), "plain", "copy")
        self.copy_address.clicked.connect(lambda: self._copy(doors.url))
        self.address = SettingRow(tr("Address"), "", self.test, self.copy_address)
        self.key = KeyRow()
        self.key.copy.clicked.connect(self._copy_key)
        self.key.agreed.connect(self._renew)
        self.decide = self.switch(
            "agents.decide",
            tr("Let agents decide"),
            tr(
                "With its own key an agent may apply and undo dreams, change settings and replace "
                "MEMORY.md. Without this, what it would replace waits for you."
            ),
        )
        self.refuse = self.switch(
            "agents.refuse_secrets",
            tr("Refuse secrets in days, too"),
            tr(
                "MEMORY.md never gets from an agent what looks like a password or a key. A day "
                "gets it with a warning, unless this is on."
            ),
        )
        self.connect_row = ConnectRow(self._text_of)
        self.connect_row.copied.connect(self._copy)
        self.known = AgentRows(self._review)
        self.add(
            self.serve, self.address, self.key, self.decide, self.refuse, self.connect_row,
            self.known,
        )  # fmt: skip
        doors.changed.connect(self._show_doors)
        self.show_settings()
        self._show_doors()

    def show_notebook(self, memory: "Memory") -> None:
        """Another notebook is open."""
        self._memory = memory
        self.connect_row.show_text()
        self.look()

    def show_settings(self) -> None:
        """See `KeepingGroup`."""
        super().show_settings()
        self.key.offer(decide=self._settings.get("agents.decide"))

    def keep(self, key: str, value: Any) -> None:
        """See `KeepingGroup`."""
        super().keep(key, value)
        if key == "agents.decide":
            self.key.offer(decide=self._settings.get(key))

    def look(self) -> None:
        """See who came in since."""
        if (memory := self._memory) is not None:
            self._jobs.call("settings.agents", memory.agents.known, self._show_known)

    def _show_known(self, known: "list[KnownAgent]") -> None:
        from desktop_app.memory.agents import asked_first  # long to load, and seldom wanted

        get = self._settings.get
        asked = {one.client for one in known if asked_first(one, one.scope, get)}
        self.known.show_agents(known, asked)

    def _show_doors(self) -> None:
        doors = self._doors
        problem = doors.problem
        words = {
            DoorState.CLOSED: tr("Nobody is answered."),
            DoorState.OPENING: tr("Opening…"),
            DoorState.OPEN: tr("%1, and %1/mcp for MCP over HTTP.").replace("%1", doors.url),
            DoorState.FAILED: str(problem) if problem else "",
        }
        self.address.explain(words[doors.state])
        for button in (self.test, self.copy_address):
            button.setEnabled(doors.state == DoorState.OPEN)
        self.connect_row.show_text()

    def _test(self) -> None:
        self.address.explain(tr("Knocking…"))
        self._jobs.call("settings.doors", self._doors.desk.test, self._tested, self._failed)

    def _tested(self, words: str) -> None:
        self.address.explain(f"{self._doors.url}. {words}")
        announce(self, words)
        self.look()

    def _copy_key(self) -> None:
        scope = self.key.scope.value
        self._jobs.call(
            "settings.key", lambda: self._doors.desk.key(scope), self._copy, self._failed
        )

    def _renew(self) -> None:
        self.key.show_question(False)
        done = tr("There are new keys. Agents with the old ones are not answered any more.")
        self._jobs.do(self._doors.desk.renew, lambda _: self.toasted.emit(done), self._failed)

    def _text_of(self, chosen: str) -> str:
        """What to paste for an agent."""
        notebook = str(self._memory.root) if self._memory is not None else ""
        if chosen == _HTTP:
            url = self._doors.url or f"http://127.0.0.1:{self._settings.get('agents.port')}"
            return connecting.http_text(url, tr("KEY"))
        command = connecting.own_command(notebook)
        if chosen.startswith(_HOOKS):
            return connecting.hooks_text(chosen.removeprefix(_HOOKS), command)
        return connecting.AGENTS[chosen].text(command)

    def _review(self, client: str, on: bool) -> None:
        for key, named in (("agents.review", on), ("agents.may_write", not on)):
            names = [one for one in self._settings.get(key) if one.casefold() != client.casefold()]
            self.keep(key, [*names, client] if named else names)

    def _copy(self, words: str) -> None:
        QGuiApplication.clipboard().setText(words)
        self.toasted.emit(tr("Copied."))

    def _failed(self, problem: "Problem") -> None:
        self.failed.emit(problem.message, problem.hint)
        self._show_doors()


class KeyRow(AskingRow):
    """Which key is copied; making other ones is asked first."""

    def __init__(self) -> None:
        scopes = {"read": tr("Reads"), "write": tr("Writes"), "decide": tr("Decides")}
        self.scope = Segmented(scopes, tr("What the key opens"))
        self.copy = Button(tr("Copy"), "plain", "copy")
        super().__init__(
            tr("Key"),
            tr("Whoever has it comes in. It lies in a file that only you can read."),
            Button(tr("Renew…"), "plain", "refresh"),
            self.scope,
            self.copy,
        )
        self.sure.setText(tr("Renew"))
        self.scope.choose("write")

    def words_asked(self) -> str:
        return tr("Shut out those who have the old keys?")

    def offer(self, *, decide: bool) -> None:
        """Whether the key that decides is offered."""
        if not decide and self.scope.value == "decide":
            self.scope.choose("write")
        self.scope.part("decide").setVisible(decide)


class ConnectRow(QWidget):
    """What to paste so that an agent finds this notebook."""

    copied = Signal(str)

    def __init__(self, text_of: Callable[[str], str]) -> None:
        super().__init__()
        self._text_of = text_of
        self.which = QComboBox()
        self.which.setAccessibleName(tr("Which agent"))
        OnlyWithFocus(self.which)
        for name, agent in connecting.AGENTS.items():
            self.which.addItem(agent.title, name)
        for name in connecting.HOOKS:
            title = connecting.AGENTS[name].title
            self.which.addItem(tr("%1: hooks").replace("%1", title), f"{_HOOKS}{name}")
        self.which.addItem(tr("Others, over HTTP"), _HTTP)
        self.copy = Button(tr("Copy"), "plain", "copy")
        self.row = SettingRow(tr("Connect an agent"), "", self.which, self.copy)
        self.shown: QLabel = text("", "mono", "text", wrap=True)
        self.copy.clicked.connect(lambda: self.copied.emit(self.shown.text()))
        self.shown.setTextInteractionFlags(self.row.explanation.textInteractionFlags())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.row)
        self.shown.setContentsMargins(16, 0, 16, 14)
        column.addWidget(self.shown)
        self.which.currentIndexChanged.connect(self.show_text)
        theme().followed_by(self._measure)

    def _measure(self) -> None:
        self.shown.setFont(theme().font("mono"))

    def show_text(self) -> None:
        """The text for the chosen agent, and where it goes."""
        chosen = str(self.which.currentData())
        agent = connecting.AGENTS.get(chosen)
        where = agent.where if agent else tr("in its settings")
        self.row.explain(tr("Paste this %1.").replace("%1", _into(where)))
        self.shown.setText(self._text_of(chosen))


def _into(where: str) -> str:
    """`in a terminal` stays; a file's name gets its preposition."""
    return tr("into %1").replace("%1", where) if "." in where else where


class AgentRows(QWidget):
    """Who came in, the last first, each with its last calls and a switch for review."""

    def __init__(self, review: Callable[[str, bool], None]) -> None:
        super().__init__()
        self._review = review
        self.rows: list[SettingRow] = []
        self.switches: dict[str, Switch] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.show_agents([], set())

    def show_agents(self, known: "list[KnownAgent]", asked: set[str]) -> None:
        """Those who came in. A row that is there stays, as somebody may be about to press it."""
        known = known[:_MOST]
        if not self.rows or [agent.client for agent in known] != list(self.switches):
            self._build([agent.client for agent in known])
        for agent, row in zip(known, self.rows, strict=False):
            row.explain(_calls_in_words(agent))
            self.switches[agent.client].choose(agent.client in asked)

    def _build(self, clients: Sequence[str]) -> None:
        self.switches = {
            client: Switch(tr("Ask me first about %1").replace("%1", client)) for client in clients
        }
        self.rows = [self._row(client, switch) for client, switch in self.switches.items()]
        if not self.rows:
            nobody = tr("No agent has come in yet.")
            self.rows = [SettingRow(tr("Who came in"), nobody)]
        parts: list[QWidget] = []
        for row in self.rows:
            parts += [rule(), row] if parts else [row]
        lines_in(self._column, parts)

    def _row(self, client: str, switch: Switch) -> SettingRow:
        switch.toggled.connect(lambda on: self._review(client, on))
        ask = text(tr("Ask me first"), "meta", "text2")
        return SettingRow(client, tr("Reading…"), ask, switch)


def _calls_in_words(agent: "KnownAgent") -> str:
    """12 calls, the last at 2026-11-21 12:00: search, status."""
    calls = ", ".join(
        call.name if call.ok else tr("%1 (refused)").replace("%1", call.name)
        for call in agent.last[:_CALLS]
    )
    asked = counted("{count} call", "{count} calls", agent.count)
    words = tr("%1, the last at %2: %3").replace("%1", asked)
    return words.replace("%2", agent.last[0].at.replace("T", " ")[:16]).replace("%3", calls)
