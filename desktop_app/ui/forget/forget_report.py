"""What was forgotten, what stays, what could not be reached. Knows a report, no notebook."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.notebook.forgetting.places import ForgetReport
from desktop_app.ui.forget.forget_words import counts
from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import section, text
from desktop_app.ui.parts.notices import announce
from desktop_app.words import as_sentence, tr


class ForgetDone(QWidget):
    """The report, and a way to forget something else."""

    another_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._sign = QLabel()
        self.title = text("", "section", wrap=True)
        self.removed = text("", "ui", "text", wrap=True)
        self.left = text("", "ui", "text", wrap=True)
        self.unreached = text("", "ui", "text", wrap=True)
        self._left_title = section(tr("Left, as you chose"))
        self._unreached_title = section(tr("Not reached"))
        self.another_button = Button(tr("Forget something else"))
        self.another_button.clicked.connect(self.another_asked)
        self._head = QHBoxLayout()
        self._head.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        self._head.addWidget(self.title, 1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._head)
        parts = (self.removed, self._left_title, self.left, self._unreached_title, self.unreached)
        for part in (*parts, self.another_button):
            self._column.addWidget(part)
        theme().followed_by(self._measure)

    def show_report(self, report: ForgetReport) -> None:
        """Shows what came of it."""
        done = not report.unfinished
        self.title.setText(tr("Forgotten for good") if done else tr("Not finished yet"))
        told = [tr("It is gone from %1.").replace("%1", counts(report.removed))]
        if not done:
            told.insert(0, f"{report.unfinished} {tr('It goes on at the next start.')}")
        told.append(tr("Dreams, conversations, imports and agents do not learn it again."))
        self.removed.setText("\n".join(told))
        left = [one for one in report.left if one.lines]
        stays = counts(left)
        self.left.setText(as_sentence(stays))
        for part in (self._left_title, self.left):
            part.setVisible(bool(left))
        self.unreached.setText("\n".join(report.unreached))
        announce(self, f"{self.title.text()}. {self.removed.text()}")

    def _measure(self) -> None:
        px = theme().px
        self._column.setSpacing(px(10))
        self._head.setSpacing(px(12))
        self._sign.setPixmap(pixmap("check", "ok", 22, self.devicePixelRatioF()))
