"""Imports in words: their kinds, and why something is skipped. Knows no door."""

from desktop_app.sessions.imports.entry import ImportKind, SkipWhy
from desktop_app.words import tr


def kind_words(kind: ImportKind) -> str:
    """What the entries of a kind are called."""
    return {
        ImportKind.CHATGPT: tr("ChatGPT conversations"),
        ImportKind.CLAUDE: tr("Claude conversations"),
        ImportKind.DAY_ONE: tr("Day One entries"),
        ImportKind.OBSIDIAN: tr("Obsidian daily notes"),
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
        SkipWhy.TOO_LARGE: tr("too large for a note"),
        SkipWhy.UNKNOWN: tr("in an unknown form"),
        SkipWhy.BROKEN: tr("broken off: what follows in the file is missing"),
    }[why]


def guessed_words() -> str:
    """What is said of a kind whose shape was never seen in a file of that program."""
    return tr("guessed: read by its public description")
