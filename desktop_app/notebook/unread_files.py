"""Left out: files that are not read as notes, each with the reason and a hint. Only looks."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from desktop_app.notebook.layout import Layout, is_placeholder, is_read
from desktop_app.notebook.storage import contain, trouble
from desktop_app.notebook.storage.contain import LARGEST
from desktop_app.words import counted, tr

_MOST_NAMED = 5  # notes in a sentence


class UnreadFile(NamedTuple):
    """A file in the notebook's folders that is not read, with the reason and what to do."""

    path: str
    reason: str
    hint: str


def left_out(root: Path, layout: Layout) -> list[UnreadFile]:
    """All files in the notebook's folders that look like notes and are none."""
    unread = [one for folder in _folders(root, layout) for one in _in_folder(root, layout, folder)]
    for path in sorted(layout.apart):
        reason = tr("{path} is a notebook of its own, so it is not read with this one.")
        unread.append(UnreadFile(path, reason.format(path=path), tr("Open it by itself.")))
    return unread


def _folders(root: Path, layout: Layout) -> list[str]:
    """The folders that exist and may hold notes. A link out of the notebook is none of them: it is
    told by its own path.
    """
    paths = dict.fromkeys(("", layout.days, layout.dreams, layout.sessions))
    for place in layout.folders:
        for folder, inner, _ in contain.walk(root, place):
            base = f"{folder}/" if folder else ""
            inner[:] = [name for name in inner if layout.may_hold(base + name)]
            there = (base + name for name in inner if not (root / base / name).is_symlink())
            paths |= dict.fromkeys(there)
    return [one for one in paths if not one or ((root / one).is_dir() and not leads_out(root, one))]


def _in_folder(root: Path, layout: Layout, folder: str) -> Iterator[UnreadFile]:
    base, names = f"{folder}/" if folder else "", names_in(root / folder)
    if not os.access(root / folder, os.R_OK | os.X_OK):
        reason = tr(
            "Nightstand has no permission to open {folder}, so nothing in it is read."
        ).format(folder=folder or tr("The folder"))
        yield UnreadFile(folder, reason, tr("Change its permissions, then look again."))
    if contain.is_too_deep(base) and any((root / base / name).is_dir() for name in names):
        reason = tr("Files in subfolders of {folder} are not read: they are too deep.").format(
            folder=folder
        )
        yield UnreadFile(folder, reason, tr("Move it up."))
    for path in (base + name for name in names):
        if (root / path).is_symlink() and leads_out(root, path):
            reason = tr("{path} leads out of the notebook.").format(path=path)
            hint = tr("Put the file itself into the notebook's folder.")
            if os.path.isdir(root / path):  # noqa: PTH112  # also what may not be looked into
                hint = tr("Put the folder itself where the link is.")
            yield UnreadFile(path, reason, hint)
        elif told := _reason(root, layout, path):
            yield UnreadFile(path, told[0].format(path=path), told[1])


def _reason(root: Path, layout: Layout, path: str) -> tuple[str, str] | None:
    """Why a file is not read, and what to do; None for a note, and for what looks like none."""
    if layout.copied(path):
        return (
            tr("{path} is a copy that a sync program made when two versions met."),
            tr("Open the note in Nightstand to choose; the copy goes then."),
        )
    if layout.of_one_user(path):
        return (
            tr("{path} belongs to one user, so it is not read with this notebook."),
            tr("Put it into a folder of its own, and open that by itself."),
        )
    if is_placeholder(path.rpartition("/")[2]):
        return tr("{path} is not on this computer."), tr("Have your sync program fetch it.")
    with suppress(OSError):  # gone, or we may not read it: the reader of the file says so
        if layout.kind(path) and (count := (root / path).stat().st_size) > LARGEST:
            problem = trouble.of_size(path, count, LARGEST)
            return problem.message.replace("{", "{{").replace("}", "}}"), problem.hint
    return None


def unread_beside(root: Path, layout: Layout) -> str:
    """In a sentence, which notes in the notebook's own folder belong to no place of it; "" for
    none. Names in capitals, README.md or AGENTS.md, are of files for programs and their readers.
    """
    names = [
        name
        for name in names_in(root)
        if name.endswith(".md") and is_read(name) and not name.removesuffix(".md").isupper()
        if not layout.kind(name) and not layout.copied(name) and (root / name).is_file()
        if name.casefold() != layout.memory.casefold() and not leads_out(root, name)
    ]
    if not names:
        return ""
    few = ", ".join(names[:_MOST_NAMED]) + "…" * (len(names) > _MOST_NAMED)
    return counted(
        "{count} note in the folder itself, outside {days}/, is not read: {names}.",
        "{count} notes in the folder itself, outside {days}/, are not read: {names}.",
        len(names),
        days=layout.days,
        names=few,
    )


def leads_out(root: Path, path: str) -> bool:
    """Whether a path leads out of the notebook through a link."""
    return not Path(os.path.realpath(root / path)).is_relative_to(root)


def links_out(root: Path, layout: Layout) -> list[str]:
    """A sentence about each link out in the place of memory, days, diaries or conversations."""
    told = tr("{path} leads out of the notebook and is not read.")
    places = dict.fromkeys((layout.memory, layout.days, layout.dreams, layout.sessions))
    links = (path for path in places if (root / path).is_symlink() and leads_out(root, path))
    return [told.format(path=path) for path in links]


def names_in(folder: Path) -> list[str]:
    """What is in a folder, in order; nothing where there is none or it may not be seen."""
    try:
        return sorted(entry.name for entry in folder.iterdir())
    except OSError:
        return []
