"""Which files may hold a conversation, and which are an import. Knows names only."""

from pathlib import Path, PurePath

SUFFIXES = (".jsonl", ".ndjson", ".json", ".txt", ".text", ".md", ".markdown")


def is_talk(path: str) -> bool:
    """Whether a file's name says that a conversation may be in it."""
    return PurePath(path).suffix.casefold() in SUFFIXES


def is_import(path: str) -> bool:
    """Whether it is a zip or a folder, in which another program may have left many things."""
    return PurePath(path).suffix.casefold() == ".zip" or Path(path).is_dir()
