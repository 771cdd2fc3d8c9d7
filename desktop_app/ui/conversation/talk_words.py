"""What the window says of conversations: talks, what is added of one, imports; and which talk a
file holds, its turns as one reads them. Knows no widget; may run in any thread.

All of a turn has the line of it, so that a turn that was found stays where it was found.
"""

import json
import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import date, datetime
from html import escape
from typing import Any, NamedTuple

from desktop_app import dates
from desktop_app.dreams.flush import FlushDraft, Flushed
from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.memory.extraction import Extracted
from desktop_app.memory.live_session import LiveStep, SleptStep
from desktop_app.memory.open_talk import Talk
from desktop_app.notebook.text.records import message_in
from desktop_app.sessions.imports.entry import ImportKind, ImportPreview, SkipWhy
from desktop_app.sessions.reading import Transcript
from desktop_app.sessions.sleep import SleepPhase
from desktop_app.sessions.talk_view import TalkHead, TalkView, ToolUse, UsedMemory
from desktop_app.ui.parts.column import folded
from desktop_app.words import counted, cut, filled, headed, tr

_DAY = re.compile(r"\d{4}-\d\d-\d\d-")  # how the file of a talk is named, and then by a key
_LONGEST = 48  # characters of what a line quotes


def title_of(head: TalkHead) -> str:
    return head.title or tr("New conversation")


def context_of(view: TalkView) -> str:
    """Context 68 % · 5,570 of 8,192 tokens."""
    share = round(100 * view.tokens / max(view.window, 1))
    words = (
        tr("Context %1 % · %2 of %3 tokens")
        if view.reported or not view.tokens
        else tr("Context about %1 % · %2 of %3 tokens")
    )
    return filled(words, share, f"{view.tokens:,}", f"{view.window:,}")


def memory_in_words(used: UsedMemory) -> str:
    """A piece of memory as its chip tells it: its file, and how it begins."""
    name, _, kind = used.path.rpartition("/")[2].rpartition(".")
    if kind == "jsonl" and _DAY.match(name):
        name = tr("Conversation %1", name[:10])
    words = used.text.removeprefix(f"{used.path}:{used.line}: ")  # as a search tells it
    return f"{name} · {short(words.lstrip('-*# '), 26)}"


def short(words: str, most: int = _LONGEST) -> str:
    line = " ".join(words.split())
    return line if len(line) <= most else cut(line, most - 1)


def tool_in_words(name: str, arguments: str, *, running: bool = False) -> str:
    """What a tool does, or did: Searched memory for “harbour”."""
    told = _arguments(arguments)
    now, then, gap = _TOOLS.get(name, (tr("Uses %2"), tr("Used %2"), ""))
    if name == "memory_update" and told.get("mode") == "replace":
        now, then, gap = tr("Rewrites MEMORY.md"), tr("Rewrote MEMORY.md"), ""
    said = str(told.get(gap, "")) if gap else ""
    words = now if running else then
    return filled(words if said else re.split("[:：]? ?[“「]%1", words)[0], short(said), name)


def tool_line(use: ToolUse) -> str:
    """The same once it has ended; why not, where it did not do it: one sentence of the reason."""
    if use.ok:
        return tool_in_words(use.name, use.arguments)
    why = re.split(r"\.(?: |$)|。", use.result)[0].strip()
    return tr(
        "%1: not done. %2.", tool_in_words(use.name, use.arguments, running=True), short(why, 120)
    )


