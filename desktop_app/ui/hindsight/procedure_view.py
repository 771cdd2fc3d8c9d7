"""One procedure: an own one to be shared, or one that somebody shared, to be taken over."""

from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout

from desktop_app.memory.procedures import Procedure, SharedProcedure
from desktop_app.ui.hindsight.error_words import when
from desktop_app.ui.hindsight.sharing_card import SharingCard
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import breakable, surface, text
from desktop_app.words import counted, tr


class ProcedureView(QScrollArea):
    """Says what the person decides."""

    taken = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("This procedure"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.title = text("", "section", wrap=True)
        self.about = text("", "meta", "text2", wrap=True)
        self.words = text("", "mono", wrap=True)
        self.take = Button(tr("Take it over"), "primary", "check")
        self.take.clicked.connect(self.taken)
        self.sharing = SharingCard()
        ground = surface("doc")
        self._column = QVBoxLayout(ground)
        row = in_row(self.take, None)
        for part in (self.title, self.about):
            self._column.addWidget(part)
        self._column.addLayout(row)
        self._column.addWidget(self.words)
        self._column.addWidget(self.sharing)
        self._column.addStretch()
        self.setWidget(ground)
        theme().followed_by(self._measure)

    def show_procedure(self, one: Procedure | SharedProcedure, now: datetime) -> None:
        """Shows this one; what would be shared of an own one is shown by `sharing`."""
        foreign = isinstance(one, SharedProcedure)
        self.title.setText(breakable(one.title))
        self.take.setVisible(foreign)
        self.words.setVisible(foreign)
        self.sharing.hide()
        if isinstance(one, SharedProcedure):
            told = tr("{who} shared it: {when}. It becomes a proposal, and a file by your word.")
            self.about.setText(told.format(who=breakable(one.who), when=when(one.when, now)))
            self.words.setText("\n".join(map(breakable, one.text.split("\n"))))
        else:
            rests = counted("{count} source", "{count} sources", one.times)
            self.about.setText(breakable(f"{one.path} · {rests}"))
        self.verticalScrollBar().setValue(0)

    def _measure(self) -> None:
        px = theme().px
        self._column.setContentsMargins(px(24), px(20), px(24), px(40))
        self._column.setSpacing(px(12))
