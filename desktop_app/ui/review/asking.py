"""What waits beside a dream's changes: questions, suspicious lines, files of which two texts met.

Knows memory, open documents and the page that is told, not where rows are shown.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Signal

from desktop_app.dreams.inbox.store import WORDS, InboxAnswer, InboxItem
from desktop_app.errors import Problem
from desktop_app.language.gate.poison import LEAST, Certainty
from desktop_app.language.gate.poison_words import all_words, line_words, sure_words
from desktop_app.memory import Memory
from desktop_app.memory.inbox import InboxAnswered
from desktop_app.memory.poison import PoisonedLine
from desktop_app.memory.saving import Clash
from desktop_app.notebook.merge import BOTH as TAKE_BOTH
from desktop_app.notebook.merge import OURS, THEIRS, Overlap, OverlapAnswer
from desktop_app.notebook.quarantine import FineLine, QuarantinedLine
from desktop_app.notebook.remarks import GitConflict
from desktop_app.notebook.source import Source
from desktop_app.notebook.text.became import Sheet
from desktop_app.ui.page import Page
from desktop_app.ui.review.change_words import State
from desktop_app.ui.review.rows import Kept, ReviewRow, RowForm, TornPlace, under_fold
from desktop_app.ui.writing.document import Document
from desktop_app.words import as_sentence, counted, cut, together, tr

_MEANS: dict[str, OverlapAnswer] = {
    State.ACCEPTED: OURS,
    State.REJECTED: THEIRS,
    State.BOTH: TAKE_BOTH,
}
_NAME = 24  # characters shown of a side's name


class TornFile(QObject):
    """The places of one document that wait, and the answers to them; none where nothing waits."""

    def __init__(self, document: Document, files: "TornFiles") -> None:
        super().__init__(files.page)
        self._page, self._settled, self.document = files.page, files.settled, document
        self._asked: Clash | GitConflict | None = None
        self._places: tuple[tuple[str, TornPlace], ...] = ()
        self._answers: dict[Overlap, str] = {}
        self._applying = False
        for told in (document.changed, document.renewed, document.failed):
            told.connect(self.look)
        document.opened.connect(self._forget)
        self._changed = files.changed
        self._ask()

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
        if self._places[0][1].whole:
            words = tr("This file is gone, and you have written in it")
        elif isinstance(self._asked, GitConflict):
            words = tr("Git could not merge these lines")
            if self._asked.copy:
                words = tr("A sync program left a conflict copy of this note")
        detail = tr("Both texts stay in the history, whatever you choose.")
        first = places[0]
        return [
            ReviewRow(RowForm.SECTION, self.document.path, item=first.item, answers=first.answers),
            ReviewRow(RowForm.NOTE, tr("%1. %2", words, detail)),
            *places,
        ]

    def say(self, row: ReviewRow, answer: str) -> None:
        """The answer to a place, or to each; where both is not offered, the side with lines."""
        for place in self.places() if row.kind == RowForm.SECTION else [row]:
            if isinstance(one := place.item, TornPlace):
                side = State.ACCEPTED if one.overlap.ours else State.REJECTED
                self._answers[one.overlap] = answer if answer in place.answers else side
        self._changed()

    def apply(self) -> None:
        if self.ready:
            answers = [_MEANS[row.state] for row in self.places()]
            self._applying = True
            self._changed()
            self.document.settle(answers)

    def _ask(self) -> None:
        document, before = self.document, self._asked
        self._asked = document.clash or document.git_conflict
        if self._asked != before:
            self._places = tuple(self._torn(self._asked)) if self._asked else ()

    def look(self, *_told: object) -> None:
        """The document's state changed: other places, none any more, or trouble."""
        document, before = self.document, self._asked
        if document.settling:
            return
        applied, self._applying = self._applying, False
        self._ask()
        if applied or self._asked != before:
            self._changed()
        if applied and document.problem is not None:
            self._page.tell(document.problem)
        elif applied and self._asked is not None and self._asked != before:
            self._page.toast(tr("The file has changed once more. Please look again."))
        elif self._asked is None and before is not None:
            words = tr("The two texts agree now. Nothing is left to choose.")
            if applied:
                words = tr("Saved. Both texts are in the history.")
            self._settled(document.path, words)

    def _torn(self, asked: Clash | GitConflict) -> Iterator[tuple[str, TornPlace]]:
        whole, top = False, tr("Top of the file")
        names = [(tr("Yours"), tr("The file's"))] * len(asked.merge.conflicts)
        if isinstance(asked, Clash):
            sheet = Sheet(asked.merge.data)
            if not asked.theirs.exists:
                top, whole = asked.base.path, True
                names = [(tr("Write it again"), tr("Leave it deleted"))]
        else:
            sheet, sides = Sheet(self.document.text.encode("utf-8", "surrogatepass")), asked.names
            first, second = tr("The first"), tr("The second")
            names = [(cut(one or first, _NAME), cut(two or second, _NAME)) for one, two in sides]
        for one, named in zip(asked.merge.conflicts, names, strict=False):
            title = (not whole and sheet.heading(one.line - 1)) or top
            yield title, TornPlace(one, named, self, whole)

    def _forget(self) -> None:
        self._asked, self._places, self._answers = None, (), {}
        self.look()
        self._changed()


