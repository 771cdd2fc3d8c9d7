"""The frame around a page: rail, list, document, inspector. Knows places and widths, not contents.

Where the window is too narrow for all of them, first the inspector and then the list becomes a
drawer over the document.
"""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QSplitter, QWidget

from desktop_app.settings import RememberedState
from desktop_app.ui.look.theme import theme
from desktop_app.ui.page import Page
from desktop_app.ui.parts.boxes import Pile, in_row, sized, stacked
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.labels import rule, surface
from desktop_app.ui.parts.notices import Banner
from desktop_app.ui.parts.overlay import Veil
from desktop_app.words import tr

LEAST_RAIL = 64  # px, as wide as the rail is at least


class RailButton(IconButton):
    """A picture with its word below; a number at its corner says how many things wait there."""

    waiting = wide = 0
    there = True  # False: nothing is to be seen on its page yet

    def show_waiting(self, count: int, told: str) -> None:
        """So many things wait there, and in words; 0 shows nothing."""
        self.waiting = count
        self.setAccessibleDescription(told)
        self.update()

    def _follow(self) -> None:
        super()._follow()
        self.setVisible(self.there)
        if self.text() != (name := self.accessibleName()):
            self.setText(name)
            self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            self._draw()

    def _draw(self) -> None:
        super()._draw()
        self.setFont(theme().font("caption"))
        self.setFixedSize(QSize(self.wide, theme().px(48)))

    def needed(self) -> int:
        px, words = theme().px, QFontMetrics(theme().font("caption"))  # also of one not yet seen
        return max(px(LEAST_RAIL - 9), words.horizontalAdvance(self.accessibleName()) + px(14))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.waiting:
            return
        painter, px = QPainter(self), theme().px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme().font("caption"))
        words = str(self.waiting)
        wide = max(px(15), painter.fontMetrics().horizontalAdvance(words) + px(8))
        spot = QRectF(self.width() / 2 + px(5), px(2), wide, px(15))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().color("accent"))
        painter.drawRoundedRect(spot, px(7.5), px(7.5))
        painter.setPen(theme().color("accent-on"))
        painter.drawText(spot, Qt.AlignmentFlag.AlignCenter, words)


class Rail(QFrame):
    """As wide as its longest word, seen or not; the places from the top, settings at the bottom."""

    def __init__(self, pages: Iterable[tuple[str, QAction]], last: str) -> None:
        """`pages` are icon names with checkable actions; the one called `last` goes down."""
        super().__init__()
        self.setProperty("surface", "win")
        self.setAccessibleName(tr("Pages"))
        # Chosen is told by more than colour: the state is spoken, and the tooltip names it.
        self.buttons = {icon: RailButton.of(action, icon, 40) for icon, action in pages}
        column = stacked(None, margins=(4, 8, 4, 8), gap=4)
        column.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        for icon, button in self.buttons.items():
            button.setProperty("kind", "rail")
            if icon == last:
                column.addStretch()
            column.addWidget(button)
        in_row(column, rule(upright=True), within=self, gap=0)
        theme().followed_by(self._fit)

    def show_there(self, name: str, there: bool) -> None:
        if button := self.buttons.get(name):
            button.there = there
            button.setVisible(there)

    def _fit(self) -> None:
        width = max(button.needed() for button in self.buttons.values())
        for button in self.buttons.values():
            button.wide = width
            button.setFixedWidth(width)
        self.setFixedWidth(width + theme().px(9))


WIDE, MIDDLE = 1040, 820  # below the one the inspector floats, below the other the list too
LIST, LEAST_LIST, MOST_LIST, INSPECTOR = 304, 240, 420, 272


