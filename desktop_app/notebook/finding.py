"""Finding: whether a folder is a notebook, how it is laid out, and what is in it. Only looks.

Specification: architecture, 'What is a notebook'. It goes by names. It reads only Obsidian's
settings for daily notes, the dates in a log, and our own mark, which may say that all Markdown
belongs to the notebook.
"""

import os
import tomllib
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from desktop_app import dates, small_files
from desktop_app.errors import Problem
from desktop_app.notebook import day_names
from desktop_app.notebook.files import NotebookFiles
from desktop_app.notebook.layout import (
    FileKind,
    Layout,
    Undated,
    below,
    counted_date,
    is_read,
    of_one_user,
)
from desktop_app.notebook.left_out import linked_twice
from desktop_app.notebook.log import by_day
from desktop_app.notebook.storage import folders
from desktop_app.words import counted, tr

MARK = ".nightstand.toml"
MOST = 20_000
"""The most files below a folder that are looked at to find its days."""

# Files that an agent keeps beside its memory, by which its notebook is known.
_OPENCLAW = {"SOUL.md", "HEARTBEAT.md", "IDENTITY.md", "TOOLS.md"}
_COWAGENT = {"AGENT.md", "RULE.md"}
_NO_NOTES = {"MEMORY.md", "DREAMS.md", "README.md"}
_USUAL_PLACES = ("memory", "daily")
_LOG = "HISTORY.md"
_OBSIDIAN = ".obsidian"
DAILY_NOTES = f"{_OBSIDIAN}/daily-notes.json"
"""Where Obsidian keeps its settings of daily notes."""


@dataclass(frozen=True)
class FoundNotebook:
    """The contents of a folder before anything is written. `newest` is the last of its `days`.

    `others` counts notes without a date; `memory` says whether MEMORY.md is there.
    """

    layout: Layout
    memory: bool
    days: int
    newest: date | None
    others: int
    any: bool

    @property
    def sentences(self) -> tuple[str, ...]:
        """The same in sentences."""
        layout = self.layout
        sentences = [f"{layout.summary}." if self.memory else f"{layout.name}: {layout.places}."]
        if self.newest is not None:
            days = counted("{count} day has notes", "{count} days have notes", self.days)
            sentences.append(
                tr("{days}, the newest of {newest}.").format(
                    days=days, newest=dates.plain(self.newest)
                )
            )
        if self.others:
            sentences.append(
                counted("{count} note has no date.", "{count} notes have no date.", self.others)
            )
        if layout.apart:
            sentences.append(
                counted(
                    "{count} folder in it is a notebook of its own, and is not read with it.",
                    "{count} folders in it are notebooks of their own, and are not read with it.",
                    len(layout.apart),
                )
            )
        if not self.memory:
            sentences.append(
                tr("There is no {memory} yet: the first line kept makes it.").format(
                    memory=layout.memory
                )
            )
        return tuple(sentences)


def recognise(folder: Path) -> bool:
    """Whether a folder is a notebook already. Raises OSError when it cannot be looked into."""
    if (folder / MARK).is_file() or _only(folder, "DREAMS.md") or memory_name(folder):
        return True
    return any(_dated(_walk(folder, place).notes) for place in _USUAL_PLACES)


def look(folder: Path) -> FoundNotebook:
    """What a folder holds. Raises OSError or Problem when it cannot be looked into."""
    files = NotebookFiles(folder)
    layout = layout_of(files.root)
    paths = belonging(files, layout)
    days = {day for path in paths if (day := layout.date_of(path))}
    if layout.log:
        days |= by_day(files.read(layout.log).text).keys()
    notes = {path for path in paths if layout.kind(path) is FileKind.DAYS}
    return FoundNotebook(
        layout=layout,
        memory=layout.memory in paths,
        days=len(days),
        newest=max(days, default=None),
        others=sum(not layout.date_of(path) for path in notes - {layout.log}),
        any=bool(paths),
    )


