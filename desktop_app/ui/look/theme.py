"""The theme: light or dark, the zoom, and what follows from them. Knows no page.

Colours, sizes and fonts are asked for by name (`theme().color("text2")`, `theme().px(12)`,
`theme().font("body")`), so that zoom and theme reach everything that is drawn. Widgets take theirs
from the style sheet; what paints itself listens to `changed`.
"""

import sys
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette, QStyleHints
from PySide6.QtWidgets import QApplication

from desktop_app import languages, resources
from desktop_app.errors import Problem
from desktop_app.ui.look import sheet, tokens
from desktop_app.words import tr

MODES = ("system", "light", "dark")

HELD = "nightstand_theme"
"""The attribute by which a QApplication holds its theme."""


def theme() -> "Theme":
    """The theme of this QApplication; a RuntimeError where it has none."""
    held: Theme | None = getattr(QApplication.instance(), HELD, None)
    if held is None:
        raise RuntimeError("This QApplication has no theme: make a Theme for it before its widgets")
    return held


class Theme(QObject):
    """How a QApplication looks. It holds one, as it has one palette and one font."""

    changed = Signal()
    zoomed = Signal()  # each length is another one

    def __init__(
        self,
        app: QApplication,
        mode: str = "system",
        zoom: float = 1.0,
        system: QStyleHints | None = None,
        *,
        motion: bool = True,
    ) -> None:
        """`system` is asked what the computer wishes; Qt's own style hints when None. Without
        `motion` nothing moves by itself."""
        super().__init__()
        self._app = app
        self._system = system or QGuiApplication.styleHints()
        self._families = families()
        self.mono = mono_families()
        self.mode = mode
        self.motion = motion
        self.zoom = self._wanted = _nearest_zoom(zoom)
        self._zoom_soon = QTimer(self, singleShot=True, interval=0)
        self._zoom_soon.timeout.connect(lambda: self.set_zoom(self._wanted))
        self._take_colours()
        setattr(app, HELD, self)
        self._system.colorSchemeChanged.connect(self._follow_system)
        self._system.accessibility().contrastPreferenceChanged.connect(self._follow_system)
        self._apply()

    @property
    def name(self) -> str:
        """`light` or `dark`: what is on the screen now."""
        if self.mode in ("light", "dark"):
            return self.mode
        # A bare X server reports no scheme at all: that means light.
        return "dark" if self._system.colorScheme() == Qt.ColorScheme.Dark else "light"

    @property
    def high(self) -> bool:
        wished = self._system.accessibility().contrastPreference()
        return wished == Qt.ContrastPreference.HighContrast

    def color(self, token: str) -> QColor:
        return QColor(self.hex(token))

    def hex(self, token: str) -> str:
        """The same as `#RRGGBB`, for style sheets and rich text."""
        return self._table[token]

    def px(self, n: float) -> int:
        """A length in pixels at the present zoom; something never becomes nothing."""
        return max(1, round(n * self.zoom)) if n > 0 else round(n * self.zoom)

    def font(self, role: str) -> QFont:
        """The font of a role: caption meta ui strong chat body diary section title big mono."""
        kind = tokens.TYPE[role]
        font = QFont()
        font.setFamilies(self.mono if kind.mono else self._families)
        font.setPixelSize(self.px(kind.size))
        font.setWeight(QFont.Weight(kind.weight))
        return font

    def followed_by(self, draw: Callable[[], object]) -> None:
        """Calls `draw` now and after each change: a method of what is drawn, which ends with it."""
        self.changed.connect(draw)
        draw()

    def set_mode(self, mode: str) -> None:
        """`system`, `light` or `dark`."""
        if mode not in MODES:
            raise ValueError(mode)
        if mode != self.mode:
            self.mode = mode
            self._apply()

    def set_zoom(self, zoom: float) -> None:
        """All sizes times this, kept to the steps of `tokens.ZOOMS`."""
        zoom = self._wanted = _nearest_zoom(zoom)
        if zoom != self.zoom:
            self.zoom = zoom
            self._apply(zoomed=True)

    def step_zoom(self, steps: int) -> None:
        """One step larger (+1) or smaller (-1), and no further than the last.

        It comes when the keys that wait have had their turn: each size costs a new sheet.
        """
        at = tokens.ZOOMS.index(self._wanted) + steps
        self._wanted = tokens.ZOOMS[min(max(at, 0), len(tokens.ZOOMS) - 1)]
        self._zoom_soon.start()

    def _follow_system(self) -> None:
        self._apply()

    def _take_colours(self) -> None:
        dark, high = self.name == "dark", self.high
        self._table = {one: tokens.colour(one, dark=dark, high=high) for one in tokens.COLOURS}

    def _apply(self, *, zoomed: bool = False) -> None:
        self._take_colours()
        # A sheet in place of another comes to each widget once for each part around it, which is
        # six times the work; one in no other's place comes to each of them once.
        self._app.setStyleSheet("")
        self._app.setPalette(_palette(self))
        self._app.setFont(self.font("ui"))
        self._app.setStyleSheet(sheet.style_sheet(self))
        if zoomed:
            self.zoomed.emit()
        self.changed.emit()


