"""What is said of a talk under way: tools, memories, context, sleep. Knows words, no widget."""

import json
import re
from typing import Any

from desktop_app.sessions.talk_view import TalkHead, TalkView, ToolUse, UsedMemory
from desktop_app.words import counted, cut, tr

_DAY = re.compile(r"\d{4}-\d\d-\d\d-")  # how the file of a talk is named, and then by a key
_LONGEST = 48  # characters of what a line quotes


def title_of(head: TalkHead) -> str:
    """What a conversation is called."""
    return head.title or tr("New conversation")


def context_of(view: TalkView) -> str:
    """Context 68 % · 5,570 of 8,192 tokens."""
    share = round(100 * view.tokens / max(view.window, 1))
    words = (
        tr("Context %1 % · %2 of %3 tokens")
        if view.reported or not view.tokens
        else tr("Context about %1 % · %2 of %3 tokens")
    )
    words = words.replace("%1", str(share)).replace("%2", f"{view.tokens:,}")
    return words.replace("%3", f"{view.window:,}")


def memories(count: int) -> str:
    """Used 2 memories."""
    return counted("Used {count} memory", "Used {count} memories", count)


def memory_in_words(used: UsedMemory) -> str:
    """A piece of memory as its chip tells it: its file, and how it begins."""
    name, _, kind = used.path.rpartition("/")[2].rpartition(".")
    if kind == "jsonl" and _DAY.match(name):
        name = tr("Conversation %1").replace("%1", name[:10])
    words = used.text.removeprefix(f"{used.path}:{used.line}: ")  # as a search tells it
    return f"{name} · {short(words.lstrip('-*# '), 26)}"


def short(words: str, most: int = _LONGEST) -> str:
    """Words on one line, and not too many."""
    line = " ".join(words.split())
    return line if len(line) <= most else cut(line, most - 1)


def tool_in_words(name: str, arguments: str, *, running: bool = False) -> str:
    """What a tool does, or did: Searched memory for “harbour”."""
    told = _arguments(arguments)
    now, then, gap = _TOOLS.get(name, (tr("Uses %2"), tr("Used %2"), ""))
    if name == "memory_update" and told.get("mode") == "replace":
        now, then, gap = tr("Rewrites MEMORY.md"), tr("Rewrote MEMORY.md"), ""
    said = str(told.get(gap, "")) if gap else ""
    words = (now if running else then).replace("%2", name)
    return words.replace("%1", short(said)) if said else re.split("[:：]? ?[“「]%1", words)[0]


def tool_line(use: ToolUse) -> str:
    """The same once it has ended; why not, where it did not do it: one sentence of the reason."""
    if use.ok:
        return tool_in_words(use.name, use.arguments)
    why = re.split(r"\.(?: |$)|。", use.result)[0].strip()
    words = tr("%1: not done. %2.").replace("%2", short(why, 120))
    return words.replace("%1", tool_in_words(use.name, use.arguments, running=True))


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


def asks_to_replace(name: str, path: str) -> str:
    """What the card says on which a person allows a tool to replace a file."""
    words = tr("%1 wants to write %2 anew.")
    return words.replace("%1", name or tr("The model")).replace("%2", path)


def compacted(count: int) -> str:
    """What stands over the first message that is still in the prompt."""
    return counted(
        "{count} earlier message was summed up for the model",
        "{count} earlier messages were summed up for the model",
        count,
    )
