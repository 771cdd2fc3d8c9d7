"""A file of which two texts met: the places that both changed, a person's answers, and Apply.

Knows an open document, not where its places are shown.
"""

from collections.abc import Callable, Iterable, Iterator

from PySide6.QtCore import QObject, Signal

from desktop_app.memory.saving import Clash
from desktop_app.notebook.git_conflict import GitConflict
from desktop_app.notebook.merge import BOTH as TAKE_BOTH
from desktop_app.notebook.merge import OURS, THEIRS, Overlap, OverlapAnswer
from desktop_app.notebook.text.sheet import Sheet
from desktop_app.ui.page import Page
from desktop_app.ui.review.change_words import State
from desktop_app.ui.review.rows import ReviewRow, RowForm, TornPlace
from desktop_app.ui.writing.document import Document
from desktop_app.words import cut, tr

_MEANS: dict[str, OverlapAnswer] = {
    State.ACCEPTED: OURS,
    State.REJECTED: THEIRS,
    State.BOTH: TAKE_BOTH,
}
_NAME = 24  # characters shown of a side's name


class TornFile(QObject):
    """The places of one document that wait, and the answers to them; none where nothing waits."""

    changed = Signal()  # other places, or other answers
    settled = Signal(str, str)  # nothing is left to choose in this path, and why

    def __init__(self, document: Document, page: Page) -> None:
        super().__init__(page)
        self._page = page
        self.document = document
        self._asked: Clash | GitConflict | None = None
        self._places: tuple[tuple[str, TornPlace], ...] = ()
        self._answers: dict[Overlap, str] = {}
        self._applying = False
        document.changed.connect(self.look)
        document.renewed.connect(lambda _outside: self.look())
        document.failed.connect(lambda _message, _hint: self.look())
        document.opened.connect(self._forget)

    @property
    def ready(self) -> bool:
        """Whether all of it is answered, and not on its way."""
        rows = self.places()
        return bool(rows) and all(row.state for row in rows) and not self._applying

    def places(self) -> list[ReviewRow]:
        """The row of each place. Where one side has nothing, both would be the other one."""
        path, rows = self.document.path, []
        for n, (title, place) in enumerate(self._places):
            words = dict(zip((State.ACCEPTED, State.REJECTED), place.names, strict=True))
            if place.overlap.ours and place.overlap.theirs and not place.whole:
                words[State.BOTH] = tr("Both")
            state, line = self._answers.get(place.overlap, ""), f"{place.overlap.line:,}"
            rows.append(
                ReviewRow(
                    RowForm.ASK,
                    title,
                    item=place,
                    id=(path, n),
                    state=state,
                    waits=not state,
                    asks=title,
                    reason="" if place.whole else tr("line %1", line),
                    answers={name: (told, told) for name, told in words.items()},
                )
            )
        return rows

    def rows(self) -> list[ReviewRow]:
        """All rows: the file with an answer to all, what happened to it, and its places."""
        if not (places := self.places()):
            return []
        words = tr("You and another program changed the same lines")
        detail = tr(
            "Choose for each place. Both texts stay in the history, whatever you choose; "
            "all that only one of you changed is kept."
        )
        if self._places[0][1].whole:
            words = tr("This file is gone, and you have written in it")
            detail = tr("Your text stays in the history, whatever you choose.")
        elif not isinstance(self._asked, Clash):
            words = tr("Git could not merge these lines")
            detail = tr("Choose for each place. The file as it is now stays in the history.")
            if self._asked and self._asked.copy:
                words = tr("A sync program left a conflict copy of this note")
                detail = tr("Choose for each place. The copy goes; both texts stay in the history.")
        several = places if len(places) > 1 else []
        offers = {name: told for row in several for name, told in row.answers.items()}
        return [
            ReviewRow(RowForm.SECTION, self.document.path, item=places[0].item, answers=offers),
            ReviewRow(RowForm.NOTE, tr("%1. %2", words, detail)),
            *places,
        ]

    def say(self, row: ReviewRow, answer: str) -> None:
        """The answer to a place, or to each; where both is not offered, the side with lines."""
        for place in self.places() if row.kind == RowForm.SECTION else [row]:
            if isinstance(one := place.item, TornPlace):
                side = State.ACCEPTED if one.overlap.ours else State.REJECTED
                self._answers[one.overlap] = answer if answer in place.answers else side
        self.changed.emit()

    def apply(self) -> None:
        """Write the answers, once there is one to each place."""
        if self.ready:
            answers = [_MEANS[row.state] for row in self.places()]
            self._applying = True
            self.changed.emit()
            self.document.settle(answers)

    def look(self) -> None:
        """The document's state changed: other places, none any more, or trouble."""
        document, before = self.document, self._asked
        if document.settling:
            return
        applied, self._applying = self._applying, False
        self._asked = document.clash or document.git_conflict
        if self._asked != before:
            self._places = tuple(_places(self._asked, document.text)) if self._asked else ()
            known = {place.overlap for _, place in self._places}
            self._answers = {key: one for key, one in self._answers.items() if key in known}
        if applied or self._asked != before:
            self.changed.emit()
        if applied and document.problem is not None:
            self._page.tell(document.problem)
        elif applied and self._asked is not None and self._asked != before:
            self._page.toast(tr("The file has changed once more. Please look again."))
        elif self._asked is None and before is not None:
            words = tr("The two texts agree now. Nothing is left to choose.")
            if applied:
                words = tr("Saved. Both texts are in the history.")
            self.settled.emit(document.path, words)

    def _forget(self) -> None:
        self._asked, self._places, self._answers = None, (), {}
        self.look()
        self.changed.emit()


class TornFiles(QObject):
    """Every file of which two texts met; `open_ones` finds them."""

    changed = Signal()  # other places, or other answers
    settled = Signal(str, str)  # nothing is left to choose in this path, and why

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._page = page
        self.open_ones: Callable[[], Iterable[Document]] = tuple
        self.files: dict[Document, TornFile] = {}

    def rows(self) -> list[ReviewRow]:
        """The rows of all files."""
        for document in self.open_ones():
            if document not in self.files:
                file = self.files[document] = TornFile(document, self._page)
                file.look()
                file.changed.connect(self.changed)
                file.settled.connect(self.settled)
        return [row for one in self.files.values() for row in one.rows()]

    def of_row(self, row: ReviewRow | None) -> TornFile | None:
        """The file that a row is of."""
        if row is None or not isinstance(row.item, TornPlace):
            return None
        keys = ((one, {two.key for two in one.rows()}) for one in self.files.values())
        return next((one for one, known in keys if row.key in known), None)


def _places(asked: Clash | GitConflict, text: str) -> Iterator[tuple[str, TornPlace]]:
    """Each place below the heading that it stands under."""
    top, whole = tr("Top of the file"), False
    names = [(tr("Yours"), tr("The file's"))] * len(asked.merge.conflicts)
    if isinstance(asked, Clash):
        sheet = Sheet(asked.merge.data)
        if not asked.theirs.exists:
            top, whole = asked.base.path, True
            names = [(tr("Write it again"), tr("Leave it deleted"))]
    else:
        sheet = Sheet(text.encode("utf-8", "surrogatepass"))
        first, second = tr("The first"), tr("The second")
        names = [(cut(one or first, _NAME), cut(two or second, _NAME)) for one, two in asked.names]
    for one, named in zip(asked.merge.conflicts, names, strict=False):
        title = (not whole and sheet.heading(one.line - 1)) or top
        yield title, TornPlace(one, named, whole, by_git=not isinstance(asked, Clash))
