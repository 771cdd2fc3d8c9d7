"""Damaged: what a person reads about a damaged file that was set aside. Knows no database."""

from desktop_app.salvage import DamagedFile
from desktop_app.words import counted, tr


def history_told(aside: DamagedFile) -> str:
    """The place of a damaged history, and how much of it the new history has."""
    if aside.rows is None:
        return tr(
            "The history of this notebook was not a file. What was there is now in {path}, "
            "and a new history is begun."
        ).format(path=aside.path)
    versions, dreams = aside.rows.get("versions", 0), aside.rows.get("dreams", 0)
    read = [counted("{count} earlier version", "{count} earlier versions", versions)] * bool(
        versions
    )
    read += [counted("{count} dream", "{count} dreams", dreams)] * bool(dreams)
    rest = (
        tr("The new history has {some} of it.").format(some=tr(" and ").join(read))
        if read
        else tr(
            "Nothing could be read from it, so a new history is begun; a backup of "
            "that file may have earlier versions."
        )
    )
    return tr(
        "The history of this notebook was damaged; your notes are untouched. The damaged "
        "history is now in {path}. {rest}"
    ).format(path=aside.path, rest=rest)


def cache_told(aside: DamagedFile, name: str) -> str:
    """The place of what stood where a file that is made from the notes belongs."""
    return tr(
        "There was no file in place of {name}. What was there is now in {path}. Nightstand makes "
        "a new file from your notes."
    ).format(name=name, path=aside.path)
