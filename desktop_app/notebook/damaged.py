"""Damaged: what is told of something damaged that was set aside. Knows words, no database."""

from desktop_app.salvage import DamagedFile

_READ = (("versions", "earlier version"), ("dreams", "dream"))


def history_told(aside: DamagedFile) -> str:
    """Where a damaged history lies now, and how much of it is in the new one."""
    if aside.rows is None:
        return _no_file("the history of this notebook", aside, "a new history is begun")
    read = [(aside.rows.get(table, 0), name) for table, name in _READ]
    some = " and ".join(f"{n:,} {name}{'s' * (n != 1)}" for n, name in read if n)
    rest = (
        f"{some} could be read from it and are in a new history."
        if some
        else "Nothing could be read from it, so a new history is begun; a backup of that file may"
        " have earlier versions."
    )
    return (
        "The history of this notebook was damaged; your notes are untouched."
        f" It lies in {aside.path} now. {rest}"
    )


def cache_told(aside: DamagedFile, name: str) -> str:
    """Where lies what stood in the place of something that is made of the notes."""
    return _no_file(name, aside, "it is made anew from your notes")


def _no_file(name: str, aside: DamagedFile, now: str) -> str:
    return (
        f"In place of {name} stood something that is no file. That lies in {aside.path} now,"
        f" and {now}."
    )
