"""Replies: numbers and names in a server's reply, if they are reasonable. Pure.

The server may be another program, or hostile. It may send a number of four hundred digits, or a
name of megabytes.
"""

LARGEST = 10**15
"""The largest number of bytes or tokens."""

LONGEST = 600
"""The most characters of a name; Ollama allows 350 for its host and 80 for each other part."""


def number(value: object) -> int | None:
    """A whole number above zero, None for anything else."""
    return value if type(value) is int and 0 < value <= LARGEST else None


def text(value: object) -> str:
    """A name or a few words, "" for anything else."""
    return value if isinstance(value, str) and len(value) <= LONGEST else ""
