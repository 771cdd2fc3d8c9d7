"""A diary of a week or a month on its way to its file: what a person wrote into it stays.

What the program wrote last is in the history. A newer diary takes its place; lines that a person
changed, added or took out are merged by line, and stay as they are where both differ.
"""

from dataclasses import dataclass
from datetime import datetime

from desktop_app.errors import Problem
from desktop_app.notebook.history import Cause
from desktop_app.notebook.merge import merge3
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.span_diaries import SpanDiary, is_span_diary, render
from desktop_app.words import tr

_VERSIONS = 200  # that are looked through for what the program wrote last


@dataclass(frozen=True)
class WrittenSpanDiary:
    """`before` is the text that it took the place of, b"" for none; `changed`: the file is not what
    it was; `kept`: lines of a person's stand in it still. `unsaid` counts a model's sentences that
    no line says."""

    path: str
    changed: bool
    before: bytes = b""
    kept: bool = False
    unsaid: int = 0


def write(
    notebook: Notebook, diary: SpanDiary, language: str, now: datetime, unsaid: int = 0
) -> WrittenSpanDiary:
    """Write a diary of a week or a month.

    Raises Problem, and writes nothing, where nothing is known of who wrote the file that is there.
    """
    path = diary.path
    new = render(diary, language).encode("utf-8", "surrogateescape")
    with notebook.lock():
        there = notebook.read(path)
        base = _written_last(notebook, path)
        foreign = there.exists and (base is None or not is_span_diary(path, there.text))
        if foreign and there.data != new:
            raise Problem(
                tr("{path} is there already, and Nightstand did not write it.").format(path=path),
                tr("Rename that file, then try again."),
            )
        if not there.exists or there.data == base:
            if there.data != new:
                notebook.save(path, new, there, Cause.DREAM, now)
            return WrittenSpanDiary(path, there.data != new, there.data, unsaid=unsaid)
        merged = merge3(base or new, new, there.data).data
        if merged != there.data:
            notebook.history.keep(path, new, Cause.DREAM, now)  # the base of the next one
            notebook.save(path, merged, there, Cause.UPDATE, now)
        return WrittenSpanDiary(path, merged != there.data, there.data, kept=True, unsaid=unsaid)


def take_back(notebook: Notebook, written: WrittenSpanDiary, now: datetime) -> None:
    """Put the text before it back; a file that it made goes. Raises Problem where somebody has
    written into it since."""
    with notebook.lock():
        there = notebook.read(written.path)
        newest = notebook.history.versions(written.path, 1)
        if not newest or newest[0].sha != there.sha:
            raise Problem(
                tr("{path} was edited since, so it stays.").format(path=written.path),
                tr("Its earlier versions are in the history."),
            )
        if written.before:
            notebook.save(written.path, written.before, there, Cause.UNDO, now)
        else:
            notebook.remove(written.path, there, now)


def _written_last(notebook: Notebook, path: str) -> bytes | None:
    versions = notebook.history.versions(path, _VERSIONS)
    newest = next((one for one in versions if one.cause.kind == Cause.DREAM), None)
    return notebook.history.content(newest.version) if newest else None
