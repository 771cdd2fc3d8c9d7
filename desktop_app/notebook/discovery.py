"""Finding: whether a folder is a notebook, how it is laid out, and what is in it. Only looks.

Specification: architecture, 'What is a notebook'. It goes by names. It reads only the settings of
vaults and our own mark, which says how the days of a vault were named when it
was made a notebook, and may say that all Markdown belongs to it.
"""

import os
import stat
import tomllib
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from desktop_app import dates, languages, own_files
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
    of_one_person,
)
from desktop_app.notebook.storage import contain, trouble
from desktop_app.notebook.unread_files import names_in, unread_beside
from desktop_app.notebook.vault_settings import (
    LOGSEQ,
    OBSIDIAN,
    day_settings,
    followable,
    text_of,
)
from desktop_app.words import counted, tr

MARK = ".nightstand.toml"
MOST = 20_000
"""The most files below a folder that are looked at to find its days."""

# Files that an agent keeps beside its memory, by which its notebook is known.
_OPENCLAW = {"SOUL.md", "HEARTBEAT.md", "IDENTITY.md", "TOOLS.md"}
_COWAGENT = {"AGENT.md", "RULE.md"}
_NO_NOTES = {"MEMORY.md", "DREAMS.md", "README.md"}
_USUAL_PLACES = ("memory", "daily")


class FoundNotebook(NamedTuple):
    """The contents of a folder before anything is written, also told in `sentences`. `newest` is
    the last of its `days`, `others` are its notes without a date; `any`: it has notes.
    """

    layout: Layout
    days: int
    newest: date | None
    others: int
    any: bool
    sentences: tuple[str, ...]


def look_into(folder: Path) -> None:
    """Raise Problem unless the folder is there and may be read."""
    try:
        is_folder = stat.S_ISDIR(folder.stat().st_mode)
        if is_folder:
            next(folder.iterdir(), None)
    except FileNotFoundError as error:
        raise Problem(
            tr("There is no folder {folder}.").format(folder=folder),
            tr("Check its name, or whether its disk is plugged in."),
        ) from error
    except OSError as error:
        raise trouble.of_system(error, str(folder)) from error
    if not is_folder:
        raise Problem(
            tr("{folder} is a file.").format(folder=folder),
            tr("Choose the folder that holds your notes."),
        )


def recognise(folder: Path) -> bool:
    """Whether a folder is a notebook already. Raises Problem when it cannot be looked into."""
    look_into(folder)
    with trouble.with_file(str(folder)):
        if (folder / MARK).is_file() or _only(folder, "DREAMS.md") or memory_name(folder):
            return True
        return any(_dated(_walk(folder, place).notes) for place in _USUAL_PLACES)


def around(path: Path) -> tuple[Path, str]:
    """The notebook that a file is in, and the file's path there; anything else as it is."""
    file = path.absolute()
    for folder in file.parents if path.is_file() else ():
        with suppress(Problem):
            if recognise(folder):
                return folder, file.relative_to(folder).as_posix()
    return path, ""


def look(folder: Path) -> FoundNotebook:
    """What a folder holds. Raises Problem when it cannot be looked into."""
    look_into(folder)
    with trouble.with_file(str(folder)):
        return _look(folder)


def _look(folder: Path) -> FoundNotebook:
    files = NotebookFiles(folder)
    layout = layout_of(files.root)
    paths = belonging(files, layout)
    days = {day for path in paths if (day := layout.date_of(path))}
    notes = [path for path in paths if layout.kind(path) is FileKind.DAYS]
    others = sum(not layout.date_of(path) for path in notes)
    newest, memory = max(days, default=None), layout.memory in paths
    sentences = [f"{layout.summary}." if memory else f"{layout.name}: {layout.places}."]
    if newest:
        one = counted("{count} day has notes", "{count} days have notes", len(days))
        told_days = tr("{days}, the newest of {newest}.")
        sentences.append(told_days.format(days=one, newest=dates.plain(newest)))
    if others:
        sentences.append(
            counted("{count} note has no date.", "{count} notes have no date.", others)
        )
    if beside := unread_beside(files.root, layout):
        sentences.append(beside)
    if layout.apart:
        sentences.append(
            counted(
                "{count} folder in it is a notebook of its own, and is not read with it.",
                "{count} folders in it are notebooks of their own, and are not read with it.",
                len(layout.apart),
            )
        )
    if not memory:
        none = tr("There is no {memory} yet. It is created with the first line that is kept.")
        sentences.append(none.format(memory=layout.memory))
    return FoundNotebook(layout, len(days), newest, others, bool(paths), tuple(sentences))


