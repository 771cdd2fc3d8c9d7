"""A change in a person's words: its kind, its state, what can be answered. Knows no widget."""

from desktop_app.dreams.proposal import Change, ChangeKind, Support
from desktop_app.language.difference import differing
from desktop_app.ui.review.doubting import doubts_of, verdict_of
from desktop_app.words import counted, tr

ACCEPTED, REJECTED, BOTH, HELD, OPEN = "accepted", "rejected", "both", "held", "open"
_LONGEST = 32  # characters of a difference that fits beside `→`
_FORGET = tr("ask to forget")  # how the reason of such a removal reads


def state_of(change: Change) -> str:
    """What the person, or the engine beforehand, says of a change.

    `both`: of a question, old and new line stay. `held` has no source and stays out until somebody
    says otherwise; `open` waits for a word.
    """
    if change.accepted:
        return BOTH if change.both else ACCEPTED
    if change.decided:
        return REJECTED
    return HELD if change.verdict == Support.UNSUPPORTED else OPEN


def asks(change: Change) -> bool:
    """Whether it is a question between an old line and a new one, neither of them wrong."""
    return change.kind == ChangeKind.QUESTION and bool(change.old)


def joins(change: Change) -> bool:
    """Whether the question is if several lines of memory are one."""
    return asks(change) and len(change.old) > 1


def forgets(change: Change) -> bool:
    """Whether the notes themselves ask for the line to go."""
    return change.kind == ChangeKind.REMOVED and _FORGET in change.reason


def answers_to(change: Change) -> dict[str, tuple[str, str]]:
    """What can be said to it, in the order of its buttons: the offer, and the word once said."""
    if joins(change):
        return {
            REJECTED: (tr("Keep them apart"), tr("Kept apart")),
            ACCEPTED: (tr("Make them one"), tr("Made one")),
        }
    if asks(change):
        return {
            REJECTED: (tr("Keep mine"), tr("Mine kept")),
            ACCEPTED: (tr("Take the note's"), tr("Note's taken")),
            BOTH: (tr("Keep both"), tr("Both kept")),
        }
    if forgets(change):
        return {
            REJECTED: (tr("Keep it"), tr("Kept")),
            ACCEPTED: (tr("Forget it"), tr("Forgotten")),
        }
    if change.kind == ChangeKind.REMOVED:
        return {REJECTED: (tr("Keep"), tr("Kept")), ACCEPTED: (tr("Remove"), tr("Removed"))}
    if change.kind == ChangeKind.MOVED:
        return {
            REJECTED: (tr("Keep it here"), tr("Kept here")),
            ACCEPTED: (tr("Move"), tr("Moved")),
        }
    yes = tr("Accept") if verdict_of(change) == Support.SUPPORTED else tr("Accept anyway")
    return {REJECTED: (tr("Reject"), tr("Rejected")), ACCEPTED: (yes, tr("Accepted"))}


def outcome_of(change: Change, answer: str) -> str:
    """What an answer would do to MEMORY.md, in a sentence."""
    if answer == REJECTED and change.kind == ChangeKind.QUESTION:
        return tr("MEMORY.md stays as it is. You are not asked again until a line changes.")
    if answer == REJECTED:
        return tr("MEMORY.md stays as it is.")
    if change.kind == ChangeKind.MOVED:
        return tr("The line leaves MEMORY.md for %1.").replace("%1", change.to)
    if change.makes_file:
        return tr("It is written to %1.").replace("%1", change.to)
    if answer == BOTH:
        return tr("The old line stays, and the new one comes beside it.")
    if not change.old:
        return tr("The new line comes into MEMORY.md.")
    if change.new is None:
        return tr("The line leaves MEMORY.md; history keeps every earlier version.")
    if len(change.old) > 1:
        return tr("The new line comes in place of the old ones.")
    return tr("The new line comes in place of the old one.")


def state_word(change: Change) -> str:
    """Accepted, Rejected, Both kept, Held back, To decide; in the words of its buttons."""
    state = state_of(change)
    state_words = {answer: words[1] for answer, words in answers_to(change).items()}
    return state_words.get(state) or {HELD: tr("Held back")}.get(state, tr("To decide"))


def kind_word(kind: str) -> str:
    """Added, Updated and so on."""
    words: dict[str, str] = {
        ChangeKind.ADDED: tr("Added"),
        ChangeKind.UPDATED: tr("Updated"),
        ChangeKind.MERGED: tr("Merged"),
        ChangeKind.REMOVED: tr("Removed"),
        ChangeKind.MOVED: tr("Moved"),
        ChangeKind.QUESTION: tr("Question"),
    }
    return words.get(kind, kind)


def kind_of(change: Change) -> str:
    """The same for a change; what the notes ask for has a word of its own."""
    return tr("Forget") if forgets(change) else kind_word(change.kind)


def title_of(change: Change) -> str:
    """The first line of what comes, else of what goes, without Markdown's signs."""
    line = (change.new or "".join(change.old[:1])).split("\n")[0]
    line = line.lstrip("# ") if change.makes_file else line
    return line.replace("**", "").replace("`", "")


def detail_of(change: Change) -> str:
    """What it does, in a few words: 27 November → 4 December, New bullet."""
    if asks(change):
        asked = tr("Are they one?") if joins(change) else tr("Which one holds?")
        return asked if state_of(change) == OPEN else state_word(change)
    doubts = doubts_of(change)
    if doubts:
        return doubts[0].message
    verdict = verdict_of(change)
    if verdict != Support.SUPPORTED:
        return {
            Support.UNSUPPORTED: tr("No source found"),
            Support.PARTLY: tr("Partly in your notes"),
        }[verdict]
    if change.makes_file:
        return tr("To %1").replace("%1", change.to)
    if change.kind == ChangeKind.UPDATED and change.new and change.old:
        turn = _turn(change.old[0], change.new)
        return turn or tr("New wording")
    return {
        ChangeKind.ADDED: tr("New bullet"),
        ChangeKind.MERGED: tr("%1 bullets become one").replace("%1", str(len(change.old))),
        ChangeKind.REMOVED: tr("Your notes ask to forget this")
        if forgets(change)
        else tr("Leaves MEMORY.md"),
        ChangeKind.MOVED: tr("To %1").replace("%1", change.to),
    }.get(change.kind, "")


def family_word(family: str) -> str:
    """New, Changed and so on: changes that are looked at together; "" is all of them."""
    return {
        "": tr("All"),
        "new": tr("New"),
        "changed": tr("Changed"),
        "removed": tr("Removed"),
        "moved": tr("Moved"),
        "questions": tr("Questions"),
    }[family]


def questions(count: int) -> str:
    """1 question, 5 questions."""
    return counted("1 question", "{count} questions", count)


def changes(count: int) -> str:
    """1 change, 5 changes."""
    return counted("1 change", "{count} changes", count)


def _turn(old: str, new: str) -> str:
    gone, come = differing(old, new)
    if len(gone) != 1 or len(come) != 1:
        return ""
    before, after = old[slice(*gone[0])].strip(), new[slice(*come[0])].strip()
    return f"{before} → {after}" if max(len(before), len(after)) <= _LONGEST else ""
