"""What others of a team would be shown, to the last word, and the two buttons that decide on it.

Knows an item and who shares it; sharing is the page's business.
"""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from desktop_app.tiers.shared import SharedItem
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import breakable, section, text
from desktop_app.words import tr


class SharingCard(QFrame):
    """Shown only where there is something to share or to take back."""

    shared = Signal()
    withdrawn = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "card")
        self.title = section("")
        self.place = text("", "meta", "text2", wrap=True)
        self.shown = text("", "mono", wrap=True)
        self.share = Button(tr("Share it"), "primary", "check")
        self.withdraw = Button("")
        self.share.clicked.connect(self.shared)
        self.withdraw.clicked.connect(self.withdrawn)
        self._buttons = in_row(self.share, self.withdraw, None)
        self._column = stacked(self, self.title, self.shown, self.place, self._buttons)
        theme().followed_by(self._measure)
        self.hide()

    def show_item(
        self, item: SharedItem | None, place: str, *, is_shared: bool, asks: bool = False
    ) -> None:
        """What would go out, or went out; None hides all but a way to take it back. `asks`: a
        person is asked, and may say no."""
        self.setVisible(item is not None or is_shared)
        title = tr("What others see") if is_shared else tr("What others would see")
        self.title.setText(title.upper())
        told = "\n".join(_lines(item.body)) if item else ""
        self.shown.setText("\n".join(map(breakable, told.split("\n"))))
        self.shown.setVisible(bool(told))
        self.place.setText(breakable(_where(item, place)))
        self.share.setVisible(item is not None and not is_shared)
        self.withdraw.setVisible(is_shared or asks)
        self.withdraw.setText(tr("Share it no longer") if is_shared else tr("Do not share"))

    def _measure(self) -> None:
        px = theme().px
        self._column.setContentsMargins(px(18), px(14), px(18), px(14))
        self._column.setSpacing(px(8))
        self._buttons.setSpacing(px(8))


def _where(item: SharedItem | None, place: str) -> str:
    if not place:
        return tr(
            "No place is chosen in which a team shares: it stays in this notebook, for all its "
            "agents. Choose a folder in the settings."
        )
    if item is None or not item.who:
        return place
    return tr("As {who}, in {place}").format(who=item.who, place=place)


def _lines(value: dict[str, Any]) -> list[str]:
    """Everything that a body says, a line for each part."""
    told = []
    for name, one in value.items():
        if isinstance(one, list):
            parts = (", ".join(x.values()) if isinstance(x, dict) else str(x) for x in one)
            one = "; ".join(parts)
        told.append(f"{name}: {one}".rstrip())
    return told
