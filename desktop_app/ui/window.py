"""The window: the frame around the pages. Knows pages as `Page`, not what is on them.

It lays out, switches, remembers where one was, and says what pages want said. What a page does,
and what happens when a notebook is opened, is not decided here.
"""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QStackedWidget, QWidget
from shiboken6 import isValid

from desktop_app import manual
from desktop_app.settings import RememberedState
from desktop_app.ui.frame.commands import add_frame_actions, add_page_actions
from desktop_app.ui.frame.palette import Palette
from desktop_app.ui.frame.status_bar import StatusBar
from desktop_app.ui.frame.trail import Trail, TrailPlace
from desktop_app.ui.frame.workspace import Rail, Workspace
from desktop_app.ui.look.icons import app_icon
from desktop_app.ui.look.theme import theme
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import INSPECTOR, LIST, Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.delayed import OncePainted
from desktop_app.ui.parts.labels import surface
from desktop_app.ui.parts.overlay import walk
from desktop_app.words import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from desktop_app.jobs import Jobs
    from desktop_app.memory import Changed, Memory
    from desktop_app.ui.plans import Plan

SETTINGS, HELP = "settings", "help"
COMING = "conversation"  # in the rail once there is something to be seen there
LEAST = QSize(640, 480)
USUAL = QSize(1280, 800)
_FRAME = QSize(8, 32)  # what systems draw around a window, about


