"""The style sheet, made from the token table. Knows selectors, not widgets' meaning.

Widgets say what they are through dynamic properties (`role`, `tone`, `kind`, `surface`), so one
new sheet restyles everything when the theme or the zoom changes. Traps that shape it: a radius
over half the height is dropped, so chips and pills have a fixed height; a border that grows on
focus would move the text, so padding shrinks by as much.
"""

from string import Template
from typing import ClassVar, Protocol

from desktop_app import resources
from desktop_app.ui.look import tokens


class SheetLook(Protocol):
    """What the sheet needs of a theme."""

    def hex(self, token: str) -> str: ...

    def px(self, n: float) -> int: ...


class _Names(Template):
    delimiter = "@"
    idpattern = r"[a-z][a-z0-9\-]*"


_SHEET = """
QToolTip { background: @raised; color: @text; border: 1px solid @border; padding: @l4 @l8; }
QFrame[surface="win"] { background: @win; border: none; }
QFrame[surface="side"] { background: @side; border: none; }
QFrame[surface="doc"] { background: @doc; border: none; }
QFrame[surface="window"] { background: @raised; border: 1px solid @border; }
QFrame[surface="card"] { background: @raised; border: 1px solid @border; border-radius: @l10; }
QFrame[card="change"] { padding: 1px; }
QFrame[card="change"][current="true"] { border: 2px solid @accent; padding: 0; }
QFrame[diff="del"] { background: @del-bg; border: none; border-radius: @l6; }
QFrame[diff="add"] { background: @add-bg; border: none; border-radius: @l6; }
QFrame[rule="true"] { background: @border; border: none; }
QSplitter::handle { background: @border; }
QScrollArea, QAbstractScrollArea[bare="true"] { background: transparent; border: none; }
QScrollArea > QWidget > QWidget[clear="true"] { background: transparent; }
QListView { background: transparent; border: none; outline: 0; }

QPushButton { background: @raised; color: @text; border: 1px solid @border;
  border-radius: @l7; padding: 0 @l12; min-height: @l30; max-height: @l30; }
QPushButton:hover { background: @hover; }
QPushButton:pressed, QPushButton:checked { background: @accent-bg; color: @accent; }
QPushButton:disabled { color: @text3; background: transparent; }
QPushButton:focus { border: 2px solid @accent; padding: 0 @p12;
  min-height: @r30; max-height: @r30; }
QPushButton[kind="primary"] { background: @accent; color: @accent-on; border: 1px solid @accent;
  font-weight: 600; }
QPushButton[kind="primary"]:hover { background: @accent-hover; border-color: @accent-hover; }
QPushButton[kind="primary"]:pressed { background: @accent; }
QPushButton[kind="primary"]:disabled { background: @hover; color: @text3; border-color: @border; }
QPushButton[kind="primary"]:focus { border: 2px solid @text; }
QPushButton[kind="danger"] { color: @danger; border: 1px solid @danger; font-weight: 600; }
QPushButton[kind="danger"]:hover, QPushButton[kind="danger"]:pressed { background: @del-bg; }
QPushButton[kind="danger"]:disabled { color: @text3; border-color: @border;
  background: transparent; }
QPushButton[kind="danger"]:focus { border: 2px solid @accent; }
QPushButton[kind="quiet"] { background: transparent; border: 1px solid transparent;
  color: @accent; }
QPushButton[kind="quiet"]:hover { background: @hover; }
QPushButton[kind="quiet"]:disabled { color: @text3; }
QPushButton[kind="quiet"]:focus { border: 2px solid @accent; }
QPushButton[kind="link"] { background: transparent; border: none; color: @accent; padding: 0;
  min-height: @l20; max-height: @l20; border-radius: @l4; text-align: left; }
QPushButton[kind="link"]:hover { text-decoration: underline; }
QPushButton[kind="link"]:focus { border: 2px solid @accent; padding: 0;
  min-height: @b20; max-height: @b20; }
QPushButton[kind="name"] { background: transparent; border: 2px solid transparent;
  font-weight: 600; padding: 0; min-height: @l24; max-height: @l24; }
QPushButton[kind="name"]:hover { background: @hover; }
QPushButton[kind="name"]:focus { border: 2px solid @accent; }
QPushButton[kind="status"] { background: transparent; border: none; color: @text2;
  border-radius: @l4; padding: 0 @l6; min-height: @l20; max-height: @l20; font-size: @l12; }
QPushButton[kind="status"]:hover { background: @hover; color: @text; }
QPushButton[kind="status"]:focus { border: 2px solid @accent; padding: 0 @q6;
  min-height: @b20; max-height: @b20; }
QPushButton[kind="chip"] { background: @hover; color: @text2; border: 1px solid @border;
  border-radius: @l7; padding: 0 @l8; min-height: @l20; max-height: @l20; font-size: @l12; }
QPushButton[kind="chip"]:hover { color: @accent; border-color: @accent; }
QPushButton[kind="chip"]:checked, QPushButton[kind="chip"][tone="accent"] {
  background: @accent-bg; color: @accent; border-color: @accent-bg; font-weight: 600; }
QPushButton[kind="chip"][tone="warn"] { background: @warn-bg; color: @warn;
  border-color: @warn-bg; }
QPushButton[kind="chip"]:focus { outline: 0; border: 2px solid @accent; padding: 0 @p8;
  min-height: @r20; max-height: @r20; }

QPushButton[kind="big"] { border-radius: @l10; min-height: @l62; max-height: @l62; padding: 0; }
QPushButton[kind="big"]:hover { background: @hover; border-color: @text3; }
QPushButton[kind="big"]:focus { border: 2px solid @accent; min-height: @r62; max-height: @r62; }
QPushButton[kind="big-small"] { background: transparent; border: 1px solid transparent;
  border-radius: @l8; min-height: @l44; max-height: @l44; padding: 0; }
QPushButton[kind="big-small"]:hover { background: @hover; }
QPushButton[kind="big-small"]:focus { border: 2px solid @accent; min-height: @r44;
  max-height: @r44; }

QFrame[kind="segmented"] { background: @hover; border: none; border-radius: @l8; }
QPushButton[kind="segment"] { background: transparent; border: 1px solid transparent;
  color: @text2; padding: 0 @l10; min-height: @l24; max-height: @l24; border-radius: @l6; }
QPushButton[kind="segment"]:hover { color: @text; }
QPushButton[kind="segment"]:disabled { color: @text3; }
QPushButton[kind="segment"]:checked { background: @segment; color: @text; font-weight: 600;
  border-color: @border; }
QPushButton[kind="segment"]:focus { border: 2px solid @accent; padding: 0 @p10;
  min-height: @r24; max-height: @r24; }

QToolButton { background: transparent; border: 2px solid transparent; border-radius: @l7;
  color: @text2; padding: 0; }
QToolButton:hover { background: @hover; }
QToolButton:pressed { background: @accent-bg; }
QToolButton:focus { border: 2px solid @accent; }
QToolButton::menu-indicator { image: none; }
QToolButton[kind="rail"] { border: none; border-radius: @l8; }
QToolButton[kind="rail"]:checked { background: @accent-bg; color: @accent; }
QToolButton[kind="rail"]:focus { border: 2px solid @accent; }
QToolButton[kind="float"] { background: @raised; border: 1px solid @border;
  border-radius: @l16; }
QToolButton[kind="float"]:hover { background: @hover; }
QToolButton[kind="float"]:focus { border: 2px solid @accent; }
QToolButton[kind="row"] { background: transparent; color: @text; border-radius: @l8; }

QLabel[kind="pill"] { border-radius: @l7; padding: 0 @l8; min-height: @l22; max-height: @l22;
  background: @hover; color: @text2; font-size: @l12; font-weight: 600; }
QLabel[kind="pill"][tone="accent"] { background: @accent-bg; color: @accent; }
QLabel[kind="pill"][tone="ok"] { background: @add-bg; color: @add-fg; }
QLabel[kind="pill"][tone="danger"] { background: @del-bg; color: @del-fg; }
QLabel[kind="pill"][tone="warn"] { background: @warn-bg; color: @warn; }
QLabel[kind="key"] { background: @hover; color: @text2; border: 1px solid @border;
  border-radius: @l4; padding: 0 @l6; min-height: @l20; max-height: @l20; font-size: @l12; }

QFrame[kind="banner"] { background: @warn-bg; border: none; border-radius: @l7; }
QFrame[kind="banner"] QLabel { color: @warn; }
QFrame[kind="banner"][tone="danger"] { background: @del-bg; }
QFrame[kind="banner"][tone="danger"] QLabel { color: @del-fg; }
QFrame[kind="banner"][tone="info"] { background: @accent-bg; }
QFrame[kind="banner"][tone="info"] QLabel { color: @text; }
QFrame[kind="toast"] { background: @text; border: none; border-radius: @l10; }
QFrame[kind="toast"] QLabel { color: @doc; font-weight: 500; }
QFrame[kind="toast"] QPushButton { background: @doc; color: @text; border: 1px solid @doc;
  font-weight: 600; }
QFrame[kind="toast"] QPushButton:hover { background: @hover; border-color: @hover; }
QFrame[kind="toast"] QPushButton:focus { border: 2px solid @accent; }

QLineEdit, QPlainTextEdit[kind="field"], QTextEdit[kind="field"] { background: @raised;
  color: @text; border: 1px solid @border; border-radius: @l7; padding: 0 @l10;
  placeholder-text-color: @text3; selection-background-color: @accent;
  selection-color: @accent-on; }
QPlainTextEdit[kind="field"], QTextEdit[kind="field"] { padding: @l6; }
QLineEdit { min-height: @l30; max-height: @l30; }
QLineEdit:focus { border: 2px solid @accent; padding: 0 @p10; min-height: @r30;
  max-height: @r30; }
QPlainTextEdit[kind="field"]:focus, QTextEdit[kind="field"]:focus { border: 2px solid @accent;
  padding: @p6; }
QLineEdit:disabled { color: @text3; background: transparent; }
QLineEdit[kind="bare"] { background: transparent; border: none; padding: 0;
  min-height: @l20; max-height: @l40; font-size: @l15; }
QComboBox { background: @raised; color: @text; border: 1px solid @border; border-radius: @l7;
  padding: 0 @l10; min-height: @l30; max-height: @l30; }
QComboBox:hover { background: @hover; }
QComboBox:focus { border: 2px solid @accent; padding: 0 @p10; min-height: @r30;
  max-height: @r30; }
QComboBox::drop-down { border: none; width: @l24; }
QComboBox::down-arrow, QAbstractSpinBox::down-arrow { image: url("@neutral-down"); width: @l14;
  height: @l14; }
QAbstractSpinBox::up-arrow { image: url("@neutral-up"); width: @l14; height: @l14; }
QAbstractSpinBox::up-button { subcontrol-position: top right; border: none; width: @l20; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; border: none; width: @l20; }
QComboBox QAbstractItemView { background: @raised; color: @text; border: 1px solid @border;
  outline: 0; padding: @l4; }
QComboBox QAbstractItemView::item { min-height: @l28; padding: 0 @l6; border-radius: @l6; }
QComboBox QAbstractItemView::item:selected { background: @accent-bg; color: @text; }
QAbstractSpinBox { background: @raised; color: @text; border: 1px solid @border; border-radius: @l7;
  padding: 0 @l8; min-height: @l30; max-height: @l30;
  selection-background-color: @accent; selection-color: @accent-on; }
QAbstractSpinBox:focus { border: 2px solid @accent; padding: 0 @p8; min-height: @r30;
  max-height: @r30; }
QComboBox:disabled, QAbstractSpinBox:disabled { color: @text3; background: transparent; }
QHeaderView { background: @side; }
QHeaderView::section { background: @side; color: @text2; border: none; padding: @l4 @l11; }
QTableView { background: transparent; color: @text; border: none; outline: 0;
  selection-background-color: @accent-bg; selection-color: @text; }
QTableView::corner { background: transparent; border: none; }
QTableCornerButton::section { background: @side; border: none; }
QTableView::item { padding: 0 @l8; border: none; }
QTableView::item:hover { background: @hover; }
QTableView::item:selected { background: @accent-bg; color: @text; }
QMenu { background: @raised; color: @text; border: 1px solid @border; padding: @l4; }
QMenu::item { padding: @l6 @l24 @l6 @l12; border-radius: @l6; }
QMenu::item:selected { background: @accent-bg; color: @text; }
QMenu::item:disabled { color: @text3; }
QMenu::separator { height: 1px; background: @border; margin: @l4 @l8; }
QProgressBar { background: @border; border: none; border-radius: 3px; min-height: 6px;
  max-height: 6px; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }

QScrollBar:vertical { background: transparent; width: @l10; margin: 2px; }
QScrollBar:horizontal { background: transparent; height: @l10; margin: 2px; }
QScrollBar::handle { background: @scroll; border-radius: @p4; }
QScrollBar::handle:vertical { min-height: @l30; }
QScrollBar::handle:horizontal { min-width: @l30; }
QScrollBar::handle:hover { background: @text3; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
"""


