"""Who comes in: how an agent is connected, with which key, what each may do, and who did."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from desktop_app.errors import Problem
from desktop_app.jobs import Jobs
from desktop_app.memory import Memory
from desktop_app.memory.agents import KnownAgent
from desktop_app.sessions import connecting
from desktop_app.settings import Settings
from desktop_app.ui.agents.doors import AgentDoors, DoorState
from desktop_app.ui.parts.boxes import sized, stacked
from desktop_app.ui.parts.controls import Button, Choice
from desktop_app.ui.parts.forms import (
    FormOwner,
    Row,
    SettingForm,
    SettingGroup,
    SettingRow,
    confirm,
)
from desktop_app.ui.parts.labels import text
from desktop_app.words import counted, together, tr

_MOST = 12  # agents shown
_CALLS = 3  # of each agent
_HTTP, _HOOKS = "http", "hooks:"  # beside the names of agents, in the list of what can be copied

ROWS = (
    Row("http", "agents.serve", tr("Let agents connect over HTTP"), "switch"),
    Row(
        "http", "address", tr("Address"), "buttons", " ",
        buttons=(("copy.address", tr("Copy"), "copy"),),
    ),
    Row(
        "rights", "key", tr("Access key"), "choice",
        tr("Whoever has this key can use your notebook. It lies in a file that only you can read."),
        words={"read": tr("Reads"), "write": tr("Writes"), "decide": tr("Decides")},
        buttons=(("copy.key", tr("Copy"), "copy"), ("renew", tr("Renew…"), "refresh")),
    ),
    Row("rights", "agents.decide", tr("Let agents decide"), "switch"),
    Row("rights", "agents.refuse_secrets", tr("Refuse secrets in days, too"), "switch"),
    *(
        Row("commands", command, command, "buttons", about,
            buttons=((f"copy {command}", tr("Copy"), "copy"),))
        for command, about in (
            ("nightstand procedures", tr("Lists the procedures of agents that you accepted.")),
            ("nightstand tiers", tr(
                "Shows where older notes are kept. With “move” it takes them out of the "
                "search index, onto this disk or a server."
            )),
        )
    ),
)  # fmt: skip
_EVERYBODY = Row(
    "known", "everybody", tr("Every agent writes without asking you"), "buttons",
    tr("The setting agents.may_write is *. It holds for all your notebooks."),
    buttons=(("ask", tr("Ask me first"), ""),),
)  # fmt: skip


class AccessPart(FormOwner, QWidget):
    """What to paste, then who came in, then the doors; what needs an open door is there with it."""

    toasted = Signal(str)
    told = Signal(str, str)

    def __init__(self, jobs: Jobs, settings: Settings, doors: AgentDoors) -> None:
        super().__init__()
        self._jobs, self._settings, self._doors = jobs, settings, doors
        self._memory: Memory | None = None
        self._agents: dict[str, KnownAgent] = {}
        self._asked: set[str] = set()
        self._scope = "write"
        titles = {
            "known": tr("Who came in"), "http": tr("Over HTTP"),
            "rights": tr("What agents may do"), "commands": tr("Commands for the terminal"),
        }  # fmt: skip
        self.forms = {section: SettingForm(title, self) for section, title in titles.items()}
        sized(stacked(self, self._connect_group(), *self.forms.values()), gap=28)
        doors.changed.connect(self.show_settings)
        self.show_settings()

    def show_notebook(self, memory: Memory) -> None:
        self._memory = memory
        self.look()

    def show_settings(self) -> None:
        """What is kept, also when another window or program chose it."""
        decide = self._settings.get("agents.decide")
        if not decide and self._scope == "decide":
            self._scope = "write"
        rows = [*map(self.now, ROWS), *self._known()]
        for section, form in self.forms.items():
            form.show_rows(row for row in rows if row.section == section)
        http, rights, known = self.forms["http"], self.forms["rights"], self.forms["known"]
        rights.controls["key"].part("decide").setVisible(decide)
        rights.setVisible(self._settings.get("agents.serve"))
        http.buttons["copy.address"].setVisible(self._doors.state == DoorState.OPEN)
        known.setVisible(bool(known.rows))
        self._show_text()

    def look(self) -> None:
        def known() -> tuple[list[KnownAgent], set[str]]:
            from desktop_app.memory.agents import asked_first  # long to load, and seldom wanted

            get, found = self._settings.get, memory.agents.known()
            return found, {one.client for one in found if asked_first(one, one.scope, get)}

        if (memory := self._memory) is not None:
            self._jobs.call("agents.known", known, self._take_known)

    # -- what the forms ask -----------------------------------------------------------------------

    def value(self, key: str) -> Any:
        return self._scope if key == "key" else super().value(key)

    def about(self, row: Row) -> str:
        if row.key != "address":
            return ""
        doors = self._doors
        words = {
            DoorState.CLOSED: tr("No agent can connect over HTTP."),
            DoorState.OPENING: tr("Opening…"),
            DoorState.OPEN: tr("%1, and %1/mcp for MCP over HTTP.", doors.url),
            DoorState.FAILED: str(doors.problem or ""),
        }
        return words[doors.state]

    def choose(self, key: str, value: Any) -> None:
        if agent := self._agents.get(key):
            self._let_write(agent.client, not value)
        elif key == "key":
            self._scope = value
        else:
            self.keep(key, value)
        if key == "agents.serve":
            self._doors.choose()
        self.show_settings()

    def press(self, name: str) -> None:
        desk, jobs = self._doors.desk, self._jobs
        if name == "copy.key":
            jobs.call("agents.key", partial(desk.key, self._scope), self._copy, self._failed)
        elif name == "renew":
            words = tr("Shut out those who have the old access keys")
            self.menu = confirm(self.forms["rights"].buttons["renew"], words, self._renew)
        elif name == "ask":
            names = self._settings.get("agents.may_write")
            self.keep("agents.may_write", [one for one in names if one != "*"])
            self.look()
        else:
            self._copy(name.removeprefix("copy ") if " " in name else self._doors.url)

    def _copy(self, words: str) -> None:
        QGuiApplication.clipboard().setText(words)
        self.toasted.emit(tr("Copied."))

    # -- connecting -------------------------------------------------------------------------------

    def _connect_group(self) -> SettingGroup:
        self.which = sized(Choice(tr("Which agent")), width=170)
        for name, agent in connecting.AGENTS.items():
            self.which.addItem(agent.title, name)
        for name in connecting.HOOKS:
            words = tr("%1: hooks", connecting.AGENTS[name].title)
            self.which.addItem(words, f"{_HOOKS}{name}")
        self.which.addItem(tr("Others, over HTTP"), _HTTP)
        self.shown = text("", "mono", wrap=True)
        self.shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.copy = Button(tr("Copy"), "primary", "copy", act=lambda: self._copy(self.shown.text()))
        self.paste = SettingRow(tr("What to paste"), " ", self.which, self.copy)
        self.which.currentIndexChanged.connect(self._show_text)
        group, both = SettingGroup(tr("Connect an agent")), QWidget()
        stacked(both, self.paste, sized(self.shown, (16, 0, 16, 14)))
        group.card.column.addWidget(both)
        return group

    def _show_text(self) -> None:
        chosen = str(self.which.currentData())
        agent = connecting.AGENTS.get(chosen)
        where = agent.where if agent else tr("in its settings")
        into = tr("into %1", where) if "." in where else where
        self.paste.explain(tr("Paste this %1.", into))
        command = connecting.own_command(str(self._memory.root) if self._memory else "")
        if chosen == _HTTP:
            url = self._doors.url or f"http://127.0.0.1:{self._settings.get('agents.port')}"
            words = connecting.http_text(url, tr("KEY"))
        elif chosen.startswith(_HOOKS):
            words = connecting.hooks_text(chosen.removeprefix(_HOOKS), command)
        else:
            words = connecting.AGENTS[chosen].text(command)
        self.shown.setText(words)

    # -- who came in ------------------------------------------------------------------------------

    def _take_known(self, found: tuple[list[KnownAgent], set[str]]) -> None:
        known, self._asked = found
        # Not by the name alone, which may be that of a setting.
        self._agents = {f"agent {one.client}": one for one in known[:_MOST]}
        self.show_settings()

    def _known(self) -> Iterator[Row]:
        lets = {one.casefold() for one in self._settings.get("agents.may_write")}
        free, ask = tr("It writes without asking you, in all your notebooks."), tr("Ask me first")
        if "*" in lets:
            yield _EVERYBODY
        for key, agent in self._agents.items():
            client = agent.client
            told = f"{_calls_in_words(agent)}."
            if lets & {client.casefold(), "*"}:
                told = together(told, free)
            asked = client in self._asked
            yield Row("known", key, client, "switch", told, unit=ask, value=asked)

    def _let_write(self, client: str, alone: bool) -> None:
        for key, named in (("agents.review", not alone), ("agents.may_write", alone)):
            names = [one for one in self._settings.get(key) if one.casefold() != client.casefold()]
            self.keep(key, [*names, client] if named else names)
        (self._asked.discard if alone else self._asked.add)(client)

    # -- doors and keys ---------------------------------------------------------------------------

    def _renew(self) -> None:
        done = tr("There are new access keys. Agents with the old ones are not answered any more.")
        self._jobs.do(self._doors.desk.renew, lambda _: self.toasted.emit(done), self._failed)

    def _failed(self, problem: Problem) -> None:
        self.told.emit(problem.message, problem.hint)
        self.show_settings()


def _calls_in_words(agent: KnownAgent) -> str:
    """12 calls, the last at 2026-11-21 12:00: search, status."""
    calls = ", ".join(
        call.name if call.ok else tr("%1 (refused)", call.name) for call in agent.last[:_CALLS]
    )
    asked = counted("{count} call", "{count} calls", agent.count)
    return tr("%1, the last at %2: %3", asked, agent.last[0].at.replace("T", " ")[:16], calls)