class Window(QMainWindow):
    """Made once by app.py: `show_first_run()` or `show_notebook(memory)` decides what it shows.

    Closing only asks (`close_asked`); the program ends its jobs and calls `let_go()`.
    """

    page_made = Signal(object)  # a Page, before anything is shown on it
    close_asked = Signal()
    left = Signal(str)  # the name of the page that was in front
    open_asked = Signal()  # the person wants another notebook

    def __init__(
        self,
        jobs: "Jobs",
        actions: Actions,
        pages: "Mapping[Plan, Callable[[], Page]]",
        first_run: "Callable[[], QWidget]",
        state: RememberedState,
    ) -> None:
        """`pages` say how each page is made, in the rail's order; `first_run` how the page without
        a notebook is."""
        super().__init__()
        self._actions, self._state = actions, state
        ordered = sorted(pages, key=lambda plan: plan.name == SETTINGS)  # settings stand last
        self._plans = {plan.name: plan for plan in ordered}
        self._makers = {plan.name: pages[plan] for plan in ordered}
        self._pages: dict[str, Page] = {}  # those that are made
        self.page: Page | None = None  # that in front
        self._memory: Memory | None = None
        self._trail = Trail()
        self._before_help: QWidget | None = None  # what had the keyboard
        self._letting_go = False
        self.has_coming = False  # there is something to be seen on the page that comes later
        self._make_first_run = first_run
        self._first_run: QWidget | None = None
        self.finder = Palette(self, jobs, actions, self.open)
        add_page_actions(actions, ordered, self.made, self.show_page)
        add_frame_actions(self, actions)
        self._build()
        OncePainted(self, lambda: self.setWindowIcon(app_icon()))
        actions.attach(self)
        self._restore_size()
        self._show_without(self._root.widget(0))

    def _build(self) -> None:
        listed = [name for name, plan in self._plans.items() if plan.in_rail]
        buttons = [(name, self._actions[f"page.{name}"]) for name in listed]
        self.rail = rail = Rail(buttons, SETTINGS)
        self.workspace = Workspace(rail, self._actions[LIST], self._actions[INSPECTOR], self._state)
        self.banner = self.workspace.banner
        self.status = StatusBar(self._actions)
        self.status.notebook.clicked.connect(lambda: self.made(SETTINGS).lead_to("notebook"))
        self._toast = self.status.toast
        self._toast.came.connect(self._place_foot)
        self._toast.offers_undo.connect(lambda offered: self._actions.allow("undo", offered))
        self._root = QStackedWidget()
        self._root.addWidget(surface("doc"))  # nothing yet; the first page comes when it is wanted
        self._root.addWidget(self.workspace)
        self._root.currentChanged.connect(self._place_foot)
        whole = surface("doc")
        stacked(whole, self._root, self.status, grows=self._root)
        self.setCentralWidget(whole)
        self.show_coming(False)

    # -- what is shown ----------------------------------------------------------------------

    def show_first_run(self) -> None:
        self.page = None
        self._trail = Trail()
        if self._first_run is None:
            self._first_run = self._make_first_run()
            self._root.addWidget(self._first_run)
        self._show_without(self._first_run)
        # On the page itself, so that no choice wears the ring before a key was pressed.
        self._first_run.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_without(self, widget: QWidget) -> None:
        self._actions.set_place("", notebook=False)
        self._root.setCurrentWidget(widget)
        self.setWindowTitle(tr("Nightstand"))

    def show_notebook(self, memory: "Memory") -> None:
        """An opened notebook, at the page and place where it was left."""
        self._memory = memory
        self._trail = Trail()
        self.page = None
        self.banner.clear()
        self._toast.hide()  # its action belongs to the notebook before
        self.finder.show_notebook(memory)
        for page in self.pages:
            page.show_notebook(memory)
        self.setWindowTitle(f"{memory.name} – Nightstand")
        self._root.setCurrentWidget(self.workspace)
        left = self._state.get(f"place.{memory.id}")
        known = isinstance(left, list) and list(map(type, left)) == [str, str, int]
        name, path, line = left if known else ("", "", 0)
        self.show_page(name if name in self._plans else self._first_page)
        if path and self.page is not None and self.page.shows(path):
            self.page.go_to(path, line)

    def show_page(self, name: str) -> None:
        """Brings a page to the front; the one before is asked to flush."""
        self._bring(name)
        self._trail.visit(TrailPlace(name))

    def made(self, name: str) -> Any:
        """A page, made now if it was not yet: it comes as if it had been there all the time."""
        page = self._pages.get(name)
        if page is None:
            page = self._pages[name] = self._makers[name]()
            self.workspace.own(page)
            page.opened.connect(self.open)
            page.told.connect(self.say_problem)
            page.toasted.connect(self.toast)
            page.acted.connect(self._toast.pass_by)
            page.went.connect(lambda path, line: self._went(page, path, line))
            self.page_made.emit(page)
            if self._memory is not None:
                page.show_notebook(self._memory)
        return page

    def is_made(self, name: str) -> bool:
        return name in self._pages

    @property
    def pages(self) -> "Sequence[Page]":
        """Those that are made."""
        return tuple(self._pages.values())

    def open(self, path: str, line: int = 0) -> None:
        """Opens a path of the notebook at a line, on the page it belongs to."""
        for name in self._plans:
            if self.made(name).shows(path):
                self._trail.visit(TrailPlace(name, path, line))
                self._stand(self._trail.here)
                return
        self.say_problem(
            tr("%1 is not shown on any page.", path),
            tr("Open it in the notebook's folder."),
        )

    def show_changed(self, changed: "Changed") -> None:
        for page in self.pages:
            page.show_changed(changed)

    def show_again(self) -> None:
        """Trouble has passed, or a new day has begun: every page hears of it."""
        for page in self.pages:
            page.show_again()

    def show_coming(self, there: bool) -> None:
        """Whether there is something to be seen on the page that not every notebook needs."""
        self.has_coming = there
        in_front = self.page is not None and self.page.name == COMING
        self.rail.show_there(COMING, there or in_front)

    # -- what is said -----------------------------------------------------------------------

    def toast(
        self, message: str, word: str = "", act: "Callable[[], object] | None" = None
    ) -> None:
        """Says at the foot what was done, with one action such as Undo; "" takes it back."""
        if message:
            self._toast.say(message, word, act)
        else:
            self._toast.hide()

    def say_problem(self, message: str, hint: str = "") -> None:
        """Says in place what is wrong and what to do; nothing clears it."""
        if message:
            self.banner.say(message, hint)
        else:
            self.banner.clear()

    # -- what the frame's actions do ----------------------------------------------------------

    def find_here(self) -> None:
        if self.page is not None:
            self.page.focus_search()

    def step(self, by: int) -> None:
        """To where one was before (-1), or before one went back (1)."""
        self._stand(self._trail.step(by))

    def undo(self) -> None:
        self._toast.button.click()

    def show_bare(self) -> None:
        self.workspace.set_bare(self._bare)
        self._place_foot()

    def show_help(self, path: str = "", line: int = 0) -> None:
        """A page of the manual; without one, that about the page in front, or the manual searched
        where it is in front itself."""
        reads = self.page is not None and self.page.name == HELP
        if not path and reads:
            self.page.focus_list()
            return
        self._root.setCurrentWidget(self.workspace)
        about = self.page.plan.help if self.page is not None else manual.FIRST
        if not reads:
            self._before_help = QApplication.focusWidget()
        self._trail.visit(TrailPlace(HELP, path or about, line))
        self._stand(self._trail.here)

    def make_pages(self) -> None:
        """Makes every page, since each knows its own keys."""
        for name in self._plans:
            self.made(name)

    def leave_page(self) -> None:
        """From a page that belongs to another, or from the manual, to where one was."""
        focus, self._before_help = self._before_help, None
        if self._memory is None:
            self.show_first_run()
        elif (before := self._trail.out()) is not None:
            self._stand(before)
        else:
            self.show_page(self._first_page)
        if focus is not None and isValid(focus) and focus.isVisible():
            focus.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- leaving ----------------------------------------------------------------------------

    def flush(self) -> None:
        """Saves what is typed on the other pages, before the page in front reads or writes."""
        for page in self.pages:
            if page is not self.page:
                page.leave()

    def save_all(self) -> None:
        for page in self.pages:
            page.leave()

    def leave(self) -> None:
        """Flushes what was typed and remembers size and place."""
        self.save_all()
        self.workspace.leave()
        keep, here = self._state.set, self._trail.here
        keep("maximized", self.isMaximized())
        if not self.isMaximized():
            keep("size", [self.width(), self.height()])
        if self._memory is not None and here is not None:
            keep(f"place.{self._memory.id}", [here.page, here.path, here.line])

    def come_up(self) -> None:
        """Somebody wants this window: it comes to the front."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def let_go(self) -> None:
        self._letting_go = True
        self.close()

    # -- inside -----------------------------------------------------------------------------

    @property
    def _first_page(self) -> str:
        return next(iter(self._plans))

    @property
    def _bare(self) -> bool:
        return self._actions["view.focus"].isChecked()

    def _place_foot(self) -> None:
        """The line at the foot goes where nothing is framed, but not while it has a message."""
        framed = self._root.currentWidget() is self.workspace and not self._bare
        self.status.setVisible(framed or not self._toast.isHidden())

    def _went(self, page: Page, path: str, line: int) -> None:
        if page is self.page:
            self._trail.visit(TrailPlace(page.name, path, line))
            self.workspace.close_drawers()  # what was chosen is seen

    def _bring(self, name: str) -> None:
        page = self.made(name)
        for other in self._plans:
            # Also when it is in front already: a second press would uncheck its button.
            self._actions[f"page.{other}"].setChecked(other == name)
        if page is self.page:
            self.workspace.close_drawers()
            return
        before, self.page = self.page, page
        if before is not None:
            before.leave()
            self.left.emit(before.name)
        if name != HELP:
            self._before_help = None
        self._actions.set_place(name, notebook=self._memory is not None)
        self.show_coming(self.has_coming)
        self.banner.clear()
        self._toast.pass_by()
        self.workspace.show_page(page)
        page.take_focus()
        page.entered()

    def _stand(self, place: TrailPlace | None) -> None:
        if place is None:
            return
        self._bring(place.page)
        if place.path:
            self.made(place.page).go_to(place.path, place.line)

    def _restore_size(self) -> None:
        size = self._state.get("size")
        fits = isinstance(size, list) and len(size) == 2 and all(isinstance(n, int) for n in size)
        room = self.screen().availableSize() - _FRAME  # or its lower end would be out of sight
        self.setMinimumSize(LEAST.boundedTo(room))
        self.resize((QSize(*size) if fits else USUAL).boundedTo(room))
        if self._state.get("maximized", False):
            self.setWindowState(Qt.WindowState.WindowMaximized)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:  # on another screen
            theme().changed.emit()  # pictures are drawn for the screen they are on
        return super().event(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        framed = self.workspace.isVisible()
        areas = self.workspace.areas if framed else (self._root.currentWidget(),)
        return walk((*areas, self.status), forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.workspace.drawer_open:
            self.workspace.close_drawers()
        elif self._bare:
            self._actions["view.focus"].trigger()
        elif self.page is not None and not self.page.plan.in_rail:
            self.leave_page()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._letting_go:
            event.accept()
            return
        event.ignore()
        self.leave()
        self.close_asked.emit()
