"""The words that a notebook uses often; such words say little. Knows files, no index."""

from collections.abc import Iterator

from desktop_app.dreams.talk.worth import Frequencies
from desktop_app.errors import Problem
from desktop_app.notebook.notebook import Notebook

_ENOUGH = 200_000  # characters: some 0.2 s to read, and more would change nothing


def familiar(notebook: Notebook) -> Frequencies:
    """The words of MEMORY.md and of the newest days, by lines. An unreadable one is left."""
    return Frequencies.counted(_lines(notebook))


def _lines(notebook: Notebook) -> Iterator[str]:
    dated = [path for path in notebook.paths() if notebook.layout.date_of(path)]
    characters_left = _ENOUGH
    for path in (notebook.layout.memory, *sorted(dated, reverse=True)):
        try:
            text = notebook.read(path).text[:characters_left]
        except Problem:  # told when it is needed; here it only means fewer words
            continue
        yield from filter(str.strip, text.split("\n"))
        characters_left -= len(text)
        if characters_left <= 0:
            return
