"""An almanac on its way to its file: what a person wrote into it stays. Knows files, no engine.

What the program wrote last is in the history. A newer almanac takes its place; lines that a person
changed, added or took out are merged by line, and stay as they are where both differ.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from desktop_app.errors import Problem
from desktop_app.notebook.almanacs import Almanac, is_almanac, render
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.history import Cause
from desktop_app.notebook.merge import merge3
from desktop_app.notebook.notebook import Notebook
from desktop_app.words import tr

_VERSIONS = 200  # that are looked through for what the program wrote last


class AlmanacWrite(StrEnum):
    """What became of a file: it is new, newer, or as it was."""

    MADE = "made"
    RENEWED = "renewed"
    SAME = "same"


@dataclass(frozen=True)
class WrittenAlmanac:
    """A written almanac. `before` is the text that it took the place of, b"" for none; `kept` says
    that lines of a person's stand in it still, `both` how many of them differ from what is new.
    `unsaid` and `wordless` are as in `ToldAlmanac`."""

    almanac: Almanac
    path: str
    done: AlmanacWrite
    before: bytes = b""
    kept: bool = False
    both: int = 0
    unsaid: int = 0
    wordless: str = ""


def write(
    notebook: Notebook, almanac: Almanac, language: str, now: datetime, *, anew: bool = False
) -> WrittenAlmanac:
    """Write an almanac. `anew` also replaces a text that the program may not have written.

    Raises Problem, and writes nothing, where the file is no almanac, or where nothing is known of
    who wrote it and it says something else.
    """
    path = almanac.path
    new = render(almanac, language).encode("utf-8", "surrogateescape")
    with notebook.lock():
        there = notebook.read(path)
        if there.exists and not is_almanac(path, there.text):
            raise Problem(
                tr("{path} is there already, and is no almanac.").format(path=path),
                tr("Give it another name, then the almanac has room."),
            )
        if there.data == new:
            return WrittenAlmanac(almanac, path, AlmanacWrite.SAME, there.data)
        base = _written_last(notebook, path)
        if not there.exists or anew or there.data == base:
            notebook.save(path, new, there, Cause.DREAM, now)
            done = AlmanacWrite.RENEWED if there.exists else AlmanacWrite.MADE
            return WrittenAlmanac(almanac, path, done, there.data)
        if base is None:
            raise Problem(
                tr("Nothing is known of who wrote {path}, so it stays as it is.").format(path=path),
                tr("Use --anew to replace it; the history keeps the present text."),
            )
        return _merged(notebook, almanac, there, (base, new), now)


def take_back(notebook: Notebook, written: WrittenAlmanac, now: datetime) -> None:
    """Put the text before an almanac back; a file that it made goes. Raises Problem where somebody
    has written into it since."""
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


def _merged(
    notebook: Notebook,
    almanac: Almanac,
    there: Snapshot,
    texts: tuple[bytes, bytes],
    now: datetime,
) -> WrittenAlmanac:
    base, new = texts
    merged = merge3(base, new, there.data)
    both = len(merged.conflicts)
    if merged.data == there.data:
        done = AlmanacWrite.SAME
    else:
        notebook.history.keep(almanac.path, new, Cause.DREAM, now)  # the base of the next one
        notebook.save(almanac.path, merged.data, there, Cause.UPDATE, now)
        done = AlmanacWrite.RENEWED
    return WrittenAlmanac(almanac, almanac.path, done, there.data, kept=True, both=both)


def _written_last(notebook: Notebook, path: str) -> bytes | None:
    """The text that the program wrote last at a path; None where the history has none."""
    versions = notebook.history.versions(path, _VERSIONS)
    own = (one for one in versions if one.cause.kind == Cause.DREAM)
    newest = next(own, None)
    return notebook.history.content(newest.version) if newest else None
