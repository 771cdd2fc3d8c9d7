"""The days of a notebook: listed with the notes beside them, and added to."""

import re
from dataclasses import dataclass
from datetime import date

from desktop_app.clock import Clock
from desktop_app.errors import Problem
from desktop_app.memory.changed import Writing
from desktop_app.notebook import days
from desktop_app.notebook.day_list import DayHeads, Topic
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.history import Cause
from desktop_app.notebook.layout import TEMPLATE
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.rewriting import Rewritten
from desktop_app.notebook.template import filled, of_vault
from desktop_app.words import tr


@dataclass(frozen=True)
class Noted:
    """Where a note went, in so many bullets; `made`: its day had no file before."""

    path: str
    line: int
    text: str = ""
    made: bool = False
    count: int = 1


class Days:
    """Lists the days of an open notebook and adds to today."""

    def __init__(self, notebook: Notebook, clock: Clock, writing: Writing) -> None:
        self._notebook = notebook
        self._clock = clock
        self._writing = writing
        self._list = DayHeads(notebook)

    def heads(self) -> list[days.DayHead]:
        """Every day that has a file, newest first."""
        diaries = self._notebook.diaries()
        return self._list.heads({entry.date for entry in diaries if not entry.undone})

    def topics(self) -> list[Topic]:
        """The notes beside the days: undated ones, and further files of a day."""
        return self._list.topics()

    def remember(self, text: str) -> Noted:
        """Add a note to today, a bullet for each line. Raises Problem when there is no text.

        It stands in the day when this returns. A program that had read the day before and writes
        it anew after that takes it away; then it is in the history.
        """
        if not text.strip():
            raise Problem(tr("There is no text to remember."), tr("Write a few words."))
        text, now = text.strip(), self._clock.now()
        with self._writing.own() as paths:
            made = not self._notebook.read(self._notebook.day_path(now.date())).exists
            path, line = days.append_note(self._notebook, text, now)
            paths.append(path)
        return Noted(path, line, text, made, len(days.bullets_of(text)))

    def forget(self, noted: Noted) -> None:
        """Take a remembered line out of its day again: see `days.take_back_note`."""
        with self._writing.own() as paths:
            place = (noted.path, noted.line, noted.text)
            days.take_back_note(self._notebook, *place, self._clock.now(), made=noted.made)
            paths.append(noted.path)


_LARGEST = 20_000  # characters
_EMPTY_ITEM = re.compile(r"\s*[-*+](?: \[ \])?")


class DayTemplate:
    """One hidden file of an open notebook; an empty template is no file."""

    def __init__(self, notebook: Notebook, clock: Clock, writing: Writing) -> None:
        self._notebook, self._clock, self._writing = notebook, clock, writing

    def text(self) -> str:
        """The template as it was written; "" for none."""
        return self._notebook.read(TEMPLATE).text

    def for_day(self, day: date) -> str:
        """What a day begins with below its title; "" for nothing.

        One writes on at its end: in an empty item that stands there, else below a blank line.
        """
        template = self.text() or of_vault(self._notebook)
        if not template.strip():
            return ""
        begun = filled(template.replace("\r\n", "\n").strip(), self._notebook.layout, day)
        return begun + (" " if _EMPTY_ITEM.fullmatch(begun.rpartition("\n")[2]) else "\n\n")

    def opening(self, day: date) -> str:
        """What stands above it in a new day: the specified header; nothing in a vault."""
        return "" if self._notebook.layout.followed else days.header(day)

    def set(self, text: str) -> Rewritten:
        """Another template from now on; "" for none. `files.take_back` undoes it.

        Raises Problem where it is too long, or the disk refuses; Conflict where somebody else
        wrote it right now.
        """
        if len(text) > _LARGEST:
            raise Problem(
                tr("A template has {most} characters at most.").format(most=f"{_LARGEST:,}"),
                tr("Make it shorter. Nothing was changed."),
            )
        before, now = self._notebook.read(TEMPLATE), self._clock.now()
        data = f"{text.strip()}\n".encode("utf-8", "surrogateescape") if text.strip() else b""
        with self._writing.own() as paths:
            if data == before.data:
                after = before
            elif data:
                after = self._notebook.save(TEMPLATE, data, before, Cause.UPDATE, now)
            else:
                self._notebook.remove(TEMPLATE, before, now)
                after = Snapshot(TEMPLATE, b"", "")
            paths.append(TEMPLATE)
        return Rewritten(before, after)
