"""The way Tab walks through a window. Knows areas and what can be reached, not what stands there.

Qt's own chain goes by when a widget was made, and pages make parts late: a card of a review, a
row of a list. Here the areas decide, and within an area the chain; what is made anew all the time
says `tabs="place"`, and is walked through from the top.
"""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QScrollArea, QWidget

_LINE = 8  # pixels: what is no further up or down than this stands in one line


def walk(areas: Sequence[QWidget], forward: bool) -> bool:
    """Moves the keyboard to the next stop in these areas, and round at the end.

    False when there is no stop at all.
    """
    widgets = stops(areas)
    if not widgets:
        return False
    now = QApplication.focusWidget()
    outside = -1 if forward else 0
    at = (widgets.index(now) if now in widgets else outside) + (1 if forward else -1)
    stop = widgets[at % len(widgets)]
    reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
    stop.setFocus(reason)
    _bring_into_view(stop)
    return True


def stops(areas: Sequence[QWidget]) -> list[QWidget]:
    """Everything shown in these areas that Tab stops at, in the order it does."""
    if not areas:
        return []
    reachable = [widget for widget in _chain(areas[0].window()) if _stops_at(widget)]
    widgets = [widget for area in areas for widget in reachable if area.isAncestorOf(widget)]
    first: dict[QWidget, int] = {}  # of the stops in a home

    def rank(at: int) -> tuple[int, int, int]:
        home = _home(widgets[at])
        if home is None:
            return at, 0, 0
        middle = widgets[at].mapTo(home, widgets[at].rect().center())
        return first.setdefault(home, at), middle.y() // _LINE, middle.x()

    return [widgets[at] for at in sorted(range(len(widgets)), key=rank)]


def _home(widget: QWidget) -> QWidget | None:
    """The part around it, if any, whose stops are in the order in which they are seen."""
    parent = widget.parentWidget()
    while parent is not None and parent.property("tabs") != "place":
        parent = parent.parentWidget()
    return parent


def _chain(window: QWidget) -> Iterator[QWidget]:
    widget = _after(window)
    while widget is not window:
        yield widget
        widget = _after(widget)


def _after(widget: QWidget) -> QWidget:
    """The next widget of the chain."""
    return _owned_as_before(widget.nextInFocusChain())


def _owned_as_before(named: QWidget) -> QWidget:
    """A widget that another one named.

    PySide takes the one that was asked for its owner: when that goes, so would what Python knows of
    the other, its document for one. A scroll area is the proxy of its own part, and so each would
    hold the other until Python collects both, with all that stands in them. So that is put right
    again; for Qt the parent stays the same, and nothing happens.
    """
    named.setParent(named.parentWidget())
    return named


def _stops_at(widget: QWidget) -> bool:
    if not (widget.isVisible() and widget.isEnabled()):
        return False
    if (proxy := widget.focusProxy()) is not None:
        _owned_as_before(proxy)
        return False
    if not widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
        return False
    # Of several parts that exclude each other only the chosen one; the arrows reach the others.
    if not isinstance(widget, QAbstractButton) or widget.group() is None:
        return True
    return not widget.group().exclusive() or widget.isChecked()


def _bring_into_view(widget: QWidget) -> None:
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            parent.ensureWidgetVisible(widget)
        parent = parent.parentWidget()
