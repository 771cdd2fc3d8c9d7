"""What a page of the window is. Knows the three places a page fills, not what it fills them with.

The window lays out `rail | list pane | document | inspector`. A page *is* its document: build the
text column inside `self` (a `parts.header.Header` on top), and have the two companions as
`pane` and `side`. A page never looks at its parents: what it wants goes up through a signal.
"""

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame

from desktop_app.notebook.text import links
from desktop_app.ui.parts.actions import LIST, Actions

if TYPE_CHECKING:
    from desktop_app.errors import Problem
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Changed, Memory
    from desktop_app.settings import Settings
    from desktop_app.ui.agents.doors import AgentDoors
    from desktop_app.ui.models.meaning_work import MeaningWork
    from desktop_app.ui.models.server import OllamaServer
    from desktop_app.ui.plans import Plan

A = TypeVar("A")
AT_END = -1
"""A line: the last one, to be written on."""


class PageParts(NamedTuple):
    """What each page gets of its window."""

    jobs: "Jobs"
    actions: Actions
    settings: "Settings"
    server: "OllamaServer"
    reading: "MeaningWork"
    doors: "AgentDoors"


class Page(QFrame):
    """One page; subclasses set its `plan`."""

    plan: "Plan"
    has_side = False
    side: Any  # the 272 px column at the right of a page that has one, made when it is first wanted

    opened = Signal(str, int)  # open this path at this line on the page it belongs to
    history_asked = Signal(str, int)  # of this path, at a version; or 0
    forget_asked = Signal(str, bool)  # where this line, or topic, stands, to forget it for good
    words_asked = Signal(str)  # what has these words
    told = Signal(str, str)  # a Problem's message and hint, for the banner; ("", "") clears it
    toasted = Signal(str, str, object)  # message, the action's word ("" for none), what it does
    acted = Signal()  # the person changed the text, or decided something
    went = Signal(str, int)  # now shows this path and line: remembered for Alt+Left and closing

    def __init__(self, given: PageParts) -> None:
        super().__init__()
        self.jobs, self.registry, self.settings, self.server, self.reading, self.doors = given
        self.memory: Memory | None = None
        self.pane: Any = None  # the list at the left, 240-420 px wide; None: there is none
        self.setProperty("surface", "doc")

    @property
    def name(self) -> str:
        return self.plan.name

    @property
    def title(self) -> str:
        return self.plan.title

    # -- what a page may have, and hear ------------------------------------------------------

    def show_notebook(self, memory: "Memory") -> None:
        """A notebook was opened (or another one); show it. Subclasses call this first."""
        self.memory = memory

    def show_changed(self, changed: "Changed") -> None:
        """Files changed, by us or from outside; called on the Qt thread, shown page or not."""

    def show_again(self) -> None:
        """Shows what no changed file tells of: trouble has passed, or a new day has begun."""

    def shows(self, path: str) -> bool:
        """Whether this page is where `path` is opened."""
        return False

    def go_to(self, path: str, line: int) -> None:
        """Shows `path` at `line` (from 1; 0: where it was; AT_END). Only for paths it `shows`."""

    def shown_path(self) -> str:
        """The file that is shown now; "" where there is none."""
        return ""

    def shown_day(self) -> date | None:
        """The day that it is about, where it is about one."""
        return self.memory.layout.dated(self.shown_path()) if self.memory else None

    def take_focus(self) -> None:
        """Gives the keyboard to the part of this page where one goes on by key."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def entered(self) -> None:
        """The page was just brought to the front, and has the keyboard."""

    def leave(self) -> None:
        """Another page comes to the front, or the window closes: flush what was typed."""

    def unkept(self) -> list[str]:
        """The names of what was typed here and could be kept on no disk."""
        return []

    def focus_search(self) -> None:
        """Ctrl+F: find in what this page shows, or in its list."""
        if self.pane is not None:
            self.bring_list()
            self.pane.take_keyboard()

    def focus_list(self) -> None:
        """F1 on the manual: the keyboard goes where one says what one is looking for."""

    # -- what a page does --------------------------------------------------------------------

    def follow(self, target: links.Target) -> None:
        """Goes where a link of the shown note leads: to a note, to the one that a name means, also
        where it would be made, or to what has a #tag."""
        memory, base = self.memory, self.shown_path()
        if target.kind == links.INSIDE:
            self.opened.emit(target.path, target.line)
        elif target.kind == links.TAGGED:
            self.words_asked.emit(f"#{target.path}")
        else:
            work = lambda: memory.note_links.place(target.path, base)
            self.jobs.call("links.place", work, lambda place: self.opened.emit(*place), self.tell)

    def come(self) -> None:
        """Comes to the front, from wherever the person is."""
        self.registry[f"page.{self.name}"].trigger()

    def bring_list(self) -> None:
        """Opens the drawer in which the list is in a narrow window."""
        listing = self.registry[LIST]
        if listing.isVisible() and not listing.isChecked():
            listing.trigger()

    def look_up(
        self,
        what: str,
        work: "Callable[[Memory], A]",
        show: "Callable[[A], object]",
        failed: "Callable[[Problem], None] | None" = None,
    ) -> None:
        """Asks something of the open notebook; only the newest question `what` is answered."""
        if (memory := self.memory) is not None:
            self.jobs.call(what, lambda: work(memory), show, failed or self.tell)

    def change(
        self,
        work: "Callable[[Memory], A]",
        done: "Callable[[A], object]" = lambda _answer: None,
        failed: "Callable[[Problem], None] | None" = None,
    ) -> None:
        """Changes something in the open notebook. Its answer comes unless another one is open by
        then; a problem always comes."""
        if (memory := self.memory) is not None:

            def answered(answer: A) -> None:
                if memory is self.memory:
                    done(answer)

            self.jobs.do(lambda: work(memory), answered, failed or self.tell)

    def tell(self, problem: "Problem") -> None:
        """Lets the window say what went wrong."""
        self.told.emit(problem.message, problem.hint)

    def toast(self, message: str, word: str = "", act: Callable[[], object] | None = None) -> None:
        """Says at the foot that something was done, with one action such as Undo."""
        self.toasted.emit(message, word, act)