def need_few(folder: Path) -> None:
    """Raise Problem for a folder with so many files that it is hardly meant as a notebook."""
    if _walk(folder, "").more:
        raise Problem(
            tr(
                "{folder} holds more than {most:,} files, and no notes that are known as such."
            ).format(folder=folder, most=MOST),
            tr("Name the folder within it that holds your notes, or a new one."),
        )


def belonging(files: NotebookFiles, layout: Layout) -> list[str]:
    """Every file of a notebook that exists: memory, days, topics, diaries, sessions."""
    single = filter(None, (layout.memory, layout.diaries))
    paths = {path for path in single if files.stat(path)}
    for folder in layout.folders:
        paths.update(files.list(folder))
    belong = {path for path in paths if layout.kind(path) is not None}
    return sorted(belong - linked_twice(files.root, belong))


def memory_name(folder: Path) -> str | None:
    """The path of MEMORY.md, here or in `memory/`: exact, else the only one in another case."""
    if name := _only(folder, "MEMORY.md"):
        return name
    inner = folder / "memory"
    name = _only(inner, "MEMORY.md") if os.access(inner, os.R_OK | os.X_OK) else None
    return f"memory/{name}" if name else None


def layout_of(folder: Path) -> Layout:
    """The layout of a notebook's folder, as found there, or else the standard one."""
    names = {entry.name for entry in folder.iterdir()}
    memory = memory_name(folder)
    place = _place(folder, names, memory)
    if _takes_all(folder):
        place = replace(place, undated=Undated.EVERYWHERE)
    days = place.days
    dreams = f"{days}/dreams" if days else "dreams"
    diaries = "" if _dated(_names_in(folder / dreams)) else _only(folder, "DREAMS.md") or ""
    logged = days == "memory" and _LOG in _names_in(folder / days)
    return Layout(
        memory=memory or "MEMORY.md",
        days=days,
        dreams=dreams,
        diaries=diaries,
        name=_whose(names, place, diaries, logged),
        form=place.form,
        log=f"{days}/{_LOG}" if logged else "",
        undated=place.undated,
        apart=place.apart,
    )


@dataclass(frozen=True)
class _Place:
    """Where days are, how they are named, and which undated notes belong."""

    days: str = "memory"
    form: str = day_names.USUAL
    undated: Undated = Undated.BESIDE
    apart: frozenset[str] = frozenset()


def _place(folder: Path, names: Collection[str], memory: str | None) -> _Place:
    for days in _USUAL_PLACES:
        survey = _walk(folder, days)
        if _dated(survey.notes):
            return _Place(days, _form_in(days, survey.notes), apart=frozenset(survey.apart))
    if _keeps_daily(folder, memory):
        return _Place("daily")
    vault = _OBSIDIAN in names
    if ((folder / "memory").is_dir() and not vault) or set(names) & (_OPENCLAW | _COWAGENT):
        beside = _most_likely([name for name in names if name.endswith(".md")])
        if beside is None:
            return _Place(apart=frozenset(_walk(folder, "memory").apart))
    return _place_by_names(folder, vault=vault)


def _place_by_names(folder: Path, *, vault: bool) -> _Place:
    """The place of days by Obsidian's settings, or by the names of all notes below the folder."""
    survey = _walk(folder, "")
    named = (_named_by_obsidian(folder) if vault else None) or _most_likely(survey.notes)
    days, form = named or ("memory", day_names.USUAL)
    others = {path.rpartition("/")[2] for path in survey.notes}
    if named is not None and _read_by(days, form, survey.notes):
        undated = Undated.NOWHERE if vault and not days else Undated.BESIDE
    elif survey.more or (folder / MARK).exists() or others <= _NO_NOTES:
        undated = Undated.BESIDE if days else Undated.NOWHERE
    else:
        undated = Undated.EVERYWHERE
    return _Place(days, form, undated, frozenset(survey.apart))


def _most_likely(notes: Collection[str]) -> tuple[str, str] | None:
    """The folder and form of most plainly named days; days beside MEMORY.md come first."""
    named = Counter(filter(None, map(day_names.learned, notes)))
    beside = Counter({place: n for place, n in named.items() if not place[0]})
    best = (beside or named).most_common(1)
    return best[0][0] if best else None