class Workspace(QFrame):
    """Lays out `rail | list | document | inspector` for the page that is shown."""

    def __init__(
        self, rail: Rail, listing: QAction, details: QAction, state: RememberedState
    ) -> None:
        """`listing` and `details` are the two toggles that every header offers."""
        super().__init__()
        self._state = state
        self._listing, self._details = listing, details
        self._page: Page | None = None
        kept = state.get("list_width", LIST)
        self._list_width = kept if isinstance(kept, int) else LIST
        self._beside = self._bare = self._list_drawn = self._details_drawn = False
        self.rail = rail
        self.banner = Banner()
        self._lists, self._documents = Pile(), Pile()
        self._inspectors = sized(Pile(), width=INSPECTOR + 1)
        for pile in (self._lists, self._inspectors):
            pile.setProperty("surface", "side")
        self._documents.setProperty("surface", "doc")
        self._inspectors.setProperty("edge", "left")
        self._middle = surface("doc")
        self._strip = stacked(None, self.banner)
        stacked(self._middle, self._strip, self._documents, grows=self._documents)
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.setChildrenCollapsible(False)
        self._split.setHandleWidth(1)
        self._split.addWidget(self._lists)
        self._split.addWidget(self._middle)
        self._split.setStretchFactor(1, 1)
        self._split.splitterMoved.connect(self._drag)
        self._row = in_row(rail, self._split, self._inspectors, grows=self._split,
            within=self, gap=0)  # fmt: skip
        self._veil = Veil(self, 70)
        self._veil.clicked.connect(self.close_drawers)
        # The banner above it comes and goes, and the drawers keep below the header.
        self._documents.installEventFilter(self)
        listing.triggered.connect(self._toggle_list)
        details.triggered.connect(self._toggle_details)
        theme().followed_by(self._fit)

    def show_line(self, line: QWidget) -> None:
        self._strip.addWidget(line)

    def own(self, page: Page) -> None:
        self._documents.own(page)
        if listing := page.pane:
            self._lists.own(listing)

    def show_page(self, page: Page) -> None:
        self._page = page
        self._documents.setCurrentWidget(page)
        if listing := page.pane:
            self._lists.setCurrentWidget(listing)
        self.close_drawers()

    def show_beside(self) -> None:
        """Shows the inspector of the page, from now on: the first picture does without it."""
        self._beside = True
        if self._page is not None and self._page.has_side:
            self._inspectors.setCurrentWidget(self._page.side)

    def set_bare(self, bare: bool) -> None:
        self._bare = bare
        self._arrange()

    @property
    def areas(self) -> tuple[QWidget, ...]:
        """Its places from left to right, the way Tab goes; the banner belongs to the document."""
        return (self.rail, self._lists, self._middle, self._inspectors)

    @property
    def drawer_open(self) -> bool:
        return self._list_drawn or self._details_drawn

    def close_drawers(self) -> None:
        self._give_back()
        self._list_drawn = self._details_drawn = False
        self._arrange()

    def leave(self) -> None:
        self._state.set("list_width", self._list_width)

    def _give_back(self) -> None:
        """The keyboard is in a drawer that goes: it moves to the document, not to some button."""
        now = QApplication.focusWidget()
        drawn = [self._lists] * self._list_drawn + [self._inspectors] * self._details_drawn
        if self._page is not None and any(drawer.isAncestorOf(now) for drawer in drawn if now):
            self._page.setFocus(Qt.FocusReason.OtherFocusReason)

    def _toggle_list(self) -> None:
        self._list_drawn = not self._list_drawn
        self._arrange()
        if self._list_drawn:
            from PySide6.QtWidgets import QAbstractItemView  # no first picture needs it

            rows = self._lists.findChildren(QAbstractItemView)
            shown = next((view for view in rows if view.isVisible()), self._lists)
            shown.setFocus(Qt.FocusReason.OtherFocusReason)

    def _toggle_details(self) -> None:
        if self._wide(WIDE):
            self._state.set("inspector", not self._state.get("inspector", True))
        else:
            self._details_drawn = not self._details_drawn
        self._arrange()

    def _drag(self, left: int, _index: int) -> None:
        self._list_width = round(left / theme().zoom)

    def _size_list(self) -> None:
        wanted = theme().px(self._list_width)
        self._split.setSizes([wanted, max(1, self._split.width() - wanted - 1)])

    def _wide(self, least: int) -> bool:
        return self.width() >= theme().px(least)

    def _fit(self) -> None:
        self._lists.setMinimumWidth(theme().px(LEAST_LIST))
        self._lists.setMaximumWidth(theme().px(MOST_LIST))
        self._size_list()
        self._arrange()

    def _arrange(self) -> None:
        page = self._page
        framed = page is not None and not self._bare
        has_list = framed and page.pane is not None
        has_details = framed and page.has_side
        list_floats, details_float = not self._wide(MIDDLE), not self._wide(WIDE)
        self._list_drawn = self._list_drawn and has_list and list_floats
        self._details_drawn = self._details_drawn and has_details and details_float
        docked = bool(self._state.get("inspector", True))
        show_details = self._details_drawn if details_float else has_details and docked
        self.rail.setVisible(not self._bare)
        self._listing.setVisible(has_list and list_floats)
        self._listing.setChecked(self._list_drawn)
        self._details.setVisible(has_details)
        self._details.setChecked(show_details)
        now = QApplication.focusWidget()
        aside = now and (self._lists.isAncestorOf(now) or self._inspectors.isAncestorOf(now))
        self._put_list(list_floats, self._list_drawn if list_floats else has_list)
        self._put_details(details_float, show_details)
        if page is not None and aside and QApplication.focusWidget() is not now:
            stays = now.isVisible()  # else Qt would give the keyboard to some button of the rail
            (now if stays else page).setFocus(Qt.FocusReason.OtherFocusReason)
        self._veil.setVisible(self._list_drawn)
        self._place_drawers()

    def _put_list(self, floats: bool, shown: bool) -> None:
        if floats and self._lists.parent() is not self:
            self._lists.setParent(self)
        elif not floats and self._lists.parent() is self:
            self._split.insertWidget(0, self._lists)
            self._split.setStretchFactor(1, 1)
            self._size_list()
        self._lists.setVisible(shown)

    def _put_details(self, floats: bool, shown: bool) -> None:
        docked = self._row.indexOf(self._inspectors) >= 0
        if floats and docked:
            self._row.removeWidget(self._inspectors)
        elif not floats and not docked:
            self._row.addWidget(self._inspectors)
        self._inspectors.setVisible(shown)
        if shown and self._beside:
            self.show_beside()

    def _place_drawers(self) -> None:
        left, wide, high = self.rail.width(), self.width(), self.height()
        if self._list_drawn:
            self._veil.setGeometry(left, 0, wide - left, high)
            self._veil.raise_()
            self._lists.setGeometry(left, 0, theme().px(LIST), high)
            self._lists.raise_()
        if self._details_drawn:
            width = self._inspectors.width()
            # The header stays free: its button closes the drawer.
            top = self._documents.mapTo(self, QPoint(0, 0)).y() + theme().px(56)
            self._inspectors.setGeometry(wide - width, top, width, high - top)
            self._inspectors.raise_()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self._place_drawers()
        return False
