"""Procedures beside an open notebook: proposed from what conversations taught, and exported.

Nothing is written here: a procedure becomes a file when a person accepts it in a review.
"""

import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from desktop_app.dreams.proposal import but
from desktop_app.errors import Missing, Problem
from desktop_app.language.gate import Held, held
from desktop_app.memory.files import Files
from desktop_app.memory.hindsight import Hindsight
from desktop_app.memory.team import Team
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.notebook import Notebook
from desktop_app.sessions.hindsight.pattern import ENOUGH, PatternState
from desktop_app.sessions.hindsight.sharing import procedure_of, shared_procedure
from desktop_app.sessions.hindsight.trajectory import (
    FOLDER,
    Learning,
    TrajectorySummary,
    procedure,
    procedure_path,
    skill,
)
from desktop_app.tiers.shared import SharedItem, SharedKind
from desktop_app.words import tr

_SLUG = 8  # words of a title that name a file

Propose = Callable[[str, str, str], int]
"""Proposes a file: its path, its text, and why."""


@dataclass(frozen=True)
class Procedure:
    """A procedure that a person accepted; `times` is how many conversations it rests on."""

    path: str
    title: str
    times: int

    @property
    def name(self) -> str:
        """How commands and agents call it."""
        return posixpath.basename(self.path).removesuffix(".md")

    @property
    def recurs(self) -> bool:
        """Whether it is worth being a skill of agents."""
        return self.times >= ENOUGH


@dataclass(frozen=True)
class SharedProcedure:
    """A procedure that somebody else shared, with what it would be here; `when` is an ISO time."""

    id: str
    title: str
    text: str
    who: str
    when: str


class Procedures:
    """The room of procedures. Its methods block."""

    def __init__(
        self, notebook: Notebook, files: Files, hindsight: Hindsight, propose: Propose, team: Team
    ) -> None:
        self._team = team
        self._notebook, self._files = notebook, files
        self.hindsight, self._propose = hindsight, propose

    def end(self, session: str, threshold: float) -> tuple[TrajectorySummary | None, list[str]]:
        """A conversation is over: its summary, and the paths of procedures that it proposes.

        `threshold` is the impact, 0..1, above which an event is significant. Raises Problem.
        """
        summary = self.hindsight.sum_up(session, threshold)
        proposed = [
            path
            for learning in (summary.learnings if summary else ())
            if (path := self._proposed(learning, summary.goal if summary else ""))
        ]
        return summary, proposed

    def _proposed(self, learning: Learning, goal: str) -> str:
        """The path of what is proposed of a learning; "" where nothing new is, or a no stands."""
        if learning.pattern.state is PatternState.DECLINED:
            return ""
        path = procedure_path(self._notebook.layout.days, learning.pattern)
        text = procedure(learning, goal)
        known = {one.text for one in MemoryFile(self._notebook.read(path).data).statements}
        news = [one for one in MemoryFile(text.encode()).statements if one.text not in known]
        if not news:
            return ""
        reason = tr("a conversation of {agent} taught it").format(agent=learning.encounter.agent)
        return path if self._propose(path, text, _warned(reason, text)) else ""

    def every(self) -> tuple[Procedure, ...]:
        """The procedures of this notebook, those that recur most first."""
        begins = posixpath.join(self._notebook.layout.days, FOLDER, "")
        paths = (path for path in self._notebook.paths() if path.startswith(begins))
        found = (self._read(path) for path in paths)
        return tuple(sorted(found, key=lambda one: (-one.times, one.path)))

    def to_share(self, name: str) -> SharedItem:
        """What others would be shown of a procedure, to the last word. Raises Missing."""
        found = self._named(name)
        text = self._files.read(found.path).text
        body = shared_procedure(found.title, text, str(Path.home()))
        return self._team.item(SharedKind.PROCEDURE, found.name, body)

    def share(self, name: str) -> SharedItem:
        """A person's yes: others of the team have it. Raises Problem where there is no place."""
        item = self.to_share(name)
        self._team.put(item)
        return item

    def withdraw(self, name: str) -> None:
        """Take back what was shared under this name. Raises Problem where the place is away."""
        self._team.withdraw(SharedKind.PROCEDURE, name)

    def shared(self) -> tuple[SharedProcedure, ...]:
        """What others share, the newest first; none where their place is away."""
        found = [
            SharedProcedure(item.id, *told, item.who, item.when.isoformat(timespec="seconds"))
            for item in self._team.others(SharedKind.PROCEDURE)
            if (told := procedure_of(item))
        ]
        return tuple(sorted(found, key=lambda one: one.when, reverse=True))

    def take_over(self, id: str) -> str:  # noqa: A002  # as items say it
        """Propose a procedure that somebody shared, for a review; its path, "" if it waits already.

        Raises Missing where nobody shares it.
        """
        found = next((one for one in self.shared() if one.id == id), None)
        if found is None:
            raise Missing(
                tr("Nobody shares a procedure “{id}”.").format(id=id[:80]),
                tr("`nightstand team` lists what is shared."),
            )
        words = re.findall(r"[a-z0-9]+", found.title.casefold())[:_SLUG]
        name = "-".join(words)[:60].strip("-") or found.id.rpartition(".")[2]
        path = posixpath.join(self._notebook.layout.days, FOLDER, f"{name}.md")
        reason = tr("{who} shared it with the team").format(who=found.who[:80])
        return path if self._propose(path, found.text, _warned(reason, found.text)) else ""

    def skill(self, name: str) -> str:
        """A procedure as a SKILL.md. Raises Missing where there is none of this name."""
        found = self._named(name)
        text = self._files.read(found.path).text
        if not text.strip():
            raise Problem(tr("{path} is empty.").format(path=found.path))
        return skill(found.name, text)

    def _named(self, name: str) -> Procedure:
        found = next((one for one in self.every() if one.name == name), None)
        if found is None:
            raise Missing(
                tr("There is no procedure “{name}”.").format(name=name[:80]),
                tr("`nightstand procedures` lists them."),
            )
        return found

    def _read(self, path: str) -> Procedure:
        text = self._files.read(path).text
        last = text.rpartition("\n## ")[2]
        times = sum(line.startswith("- ") for line in last.split("\n"))
        return Procedure(path, text.split("\n")[0].lstrip("# ").strip(), times)


def _warned(reason: str, text: str) -> str:
    """Why a procedure is proposed, with a word of warning where it reads like an order."""
    if any(held(line) is Held.ORDER for line in text.split("\n")):
        return but(reason, tr("it may tell an agent what to do"))
    return reason