def _nearest_zoom(zoom: float) -> float:
    return min(tokens.ZOOMS, key=lambda step: abs(step - zoom))


def families() -> list[str]:
    """Inter where we bring it, the system's own face on macOS and Windows; then CJK and emoji.

    Only families that exist are named: Qt searches long, and warns, for one that does not.
    """
    own = [QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()]
    if sys.platform not in ("darwin", "win32"):
        for file in sorted((resources.folder() / "fonts").glob("Inter-*.otf")):
            QFontDatabase.addApplicationFont(str(file))
        own = ["Inter"]
    ours, other = ("SC", "TC") if languages.chosen() == "zh_CN" else ("TC", "SC")
    chinese = [f"Noto Sans {kind}{one}" for kind in ("CJK ", "") for one in (ours, other)]
    return own + _installed(*chinese, "Noto Color Emoji")


def no_characters() -> Problem | None:
    """What to tell where the texts are Chinese and no font here has the characters."""
    systems = {
        "zh_CN": QFontDatabase.WritingSystem.SimplifiedChinese,
        "zh_TW": QFontDatabase.WritingSystem.TraditionalChinese,
    }
    system = systems.get(languages.chosen())
    if system is None or QFontDatabase.families(system):
        return None
    return Problem(
        tr("No font on this computer has Chinese characters."),
        tr("Install one, such as fonts-noto-cjk, or choose English: {command}").format(
            command="nightstand settings appearance.language en"
        ),
    )


def mono_families() -> list[str]:
    """The faces of code, the best first."""
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    return _installed("JetBrains Mono", "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", system)


def _installed(*names: str) -> list[str]:
    return [name for name in names if QFontDatabase.hasFamily(name)]


_ROLES = {
    "Window": "win", "WindowText": "text", "Base": "doc", "AlternateBase": "side", "Text": "text",
    "PlaceholderText": "text3", "Button": "raised", "ButtonText": "text", "BrightText": "danger",
    "ToolTipBase": "raised", "ToolTipText": "text", "Highlight": "accent",
    "HighlightedText": "accent-on", "Link": "accent", "LinkVisited": "accent", "Accent": "accent",
    # Fusion's bevels; nothing of ours is bevelled, so all of them are the hairline.
    "Light": "raised", "Midlight": "hover", "Mid": "border", "Dark": "border", "Shadow": "border",
}  # fmt: skip


def _palette(theme: Theme) -> QPalette:
    palette, role = QPalette(), QPalette.ColorRole
    for name, token in _ROLES.items():
        palette.setColor(role[name], theme.color(token))
    for target in (role.WindowText, role.Text, role.ButtonText, role.PlaceholderText):
        palette.setColor(QPalette.ColorGroup.Disabled, target, theme.color("text3"))
    return palette
