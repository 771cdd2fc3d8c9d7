"""The theme: one token table, readable everywhere, at every size."""

from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAccessibilityHints, QFontInfo, QFontMetrics, QImage, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app import resources
from desktop_app.ui.look import tokens
from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import Theme, theme
from desktop_app.ui.open_notebook import OpenNotebook
from desktop_app.ui.parts.labels import text
from tests.support.program import quiet, running, sample

# Every foreground that may stand on a background as words.
TEXT_PAIRS: tuple[tuple[str, str], ...] = (
    *((text, ground) for text in ("text", "text2", "text3") for ground in ("win", "side", "doc")),
    *((text, "raised") for text in ("text", "text2", "text3")),
    *((text, "hover") for text in ("text", "text2", "text3")),
    *((text, "accent-bg") for text in ("text", "text2", "text3", "accent")),
    *(("accent", ground) for ground in ("win", "side", "doc", "raised", "hover")),
    ("accent-on", "accent"),
    ("accent-on", "accent-hover"),
    ("text", "segment"),
    ("add-fg", "add-bg"),
    ("add-fg", "add-word"),
    ("del-fg", "del-bg"),
    ("del-fg", "del-word"),
    ("warn", "warn-bg"),
    *((state, ground) for state in ("ok", "danger", "warn") for ground in ("win", "side", "doc")),
    *((state, "raised") for state in ("ok", "danger")),
    ("danger", "del-bg"),
    ("text", "hit"),
    ("text", "heat1"),
    ("text", "heat2"),
    ("heat3-digit", "heat3"),
)


def contrast(one: str, other: str) -> float:
    """The WCAG contrast of two `#RRGGBB` colours, from 1 to 21."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("side", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), TEXT_PAIRS)
def test_words_stand_out_from_their_ground(text: str, ground: str, side: int) -> None:
    for high, least in ((False, 4.5), (True, 7)):
        colours = [tokens.colour(one, dark=bool(side), high=high) for one in (text, ground)]
        found = contrast(*colours)
        assert found >= least, f"{text} on {ground} has only {found:.2f}:1"


class Computer(QObject):
    """A system that has an opinion about colours."""

    colorSchemeChanged = Signal()  # noqa: N815  # Qt's own name

    def __init__(self) -> None:
        super().__init__()
        self.scheme = Qt.ColorScheme.Unknown
        self.wishes = QAccessibilityHints(self)

    def accessibility(self) -> QAccessibilityHints:
        return self.wishes

    def colorScheme(self) -> Qt.ColorScheme:
        return self.scheme

    def turn(self, scheme: Qt.ColorScheme) -> None:
        self.scheme = scheme
        self.colorSchemeChanged.emit()


def test_the_system_is_followed_only_while_one_asked_for_it(qapp: QApplication) -> None:
    computer = Computer()
    theme = Theme(qapp, "system", system=computer)
    computer.turn(Qt.ColorScheme.Dark)
    assert theme.name == "dark"
    assert qapp.palette().color(QPalette.ColorRole.Base).name() == "#222228"
    theme.set_mode("light")
    computer.turn(Qt.ColorScheme.Unknown)
    computer.turn(Qt.ColorScheme.Dark)
    assert theme.name == "light"
    assert qapp.palette().color(QPalette.ColorRole.Base).name() == "#ffffff"


def test_a_high_contrast_is_the_systems_wish(qapp: QApplication) -> None:
    computer = Computer()
    theme = Theme(qapp, "dark", system=computer)
    assert theme.color("doc").name() == "#222228"
    computer.wishes.contrastPreference = lambda: Qt.ContrastPreference.HighContrast
    computer.wishes.contrastPreferenceChanged.emit(Qt.ContrastPreference.HighContrast)
    assert qapp.palette().color(QPalette.ColorRole.Base).name() == "#000000"


def test_zoom_scales_type_lengths_and_what_the_sheet_says(qapp: QApplication, qtbot) -> None:
    theme = Theme(qapp, "light")
    label, button = text("Words", "title"), QPushButton("Press")
    qtbot.addWidget(label)
    qtbot.addWidget(button)
    label.show()
    button.show()
    before = QFontInfo(label.font()).pixelSize(), button.height(), theme.font("body").pixelSize()
    theme.set_zoom(2.0)
    label.ensurePolished()
    assert QFontInfo(label.font()).pixelSize() == before[0] * 2 == 44
    assert button.sizeHint().height() == 62
    assert before[1:] == (32, 15)
    assert theme.font("body").pixelSize() == 30
    assert theme.px(12) == 24
    theme.set_zoom(1.0)


def test_the_interface_is_set_in_the_typeface_that_ships_with_its_licence(
    qapp: QApplication, qtbot
) -> None:
    theme = Theme(qapp, "light")
    label = QLabel("Nightstand")
    qtbot.addWidget(label)
    label.ensurePolished()
    assert QFontInfo(theme.font("ui")).family() == "Inter"
    assert QFontInfo(label.font()).family() == "Inter"
    wide = QFontMetrics(theme.font("strong")).horizontalAdvance("Nightstand")
    assert wide > QFontMetrics(theme.font("ui")).horizontalAdvance("Nightstand")

    folder = resources.folder() / "fonts"
    assert "SIL OPEN FONT LICENSE" in (folder / "OFL.txt").read_text()
    assert sum(file.stat().st_size for file in folder.glob("*.otf")) < 1_500_000


@pytest.mark.parametrize(
    "name", sorted(file.stem for file in (resources.folder() / "icons").glob("*.svg"))
)
def test_every_icon_draws_something_within_its_square(theme: Theme, name: str) -> None:
    image = pixmap(name, "accent", 24).toImage()
    drawn = [(x, y) for x in range(24) for y in range(24) if image.pixelColor(x, y).alpha() > 100]
    assert drawn, f"{name} is empty"
    if name != "nightstand":
        edges = [place for place in drawn if 0 in place or 23 in place]
        assert not edges, f"{name} is cut at its edge"


async def test_a_page_that_was_hidden_while_the_theme_changed_looks_as_if_it_had_been_shown(
    tmp_path: Path, qtbot: QtBot
) -> None:
    def seen(program: OpenNotebook) -> QImage:
        program.days_page.editor.warn({})  # what marks a line comes when it has been read
        return program.window.workspace.grab().toImage()

    flashes = QApplication.cursorFlashTime()
    QApplication.setCursorFlashTime(0)
    async with running(tmp_path, sample(tmp_path)) as program:
        window, pages = program.window, ("memory", "days", "dreams", "search", "settings")
        for name in pages:
            window.show_page(name)
            await quiet(program)
        in_front = {}
        for name in pages:
            window.show_page(name)
            theme().set_mode("dark")
            await quiet(program)
            in_front[name] = seen(program)
            theme().set_mode("light")
        theme().set_mode("dark")
        for name in pages:
            window.show_page(name)
            await quiet(program)
            assert seen(program) == in_front[name], name
    QApplication.setCursorFlashTime(flashes)
