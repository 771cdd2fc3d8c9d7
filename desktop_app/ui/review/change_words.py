"""A change in a person's words: its kind, its state, a line about it. Knows a Change, no widget."""

from PySide6.QtCore import QCoreApplication

from desktop_app.dreams.proposal import Change
from desktop_app.language.difference import differing

ACCEPTED, REJECTED, HELD, OPEN = "accepted", "rejected", "held", "open"
_LONGEST = 32  # characters of a difference that fits beside `→`


def state_of(change: Change) -> str:
    """What the person, or the engine beforehand, says of a change.

    `held` has no source and stays out until somebody says otherwise; `open` waits for a word.
    """
    if change.accepted:
        return ACCEPTED
    if change.decided:
        return REJECTED
    return HELD if change.verdict == "unsupported" else OPEN


def state_word(state: str) -> str:
    """Accepted, Rejected, Held back, To decide."""
    return {
        ACCEPTED: _tr("Accepted"),
        REJECTED: _tr("Rejected"),
        HELD: _tr("Held back"),
        OPEN: _tr("To decide"),
    }[state]


def kind_word(kind: str) -> str:
    """Added, Updated and so on."""
    return {
        "added": _tr("Added"),
        "updated": _tr("Updated"),
        "merged": _tr("Merged"),
        "removed": _tr("Removed"),
        "question": _tr("Question"),
    }.get(kind, kind)


def title_of(change: Change) -> str:
    """The first line of what comes, else of what goes, without Markdown's signs."""
    line = (change.new or "".join(change.old[:1])).split("\n")[0]
    return line.replace("**", "").replace("`", "")


def detail_of(change: Change) -> str:
    """What it does, in a few words: 27 November → 4 December, New bullet."""
    if change.verdict == "unsupported":
        return _tr("No source found")
    if change.kind == "updated" and change.new and change.old:
        told = _turn(change.old[0], change.new)
        return told or _tr("New wording")
    return {
        "added": _tr("New bullet"),
        "merged": _tr("%1 bullets become one").replace("%1", str(len(change.old))),
        "removed": _tr("Leaves MEMORY.md"),
        "question": _tr("Which one holds?"),
    }.get(change.kind, "")


def changes(count: int) -> str:
    """1 change, 5 changes."""
    words = _tr("1 change") if count == 1 else _tr("%1 changes")
    return words.replace("%1", str(count))


def _turn(old: str, new: str) -> str:
    gone, come = differing(old, new)
    if len(gone) != 1 or len(come) != 1:
        return ""
    before, after = old[slice(*gone[0])].strip(), new[slice(*come[0])].strip()
    return f"{before} → {after}" if max(len(before), len(after)) <= _LONGEST else ""


def _tr(words: str) -> str:
    return QCoreApplication.translate("Changes", words)
