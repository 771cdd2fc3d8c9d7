"""What a dream left in the days, in sentences. Knows no engine, no file, no Qt.

A proposal remembers only places and hashes of such lines: their text stands in the notes and
nowhere else, and what the person has deleted there is gone.
"""

from collections.abc import Mapping

from desktop_app.dreams.material import DreamDraft
from desktop_app.dreams.proposal import AsideLine, Proposal, Why
from desktop_app.notebook.remarks import words as conflict_words
from desktop_app.words import counted, listed, remarked, together, tr

_LEFT = {
    Why.SECRET: tr("possible secrets"),
    Why.ORDER: tr("orders to a model"),
    Why.REPEATED: tr("repeated"),
    Why.OVER: tr("left for the next dream"),
    Why.OLD: tr("lessons and decisions older than a week"),
    Why.QUESTION: tr("questions"),
    Why.TODO: tr("to do"),
    Why.LONG: tr("too long"),
}
"""Why lines were left, in the order in which a person is told. Files that were not read are
named beside it."""

_UNREAD = (Why.CONFLICT, Why.BINARY)  # why no line of a file was read


def _left_sentence(counts: Mapping[Why, int]) -> str:
    """Not proposed: to do (12), questions (3); "" where nothing was."""
    left = {words: counts.get(why, 0) for why, words in _LEFT.items()}
    told = listed(remarked(words, f"{count:,}") for words, count in left.items() if count)
    limit = tr("Without a model, a dream shows at most six cards.") if counts.get(Why.OVER) else ""
    return together(tr("Not proposed: %1.", told), limit) if told else ""


def not_read(older: int) -> str:
    """How many older days no dream has read; "" for none."""
    told = counted(
        "{count} older day with notes was not read.",
        "{count} older days with notes were not read.",
        older,
    )
    return told if older else ""


def why_unread(one: AsideLine) -> str:
    """Why no dream reads a file, in a sentence."""
    if one.why == Why.BINARY:
        told = tr("{path} holds bytes that are no text, from line {line} on, and is not read.")
        return told.format(path=one.path, line=one.line)
    return conflict_words(one.path, one.line)


def told_otherwise(dream: DreamDraft | Proposal) -> str:
    """How many notes name something of memory and say something else; "" for none."""
    asides = (one for one in dream.aside if one.why == Why.OTHERWISE)
    first = next((f"{one.path}:{one.line}" for one in asides), "")
    told = counted(
        "{count} note names something in memory and says something else ({first}). A model would "
        "judge it.",
        "{count} notes name something in memory and say something else, the first at {first}. "
        "A model would judge them.",
        dream.set_aside.get(Why.OTHERWISE, 0),
        first=first,
    )
    return told if first else ""


def what_was_left(proposal: Proposal) -> list[str]:
    """What else is not proposed, and why, in sentences."""
    unread = (why_unread(one) for one in proposal.aside if one.why in _UNREAD)
    left = _left_sentence(proposal.set_aside)
    told = (*unread, told_otherwise(proposal), left, not_read(proposal.older))
    return list(filter(None, told))
