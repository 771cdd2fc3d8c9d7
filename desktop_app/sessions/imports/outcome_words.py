"""Imports in words: what came of them. Knows no door."""

from desktop_app.words import counted, tr


def guessed_words() -> str:
    """What is said of a kind whose shape was never seen in a file of that program."""
    return tr("guessed: read by its public description")


def known_words(count: int) -> str:
    """How many entries did not come again."""
    return counted("{count} entry was there already.", "{count} entries were there already.", count)


def nothing_words(count: int) -> str:
    """How many conversations gave nothing."""
    return counted(
        "In {count} conversation nothing was worth keeping.",
        "In {count} conversations nothing was worth keeping.",
        count,
    )


def held_back_words(count: int) -> str:
    """How many sentences of conversations were not taken."""
    return counted(
        "{count} sentence was left out: it looks like a secret or gives an order to an agent.",
        "{count} sentences were left out: they look like secrets or give orders to an agent.",
        count,
    )


def stays_words(count: int) -> str:
    """How many places of an import stay after it was taken back."""
    return counted(
        "{count} place was edited since and stays.",
        "{count} places were edited since and stay.",
        count,
    )
