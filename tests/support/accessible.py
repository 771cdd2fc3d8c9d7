"""What someone without a mouse or without eyes meets in a window. Knows QAccessible and Tab."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

PRESSED = {
    QAccessible.Role.Button,
    QAccessible.Role.CheckBox,
    QAccessible.Role.RadioButton,
    QAccessible.Role.ComboBox,
    QAccessible.Role.EditableText,
    QAccessible.Role.SpinBox,
    QAccessible.Role.List,
    QAccessible.Role.ButtonMenu,
}


def nameless(window: QWidget) -> list[str]:
    """Everything shown that one can reach with the keyboard or press and that has no name."""
    top = QAccessible.queryAccessibleInterface(window)
    found: list[str] = []
    waiting = [top]
    while waiting:
        one = waiting.pop()
        if one.state().invisible and one is not top:
            continue
        name = one.text(QAccessible.Text.Name)
        if (one.state().focusable or one.role() in PRESSED) and not name:
            thing = one.object()
            # A spin box's inner line speaks through the spin box around it.
            if thing is not None and thing.objectName() != "qt_spinbox_lineedit":
                found.append(f"{thing.metaObject().className()} ({one.role()})")
        waiting += [one.child(n) for n in range(one.childCount())]
    return found


def wanting_the_keyboard(window: QWidget) -> set[QWidget]:
    """Everything shown that asks to be reached by Tab."""
    return {
        widget
        for widget in window.findChildren(QWidget)
        if widget.isVisible()
        and widget.isEnabled()
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.focusProxy() is None
        and not _reached_by_arrows(widget)
    }


def _reached_by_arrows(widget: QWidget) -> bool:
    """Of several parts that exclude each other, Tab stops at the chosen one only."""
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    return group is not None and group.exclusive() and not widget.isChecked()


def reached_by_tab(qtbot, window: QWidget) -> list[QWidget]:
    """Where the keyboard stands on a round of Tab and more; Ctrl+Tab where a text keeps Tab."""
    reached: list[QWidget] = []
    links = 40  # of a page of the manual, each of which Tab stops at
    for _ in range(2 * len(wanting_the_keyboard(window)) + links):
        now = QApplication.focusWidget() or window
        qtbot.keyClick(now, Qt.Key.Key_Tab)
        if QApplication.focusWidget() is now:
            qtbot.keyClick(now, Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
        reached.append(QApplication.focusWidget())
    return reached
