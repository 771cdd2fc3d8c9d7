"""Who comes in, with which key, and what each may do; and whom one follows: the conversations of
agents that were found on this computer.
"""

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.memory.agents import KnownAgent
from desktop_app.memory.watched import WatchedSource
from desktop_app.sessions import connecting
from desktop_app.ui.agents.doors import DoorState
from desktop_app.ui.page import Page
from desktop_app.ui.parts.boxes import sized, stacked
from desktop_app.ui.parts.controls import Button, Choice
from desktop_app.ui.parts.folders import tilde
from desktop_app.ui.parts.forms import (
    FormOwner,
    Row,
    SettingForm,
    SettingGroup,
    SettingRow,
    confirm,
)
from desktop_app.ui.parts.labels import breakable, text
from desktop_app.words import counted, headed, together, tr

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
)  # fmt: skip


class AccessPart(FormOwner, QWidget):
    """What to paste, then who came in, then the doors; what needs an open door is there with it."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self._page, self._jobs, self.told = page, page.jobs, page.told
        self.settings, self._doors = page.settings, page.doors
        self._agents: dict[str, KnownAgent] = {}
        self._asked: set[str] = set()
        self._scope = "write"
        titles = {
            "known": tr("Who came in"), "http": tr("Over HTTP"),
            "rights": tr("What agents may do"),
        }  # fmt: skip
        self.forms = {section: SettingForm(title, self) for section, title in titles.items()}
        sized(stacked(self, self._connect_group(), *self.forms.values()), gap=28)
        self._doors.changed.connect(self.show_settings)
        self.show_settings()

    def show_settings(self) -> None:
        decide = self.settings.get("agents.decide")
        if not decide and self._scope == "decide":
            self._scope = "write"
        rows = [*map(self.now, ROWS), *self._known()]
        for section, form in self.forms.items():
            form.show_rows(row for row in rows if row.section == section)
        http, rights, known = self.forms["http"], self.forms["rights"], self.forms["known"]
        rights.controls["key"].part("decide").setVisible(decide)
        rights.setVisible(self.settings.get("agents.serve"))
        http.buttons["copy.address"].setVisible(self._doors.state == DoorState.OPEN)
        known.setVisible(bool(known.rows))
        self._show_text()

    def look(self) -> None:
        def known(memory: Memory) -> tuple[list[KnownAgent], set[str]]:
            from desktop_app.memory.agents import asked_first  # long to load, and seldom wanted

            get, found = self.settings.get, memory.agents.known()
            return found, {one.client for one in found if asked_first(one, one.scope, get)}

        self._page.look_up("agents.known", known, self._take_known, lambda _problem: None)

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
        else:
            self._copy(self._doors.url)

    def _copy(self, words: str) -> None:
        QGuiApplication.clipboard().setText(words)
        self._page.toast(tr("Copied."))

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
        chosen, memory = str(self.which.currentData()), self._page.memory
        agent = connecting.AGENTS.get(chosen)
        where = agent.where if agent else tr("in its settings")
        into = tr("into %1", where) if "." in where else where
        self.paste.explain(tr("Paste this %1.", into))
        command = connecting.own_command(str(memory.root) if memory else "")
        if chosen == _HTTP:
            url = self._doors.url or f"http://127.0.0.1:{self.settings.get('agents.port')}"
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
        lets = {one.casefold() for one in self.settings.get("agents.may_write")}
        free, ask = tr("It writes without asking you, in all your notebooks."), tr("Ask me first")
        for key, agent in self._agents.items():
            client = agent.client
            told = f"{_calls_in_words(agent)}."
            if lets & {client.casefold(), "*"}:
                told = together(told, free)
            asked = client in self._asked
            yield Row("known", key, client, "switch", told, unit=ask, value=asked)

    def _let_write(self, client: str, alone: bool) -> None:
        leaves = {client.casefold()} | (set() if alone else {"*"})  # which is every agent
        for key, named in (("agents.review", not alone), ("agents.may_write", alone)):
            names = [one for one in self.settings.get(key) if one.casefold() not in leaves]
            self.keep(key, [*names, client] if named else names)
        (self._asked.discard if alone else self._asked.add)(client)

    # -- doors and keys ---------------------------------------------------------------------------

    def _renew(self) -> None:
        done = tr("There are new access keys. Agents with the old ones are not answered any more.")
        self._jobs.do(self._doors.desk.renew, lambda _: self._page.toast(done), self._failed)

    def _failed(self, problem: Problem) -> None:
        self._page.tell(problem)
        self.show_settings()


def _calls_in_words(agent: KnownAgent) -> str:
    """12 calls, the last at 2026-11-21 12:00: search, status."""
    calls = ", ".join(
        call.name if call.ok else tr("%1 (refused)", call.name) for call in agent.last[:_CALLS]
    )
    asked = counted("{count} call", "{count} calls", agent.count)
    return tr("%1, the last at %2: %3", asked, agent.last[0].at.replace("T", " ")[:16], calls)


LOOK = "agents.sources"


class WatchedPart(FormOwner, QWidget):
    """All sources, those of this notebook's project first."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self._page = page
        self.seen: dict[str, WatchedSource] = {}
        self.form = SettingForm("", self)
        self.said = text("", "body", "text2", wrap=True)
        stacked(self, text(tr("Followed agents"), "section"), self.said, self.form, gap=10)

    def show_notebook(self, memory: "Memory") -> None:
        self._show_sources(memory, ())
        self.look()

    def take_focus(self) -> None:
        for switch in list(self.form.controls.values())[:1]:
            switch.setFocus(Qt.FocusReason.OtherFocusReason)

    def look(self) -> None:
        if (memory := self._page.memory) is not None and self.isVisible():
            show = partial(self._show_sources, memory)
            self._page.look_up(LOOK, lambda memory: memory.watched.sources(), show)

    def choose(self, key: str, on: bool) -> None:
        def work(memory: Memory) -> None:
            (memory.watched.follow if on else memory.watched.leave)(source)

        def refused(problem: Problem) -> None:
            self._page.tell(problem)
            self.look()

        source = self.seen[key].source
        self._page.change(work, lambda _: self.look(), refused)

    def _show_sources(self, memory: "Memory", seen: "tuple[WatchedSource, ...]") -> None:
        self.seen = {one.source.id: one for one in seen}
        self.form.show_rows(
            Row("watched", key, one.source.adapter.title, "switch", _about(one, memory.now()),
                value=one.followed)
            for key, one in self.seen.items()
        )  # fmt: skip
        self.form.setVisible(bool(seen))
        about = tr(
            "Nightstand can follow what you say to agents on this computer, from now on. What "
            "is worth keeping goes into the days when a conversation is long, is shortened "
            "or has ended. The agents' files are only read."
        )
        none = "" if seen else tr("No agent has left conversations on this computer.")
        self.said.setText(str(memory.watched.trouble or together(none, about)))


def _found(seen: "WatchedSource") -> str:
    """14 conversations in this project."""
    count = seen.source.conversations
    if not count:
        return tr("No conversation is left in %1", tilde(seen.source.folder))
    held = counted("{count} conversation", "{count} conversations", count)
    if seen.here:
        return tr("%1 in this project", held)
    if not seen.source.folder:
        return held
    return tr("%1 in %2", held, tilde(seen.source.folder))


def _about(seen: "WatchedSource", now: datetime) -> str:
    told = [_found(seen)]
    if seen.followed and seen.said:
        when = dates.when(datetime.fromisoformat(seen.at), now)
        told.append(headed(f"{when[:1].upper()}{when[1:]}", seen.said))
    elif seen.followed:
        told.append(tr("Followed. No notes were saved yet."))
    return breakable(" · ".join(told))