def need_few(folder: Path) -> None:
    """Raise Problem for a folder with so many files that it is hardly meant as a notebook."""
    if _walk(folder, "").more:
        raise Problem(
            tr(
                "{folder} holds more than {most:,} files, and Nightstand recognises no notes in it."
            ).format(folder=folder, most=MOST),
            tr("Name the folder within it that holds your notes, or a new one."),
        )


def belonging(files: NotebookFiles, layout: Layout) -> list[str]:
    """Every file of a notebook that exists: memory, days, topics, diaries, sessions."""
    single = filter(None, (layout.memory, layout.diaries))
    paths = {path for path in single if files.stat(path)}
    for path in tuple(paths):  # their copies lie beside them, where nothing else is read
        folder = path.rpartition("/")[0]
        beside = (f"{folder}/{name}".lstrip("/") for name in names_in(files.root / folder))
        paths.update(other for other in beside if layout.copied(other) and files.stat(other))
    for folder in layout.folders:
        paths.update(files.list(folder, twice=False))
    return sorted(path for path in paths if layout.kind(path) is not None)


def markdown(root: Path) -> list[str]:
    """Every Markdown file below a folder that is of no other notebook; many at most."""
    return _walk(root, "").notes


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
    mark: dict[str, Any] = {}
    with suppress(OSError, ValueError):
        mark = mark_values(own_files.read(folder / MARK)) or {}
    place = _place(folder, names, memory, mark)
    if mark.get("notes") == "." and place.undated is Undated.BESIDE:
        place = place._replace(undated=Undated.EVERYWHERE)
    days = place.days
    dreams = f"{days}/dreams" if days else "dreams"
    diaries = "" if _dated(names_in(folder / dreams)) else _only(folder, "DREAMS.md") or ""
    return place._replace(
        memory=memory or "MEMORY.md",
        dreams=dreams,
        diaries=diaries,
        name=_whose(names, place, diaries, names_in(folder / days)),
        followed=place.followed or (folder / LOGSEQ).is_file(),
        leave_out=tuple(one for one in mark.get("leave_out") or () if isinstance(one, str)),
        is_there=lambda path: os.path.lexists(folder / path),
    )


def _place(
    folder: Path, names: Collection[str], memory: str | None, mark: dict[str, Any]
) -> Layout:
    recorded = _recorded(mark)
    vault = recorded or followable(day_settings(folder))
    for days in _USUAL_PLACES if recorded is None else ():
        survey = _walk(folder, days)
        here = _most_likely(survey.notes, days) or Layout(days=days)
        daily = vault if vault and vault.days == days else here
        # An agent's days, where they are more than those of the vault around it.
        more = vault and _count(here, survey.notes) > _count(vault, _walk(folder, vault.days).notes)
        if _dated(survey.notes) and (daily is vault or not vault or more):
            undated = Undated.AROUND if daily is vault else Undated.BESIDE
            if MARK not in names and not set(names) & _OPENCLAW and _indexes(folder, memory, names):
                undated = Undated.EVERYWHERE
            return _surveyed(daily, survey, undated)
    inside = (folder / "memory").is_dir()
    # An empty `memory/` beside it is no reason to begin a second place for days.
    if vault is None and memory and (folder / "daily").is_dir() and not inside:
        return Layout(days="daily")
    inside = inside and OBSIDIAN not in names
    is_agents = inside or set(names) & (_OPENCLAW | _COWAGENT)
    if vault is None and is_agents and not _most_likely([*filter(_is_note, names)]):
        return Layout(apart=frozenset(_walk(folder, "memory").apart))
    # Else as the vault says it, or by the names of all notes below the folder; a whole folder is a
    # vault of another program.
    whole = (not memory and MARK not in names) or mark.get("notes") == "."
    survey = _walk(folder, "")
    named = vault or _most_likely(survey.notes)
    others = {path.rpartition("/")[2] for path in survey.notes}
    dated = named is not None and _count(named, survey.notes) > 0
    if vault or (dated and whole):
        undated = Undated.AROUND
    elif dated or survey.more or (folder / MARK).exists() or others <= _NO_NOTES:
        undated = Undated.BESIDE
    else:
        undated = Undated.EVERYWHERE
    return _surveyed(named or Layout(), survey, undated)


