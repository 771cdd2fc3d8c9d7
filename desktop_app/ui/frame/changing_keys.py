"""Other keys for commands: what leads to their card, which is made when it is wanted."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop_app.ui.frame.own_keys import OwnKeys
from desktop_app.ui.parts.actions import Actions
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.ui.frame.keys_card import KeysCard


class ChangingKeys(QObject):
    """Opens the card, which is made when it is first wanted, once every page is."""

    def __init__(
        self, window: QWidget, make_pages: Callable[[], None], actions: Actions, own: OwnKeys
    ) -> None:
        super().__init__(window)
        self._window, self._make_pages = window, make_pages
        self._actions, self._own = actions, own
        self.card: KeysCard | None = None
        actions.add("keys.change", tr("Change keyboard shortcuts…"), self.ask, (), "keyboard", "",
            detail=tr("Press other keys for any command"))  # fmt: skip

    def ask(self) -> None:
        """Brings the card to the front."""
        self._make_pages()
        if self.card is None:
            from desktop_app.ui.frame.keys_card import KeysCard  # not before the first paint

            self.card = KeysCard(self._window, self._actions, self._own)
        self.card.ask()
