"""A file from elsewhere that is dropped on a note: a picture, a text, or neither. Knows bytes."""

from dataclasses import dataclass
from pathlib import Path

from desktop_app import small_files
from desktop_app.errors import Problem
from desktop_app.notebook.pictures import MOST, ending_of
from desktop_app.notebook.storage import trouble
from desktop_app.notebook.text.pasted import cleaned
from desktop_app.sizes import size
from desktop_app.words import tr

MOST_TEXT = 1_000_000  # bytes


@dataclass(frozen=True)
class GivenFile:
    """Its name and bytes; `text` is None for a picture."""

    name: str
    data: bytes
    text: str | None


def read_given(path: Path) -> GivenFile:
    """The file at `path`. Raises Problem for what is neither, too large, or can't be read."""
    with trouble.reading(str(path)):
        try:
            data = small_files.read(path, MOST)
        except ValueError:
            raise _too_large(path.name, MOST) from None
    if ending_of(data):
        return GivenFile(path.name, data, None)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise Problem(
            tr("{name} is neither a picture nor text.").format(name=path.name),
            tr("Nothing was put into the note."),
        )
    if len(data) > MOST_TEXT:
        raise _too_large(path.name, MOST_TEXT)
    return GivenFile(path.name, data, cleaned(text))


def _too_large(name: str, most: int) -> Problem:
    return Problem(
        tr("{name} is larger than {size}.").format(name=name, size=size(most)),
        tr("Nothing was put into the note."),
    )
