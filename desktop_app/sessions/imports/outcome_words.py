"""Imports in words: what came of them. Knows no door."""

from desktop_app.words import counted, tr


def guessed_words() -> str:
    """What is said of a kind whose shape was never seen in a file of that program."""
    return tr("guessed: read by its public description")


def besides(known: int, nothing: int, held_back: int) -> list[str]:
    """What is said of entries that were there, conversations that gave nothing, and sentences of
    them that were not taken, as far as there are any.
    """
    there = counted(
        "{count} entry was there already.", "{count} entries were there already.", known
    )
    empty = counted(
        "In {count} conversation nothing was worth keeping.",
        "In {count} conversations nothing was worth keeping.",
        nothing,
    )
    held = counted(
        "{count} sentence was left out: it looks like a secret or gives an order to an agent.",
        "{count} sentences were left out: they look like secrets or give orders to an agent.",
        held_back,
    )
    told = ((known, there), (nothing, empty), (held_back, held))
    return [words for count, words in told if count]


def stays_words(count: int) -> str:
    """How many places of an import stay after it was taken back."""
    return counted(
        "{count} place was edited since and stays.",
        "{count} places were edited since and stay.",
        count,
    )
