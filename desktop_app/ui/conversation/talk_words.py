"""What is said of conversations: speakers, causes, counts, results. Knows words, no widget."""

from collections.abc import Sequence
from pathlib import PurePath

from desktop_app.dreams.flush import FlushDraft, Flushed
from desktop_app.dreams.proposal import Why
from desktop_app.notebook.days import title_for
from desktop_app.sessions.reading import Transcript
from desktop_app.ui.parts.folders import tilde
from desktop_app.words import counted, listed, tr


def speaker(role: str) -> str:
    """Who says a turn."""
    known = {
        "user": tr("You"),
        "assistant": tr("Assistant"),
        "system": tr("Instructions"),
        "tool": tr("Tool"),
    }
    return known.get(role, role)


def causes() -> dict[str, str]:
    """Why a conversation is added, in words, the usual one first."""
    return {
        "session": tr("A conversation that has ended"),
        "day": tr("A look back on the day"),
        "trim": tr("The older part of a long conversation"),
        "overflow": tr("A conversation that grew too long"),
        "sleep": tr("A conversation that was left to rest"),
    }


def heading(cause: str, day: str = "") -> str:
    """Under which heading it will stand, in today or in another `day`; the title is the file's and
    not translated."""
    words = tr("In %2 under “%1”") if day else tr("In today under “%1”")
    return words.replace("%2", day).replace("%1", title_for(cause))


def turns(count: int) -> str:
    """3 turns."""
    return counted("{count} message", "{count} messages", count)


def lines(count: int) -> str:
    """3 lines."""
    return counted("{count} line", "{count} lines", count)


def what_is_there(talk: Transcript, known: Sequence[bool]) -> str:
    """How many turns, how many of them new, and what was left out."""
    before = sum(known)
    new = len(known) - before
    said = [turns(len(talk.messages))]
    if before:
        said.append(
            tr("%1 new").replace("%1", f"{new:,}") if new else tr("all of them added before")
        )
    if talk.skipped:
        said.append(
            counted("{count} tool line skipped", "{count} tool lines skipped", talk.skipped)
            if talk.recorded
            else tr("%1 before the first speaker left out").replace("%1", lines(talk.skipped))
        )
    if talk.unreadable:
        said.append(unreadable(talk))
    if not talk.named:
        said.append(tr("no speaker is named, so it counts as yours"))
    return " · ".join(said)


def unreadable(talk: Transcript) -> str:
    """Which lines, or messages of a list, cannot be read and are left out."""
    numbers = [str(number) for number in talk.unreadable]
    if len(numbers) == 1:
        words = tr("message %1 is not readable") if talk.listed else tr("line %1 is not readable")
        return words.replace("%1", numbers[0])
    words = tr("messages %1 are not readable") if talk.listed else tr("lines %1 are not readable")
    few, more = numbers[:3], tr("%1 more").replace("%1", f"{len(numbers) - 3:,}")
    *before, last = few if len(numbers) == len(few) else [*few, more]
    shown = tr("%1 and %2").replace("%1", listed(before)).replace("%2", last)
    return words.replace("%1", shown)


def name_of(path: str) -> str:
    """What was given, as the preview calls it."""
    return PurePath(path).name if path else tr("Pasted text")


def where(path: str) -> str:
    """A file as a person says it."""
    return tilde(path) if path else ""


def add_lines(count: int, day: str) -> str:
    """What the button does that adds so many lines to today, or to another `day`."""
    words = tr("Add %1 to %2") if day else tr("Add %1 to today")
    return words.replace("%2", day).replace("%1", lines(count))


def left_out_since(why: Why) -> str:
    """Why a sentence was left out."""
    if why == Why.ORDER:
        return tr("It gives an order to an agent.")
    return tr("It looks like a secret.")


def written_by(flushed: FlushDraft | Flushed, model: str) -> str:
    """Who wrote it, where a model was asked also its name; and why it was not who should have."""
    if flushed.engine != "builtin":
        return tr("Summed up by %1").replace("%1", model or tr("the model of Ollama"))
    if flushed.reason:
        words = tr("%1 So these lines were chosen in the words of the conversation.")
        return words.replace("%1", flushed.reason)
    return tr("Chosen without a model, in the words of the conversation")