class TornFiles:
    """Every file of which two texts met; `open_ones` finds them. `changed` hears of other places or
    answers, `settled` of the path where nothing is left to choose, and why."""

    def __init__(
        self, page: Page, changed: Callable[[], object], settled: Callable[[str, str], object]
    ) -> None:
        self.page, self.changed, self.settled = page, changed, settled
        self.open_ones: Callable[[], Iterable[Document]] = tuple
        self.files: dict[Document, TornFile] = {}

    def rows(self) -> list[ReviewRow]:
        for document in self.open_ones():
            if document not in self.files:
                self.files[document] = TornFile(document, self)
        return [row for one in self.files.values() for row in one.rows()]


Found = dict[str, Any]
"""Parts of what is asked, by their names."""


class AskedWork(QObject):
    """Every deed ends in `found`; a person's own in a toast, too."""

    found = Signal(object)  # all that is ToDecide

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._page, self._jobs = page, page.jobs
        self.asked = ToDecide()

    def look(self) -> None:
        if (memory := self._page.memory) is None:
            return

        def questions() -> Found:
            return {"items": tuple(memory.inbox.today())}

        def lines() -> Found:
            lab = memory.poison
            found, held, fine = lab.look(), lab.held(), lab.fine_lines()
            return {"lines": tuple(found), "held": tuple(held), "fine": tuple(fine)}

        take, tell = self._take, self._page.tell
        self._jobs.call("asked.questions", questions, take, tell)
        # A notebook of ten years takes half a minute the first time; nobody waits for its end.
        self._jobs.call("asked.lines", lines, take, tell, alone=True)

    def answer(self, row: ReviewRow, name: str, words: str = "") -> None:
        """Give the answer of this name; with `words`, the line in a person's own wording."""
        item = row.item
        if not (words or name in row.answers):
            return

        def deed(memory: Memory) -> tuple[str, Kept]:
            inbox, poison = memory.inbox, memory.poison
            if isinstance(item, InboxItem):
                said = next(one for one in InboxAnswer if OF_INBOX[one] == ("" if words else name))
                return _told(inbox.answer(item.key, said, words)), Kept("said", item.key)
            assert isinstance(item, PoisonedLine)
            if name == State.ACCEPTED:
                fine = poison.call_fine(item.text)
                return tr("The line is no longer marked."), Kept("fine", fine.id)
            held = poison.quarantine(item.path, item.line, item.text)
            return tr("The line is in quarantine."), Kept("held", held.id)

        def done(result: tuple[str, Kept]) -> None:
            told, kept = result
            self.look()
            self._page.toast(told, tr("Undo"), partial(self.take_back, kept))

        self._page.change(deed, done, self._fail_and_look)

    def take_back(self, kept: Kept) -> None:
        def back(memory: Memory) -> None:
            inbox, poison = memory.inbox, memory.poison
            deeds = {"said": inbox.undo, "held": poison.back, "fine": poison.not_fine}
            deeds[kept.name](kept.id)

        self._page.change(back, lambda _: self.look(), self._fail_and_look)

    def _take(self, found: Found) -> None:
        before, self.asked = self.asked, self.asked._replace(**found)
        if self.asked != before:
            self.found.emit(self.asked)

    def _fail_and_look(self, problem: Problem) -> None:
        self._page.tell(problem)
        self.look()


