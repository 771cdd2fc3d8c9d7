"""`make golden`: a dozen views as small pictures, alike on each Linux, for a test to compare.

Only the fonts of the program are there, so a Chinese character is a box; the day, the zone, the
language and the scale are set, and what differs from run to run is taken out. A picture is a
quarter of the view in width and height: a part that moved, a colour, a lost text are seen in it.

python -m tests.support.golden FOLDER      (`environment` has what must be set before)
"""

import asyncio
import os
import re
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QLabel

# isort: split
import qasync

from desktop_app.clock import SystemClock
from desktop_app.notebook.sample import copy_sample
from desktop_app.search import find
from desktop_app.ui.frame.loop import collected_here
from desktop_app.ui.look.theme import theme
from desktop_app.ui.open_notebook import OpenNotebook
from tests.support import proposals, shots
from tests.support.program import quiet, running

PLACE = Path(__file__).parent.parent / "fixtures" / "golden"
"""The pictures as they were looked at and kept."""
NOW = datetime(2026, 11, 21, 14, 30, tzinfo=UTC)
MOST = 24
"""Of 255: what a colour of a small picture may differ by. A new icon makes about 40."""
FEW = 16
"""Pixels of a small picture that may differ: of a scroll bar, where a list has a row more."""
_SMALL = 4  # times smaller
_FONTS = "<fontconfig><cachedir>{}</cachedir></fontconfig>"
_OTHER = re.compile(r"[\d.]+ (m?s\b)|[0-9a-f]{32}")  # how long it took, and the notebook's identity


def environment(folder: Path) -> dict[str, str]:
    """In which every Linux shows the same; a file in the folder says that no font is installed."""
    fonts = folder / "fonts.conf"
    fonts.write_text(_FONTS.format(folder / "cache"), encoding="utf-8")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("QT_")}
    own = {"FONTCONFIG_FILE": str(fonts), "LANGUAGE": "en", "TZ": "UTC", "HOME": str(folder)}
    return kept | own | {"QT_QPA_PLATFORM": "offscreen", "OLLAMA_HOST": "127.0.0.1:9"}


def made(folder: Path) -> dict[str, Path]:
    """The views as they are now, by name, taken into a folder by a process of their own."""
    command = [sys.executable, "-m", "tests.support.golden", str(folder)]
    subprocess.run(command, env=environment(folder), check=True, capture_output=True)
    return {picture.stem: picture for picture in sorted(folder.glob("*.png"))}


def differing(kept: QImage, now: QImage) -> list[QPoint]:
    """The pixels that are others, or (-1, -1) where the size is another."""
    if kept.size() != now.size():
        return [QPoint(-1, -1)]
    if kept == now:
        return []
    places = (QPoint(x, y) for y in range(kept.height()) for x in range(kept.width()))
    return [at for at in places if _far(kept.pixelColor(at), now.pixelColor(at))]


def side_by_side(kept: QImage, now: QImage, places: list[QPoint]) -> QImage:
    """As it was, as it is, and as it is with all that differs in red; twice as large."""
    marked = now.convertToFormat(QImage.Format.Format_RGB32)
    for at in places:
        if marked.valid(at):
            marked.setPixelColor(at, QColor("red"))
    three = (kept, now, marked)
    width = sum(one.width() + 8 for one in three)
    whole = QImage(width, max(one.height() for one in three), QImage.Format.Format_RGB32)
    whole.fill(QColor("gray"))
    painter, left = QPainter(whole), 0
    for one in three:
        painter.drawImage(left, 0, one)
        left += one.width() + 8
    painter.end()
    return whole.scaled(whole.size() * 2)


def _far(one: QColor, other: QColor) -> bool:
    pairs = zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)
    return any(abs(a - b) > MOST for a, b in pairs)


# -- taking them -------------------------------------------------------------------------------


async def inbox(program: OpenNotebook) -> None:
    """What is asked today."""
    program.dreams_page.show_waiting()
    await quiet(program)


async def question(program: OpenNotebook) -> None:
    """A question of the review, of a dream of that day."""
    assert program.memory is not None
    proposals.keep(program.memory, proposals.proposal(*proposals.EVERY, made=NOW))
    await shots.review_document(program)


VIEWS: dict[str, tuple[shots.Scene, ...]] = {
    "light": (
        shots.memory, shots.days, inbox, shots.diary, shots.search, shots.settings,
        shots.conversation, shots.manual, shots.palette, question,
    ),
    "dark": (shots.review_doubts, shots.memory),
}  # fmt: skip


async def take(folder: Path, place: Path) -> None:
    """All of them; and the first page, before there is a notebook."""
    async with running(place / "first") as program:
        theme().set_mode("light")
        program.window.show()
        await _save(program, folder / "first_run-light.png")
    copy_sample(place / "Memory", NOW.date())
    async with running(place, place / "Memory") as program:
        for mode, scenes in VIEWS.items():
            theme().set_mode(mode)
            for scene in scenes:
                await scene(program)
                await _save(program, folder / f"{scene.__name__}-{mode}.png")
                if scene is shots.palette:
                    shots.open_palette(program).hide()


async def _save(program: OpenNotebook, path: Path) -> None:
    await quiet(program)
    program.window._toast.hide()
    for label in program.window.findChildren(QLabel):
        if _OTHER.search(label.text()):
            label.setText(_OTHER.sub(r"0 \1", label.text()))
    await quiet(program)
    picture = program.window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    smooth = Qt.TransformationMode.SmoothTransformation
    ratio = Qt.AspectRatioMode.IgnoreAspectRatio
    small = picture.scaled(picture.size() / _SMALL, ratio, smooth)
    few = small.convertToFormat(QImage.Format.Format_RGB444)  # colours, for a small file
    few.convertToFormat(QImage.Format.Format_RGB32).save(str(path), quality=0)


def _stand_still() -> None:
    """The clock of the program, and a cursor that does not blink; a search ranks every hit."""
    find.BUDGET = find.PATIENT = 60.0
    SystemClock.now = lambda _clock: NOW  # type: ignore[method-assign]
    QApplication.setCursorFlashTime(0)


def main() -> None:
    folder = Path(sys.argv[1])
    app = QApplication(["nightstand"])
    app.setQuitOnLastWindowClosed(False)
    _stand_still()
    with collected_here(), qasync.QEventLoop(app) as loop:
        loop.run_until_complete(asyncio.wait_for(take(folder, folder / "place"), 300))


def renew() -> None:
    """Keeps the views as they are now. Look at what changed before it is committed."""
    with tempfile.TemporaryDirectory() as place:
        for name, picture in made(Path(place)).items():
            (PLACE / f"{name}.png").write_bytes(picture.read_bytes())
            print(PLACE / f"{name}.png")


if __name__ == "__main__":
    main() if sys.argv[1:] else renew()
