"""A dozen views look as they were kept: `make golden` keeps them anew, for a person to look at."""

import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from tests.support.golden import FEW, PLACE, differing, made, side_by_side

SHOWN = Path(__file__).parents[2] / "shots" / "golden"
"""Where a view that differs lies: as it was, as it is, and with all that differs in red."""


@pytest.mark.prove
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="fonts are hidden on Linux only")
def test_a_dozen_views_look_as_they_were_kept(tmp_path: Path) -> None:
    now, red = made(tmp_path), []
    for name in sorted({*now, *(picture.stem for picture in PLACE.glob("*.png"))}):
        kept, shown = QImage(str(PLACE / f"{name}.png")), QImage(str(now.get(name, "")))
        places = differing(kept, shown)
        if len(places) > FEW or kept.size() != shown.size():
            SHOWN.mkdir(parents=True, exist_ok=True)
            side_by_side(kept, shown, places).save(str(SHOWN / f"{name}.png"))
            red.append(f"{SHOWN / name}.png: {len(places)} of its pixels")
    assert red == [], "Look at these. If they are meant: make golden"


def test_what_differs_is_shown_beside_what_was_kept() -> None:
    kept = QImage(40, 20, QImage.Format.Format_RGB32)
    kept.fill(QColor("white"))
    now = kept.copy()
    now.setPixelColor(3, 5, QColor(240, 240, 240))
    assert differing(kept, now) == [], "the hinting of a letter, perhaps"
    now.setPixelColor(7, 5, QColor("gray"))
    places = differing(kept, now)
    assert [at.toTuple() for at in places] == [(7, 5)]
    whole = side_by_side(kept, now, places)
    assert whole.pixelColor(2 * (48 + 48 + 7), 10) == QColor("red")
    assert differing(kept, kept.copy(0, 0, 30, 20)) and differing(kept, QImage())
