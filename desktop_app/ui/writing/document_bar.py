"""What a document has to say, under its header: a clash, a failed save, a draft that was kept.

Knows a Document and words. One thing at a time, the most urgent first.
"""

from dataclasses import dataclass
from typing import cast

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app import dates
from desktop_app.memory.saving import Clash
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import Pill
from desktop_app.ui.parts.notices import Banner, announce
from desktop_app.ui.writing.document import Document
from desktop_app.ui.writing.open_file import FileStatus
from desktop_app.words import tr

PILL_SECONDS = 6
_GIT = "git"
_URGENT = (FileStatus.CLASH, FileStatus.FAILED, _GIT)


@dataclass(frozen=True)
class _Matter:
    """What the strip says, and the words on its two buttons."""

    about: str = ""
    message: str = ""
    first: str = ""
    second: str = ""


class DocumentBar(Banner):
    """A strip with up to two choices about one document."""

    other_acted = Signal()

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self.other = Button("")
        self.other.clicked.connect(self.other_acted)
        row = cast("QHBoxLayout", self.layout())
        row.insertWidget(row.indexOf(self.button) + 1, self.other)
        self._matter = _Matter()
        self._asking = False
        self._remark = ""  # when it was opened: who types an opening mark is not told at once
        self.acted.connect(lambda: self._choose(first=True))
        self.other_acted.connect(lambda: self._choose(first=False))
        document.changed.connect(self.refresh)
        document.drafted.connect(self.refresh)
        document.opened.connect(self._look)
        document.renewed.connect(self._look)

    def show_asking(self, asking: bool) -> None:
        """Whether the person is deciding the clash now, so that nothing need lead there."""
        self._asking = asking
        self.refresh()

    def _look(self, outside: bool = True) -> None:
        self._remark = self._document.remark if outside else self._remark
        self.refresh()

    def refresh(self) -> None:
        """Says what matters now, or nothing."""
        if self._document.state == FileStatus.SAVING and self._matter.about in (
            FileStatus.CLASH,
            FileStatus.FAILED,
        ):
            return  # until the answer is known
        matter = self._matters()
        if matter == self._matter:
            return  # a dismissed strip stays away until there is something else to say
        self._matter = matter
        if not matter.about:
            self.clear()
            return
        self.other.setText(matter.second)
        self.other.setVisible(bool(matter.second))
        self.cross.setVisible(matter.about not in _URGENT)
        tone = "warn" if matter.about in _URGENT else "info"
        self.say(matter.message, "", matter.first, tone)

    def _matters(self) -> "_Matter":
        document = self._document
        if document.state == FileStatus.CLASH and document.clash is not None:
            if self._asking:
                return _Matter()
            return _Matter(FileStatus.CLASH, self._clash_words(document.clash), tr("Choose"))
        if document.state == FileStatus.FAILED:
            message = tr("Could not save. %1 What you typed is kept.")
            if not document.kept:
                message = tr("Could not save. %1 What you typed is in this window only.")
            return _Matter(
                FileStatus.FAILED, message.replace("%1", str(document.problem)), tr("Retry")
            )
        if document.git_conflict is not None:
            message = tr("Git left a conflict in this file. No dream reads it before you choose.")
            return _Matter() if self._asking else _Matter(_GIT, message, tr("Choose"))
        if document.draft is not None:
            message = tr("Text you typed here %1 could not be saved then, and was kept.")
            message = message.replace("%1", dates.when(document.draft.at, document.now()))
            return _Matter("draft", message, tr("Bring it back"), tr("Let it go"))
        if document.path and not document.editable:
            message = tr("A line of this file is too long to edit here. It can be read.")
            return _Matter("long", message)
        if self._remark and self._document.remark == self._remark:
            return _Matter("remark", self._remark)
        return _Matter()

    def _clash_words(self, clash: Clash) -> str:
        if not clash.theirs.exists:
            sentence = tr("This file is gone: another program took it away while you wrote.")
        elif len(clash.merge.conflicts) == 1:
            sentence = tr("Another program changed a line that you changed, too.")
        else:
            sentence = tr("Another program changed lines that you changed, too, at %1 places.")
            sentence = sentence.replace("%1", str(len(clash.merge.conflicts)))
        return tr("%1 Your text is kept.").replace("%1", sentence)

    def _choose(self, first: bool) -> None:
        if self._matter.about in (FileStatus.CLASH, _GIT):
            self._document.asked.emit()
        elif self._matter.about == FileStatus.FAILED:
            self._document.flush()
        elif first:
            self._document.take_draft()
        else:
            self._document.drop_draft()


class OutsidePill(Pill):
    """Says for a moment that a text came from another program."""

    def __init__(self, document: Document) -> None:
        super().__init__("", "accent")
        self._leave = QTimer(self, singleShot=True, interval=PILL_SECONDS * 1000)
        self._leave.timeout.connect(self.hide)
        self.setText(tr("Updated from outside"))
        document.renewed.connect(self._renewed)
        document.opened.connect(self.hide)
        self.hide()

    def _renewed(self, outside: bool) -> None:
        if outside:
            self.show()
            self._leave.start()
            announce(self, self.text())


def state_in_words(document: Document, widget: QWidget) -> str:
    """`Editing`, `Saved 12 s ago`, `Could not save`; "" when there is nothing to say."""
    if document.state in (FileStatus.EDITING, FileStatus.SAVING):
        return tr("Editing")
    if document.state == FileStatus.FAILED:
        return tr("Could not save")
    if document.state == FileStatus.CLASH:
        return tr("Changed in another program")
    seconds = document.seconds_since_saved()
    return "" if seconds is None else tr("Saved %1").replace("%1", dates.ago(seconds))