def _arguments(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


_TOOLS = {
    "memory_search": (tr("Searches memory: “%1”"), tr("Searched memory: “%1”"), "query"),
    "search_memory": (tr("Searches memory: “%1”"), tr("Searched memory: “%1”"), "query"),
    "memory_get": (tr("Reads “%1”"), tr("Read “%1”"), "path"),
    "read_memory": (tr("Reads MEMORY.md"), tr("Read MEMORY.md"), ""),
    "memory_save": (tr("Notes for today: “%1”"), tr("Noted for today: “%1”"), "text"),
    "append_daily_log": (tr("Notes for today: “%1”"), tr("Noted for today: “%1”"), "entry"),
    "append_memory": (tr("Adds to memory: “%1”"), tr("Added to memory: “%1”"), "fact"),
    "memory_update": (tr("Adds to memory: “%1”"), tr("Added to memory: “%1”"), "text"),
}


class News(NamedTuple):
    """A sentence and its tone."""

    words: str
    tone: str = "info"


def news_of(step: LiveStep) -> News | None:
    """What is said of a step; None where it says nothing that a person needs."""
    if isinstance(step, Flushed):
        return flushed_news(step)
    if isinstance(step, Extracted):
        return facts_news(step)
    if isinstance(step, SleepPhase):
        number = list(SleepPhase).index(step) + 1
        return News(tr("Summarises older messages: step %1 of %2", number, len(SleepPhase)))
    if isinstance(step, SleptStep):
        said = [
            tr(
                "Older messages are summarised: the model goes on with the summary and the last "
                "messages"
            )
        ]
        if step.saved is not None and step.saved.path:
            said.append(tr("what matters is in %1", step.saved.path))
        if count := step.proposed:
            said.append(
                counted(
                    "{count} line is proposed for MEMORY.md",
                    "{count} lines are proposed for MEMORY.md",
                    count,
                )
            )
        return News("; ".join(said))
    if isinstance(step, Problem):
        return News(tr("Not done yet, and tried again later: %1", step), "warn")
    return None


def facts_news(step: Extracted) -> News:
    words = counted("{count} fact remembered", "{count} facts remembered", step.remembered)
    if said := " · ".join(map(short, step.appended)):
        words = tr("%1: %2", words, short(said, 100))
    return News(words)


def flushed_news(flushed: Flushed) -> News | None:
    if flushed.path is None:
        return News(flushed.reason or tr("There is no new message to keep."))
    return News(tr("Notes saved in %1, line %2", flushed.path, f"{flushed.line:,}"))


# -- what is added ------------------------------------------------------------------------------


def speaker(role: str) -> str:
    known = {
        "user": tr("You"),
        "assistant": tr("Assistant"),
        "system": tr("Instructions"),
        "tool": tr("Tool"),
    }
    return known.get(role, role)


def turns(count: int) -> str:
    return counted("{count} message", "{count} messages", count)


def lines(count: int) -> str:
    return counted("{count} line", "{count} lines", count)


def what_is_there(talk: Transcript, known: Sequence[bool]) -> str:
    """How many turns, how many of them new, and what was left out."""
    before = sum(known)
    new = len(known) - before
    said = [turns(len(talk.messages))]
    if before:
        said.append(tr("%1 new", f"{new:,}") if new else tr("all of them added before"))
    if talk.skipped:
        said.append(
            counted("{count} tool line skipped", "{count} tool lines skipped", talk.skipped)
            if talk.recorded
            else tr("%1 before the first speaker left out", lines(talk.skipped))
        )
    if talk.unreadable:
        said.append(talk.unreadable_in_words)
    if not talk.named:
        said.append(tr("no speaker is named, so it counts as yours"))
    return " · ".join(said)


def written_by(flushed: FlushDraft | Flushed, model: str) -> str:
    """Who wrote it, where a model was asked also its name; and why it was not who should have."""
    if flushed.engine != "builtin":
        return tr("Summed up by %1", model or tr("the model of Ollama"))
    if flushed.reason:
        return tr("%1 So these lines were chosen and copied word for word.", flushed.reason)
    return tr("Chosen without a model; copied word for word")


# -- imports ------------------------------------------------------------------------------------


def entries(count: int, days: int = 0) -> str:
    """3 entries, or 3 entries in 2 days."""
    told = counted("{count} entry", "{count} entries", count)
    return tr("%1 in %2", told, counted("{count} day", "{count} days", days)) if days else told


def what_comes(preview: ImportPreview, chosen: Collection[ImportKind], today: date) -> str:
    """316 entries in 210 days, from 5 January 2024 to 20 November."""
    days = preview.days(chosen)
    if not days:
        return tr("Nothing in it is new.") if not preview.new else tr("Nothing is chosen.")
    words = entries(preview.entries(chosen), len(days))
    if len(days) == 1:
        return headed(words, dates.plain(days[0], today))
    return tr("%1, from %2 to %3", words, *(dates.plain(days[n], today) for n in (0, -1)))


def skipped(why: SkipWhy, count: int, first: Collection[str]) -> str:
    """5 without a date: a.md, b.md, c.md and 2 more."""
    names = ", ".join(first)
    if more := count - len(first):
        names = tr("%1 and %2 more", names, f"{more:,}")
    return headed(f"{count:,} {why.in_words}", names)


def read_note(memory: "Memory", path: str) -> str:
    """The text of a note, its lines counted as the index counts them. Raises Problem."""
    snapshot = memory.files.read(path)
    if not snapshot.exists:
        raise Problem(tr("%1 is not there any more.", path))
    words = snapshot.data.decode("utf-8", "replace").removeprefix("\ufeff")
    return words.replace("\r\n", "\n").replace("\r", " ")


def transcript_at(memory: "Memory", path: str) -> "tuple[Talk | None, str, tuple[str, list[int]]]":
    """The talk in a file, its text, and, where another program wrote it and there is no talk, its
    rows. Raises Problem when the file is not there."""
    head = next((one for one in memory.talks.listed() if one.path == path), None)
    text = read_note(memory, path)
    return (memory.talks.open(head.id), text, ("", [])) if head else (None, text, as_rows(text))


def id_at(text: str, line: int) -> str:
    """The id of the message on a line of one of our transcripts, "" for none."""
    with suppress(ValueError, IndexError, RecursionError):
        found = json.loads(text.split("\n")[line - 1])
        return str(found.get("id", "")) if isinstance(found, dict) and "role" in found else ""
    return ""


def as_rows(text: str) -> tuple[str, list[int]]:
    """A transcript as one reads it, the speaker over what was said, and the row (from 0) in which
    each of its lines begins."""
    return folded(text, _turn)


def _turn(line: str) -> list[str]:
    turn = message_in(line)
    words = shown(turn.content)
    if not words:
        return []
    who = speaker(turn.role.casefold()) if turn.role else ""
    head = " · ".join(filter(None, (who, _moment(turn.time) if turn.time else "")))
    return [f"### {head}", *words.split("\n"), ""] if head else [*words.split("\n"), ""]


def _moment(time: str) -> str:
    """A day and a time of day; a time in other words as it stands."""
    try:
        return dates.moment(datetime.fromisoformat(time))
    except ValueError:
        return time[:25]


_PARAGRAPHS = re.compile(r"\n[ \t]*\n\s*")


def marked(words: str) -> str:
    """Markdown; names and addresses are no links."""
    from desktop_app.ui.reading.html import message_html  # takes a moment to load

    return message_html(shown(words))


def plain(words: str) -> str:
    """Paragraphs, every line kept."""
    parts = _PARAGRAPHS.split(escape(shown(words)))
    return "".join(f"<p>{part}</p>" for part in parts).replace("\n", "<br>")


def shown(words: str) -> str:
    """Without what no page can show."""
    words = words.encode("utf-8", "replace").decode().replace("\0", "\ufffd")
    return words.replace("\r\n", "\n").replace("\r", "\n").strip()
