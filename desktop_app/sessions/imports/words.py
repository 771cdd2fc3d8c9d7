"""Imports in words: their kinds, and why something is skipped. Knows no door."""

from desktop_app.sessions.imports.entry import ImportKind, SkipWhy
from desktop_app.words import counted, tr


def kind_words(kind: ImportKind) -> str:
    """What the entries of a kind are called."""
    return {
        ImportKind.CHATGPT: tr("ChatGPT conversations"),
        ImportKind.CLAUDE: tr("Claude conversations"),
        ImportKind.DAY_ONE: tr("Day One entries"),
        ImportKind.AGENT: tr("Conversations with agents"),
        ImportKind.MEMORY: tr("What programs remember of you"),
        ImportKind.OBSIDIAN: tr("Obsidian daily notes"),
        ImportKind.LOGSEQ: tr("Logseq journals"),
        ImportKind.JOPLIN: tr("Joplin notes"),
        ImportKind.BEAR: tr("Bear notes"),
        ImportKind.MARKDOWN: tr("Markdown notes"),
    }[kind]


def why_words(why: SkipWhy) -> str:
    """Why things are skipped, as it stands behind their number."""
    return {
        SkipWhy.NO_DATE: tr("without a date"),
        SkipWhy.FUTURE: tr("in the future"),
        SkipWhy.TOO_OLD: tr("before 1900"),
        SkipWhy.EMPTY: tr("without any text"),
        SkipWhy.UNREADABLE: tr("not readable"),
        SkipWhy.OUTSIDE: tr("links that lead out of the folder"),
        SkipWhy.TOO_LARGE: tr("too large"),
        SkipWhy.UNKNOWN: tr("in an unknown form"),
        SkipWhy.NO_FILE: tr("shown in a note, and not among the files"),
        SkipWhy.IN_TALK: tr("files of conversations, of which only words come"),
        SkipWhy.DELETED: tr("in the trash of its program"),
        SkipWhy.OF_PROGRAM: tr("made by its program, such as folders and tags"),
        SkipWhy.NOT_READ: tr("shown by no note, or in a form that is not read"),
        SkipWhy.BROKEN: tr("broken off: what follows in the file is missing"),
    }[why]


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
