"""What dreams learned from reviews, and the way to forget it. Knows words, no store."""

from typing import TYPE_CHECKING

from desktop_app.ui.parts.controls import Button
from desktop_app.ui.settings.asking_row import AskingRow
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.learned import Learned


class LearnedRow(AskingRow):
    """Told in a sentence; there is a button where there is something to forget."""

    def __init__(self) -> None:
        self.forget = Button(tr("Forget"), "plain", "trash")
        super().__init__(tr("What dreams learned from you"), tr("Reading…"), self.forget)
        self.forget.setAccessibleName(tr("Forget what dreams learned from you"))
        self.sure.setText(tr("Forget"))
        self.sure.setAccessibleName(tr("Forget it"))
        self.keep.setAccessibleName(tr("Keep what was learned"))
        self.agreed.connect(lambda: self.show_question(False))
        self.forget.hide()

    def show_learned(self, learned: "Learned") -> None:
        """Shows what is known now. An open question stays open."""
        self.explain(learned.told)
        if not self.question.isVisibleTo(self):
            self.forget.setVisible(bool(learned.kept + learned.left))

    def words_asked(self) -> str:
        return tr("Forget all of it?")