def _form_in(days: str, notes: Collection[str]) -> str:
    forms = Counter(form for folder, form in filter(None, map(day_names.learned, notes))
                    if folder == days)  # fmt: skip
    return forms.most_common(1)[0][0] if forms else day_names.USUAL


def _read_by(days: str, form: str, notes: Collection[str]) -> bool:
    layout = Layout(days=days, form=form, undated=Undated.NOWHERE)
    return any(layout.dated(path) for path in notes if below(path, days))


def _named_by_obsidian(folder: Path) -> tuple[str, str] | None:
    """Obsidian's folder and form of daily notes; None if its settings do not name them."""
    try:
        return daily_notes(small_files.json_in(folder / DAILY_NOTES))
    except (OSError, ValueError):
        return None


def daily_notes(options: Any) -> tuple[str, str] | None:
    """The folder and form in Obsidian's settings of daily notes; None for any others."""
    if not isinstance(options, dict):
        return None
    days, form = (str(options.get(key) or "").strip("/ ") for key in ("folder", "format"))
    form = form or day_names.USUAL
    if not day_names.readable(form) or any(part.startswith(".") for part in days.split("/")):
        return None
    return days, form


def _whose(names: Collection[str], place: _Place, diaries: str, logged: bool) -> str:
    if _OBSIDIAN in names:
        return "Obsidian"
    if place.days == "daily":
        return "zh-TW specification"
    if logged:
        return "nanobot"
    if diaries or set(names) & _OPENCLAW:
        return "OpenClaw"
    if set(names) & _COWAGENT:
        return "CowAgent"
    return (
        "Nightstand" if place.days == "memory" and place.undated is Undated.BESIDE else "Markdown"
    )


def _takes_all(folder: Path) -> bool:
    """Whether the mark says that every Markdown file below the folder is a note."""
    try:
        return tomllib.loads(small_files.read(folder / MARK).decode()).get("notes") == "."
    except (OSError, ValueError, RecursionError):
        return False


def _only(folder: Path, name: str) -> str | None:
    """The name a file has here: exact, else the only one that differs in case."""
    entries = folder.iterdir() if folder.is_dir() else ()
    names = [e.name for e in entries if e.name.lower() == name.lower() and _is_file(e)]
    if name in names:
        return name
    return names[0] if len(names) == 1 else None


def _is_file(entry: Path) -> bool:
    """Whether an entry is a file; an entry that may not be looked at counts as one."""
    try:
        return entry.is_file()
    except PermissionError:  # a link to where we may not look: the file itself is told of
        return True


def _keeps_daily(folder: Path, memory: str | None) -> bool:
    """Whether days will be in `daily/`: it is there, `memory/` is not, and MEMORY.md is.

    An empty `memory/` beside it is no reason to begin a second place for days.
    """
    return bool(memory) and (folder / "daily").is_dir() and not (folder / "memory").is_dir()


def _dated(names: Collection[str]) -> bool:
    plain = (name.rpartition("/")[2] for name in names)
    return any(counted_date(name) or day_names.learned(name) for name in plain)


def _names_in(folder: Path) -> list[str]:
    closed = not os.access(folder, os.R_OK | os.X_OK)
    return [] if closed else [entry.name for entry in folder.iterdir()]


@dataclass
class _Seen:
    """The Markdown files and the notebooks below a folder; `more`: there are more than these."""

    notes: list[str] = field(default_factory=list)
    apart: list[str] = field(default_factory=list)
    more: bool = False


def _walk(root: Path, place: str) -> _Seen:
    """Look below one folder of a notebook; hidden and linked folders are left out."""
    survey, count = _Seen(), 0
    for path, inner, names in folders.walk(root, place):
        base = f"{path}/" if path else ""
        own = {MARK, "MEMORY.md"} & set(names) or of_one_user(path)
        if path not in ("", place) and own:
            survey.apart.append(path)
            inner.clear()
            continue
        inner[:] = sorted(filter(is_read, inner))
        count += len(names)
        if count > MOST:
            survey.more = True
            break
        survey.notes += [base + name for name in filter(is_read, names) if name.endswith(".md")]
    return survey
