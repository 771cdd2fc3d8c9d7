"""The palette: one line to type in, and below it all one can do here or go to.

Knows the registry of actions and the places of a notebook; other entries are offered by others.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from desktop_app import dates
from desktop_app.ui.page import AT_END
from desktop_app.ui.parts.actions import ALWAYS, NOTEBOOK, PAGE, Actions, Known, shown_keys
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import LineInput
from desktop_app.ui.parts.labels import Picture, rule, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.overlay import Overlay
from desktop_app.ui.plans import EVERY
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.ui.parts.rows import RowWords

PLACES = ("page", "heading", "day", "note")
PREFIXES = {">": "command", "#": "heading", "@": "day"}  # and the kind that each narrows to
ENOUGH = 70.0
WIDTH, ROW, MOST_ROWS = 620, 50, 8
_MOST = 200
_MOVES: dict[int, int] = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: MOST_ROWS - 1,
    Qt.Key.Key_PageUp: 1 - MOST_ROWS,
}


class Entry(NamedTuple):
    """One row of the palette; `kind` is `command`, `key`, `page`, `heading`, `day` or `note`."""

    title: str
    detail: str
    icon: str
    run: Callable[[], object]
    kind: str = "command"
    shortcut: str = ""
    path: str = ""  # of the file that it opens


def matching(typed: str, entries: Sequence[Entry]) -> list[Entry]:
    """The entries that fit, best first; without words all of them, in the order given."""
    typed = typed.strip()
    kind = PREFIXES.get(typed[:1])
    words = typed[1:].strip() if kind else typed
    pool = [entry for entry in entries if kind in (None, entry.kind)]
    if not words:
        return pool[:_MOST]
    scored = [(_fit(words, entry), -place, entry) for place, entry in enumerate(pool)]
    scored.sort(key=lambda row: row[:2], reverse=True)
    return [entry for fit, _, entry in scored if fit >= ENOUGH][:_MOST]


def _fit(words: str, entry: Entry) -> float:
    """0 to about 130: a day of this number, a title that begins so, its initials, its parts, then
    the detail."""
    from rapidfuzz import fuzz  # a start need not wait for what ranks words
    from rapidfuzz.utils import default_process

    asked, title = default_process(words), default_process(entry.title)
    if not asked:
        return 0.0
    parts = title.split()
    number = entry.detail[8:10].lstrip("0") if entry.kind == "day" else ""  # of 2026-11-20
    if asked.isdigit() and number.startswith(asked):
        return 130.0 - len(number)
    if title.startswith(asked):
        return 120.0
    if any(part.startswith(asked) for part in parts):
        return 110.0
    if len(asked) > 1 and "".join(part[0] for part in parts).startswith(asked):
        return 100.0
    if asked in title:
        return 95.0
    if asked in default_process(entry.detail):
        return 92.0
    # Slips of the finger; short words would fit anything.
    return fuzz.partial_token_ratio(asked, title) * 0.9 if len(asked) > 3 else 0.0


def places(memory: "Memory", go: Callable[[str, int], None]) -> list[Entry]:
    """Memory and its headings, days, newest first, and topics; a choice calls `go(path, line)`.

    Blocks while it reads. Raises Problem when the notebook cannot be read.
    """
    path = memory.layout.memory
    found = [Entry(path, tr("Memory"), "memory", partial(go, path, 0), "note", path=path)]
    for heading in memory.files.bullets().headings:
        run = partial(go, path, heading.line)
        found.append(Entry(heading.title, path, "heading", run, "heading"))
    for head in memory.days.heads():
        # The date as the file's name has it can be typed as well.
        detail = " · ".join(filter(None, (head.date.isoformat(), head.head)))
        day, run = dates.whole(head.date), partial(go, head.path, 0)
        found.append(Entry(day, detail, "days", run, "day", path=head.path))
    for topic in memory.days.topics():
        detail = " · ".join(filter(None, (topic.path, topic.head)))
        run = partial(go, topic.path, 0)
        found.append(Entry(topic.name, detail, "note", run, "note", path=topic.path))
    return found


def _told(entry: Entry) -> "RowWords":
    from desktop_app.ui.parts.rows import RowWords  # loaded with the list

    return RowWords(entry.title, entry.detail, entry.shortcut, entry.icon)


class Palette(Overlay):
    """Opens over the window; Up, Down and Enter choose while one types, Esc leaves."""

    def __init__(
        self,
        window: QWidget,
        jobs: "Jobs",
        actions: Actions,
        go: Callable[[str, int], None],
    ) -> None:
        """`go` opens a path at a line."""
        super().__init__(window, tr("Commands"), WIDTH, 460)
        self._jobs, self._actions, self._go = jobs, actions, go
        self._memory: Memory | None = None
        self._found: list[Entry] = []  # the places of the notebook
        self._kinds: tuple[str, ...] = ()
        self.all: list[Entry] = []
        self.providers: list[Callable[[], Iterable[Entry]]] = [
            self.commands,
            lambda: self._found,
            self._keys,
        ]
        self.input = LineInput()

    def _build(self) -> None:
        from desktop_app.ui.parts.rows import RowDelegate, ThingRows  # wanted by no first picture

        self.input.setProperty("kind", "bare")
        self.input.setAccessibleName(tr("Command, heading, day or topic"))
        self.input.textChanged.connect(self._narrow)
        self.input.installEventFilter(self)
        self.list = ThingRows(tr("Matches"), _told, RowDelegate(height=ROW))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._model = self.list.rows
        self.list.clicked.connect(lambda index: self._run(index.row()))
        self._none = text(tr("No matches"), "ui", "text2")
        self._none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._signs = text(tr("> commands   # headings   @ days"), "meta", "text3")
        sign = Picture("search", "text3", 18)
        line = in_row(sign, self.input, grows=self.input, margins=(16, 15, 16, 15), gap=10)
        keys = text(tr("Enter chooses · Esc closes"), "meta", "text3")
        help_line = in_row(keys, None, self._signs, margins=(18, 8, 18, 9))
        rows = stacked(None, self.list, self._none, margins=(0, 6, 0, 4))
        stacked(self.card, line, rule(), rows, rule(), help_line, grows=rows, margins=(1, 1, 1, 1))

    def show_notebook(self, memory: "Memory") -> None:
        self._memory, self._found = memory, []

    @property
    def shown(self) -> list[str]:
        """The titles listed now, best first; none while it is closed."""
        return [entry.title for entry in self._model.things] if self.isVisible() else []

    def ask(self, kinds: tuple[str, ...] = (), words: str = "") -> None:
        """Opens over all that one can do here and where one can go, or over entries of these kinds;
        `words` say what is to be typed where it is nothing that a sign narrows."""
        if self.card.layout() is None:
            self._build()
        self._kinds = kinds
        self.input.setPlaceholderText(words or tr("Type a command, a heading or a day"))
        self._signs.setVisible(not words)
        self.input.clear()
        self.refresh()
        self.open_card(self.input)
        if (memory := self._memory) is not None:
            # A notebook that cannot be read says so on its pages; the palette just lacks places.
            self._jobs.call("places", lambda: places(memory, self._go), self._take, lambda _: None)

    def ask_places(self) -> None:
        """Only where one can go."""
        self.ask(PLACES, tr("Type the name of a file, a heading or a day"))

    def ask_keys(self) -> None:
        """Every command that has keys, wherever it works."""
        self.ask(("key",), tr("Find a command"))

    def refresh(self) -> None:
        entries = [entry for provide in self.providers for entry in provide()]
        self.all = [entry for entry in entries if not self._kinds or entry.kind in self._kinds]
        if self._kinds:
            self.all.sort(key=lambda entry: entry.kind == "page")  # files first
        self._narrow(self.input.text())

    def _take(self, entries: list[Entry]) -> None:
        before, self._found = self._found, entries
        if [*map(_told, before)] != [*map(_told, entries)] and self.isVisible():
            self.refresh()

    def _narrow(self, typed: str) -> None:
        shown = matching(typed, self.all)
        if "note" in self._kinds:  # not among what one does
            shown += self._new_note(typed)
        self._model.show(shown)
        self._none.setVisible(not shown)
        self.list.setVisible(bool(shown))
        rows = min(max(len(shown), 3), MOST_ROWS)
        self.want_height(52 + rows * ROW + 12 + 34)
        self._choose(0)

    def _choose(self, row: int) -> None:
        index = self._model.index(min(max(row, 0), self._model.rowCount() - 1))
        self.list.setCurrentIndex(index)
        self.list.scrollTo(index)
        # The keyboard stays in the line, so a reader would not hear which row is chosen.
        if self.isVisible() and index.isValid():
            announce(self.list, str(index.data(Qt.ItemDataRole.AccessibleTextRole)))

    def _run(self, row: int) -> None:
        if row >= 0:
            self.close_card()
            self._model.things[row].run()

    def _new_note(self, typed: str) -> list[Entry]:
        """A note of this name, if there is none yet; its file is made when it is written."""
        words = " ".join(typed.split())
        if self._memory is None or not words or words[0] in PREFIXES:
            return []
        path = self._memory.layout.new_note(words)
        same = path.casefold()
        if any(one.kind == "note" and one.path.casefold() == same for one in self._found):
            return []
        title = tr("New note “%1”", words)
        return [Entry(title, path, "plus", partial(self._begin, path, words), "note")]

    def _begin(self, path: str, title: str) -> None:
        self._memory.note_links.titles[path] = title
        self._go(path, AT_END)

    def commands(self) -> Iterable[Entry]:
        """Those that work here: on Dreams *Dream now*, then the page's own."""

        def order(known: Known) -> tuple[bool, bool]:
            first = known.id == "dream" and self._actions.page == "dreams"
            return not first, known.where in (ALWAYS, NOTEBOOK, PAGE)

        for known in sorted(self._actions, key=order):
            action = known.action
            works = action.isEnabled() and action.isVisible()
            if known.listed and not known.scoped and works:
                kind = "page" if known.id.startswith("page.") else "command"
                run, icon = partial(self._use, known), known.icon or "command"
                yield Entry(action.text(), known.detail, icon, run, kind, known.keys)

    def _keys(self) -> Iterable[Entry]:
        titles = {plan.name: plan.title for plan in EVERY}
        for known in self._actions if "key" in self._kinds else ():
            if keys := ", ".join(map(shown_keys, known.action.shortcuts())):
                where, run = titles.get(known.where, tr("Everywhere")), partial(self._use, known)
                yield Entry(known.action.text(), where, known.icon or "command", run, "key", keys)

    def _use(self, known: Known) -> None:
        if not known.action.isEnabled():  # it works on its page alone
            if (page := f"page.{known.where}") in self._actions:
                self._actions[page].trigger()
            return
        known.action.trigger()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is not self.input or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        key, row = event.key(), self.list.currentIndex().row()
        if event.type() != QEvent.Type.KeyPress:
            return False
        if step := _MOVES.get(key):
            # One past an end comes round; a page past it stops there.
            count = max(1, self._model.rowCount())
            self._choose((row + step) % count if abs(step) == 1 else row + step)
        elif self.input.entered_by(event):
            self._run(row)
        else:
            return False
        return True
