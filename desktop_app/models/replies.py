"""What a server tells, taken within reason. Pure.

It may be another program, or hostile: a number of four hundred digits can't be reckoned with, and
a name of megabytes can't be shown.
"""

LARGEST = 10**15
"""Of bytes and of tokens."""

LONGEST = 600
"""Characters of a name; Ollama itself allows 350 for its host and 80 for each other part."""


def number(value: object) -> int | None:
    """A whole number above zero, None for anything else."""
    return value if type(value) is int and 0 < value <= LARGEST else None


def text(value: object) -> str:
    """A name or a few words, "" for anything else."""
    return value if isinstance(value, str) and len(value) <= LONGEST else ""
