"""Deciding a clash and coming back to the text. Knows a page's document and the review of
conflicts, not where the page shows the view.
"""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from desktop_app.memory.saving import Clash
from desktop_app.ui.page import Page
from desktop_app.ui.writing.document import Document
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.notebook.git_conflict import GitConflict
    from desktop_app.notebook.merge import OverlapAnswer
    from desktop_app.ui.review.conflict_view import ConflictView
    from desktop_app.ui.review.rows import ClashRow


class ConflictTrip(QObject):
    """`on` says whether a clash is being decided; the page then shows `view`."""

    changed = Signal()
    made = Signal(object)  # the view, for the page to take in
    left = Signal()  # the keyboard was here and wants back to the text

    def __init__(self, page: Page, document: Document) -> None:
        super().__init__(page)
        self.on = False
        self._page, self._document = page, document
        self._view: ConflictView | None = None
        self._shown: Clash | GitConflict | None = None
        self._path = ""
        self._applying = False
        document.asked.connect(self.begin)
        document.changed.connect(self._follow)
        document.renewed.connect(lambda _outside: self._follow())
        document.opened.connect(self._forget)

    @property
    def view(self) -> "ConflictView":
        """The review, made when it is first wanted: most days nothing is to be decided."""
        if self._view is None:
            from desktop_app.ui.review.conflict_view import ConflictView

            self._view = ConflictView(self._page.registry, self._page.name)
            self._view.left.connect(self.end)
            self._view.applied.connect(self._apply)
            self.made.emit(self._view)
        return self._view

    def _forget(self) -> None:
        if self._view is not None:
            self._view.forget()

    def begin(self) -> None:
        """Shows what is to be decided in the document, if anything is."""
        if self._asked() is None:
            return
        self._document.flush()  # what was typed just now is asked about as well
        view = self.view
        self.on, self._applying, self._path = True, False, self._document.path
        self._show()
        self.changed.emit()
        view.focus()

    def end(self) -> None:
        """Back to the text; what is not decided waits."""
        if self.on:
            held = self.view.isAncestorOf(QApplication.focusWidget())
            self.on, self._shown = False, None
            self.changed.emit()
            if held:
                self.left.emit()

    def _asked(self) -> "Clash | GitConflict | None":
        """The clash, or else what Git left in the file."""
        return self._document.clash or self._document.git_conflict

    def _show(self) -> None:
        asked = self._asked()
        if asked is None or asked == self._shown:
            self.view.draw()  # the answers were not written: they may be applied again
        else:
            self._shown = asked
            self.view.show_places(_places(asked, self._document.text))

    def _follow(self) -> None:
        """The document's state changed: other conflicts, none any more, or trouble."""
        if not self.on or self._document.settling:
            return
        applied, self._applying = self._applying, False
        if self._document.path != self._path:
            self.end()
        elif (asked := self._asked()) is not None:
            if applied and asked != self._shown:
                self._page.toast(tr("The file has changed once more. Please look again."))
            self._show()
        else:
            self.view.forget()
            self.end()
            if applied:
                history = partial(self._page.history_asked.emit, self._path, 0, 0)
                self._page.toast(
                    tr("Saved. Both texts are in the history."), tr("History"), history
                )
            else:
                self._page.toast(tr("The two texts agree now. Nothing is left to choose."))

    def _apply(self, answers: "list[OverlapAnswer]") -> None:
        self._applying = True
        self._document.settle(answers)


def _places(asked: "Clash | GitConflict", text: str) -> "list[ClashRow]":
    from desktop_app.notebook.text.sheet import Sheet
    from desktop_app.ui.review.rows import clash_row

    top, whole = tr("Top of the file"), False
    names = [("", "")] * len(asked.merge.conflicts)
    if isinstance(asked, Clash):
        sheet, whole = Sheet(asked.merge.data), not asked.theirs.exists
        top = asked.base.path if whole else top
    else:
        sheet = Sheet(text.encode("utf-8", "surrogatepass"))
        names = [(one or tr("The first"), two or tr("The second")) for one, two in asked.names]
    return [
        clash_row((not whole and sheet.heading(one.line - 1)) or top, n + 1, one, whole, names[n])
        for n, one in enumerate(asked.merge.conflicts)
    ]
