"""A change in a person's words: its kind, its state, what can be answered. Knows no widget."""

from collections.abc import Iterator

from desktop_app.dreams.ledger import dreamer_in_words
from desktop_app.dreams.proposal import KIND_WORDS, Change, ChangeKind, Doubt, Support
from desktop_app.words import as_sentence, counted, together, tr

ACCEPTED, REJECTED, BOTH, HELD, OPEN = "accepted", "rejected", "both", "held", "open"


def state_of(change: Change) -> str:
    """What the person, or the engine beforehand, says of a change.

    `both`: of a question, old and new line stay. `held` is not wholly proved and stays out until
    somebody says otherwise; `open` waits for a word.
    """
    if change.accepted:
        return BOTH if change.both else ACCEPTED
    if change.decided:
        return REJECTED
    return OPEN if verdict_of(change) == Support.SUPPORTED else HELD


def asks(change: Change) -> bool:
    """Whether it is a question between an old line and a new one, neither of them wrong."""
    return change.kind == ChangeKind.QUESTION and bool(change.old)


def answers_to(change: Change) -> dict[str, tuple[str, str]]:
    """What can be said to it, in the order of its buttons: the offer, and the word once said."""
    if asks(change):
        return {
            REJECTED: (tr("Keep mine"), tr("Mine kept")),
            BOTH: (tr("Keep both"), tr("Both kept")),
            ACCEPTED: (tr("Take the new one"), tr("New one taken")),
        }
    yes = tr("Accept") if verdict_of(change) == Support.SUPPORTED else tr("Accept anyway")
    return {REJECTED: (tr("Reject"), tr("Rejected")), ACCEPTED: (yes, tr("Accepted"))}


def state_word(change: Change) -> str:
    """Accepted, Rejected, Both kept, Held back, To decide; in the words of its buttons."""
    state = state_of(change)
    offered = answers_to(change).get(state)
    if offered:
        return offered[1]
    return tr("Held back") if state == HELD else tr("To decide")


def kind_word(kind: str) -> str:
    """Added, Updated and so on."""
    return KIND_WORDS.get(kind, kind).capitalize()


def title_of(change: Change) -> str:
    """The first line of what comes, else of what goes, without Markdown's signs."""
    line = (change.new or "".join(change.old[:1])).split("\n")[0]
    line = line.lstrip("# ") if change.makes_file else line
    return line.replace("**", "").replace("`", "")


def doubts_of(change: Change) -> tuple[Doubt, ...]:
    """Its doubts; none of a person's own wording, which needs no proof."""
    return change.doubts if change.proposed is None else ()


def verdict_of(change: Change) -> Support:
    """How far the notes say the line as it reads now."""
    return change.verdict if change.proposed is None else Support.SUPPORTED


def reason_of(change: Change) -> str:
    """Why it is proposed, and by whom if that is not who dreamt; "" for neither."""
    return together(_why(change), proposed_by(change.by) if change.by else "")


def proposed_by(name: str) -> str:
    """Who proposed a change."""
    return as_sentence(tr("proposed by %1").replace("%1", dreamer_in_words(name)))


def _why(change: Change) -> str:
    """As a sentence; "" where its doubts say it already."""
    if change.proposed is not None:
        return tr("In your own words. The dream proposed: “%1”").replace("%1", change.proposed)
    said = [doubt.message for doubt in doubts_of(change)]
    unsaid = verdict_of(change) == Support.UNSUPPORTED  # a warning has said it already
    if not change.reason or change.reason in said or unsaid:
        return ""
    return change.reason if change.reason[-1] in ".!?。！？" else as_sentence(change.reason)


def warnings_of(change: Change) -> Iterator[str]:
    """What speaks against it, each in a sentence."""
    yield from dict.fromkeys(doubt.message for doubt in doubts_of(change))
    if verdict_of(change) == Support.UNSUPPORTED and not change.doubts:
        yield tr("No source found for this line. A dream may only use what you wrote.")
    elif verdict_of(change) == Support.PARTLY and not change.doubts:
        yield tr("Only partly supported by your notes. Compare it with its source.")


def changes(count: int) -> str:
    """1 change, 5 changes."""
    return counted("1 change", "{count} changes", count)
