"""Which files may hold a conversation, and which are an import. Knows names, no text."""

from pathlib import Path, PurePath

from desktop_app.words import tr

SUFFIXES = (".jsonl", ".ndjson", ".json", ".txt", ".text", ".md", ".markdown")

ARCHIVES = (".zip", ".jex", ".bear2bk", ".textpack")


def is_talk(path: str) -> bool:
    """Whether a file's name says that a conversation may be in it."""
    return PurePath(path).suffix.casefold() in SUFFIXES


def is_import(path: str) -> bool:
    """Whether it is an archive or a folder, in which another program may have left many things."""
    return PurePath(path).suffix.casefold() in ARCHIVES or Path(path).is_dir()


def words_of_drop(path: str) -> str:
    """What becomes of a file or folder that is dropped on a notebook; "" for nothing."""
    if is_import(path):
        return tr("Drop it to see what can be imported")
    return tr("Drop it to add the conversation to today") if is_talk(path) else ""
