"""Template: what a new day begins with, and its lines found again in days."""

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import date, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.notebook import day_names
from desktop_app.notebook.layout import TEMPLATE, Layout
from desktop_app.regex import regex

if TYPE_CHECKING:
    from desktop_app.notebook.notebook import Notebook

_BOX = regex(r"\[[xX]\]")
_A_DAY = timedelta(days=1)
_MOST = 50  # earlier templates that are looked at

_GAPS: dict[str, Callable[[Layout, date], str]] = {
    "{date}": lambda _, day: dates.whole(day),
    "{weekday}": lambda _, day: dates.weekday_names()[day.weekday()][1],
    "{iso}": lambda _, day: day.isoformat(),
    "{yesterday}": lambda layout, day: f"[[{layout.title(day - min(_A_DAY, day - date.min))}]]",
}
GAPS = tuple(_GAPS)
"""What is filled in; any other braces stay as they are."""
_GAP = regex("|".join(map(re.escape, GAPS)))


_VAULT_GAP = regex(r"\{\{\s*(date|title)\s*(?::([^}]*))?\}\}")
_PROGRAM = regex(
    r"(?ms)^[^\n]*?<%.*?%>[^\n]*\n?|^[^\n]*\{\{\s*(?:time|date:[^}\n]*[HhmsA])[^\n]*\n?"
)


def filled(text: str, layout: Layout, day: date) -> str:
    """A template for this day; lines of a vault's own that only its program can fill are left out.

    A vault writes `{{date}}`, `{{date:D MMMM}}` and `{{title}}`.
    """

    def in_vault(gap: re.Match[str]) -> str:
        if gap[1] == "title":
            return layout.day(day).rpartition("/")[2].removesuffix(".md")
        return day_names.written((gap[2] or day_names.USUAL).strip(), day, layout.language)

    text = _VAULT_GAP.sub(in_vault, _PROGRAM.sub("", text)) if layout.template else text
    return _GAP.sub(lambda gap: _GAPS[gap[0]](layout, day), text)


def needs_program(text: str) -> bool:
    """Whether a vault's template has lines that only its program can fill."""
    return _PROGRAM.search(text) is not None


def of_vault(notebook: "Notebook") -> str:
    """The note with which a vault's program begins a day; "" where there is none."""
    with suppress(Problem):
        return notebook.read(notebook.layout.template).text if notebook.layout.template else ""
    return ""


class TemplateLines:
    """The lines that the template of a notebook, or one that it had earlier, writes into days."""

    def __init__(self, notebook: "Notebook") -> None:
        self._notebook = notebook

    def blanked(self, day: date, text: str, *, headings: bool = True) -> str:
        """A day with an empty line for each, so that the others keep their numbers."""
        if not self._texts:
            return text
        filled_in = (filled(one, self._notebook.layout, day) for one in self._texts)
        own = {_bare(line) for one in filled_in for line in one.split("\n")}

        def kept(line: str) -> str:
            bare = _bare(line)
            goes = bare in own and (headings or not bare.startswith("#"))
            return line[len(line.rstrip("\r")) :] if goes else line

        return "\n".join(map(kept, text.split("\n")))

    @cached_property
    def _texts(self) -> list[str]:
        history, texts = self._notebook.history, [of_vault(self._notebook)]
        with suppress(Problem):  # one that cannot be read writes nothing
            texts.append(self._notebook.read(TEMPLATE).text)
        with suppress(Problem):  # it was pruned, or the history is damaged
            texts += [
                history.content(version.version).decode("utf-8", "surrogateescape")
                for version in history.versions(TEMPLATE, _MOST)
            ]
        return list(filter(str.strip, dict.fromkeys(texts)))


def _bare(line: str) -> str:
    """A line as it is compared: a box that was ticked since is the same one."""
    return _BOX.sub("[ ]", line.strip())
