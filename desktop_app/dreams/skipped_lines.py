"""What a dream left in the days, read from the files as they are now. Knows no engine, no Qt.

A proposal remembers only places and hashes of such lines: their text stands in the notes and
nowhere else, and what the person has deleted there is gone.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.dreams.material import DreamDraft
from desktop_app.dreams.proposal import AsideLine, Proposal, Why
from desktop_app.notebook.remarks import words as conflict_words
from desktop_app.notebook.source import LinesNow
from desktop_app.notebook.text.marks import bare
from desktop_app.words import counted, cut, listed, remarked, together, tr

if TYPE_CHECKING:
    from desktop_app.language.gate.keys import SecretKind

LONGEST = 400
"""Characters of a line that are shown; the whole stands in its day."""

LEFT = {
    Why.SECRET: tr("possible secrets"),
    Why.ORDER: tr("orders to a model"),
    Why.OTHERWISE: tr("something else than memory says"),
    Why.REPEATED: tr("repeated"),
    Why.OVER: tr("left for the next dream"),
    Why.OLD: tr("lessons and decisions older than a week"),
    Why.QUESTION: tr("questions"),
    Why.TODO: tr("to do"),
    Why.LONG: tr("too long"),
}
"""Why lines were left, in the order in which a person is told. Files that were not read are
named beside it."""

UNREAD = (Why.CONFLICT, Why.BINARY)
"""Why no line of a file was read."""

_READ = 4_000  # characters looked at for secrets, so that a secret is whole wherever it is shown


@dataclass(frozen=True)
class LeftLine:
    """A line that a dream left where it stands.

    `line` is where it stands now, `text` its words without list marks, secrets hidden. When no
    line of its file is the same any more, `text` is "" and `line` is where it was. `secret` is the
    kind of the secret in it, where its form tells one.
    """

    path: str
    line: int
    text: str
    secret: "SecretKind | None" = None


def lines_left(
    dream: DreamDraft | Proposal, why: Why, read: Callable[[str], str]
) -> tuple[tuple[LeftLine, ...], int]:
    """The lines that were left for this reason, newest day first, in the order they stand in now;
    and how many more there were.

    `read` gives a file's text by its path. Each line comes once, however much of it was left.
    """
    asides = [aside for aside in dream.aside if aside.why == why]
    more = max(0, dream.set_aside.get(why, 0) - len(asides))
    now, left_lines = LinesNow(read), []
    for aside in asides:
        line = now.place(aside.path, aside.line, aside.sha)
        text, secret = _shown(now.of(aside.path)[line - 1], why) if line else ("", None)
        left_lines.append(LeftLine(aside.path, line or aside.line, text, secret))
    by_line = sorted(dict.fromkeys(left_lines), key=lambda one: one.line)
    return tuple(sorted(by_line, key=lambda one: one.path, reverse=True)), more


def left_sentence(counts: Mapping[Why, int]) -> str:
    """Left in the days: to do (12), questions (3); "" where nothing was."""
    left = {words: counts.get(why, 0) for why, words in LEFT.items()}
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
    """What else is not proposed, and why, in sentences. Secrets and orders that stand in a file,
    which are named line by line, are left out."""
    unread = (why_unread(one) for one in proposal.aside if one.why in UNREAD)
    named = Counter[Why](one.why for one in proposal.aside if one.why in (Why.SECRET, Why.ORDER))
    named[Why.OTHERWISE] = proposal.set_aside.get(Why.OTHERWISE, 0)
    rest = {why: count - named[why] for why, count in proposal.set_aside.items()}
    told = (*unread, told_otherwise(proposal), left_sentence(rest), not_read(proposal.older))
    return list(filter(None, told))


def _shown(line: str, why: Why) -> tuple[str, "SecretKind | None"]:
    # Long to load, and seldom wanted.
    from desktop_app.language.gate.masked import masked, without_secrets
    from desktop_app.language.gate.secrets import secrets

    text = " ".join(bare(line[:_READ]).split())
    text = text.encode("utf-8", "replace").decode()  # bytes that are no UTF-8 can't be shown
    kind = next((span.kind for span in secrets(text)), None)
    text = masked(text) if why == Why.SECRET else without_secrets(text)
    return cut(text, LONGEST), kind
