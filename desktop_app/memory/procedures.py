"""Procedures beside an open notebook: proposed from what conversations taught, and exported.

Nothing is written here: a procedure becomes a file when a person accepts it in a review.
"""

import posixpath
from dataclasses import dataclass

from desktop_app.dreams.proposal import but
from desktop_app.errors import Missing, Problem
from desktop_app.language.gate import Held, held
from desktop_app.memory.room import Room
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.sessions.hindsight.pattern import ENOUGH, ErrorPattern, PatternState
from desktop_app.sessions.hindsight.trajectory import (
    FOLDER,
    Learning,
    TrajectorySummary,
    procedure,
    procedure_path,
    skill,
)
from desktop_app.words import tr


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


class Procedures(Room):
    """The room of procedures. Its methods block."""

    def _set_up(self) -> None:
        self.hindsight = self._memory.hindsight

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
        if any(held(line) is Held.ORDER for line in text.split("\n")):
            reason = but(reason, tr("it may tell an agent what to do"))
        proposed = self._memory.dreams.propose_file(path, text, reason)
        return path if proposed else ""

    def every(self) -> tuple[Procedure, ...]:
        """The procedures of this notebook, those that recur most first."""
        begins = posixpath.join(self._notebook.layout.days, FOLDER, "")
        paths = (path for path in self._notebook.paths() if path.startswith(begins))
        found = (self._read(path) for path in paths)
        return tuple(sorted(found, key=lambda one: (-one.times, one.path)))

    def share(self, key: str, words: str = "") -> tuple[ErrorPattern, str]:
        """A person's yes to what ends an error, or to their own `words` for it: the pattern, and
        the path of the procedure that is proposed for all who use the notebook, "" where it stands.

        Raises as `Hindsight.share` does.
        """
        pattern = self.hindsight.share(key, words)
        met = pattern.likely or next(reversed(pattern.encounters), None)
        return pattern, self._proposed(Learning(pattern, met), "") if met else ""

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
