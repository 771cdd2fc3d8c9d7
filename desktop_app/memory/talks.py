"""Talks: conversations with a model of this computer, beside an open notebook."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from desktop_app.errors import Problem
from desktop_app.memory.room import Room
from desktop_app.memory.tools import ToolFamily
from desktop_app.memory.transcripts import Transcripts, time_of
from desktop_app.sessions.live import LiveLimits
from desktop_app.sessions.talk_view import TalkHead
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.memory.open_talk import Talk


@dataclass(frozen=True)
class TalkRules:
    """What the person's settings say of talks: `think` asks models that can to think first, `place`
    is where a new one is kept."""

    limits: LiveLimits = field(default_factory=LiveLimits)
    family: ToolFamily = ToolFamily.MEMORY
    think: bool = True
    place: str = "auto"


class Talks(Room):
    """The talks of an open notebook. Methods block.

    A talk is one object as long as somebody holds it. `rules` are those of now.
    """

    def _set_up(self) -> None:
        self.memory = self._memory
        self.rules: Callable[[], TalkRules] = TalkRules
        self.transcripts = Transcripts(self._memory)
        self._open: WeakValueDictionary[str, Talk] = WeakValueDictionary()

    def use(self, get: Callable[[str], Any]) -> None:
        """Go by the person's settings, as they are at each moment; `get` is that of `Settings`."""
        self.rules = lambda: TalkRules(
            LiveLimits.of(get), ToolFamily(get("sessions.tools")), place=get("sessions.place")
        )

    def listed(self) -> tuple[TalkHead, ...]:
        """Every talk, newest first."""
        heads = (head for _file, head in self.transcripts.all())
        return tuple(sorted(heads, key=lambda head: head.changed.timestamp(), reverse=True))

    def begin(self) -> "Talk":
        """A new talk. Its file is made with its first message."""
        return self._made(secrets.token_hex(4), self._clock.now())

    def _made(self, id_: str, begun: datetime, **how: Any) -> "Talk":
        from desktop_app.memory.open_talk import Talk  # long to load: who never talks has none

        talk = self._open[id_] = Talk(self, id_, begun, **how)
        return talk

    def open(self, id: str) -> "Talk":  # noqa: A002
        """A talk that is listed, as it was left. Raises Problem if there is none of this id."""
        talk = self._open.get(id)
        if talk is None:
            file = self.transcripts.find(id)
            if file is None:
                raise _none()
            read = self.transcripts.read(file)
            begun = time_of(read.head.made, self._clock.now())
            talk = self._made(id, begun, file=file, read=read)
        return talk

    def delete(self, id: str) -> Callable[[], None]:  # noqa: A002
        """Delete a talk. Returns what undoes it; what was flushed of it stays."""
        file = self.transcripts.find(id)
        if file is None:
            raise _none()
        undo = self.transcripts.remove(file)
        self._open.pop(id, None)
        return undo


def _none() -> Problem:
    return Problem(tr("This conversation is not there any more."), tr("It may have been deleted."))