def _indexes(folder: Path, memory: str | None, names: Collection[str]) -> bool:
    """Whether MEMORY.md leads to notes beside it, as Claude Code's does."""
    text = text_of(folder / memory) if memory else ""
    return any(f"]({name})" in text for name in names if _is_note(name) and name != memory)


def _most_likely(notes: Collection[str], days: str | None = None) -> Layout | None:
    """The folder and form of most plainly named days, in the folder `days` if it is given; days
    beside MEMORY.md come first.
    """
    named = Counter(place for place in map(day_names.learned, notes)
                    if place and days in (None, place[0]))  # fmt: skip
    beside = Counter({place: n for place, n in named.items() if not place[0]})
    best = (beside or named).most_common(1)
    return Layout(days=best[0][0][0], form=best[0][0][1]) if best else None


def _surveyed(daily: Layout, survey: "_Seen", undated: Undated) -> Layout:
    start = len(daily.days) + 1 if daily.days else 0
    inside = (path[start:].removesuffix(".md") for path in survey.notes if below(path, daily.days))
    known = {"zh_TW": "zh_Hant", "zh_CN": "zh"}.get(languages.chosen(), day_names.ENGLISH)
    language = daily.language or day_names.language_of(daily.form, inside, known)
    return daily._replace(language=language, undated=undated, apart=frozenset(survey.apart))


def _count(daily: Layout, notes: Collection[str]) -> int:
    return sum(daily.dated(path) is not None for path in notes if below(path, daily.days))


def _whose(names: Collection[str], place: Layout, diaries: str, among_days: Collection[str]) -> str:
    own = place.days == "memory" and place.undated is Undated.BESIDE
    signs = {
        "Obsidian": OBSIDIAN in names,
        "Logseq": LOGSEQ.partition("/")[0] in names,
        "zh-TW specification": place.days == "daily",
        "nanobot": own and "HISTORY.md" in among_days,
        "OpenClaw": diaries or set(names) & _OPENCLAW,
        "CowAgent": set(names) & _COWAGENT,
    }
    return next((name for name, has in signs.items() if has), "Nightstand" if own else "Markdown")


def mark_values(data: bytes) -> dict[str, Any] | None:
    """The values of a notebook's mark; None if it is no TOML, or too large."""
    with suppress(ValueError, RecursionError):
        return tomllib.loads(data.decode()) if len(data) <= own_files.MOST else None
    return None


def _recorded(mark: dict[str, Any]) -> Layout | None:
    said = mark.get("daily")
    if not isinstance(said, dict):
        return None
    keys = ("folder", "format", "language", "template")
    days, form, language, template = (str(said.get(key) or "") for key in keys)
    told = Layout(days=days, form=form, followed=True)
    return followable(told._replace(language=language, template=template))


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


def _dated(names: Collection[str]) -> bool:
    plain = (name.rpartition("/")[2] for name in names)
    return any(counted_date(name) or day_names.learned(name) for name in plain)


class _Seen(NamedTuple):
    notes: list[str]
    apart: list[str]
    more: bool = False


def _walk(root: Path, place: str) -> _Seen:
    survey, count = _Seen([], []), 0
    for path, inner, names in contain.walk(root, place):
        base = f"{path}/" if path else ""
        own = {MARK, "MEMORY.md"} & set(names) or of_one_person(path, names)
        if path not in ("", place) and own:
            survey.apart.append(path)
            inner.clear()
            continue
        inner[:] = sorted(filter(is_read, inner))
        count += len(names)
        if count > MOST:
            return survey._replace(more=True)
        survey.notes.extend(base + name for name in filter(_is_note, names))
    return survey


def _is_note(name: str) -> bool:
    return is_read(name) and name.endswith(".md")
