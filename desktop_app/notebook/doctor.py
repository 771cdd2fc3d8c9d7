"""Doctor: checks a notebook's files, history and journal, and says what to do. Only reads."""

import os
import posixpath
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from desktop_app.errors import Problem
from desktop_app.notebook.discovery import MARK
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.remarks import advice, git_conflict, words
from desktop_app.notebook.unread_files import leads_out, names_in, unread_beside
from desktop_app.salvage import LOG
from desktop_app.words import tr


@dataclass(frozen=True)
class CheckResult:
    """The result of one check. `check` is its short name, `message` the finding in a sentence.

    `hint` says what to do about it ("" if all is well).
    """

    check: str
    ok: bool
    message: str
    hint: str = ""


def examine(notebook: Notebook) -> list[CheckResult]:
    """The results of all checks in a fixed order; a check without findings has one good result."""
    rows: list[CheckResult] = []
    for name, look, well in (
        ("folder", _folder(notebook), tr("The folder can be read and written.")),
        ("files", _files(notebook), tr("Every file can be read.")),
        ("names", _names(notebook), tr("Every file has a name of its own.")),
        ("journal", _journal(notebook), tr("No change is left half done.")),
        ("history", _history(notebook), tr("No earlier version is damaged.")),
    ):
        findings = list(look)
        rows += [CheckResult(name, False, *finding) for finding in findings]
        if not findings:
            rows.append(CheckResult(name, True, well))
    return rows


Findings = Iterator[tuple[str, str]]


def _folder(notebook: Notebook) -> Findings:
    layout = notebook.layout
    if (notebook.root / MARK).exists() and not os.access(notebook.root / MARK, os.R_OK):
        yield (
            tr("{mark} cannot be read.").format(mark=MARK),
            tr("Change its permissions: it has the notebook's id."),
        )
    for name in ("", layout.days, layout.dreams):
        folder = notebook.root / name
        if folder.exists() and not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
            shown = name or tr("The notebook's folder")
            yield (
                tr("{shown} may not be changed by you.").format(shown=shown),
                tr("Change its permissions, then look again."),
            )


def _files(notebook: Notebook) -> Findings:
    yield from _no_files(notebook)
    for path in notebook.paths():
        try:
            there = notebook.read(path)
        except Problem as problem:
            reason = problem.message
            yield (
                tr("{path} cannot be read. {reason}").format(path=path, reason=reason),
                problem.hint,
            )
            continue
        if conflict := git_conflict(there.data):
            yield words(path, conflict.line), advice()


def _no_files(notebook: Notebook) -> Findings:
    """What stands in the place of a note or a folder, and a missing MEMORY.md."""
    root, layout = notebook.root, notebook.layout
    folders = dict.fromkeys(filter(None, (layout.days, layout.dreams, layout.sessions)))
    away = tr("Move it away or rename it.")
    for path in folders:
        if (root / path).is_file():
            yield tr("{path} is a file, where a folder should be.").format(path=path), away
    if not os.path.lexists(root / layout.memory):
        yield (
            tr("{memory} is not there.").format(memory=layout.memory),
            tr(
                "It is created with the first line that you add; `nightstand history {memory}` "
                "lists its earlier versions."
            ).format(memory=layout.memory),
        )
    for folder in ("", *folders):
        for name in names_in(root / folder):
            path = posixpath.join(folder, name)
            if layout.kind(path) and not leads_out(root, path):  # `names` tells of such links
                with suppress(OSError):  # it cannot be read at all, which `files` tells
                    if not (root / path).is_file():
                        yield tr("{path} is no ordinary file.").format(path=path), away


def _names(notebook: Notebook) -> Findings:
    for one in notebook.left_out():
        yield one.reason, one.hint
    if beside := unread_beside(notebook.root, notebook.layout):
        hint = tr('Move them there, or write notes = "." into {mark} to have all notes read.')
        yield beside, hint.format(mark=MARK)


def _journal(notebook: Notebook) -> Findings:
    folder = notebook.own / "journal"
    for path in sorted(folder.glob("*.intent")):
        yield (
            tr("A change was interrupted ({stem}).").format(stem=path.stem),
            tr("Open the notebook again to complete it."),
        )
    for path in sorted(folder.glob("*.stuck")):
        yield (
            tr("An interrupted change could not be completed ({stem}).").format(stem=path.stem),
            tr("Its texts are in the history; delete {path} if nothing is missing.").format(
                path=path
            ),
        )


def _history(notebook: Notebook) -> Findings:
    hint = tr(
        "Your notes are untouched. What can be read of it is put into a new "
        "history as soon as something else in it is needed."
    )
    for path in sorted(notebook.own.glob("history.db.damaged*")):
        if not path.name.endswith(LOG):
            yield (
                tr("An earlier history was damaged. It lies in {path}.").format(path=path),
                tr("Delete it if nothing is missing."),
            )
    try:
        rows = notebook.database.connection().execute("pragma integrity_check(3)").fetchall()
        if [tuple(row) for row in rows] != [("ok",)]:
            yield tr("The history is damaged: {fault}.").format(fault=rows[0][0]), hint
            return
        for version in notebook.history.versions(limit=-1):
            try:
                notebook.history.content(version.version)
            except Problem:
                yield (
                    tr("Version {version} of {path} is damaged.").format(
                        version=version.version, path=version.path
                    ),
                    tr("Other versions can still be restored. The disk may be failing."),
                )
    except (sqlite3.DatabaseError, Problem) as error:
        yield tr("The history cannot be read: {error}.").format(error=error), hint
