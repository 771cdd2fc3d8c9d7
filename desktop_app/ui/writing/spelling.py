"""Words that no dictionary knows, underlined while one writes. Knows editors and settings, and asks
`language.spelling`.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QObject, QTimer, Signal
from PySide6.QtGui import QAction, QTextBlock, QTextCursor
from PySide6.QtWidgets import QMenu

from desktop_app.errors import Problem
from desktop_app.settings import Settings
from desktop_app.ui.parts.column import units
from desktop_app.ui.writing import markup
from desktop_app.ui.writing.editor import Editor
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.language.spelling import Speller
    from desktop_app.memory import Memory

SWITCH, OWN = "spelling.on", "spelling.words"
_KINDS = {"code", "fence", "link", "comment"}  # in which nobody spells
_LATER = 500  # milliseconds: the first picture comes before
_MOST_LINES = 400  # that are remembered


def trouble() -> str:
    """Why nothing can be checked on this computer; "" where it can. Takes a moment."""
    from desktop_app.language.spelling import system_books

    try:
        system_books(QLocale.system().uiLanguages())
    except Problem as problem:
        return str(problem)
    return ""


class Spelling(QObject):
    """The dictionaries of this window, loaded once an editor asks; also the person's words."""

    changed = Signal()

    def __init__(self, jobs: "Jobs", settings: Settings) -> None:
        super().__init__()
        self._jobs, self._settings = jobs, settings
        self._speller: Speller | None = None
        self._asked = False
        self._names: tuple[str, ...] = ()
        self._lines: dict[tuple[str, int], list[tuple[int, int]]] = {}

    def ready(self) -> bool:
        """Whether words are to be checked, and the dictionaries are there: else they are loaded."""
        if self._speller is None and self._asked:
            return False
        wanted = bool(self._settings.get(SWITCH))
        if wanted and self._speller is None:
            self._load()
        return wanted and self._speller is not None

    def wrong(self, line: str, before: int) -> list[tuple[int, int]]:
        """Where the words of a line begin and end that nobody knows, in places of a Python string;
        `before` is what the line before left open. Only where it is `ready`."""
        assert self._speller is not None
        key = (line, before)
        if key not in self._lines:
            if len(self._lines) >= _MOST_LINES:
                self._lines.clear()
            runs = markup.runs(line, before)[0]
            skip = [(run.start, run.end) for run in runs if run.kinds & _KINDS]
            self._lines[key] = self._speller.wrong(line, skip)
        return self._lines[key]

    def offers(self, word: str) -> list[str]:
        """What may have been meant."""
        return self._speller.offers(word) if self._speller else []

    def add(self, word: str) -> None:
        """A word of the person's own, which is right from now on."""
        own = self._settings.get(OWN)
        if self._speller is not None and word not in own:
            self._settings.set(OWN, [*own, word])
            self._speller.add(word)
            self._anew()

    def show_notebook(self, memory: "Memory") -> None:
        """Another notebook: the names of its notes are right."""

        def know(names: tuple[str, ...]) -> None:
            self._names = names
            if self._speller is not None:
                self._speller.know(names)
                self._anew()

        work = lambda: tuple(one.inside for one in memory.note_links.names().offers())
        self._jobs.call("spelling.names", work, know, lambda _problem: None)

    def _load(self) -> None:
        self._asked = True
        tags, own = QLocale.system().uiLanguages(), self._settings.get(OWN)

        def work() -> "Speller":
            from desktop_app.language.spelling import Speller, system_books

            return Speller(system_books(tags), own)

        def load() -> None:
            self._jobs.call("spelling", work, self.use, lambda _problem: None)  # Settings tell it

        QTimer.singleShot(_LATER, self, load)

    def use(self, speller: "Speller") -> None:
        """These dictionaries have been loaded."""
        self._speller = speller
        speller.know(self._names)
        self._anew()

    def _anew(self) -> None:
        self._lines.clear()
        self.changed.emit()


class SpelledEditor(QObject):
    """Underlines words of an editor, and offers others in its menu."""

    failed = Signal(object)  # a Problem

    def __init__(self, editor: Editor, spelling: Spelling) -> None:
        super().__init__(editor)
        self._editor, self._spelling = editor, spelling
        editor.paper.wrong_in = self._wrong
        spelling.changed.connect(lambda: editor.viewport().update())
        editor.menu_opened.connect(self._offer)

    def _wrong(self, blocks: Sequence[QTextBlock]) -> list[list[tuple[int, int]]]:
        """The places in each of these blocks; a word that is being typed is let alone."""
        typed = self._editor.textCursor().position()
        return [
            [one for one in self._places(block) if block.position() + one[1] != typed]
            for block in blocks
        ]

    def _places(self, block: QTextBlock) -> list[tuple[int, int]]:
        if not self._spelling.ready():
            return []
        text, before = block.text(), max(markup.NORMAL, block.previous().userState())
        place = units(text)
        return [(place(start), place(end)) for start, end in self._spelling.wrong(text, before)]

    def _offer(self, menu: QMenu, _line: int) -> None:
        cursor = self._editor.menu_place
        at, block = cursor.positionInBlock(), cursor.block()
        here = [one for one in self._places(block) if one[0] <= at <= one[1]]
        if not here or self._editor.isReadOnly():
            return
        cursor.setPosition(block.position() + here[0][0])
        cursor.setPosition(block.position() + here[0][1], QTextCursor.MoveMode.KeepAnchor)
        word = cursor.selectedText()
        actions = []
        for offer in self._spelling.offers(word):
            action = QAction(offer, menu)
            action.triggered.connect(lambda _on=False, offer=offer: cursor.insertText(offer))
            actions.append(action)
        add = QAction(tr("Add “%1” to the dictionary", word), menu)
        add.triggered.connect(lambda: self._add(word))
        first = menu.actions()[0]
        menu.insertActions(first, [*actions, add])
        menu.insertSeparator(first)

    def _add(self, word: str) -> None:
        try:
            self._spelling.add(word)
        except Problem as problem:
            self.failed.emit(problem)
