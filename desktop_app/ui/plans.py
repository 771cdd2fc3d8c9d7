"""What is known of every page before it is made: its words, its keys, its place in the rail.

A page is made when it is first wanted; until then this is all that rail, palette and keys need.
"""

from PySide6.QtCore import QCoreApplication

from desktop_app.ui.page import Entrance, Plan

_tr = QCoreApplication.translate

MEMORY = Plan(
    "memory",
    _tr("MemoryPage", "Memory"),
    _tr("MemoryPage", "What is kept: MEMORY.md"),
    help="writing.md",
)
DAYS = Plan(
    "days",
    _tr("DaysPage", "Days"),
    _tr("DaysPage", "What happened, day by day"),
    (
        Entrance("days.today", _tr("DaysPage", "Go to today"), "Ctrl+T", "days",
            lambda page: page.go_today()),
        Entrance("conversation", _tr("DayFront", "Add a conversation"), "Ctrl+Shift+A",
            "conversation", lambda page: page.front.ask(),
            _tr("DayFront", "Paste, drop or open one; what matters in it goes into today")),
    ),
    help="writing.md",
)  # fmt: skip
DREAMS = Plan(
    "dreams",
    _tr("DreamsPage", "Dreams"),
    _tr("DreamsPage", "Dream, review, diary"),
    (
        Entrance("dream", _tr("DreamsPage", "Dream now"), "Ctrl+Shift+D", "dreams",
            lambda page: page.dream(),
            _tr("DreamsPage", "Reads recent days, proposes changes to MEMORY.md")),
        Entrance("dream.undo", _tr("UndoKey", "Undo the last dream"), "", "undo",
            lambda page: page.work.undo(None), _tr("UndoKey", "Takes its changes back")),
    ),
    help="dreams.md",
)  # fmt: skip
SEARCH = Plan(
    "search",
    _tr("SearchPage", "Search"),
    _tr("SearchPage", "Everything that was ever written down"),
    (
        Entrance("search.everywhere", _tr("SearchPage", "Search everywhere"), "Ctrl+Shift+F",
            "search", lambda page: page.ask_everywhere(),
            _tr("SearchPage", "Memory, days and dreams, as you type")),
    ),
    help="search.md",
)  # fmt: skip
HISTORY = Plan(
    "history",
    _tr("HistoryPage", "History"),
    _tr("HistoryPage", "Earlier versions of every file"),
    (
        Entrance("history.file", _tr("HistoryPage", "History of this file"), "Ctrl+H", "history",
            lambda page: page.file_asked.emit(),
            _tr("HistoryPage", "Its earlier versions, to compare and restore")),
        Entrance("history.all", _tr("HistoryPage", "History of everything"), "Ctrl+Shift+H",
            "history", lambda page: page.show_all(),
            _tr("HistoryPage", "What was written, when and by whom")),
    ),
    in_rail=False,
    help="history.md",
)  # fmt: skip
SETTINGS = Plan(
    "settings",
    _tr("SettingsPage", "Settings"),
    _tr("SettingsPage", "Notebook, dreams, models, search, appearance"),
    (
        Entrance("care", _tr("SettingsPage", "Look after this notebook"), "", "check",
            lambda page: page.look_after(),
            _tr("SettingsPage", "Files, history, index: is all well?")),
    ),
)  # fmt: skip
HELP = Plan("help", _tr("HelpPage", "Help"), _tr("HelpPage", "The manual"), in_rail=False)
EVERY = (MEMORY, DAYS, DREAMS, SEARCH, HISTORY, HELP, SETTINGS)
"""In the rail's order."""