def _told(done: "InboxAnswered") -> str:
    if done.changed:
        return tr("MEMORY.md has changed.")
    if done.answer == InboxAnswer.LATER:
        return tr("It comes again in a week.")
    return tr("Noted. MEMORY.md stays as it is.")


_LONGEST = 400  # characters of a suspicious line
_MOST = 50  # answers that can be taken back
_SURE = LEAST[Certainty.LIKELY]  # lines below it are shown when one asks for them
_LESS, _KEPT = -1, -2  # the lines of folds that no line of memory has


class ToDecide(NamedTuple):
    items: tuple[InboxItem, ...] = ()
    lines: tuple[PoisonedLine, ...] = ()
    held: "tuple[QuarantinedLine, ...]" = ()
    fine: "tuple[FineLine, ...]" = ()


OF_INBOX = {
    InboxAnswer.GONE: State.REJECTED,
    InboxAnswer.STILL: State.ACCEPTED,
    InboxAnswer.LATER: State.LATER,
    InboxAnswer.EDIT: "",
}
"""Answers of the inbox as those of a change, so that one key says the same everywhere."""


def asked_rows(asked: ToDecide, unfolded: Collection[int]) -> tuple[ReviewRow, ...]:
    """Questions, suspicious lines, and what was answered and can be taken back."""
    rows: list[ReviewRow] = []
    if asked.items:
        rows.append(ReviewRow(RowForm.SECTION, tr("Questions"), count=len(asked.items)))
        rows += [_question(one) for one in asked.items]
    lines = [_suspicious(one) for one in asked.lines]
    sure, rest = ([row for row in lines if row.waits == likely] for likely in (True, False))
    title = tr("Suspicious lines")
    if sure:
        rows += [ReviewRow(RowForm.SECTION, title, count=len(lines)), *sure]
    if rest:
        words = counted("{count} less likely", "{count} less likely", len(rest))
        fold = ReviewRow(RowForm.FOLD, words, "" if sure else title, line=_LESS)
        rows += under_fold(fold, rest, unfolded)
    kept = [
        *(_kept("held", tr("Put back"), one.id, one.text) for one in asked.held),
        *(_kept("fine", tr("Mark as suspicious again"), one.id, one.text) for one in asked.fine),
    ]
    if kept:
        words = counted("{count} already answered", "{count} already answered", len(kept))
        told = tr("you can undo these answers")
        if count := len(asked.held):
            told = in_quarantine(count)
        fold = ReviewRow(RowForm.FOLD, words, told, line=_KEPT)
        rows += under_fold(fold, kept[:_MOST], unfolded)
    return tuple(rows)


def in_quarantine(count: int) -> str:
    return counted("1 in quarantine", "{count} in quarantine", count)


def _question(one: InboxItem) -> ReviewRow:
    return ReviewRow(
        RowForm.ASK,
        one.text,
        item=one,
        id=one.key,
        waits=True,
        asks=tr("Still true?"),
        reason=one.why,
        answers={OF_INBOX[said]: (told, "") for said, told in WORDS.items() if OF_INBOX[said]},
        wording=one.text,
        sources=(one.source,),
    )


def _suspicious(one: PoisonedLine) -> ReviewRow:
    told = tr("{sure}: {does}").replace("{does}", all_words(one.findings))
    deed = tr("Quarantine takes it out of the note at once; it can be put back here.")
    return ReviewRow(
        RowForm.ASK,
        line_words(one.text, _LONGEST),
        item=one,
        id=(one.path, one.line),
        waits=one.sure >= _SURE,
        asks=tr("Possible prompt injection"),
        reason=together(as_sentence(told.replace("{sure}", sure_words(one.certainty))), deed),
        answers={
            State.REJECTED: (tr("Quarantine now"), ""),
            State.ACCEPTED: (tr("This is fine"), ""),
        },
        sources=(Source(one.path, one.line, ""),),
    )


def _kept(name: str, word: str, key: str, words: str) -> ReviewRow:
    words, item = line_words(words, _LONGEST), Kept(name, key)
    return ReviewRow(RowForm.LINE, words, item=item, id=item, answers={"back": (word, "")})