class _Values(dict[str, str]):
    """Colours by token; lengths by a letter and a number, worked out when asked for.

    `@l12` is 12 px at the present zoom. Inside a ring that takes the place of a 1 px border:
    `@r12` for heights and `@p12` for sides; where there was no border at all: `@b12` and `@q12`.
    """

    _LESS: ClassVar = {"l": 0, "p": 1, "r": 2, "q": 2, "b": 4}

    def __init__(self, look: SheetLook) -> None:
        super().__init__({token: look.hex(token) for token in tokens.COLOURS})
        # A style sheet takes pictures from files only, so these have a grey that suits both themes.
        for name in ("neutral-up", "neutral-down"):
            self[name] = (resources.folder() / "icons" / f"{name}.svg").as_posix()
        self._px = look.px

    def __missing__(self, name: str) -> str:
        return f"{max(0, self._px(int(name[1:])) - self._LESS[name[0]])}px"


def style_sheet(look: SheetLook) -> str:
    """The whole sheet for a theme and a zoom."""
    return _Names(_SHEET).substitute(_Values(look)) + _type(look)


def _type(look: SheetLook) -> str:
    rules = [
        f'QLabel[role="{role}"], QPushButton[role="{role}"] '
        f"{{ font-size: {look.px(kind.size)}px; font-weight: {kind.weight}; }}"
        for role, kind in tokens.TYPE.items()
        if not kind.mono
    ]
    rules += [
        f'QLabel[tone="{token}"] {{ color: {look.hex(token)}; }}'
        for token in ("text", "text2", "text3", "accent", "warn", "ok", "danger")
    ]
    return "\n".join(rules)
