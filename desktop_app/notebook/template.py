"""The template of a vault for its daily notes: what a new day begins with, and its lines found
again in days. No dream reads them, and a day that holds nothing else is empty."""

import re
from contextlib import suppress
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from desktop_app.errors import Problem
from desktop_app.notebook import day_names
from desktop_app.notebook.layout import Layout
from desktop_app.regex import regex

if TYPE_CHECKING:
    from desktop_app.notebook.notebook import Notebook

_BOX = regex(r"\[[xX]\]")
_GAP = regex(r"\{\{\s*(date|title)\s*(?::([^}]*))?\}\}")
_PROGRAM = regex(
    r"(?ms)^[^\n]*?<%.*?%>[^\n]*\n?|^[^\n]*\{\{\s*(?:time|date:[^}\n]*[HhmsA])[^\n]*\n?"
)


def filled(text: str, layout: Layout, day: date) -> str:
    """A template for this day: `{{date}}`, `{{date:D MMMM}}` and `{{title}}` are filled in, lines
    that only the vault's program can fill are left out."""

    def value(gap: re.Match[str]) -> str:
        if gap[1] == "title":
            return layout.day(day).rpartition("/")[2].removesuffix(".md")
        return day_names.written((gap[2] or day_names.USUAL).strip(), day, layout.language)

    return _GAP.sub(value, _PROGRAM.sub("", text))


def of_vault(notebook: "Notebook") -> str:
    """The note with which a vault's program begins a day; "" where there is none."""
    with suppress(Problem):
        return notebook.read(notebook.layout.template).text if notebook.layout.template else ""
    return ""


class TemplateLines:
    """The lines that the template of a notebook writes into days."""

    def __init__(self, notebook: "Notebook") -> None:
        self._notebook = notebook

    @cached_property
    def _text(self) -> str:
        return of_vault(self._notebook)

    def blanked(self, day: date, text: str, *, headings: bool = True) -> str:
        """A day with an empty line for each, so that the others keep their numbers. Without
        `headings` theirs stay, as notes may stand below them."""
        if not self._text.strip():
            return text
        own = set(map(_bare, filled(self._text, self._notebook.layout, day).split("\n")))

        def kept(line: str) -> str:
            bare = _bare(line)
            goes = bare in own and (headings or not bare.startswith("#"))
            return line[len(line.rstrip("\r")) :] if goes else line

        return "\n".join(map(kept, text.split("\n")))


def _bare(line: str) -> str:
    """A line as it is compared: a box that was ticked since is the same one."""
    return _BOX.sub("[ ]", line.strip())
