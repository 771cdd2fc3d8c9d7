"""The template for new days of a notebook: read, written, and filled in for a day."""

import re
from datetime import date

from desktop_app.clock import Clock
from desktop_app.errors import Problem
from desktop_app.memory.changed import Writing
from desktop_app.notebook import days
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.history import Cause
from desktop_app.notebook.layout import TEMPLATE
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.rewriting import Rewritten
from desktop_app.notebook.template import filled, of_vault
from desktop_app.words import tr

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
