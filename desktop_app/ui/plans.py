"""Which pages there are, and what is known of each before it is made: its words, its keys, its
place in the rail.

A page is made when it is first wanted; until then this is all that rail, palette and keys need.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from desktop_app import manual
from desktop_app.words import tr


class Entrance(NamedTuple):
    """An action of one page that works on every page; its page is made for it if need be."""

    id: str
    words: str
    keys: str
    icon: str
    act: Callable[[Any], object]  # gets the page
    detail: str = ""
    listed: bool = True  # in the palette


class Plan(NamedTuple):
    """What is known of a page before it is made: `name` (also its icon), `title`, and `about` for
    palette and tooltip. The page named `days` is the class `DaysPage` of `ui/days_page.py`."""

    name: str
    title: str
    about: str = ""
    entrances: tuple[Entrance, ...] = ()
    in_rail: bool = True  # False: reached from what it belongs to
    help: str = manual.FIRST  # the page of the manual that tells of it

    @property
    def module(self) -> str:
        return f"{self.name}_page"

    @property
    def kind(self) -> str:
        return f"{self.name.title()}Page"


MEMORY = Plan("memory", tr("Memory"), tr("What is kept: MEMORY.md"), help="writing.md")
DAYS = Plan("days", tr("Days"), tr("What happened, day by day"), (
    Entrance("days.today", tr("Go to today"), "Ctrl+T", "days", lambda page: page.go_today()),
), help="writing.md")  # fmt: skip
DREAMS = Plan("dreams", tr("Dreams"), tr("Dream, review, diary"), (
    Entrance("dream", tr("Dream now"), "Ctrl+Shift+D", "dreams", lambda page: page.dream(),
        tr("Reads recent days, proposes changes to MEMORY.md")),
    Entrance("dream.chat", tr("Dream with any AI chat"), "", "dreams",
        lambda page: page.dream_by_chat(), tr("Copy the question, paste the answer")),
    Entrance("decide", tr("To decide"), "", "question", lambda page: page.show_waiting(),
        tr("Changes, questions, suspicious lines, what is in quarantine")),
    Entrance("dream.undo", tr("Undo the last dream"), "", "undo",
        lambda page: page.undo(), tr("Undoes its changes")),
), help="dreams.md")  # fmt: skip
SEARCH = Plan("search", tr("Search"), tr("Memory, days, topics, dreams and conversations"), (
    Entrance("search.everywhere", tr("Search everywhere"), "Ctrl+Shift+F", "search",
        lambda page: page.ask_everywhere(), listed=False),
), help="search.md")  # fmt: skip
CONVERSATION = Plan("conversation", tr("Conversations"), tr("Talk with a model of this computer"), (
    Entrance("conversation", tr("Add a conversation"), "Ctrl+Shift+C", "conversation",
        lambda page: page.show_sheet(),
        tr("Paste, drop or open one; what matters in it goes into today")),
    Entrance("import", tr("Import from another program"), "", "folder-plus",
        lambda page: page.show_sheet(),
        tr("ChatGPT, Claude, Obsidian or Markdown, into the right days")),
    Entrance("talk.new", tr("New conversation"), "Ctrl+N", "plus", lambda page: page.begin(),
        tr("With a model of this computer")),
), help="conversations.md")  # fmt: skip
AGENTS = Plan("agents", tr("Agents"),
    tr("Who comes in, and whom you follow"), (
    Entrance("agents.connect", tr("Connect an agent"), "", "agents",
        lambda page: page.lead_to(page.access),
        tr("What to paste, who came in, with which key")),
    Entrance("watch", tr("Follow agents"), "", "link", lambda page: page.lead_to(page.watched),
        listed=False),
), in_rail=False, help="agents.md")  # fmt: skip
HISTORY = Plan("history", tr("History"), tr("Earlier versions of every file"), (
    Entrance("history.file", tr("History of this file"), "Ctrl+H", "history",
        lambda page: page.file_asked.emit(), tr("Its earlier versions, to compare and restore")),
    Entrance("history.all", tr("History of everything"), "Ctrl+Shift+H", "history",
        lambda page: page.show_file(""), tr("What was written, when and by whom")),
    Entrance("history.deleted", tr("Deleted notes"), "", "trash",
        lambda page: page.show_file("", gone=True), tr("Put one back that was deleted")),
), in_rail=False, help="history.md")  # fmt: skip
FORGET = Plan("forget", tr("Forget for good"),
    tr("Takes a line or a topic out of everything, without an undo"), (
    Entrance("forget.ask", tr("Forget for good…"), "", "trash", lambda page: page.come(),
        tr("Delete, remove or erase a line or topic everywhere")),
), in_rail=False, help="history.md")  # fmt: skip
SETTINGS = Plan("settings", tr("Settings"), tr("Memory, dreams, models, notebook, window"), (
    Entrance("check", tr("Check"), "", "check", lambda page: page.check(),
        tr("Files, history, index: is all well?")),
    Entrance("dreams.schedule", tr("Automatic dreams"), "", "clock",
        lambda page: page.lead_to("dreams"),
        tr("When they begin, what they may write; pause them, or let them go on")),
))  # fmt: skip
HELP = Plan("help", tr("Help"), tr("The manual"), in_rail=False)
EVERY = (
    MEMORY,
    DAYS,
    DREAMS,
    SEARCH,
    CONVERSATION,
    AGENTS,
    HISTORY,
    FORGET,
    HELP,
    SETTINGS,
)
"""In the rail's order."""
