"""Which files may hold a conversation. Knows names only."""

from pathlib import PurePath

SUFFIXES = (".jsonl", ".ndjson", ".json", ".txt", ".text", ".md", ".markdown")


def is_talk(path: str) -> bool:
    """Whether a file's name says that a conversation may be in it."""
    return PurePath(path).suffix.casefold() in SUFFIXES
