"""Which files may hold a conversation, and which one is being given. Knows names only."""

from pathlib import PurePath

from PySide6.QtCore import QMimeData

SUFFIXES = (".jsonl", ".ndjson", ".json", ".txt", ".text", ".md", ".markdown")


def is_talk(path: str) -> bool:
    """Whether a file's name says that a conversation may be in it."""
    return PurePath(path).suffix.casefold() in SUFFIXES


def first_file(source: QMimeData) -> str:
    """The first file of this computer in what is dropped or pasted; "" for none."""
    paths = [url.toLocalFile() for url in source.urls() if url.isLocalFile()]
    return next(filter(None, paths), "")
