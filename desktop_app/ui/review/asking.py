"""Questions about memory and suspicious lines: their rows, and how they are looked for, answered
and taken back. Knows memory and the page that is told.
"""

from collections.abc import Callable, Collection
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QObject, Signal

from desktop_app.dreams.inbox.store import WORDS, InboxAnswer, InboxItem
from desktop_app.errors import Problem
from desktop_app.language.gate.poison import LEAST, Certainty
from desktop_app.language.gate.poison_words import all_words, line_words, sure_words
from desktop_app.memory.poison import PoisonedLine
from desktop_app.notebook.source import Source
from desktop_app.ui.page import Page
from desktop_app.ui.review.change_words import State
from desktop_app.ui.review.rows import Kept, ReviewRow, RowForm, under_fold
from desktop_app.words import as_sentence, counted, together, tr

if TYPE_CHECKING:
    from desktop_app.dreams.inbox.store import Answered
    from desktop_app.memory.inbox import InboxAnswered
    from desktop_app.notebook.quarantine import FineLine, QuarantinedLine

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
        """Look for all of it."""
        if (memory := self._page.memory) is None:
            return

        def questions() -> Found:
            inbox = memory.inbox
            return {"items": tuple(inbox.today()), "never": tuple(inbox.never())}

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
        memory, item = self._page.memory, row.item
        if memory is None or not (words or name in row.answers):
            return
        inbox, poison = memory.inbox, memory.poison
        deed: Callable[[], Any]
        if isinstance(item, InboxItem):
            said = InboxAnswer.EDIT
            if not words:
                said = next(one for one in InboxAnswer if OF_INBOX[one] == name)
            deed = partial(inbox.answer, item.key, said, words)
            self._do(deed, lambda done: (_told(done), "never", item.key))
        elif isinstance(item, PoisonedLine) and name == State.ACCEPTED:
            deed, told = partial(poison.call_fine, item.text), tr("The line is no longer marked.")
            self._do(deed, lambda one: (told, "fine", one.id))
        elif isinstance(item, PoisonedLine):
            deed = partial(poison.quarantine, item.path, item.line, item.text)
            self._do(deed, lambda one: (tr("The line is in quarantine."), "held", one.id))

    def take_back(self, kept: Kept) -> None:
        if (memory := self._page.memory) is not None:
            deeds: dict[str, Callable[[str], object]] = {
                "never": memory.inbox.undo,
                "held": memory.poison.back,
                "fine": memory.poison.not_fine,
            }
            deed = partial(deeds[kept.name], kept.id)
            self._page.change(lambda _memory: deed(), lambda _: self.look(), self._fail_and_look)

    def _do(self, deed: Callable[[], Any], told: Callable[[Any], tuple[str, str, str]]) -> None:
        """Do it; `told` says what that did, and the name and key by which it is taken back."""

        def done(result: Any) -> None:
            words, name, key = told(result)
            self.look()
            back = partial(self.take_back, Kept(name, key))
            self._page.toast(words, tr("Undo"), back)

        self._page.change(lambda _memory: deed(), done, self._fail_and_look)

    def _take(self, found: Found) -> None:
        self.asked = self.asked._replace(**found)
        self.found.emit(self.asked)

    def _fail_and_look(self, problem: Problem) -> None:
        self._page.tell(problem)
        self.look()


def _told(done: "InboxAnswered") -> str:
    if done.changed:
        return tr("MEMORY.md has changed.")
    if done.answer == InboxAnswer.LATER:
        return tr("It comes again in a week.")
    if done.answer == InboxAnswer.NEVER:
        return tr("It is never asked again.")
    return tr("Noted. MEMORY.md stays as it is.")


_LONGEST = 400  # characters of a suspicious line
_MOST = 50  # answers that can be taken back
_SURE = LEAST[Certainty.LIKELY]  # lines below it are shown when one asks for them
_LESS, _KEPT = -1, -2  # the lines of folds that no line of memory has


class ToDecide(NamedTuple):
    """What waits beside a dream's changes, and what was answered before."""

    items: tuple[InboxItem, ...] = ()
    lines: tuple[PoisonedLine, ...] = ()
    never: "tuple[Answered, ...]" = ()
    held: "tuple[QuarantinedLine, ...]" = ()
    fine: "tuple[FineLine, ...]" = ()


OF_INBOX = {
    InboxAnswer.GONE: State.REJECTED,
    InboxAnswer.STILL: State.ACCEPTED,
    InboxAnswer.LATER: State.LATER,
    InboxAnswer.NEVER: State.NEVER,
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
        *(_kept("never", tr("Ask again"), one.key, "  ·  ".join(one.texts)) for one in asked.never),
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
    """1 in quarantine."""
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
    return ReviewRow(RowForm.DIFFERS, words, item=item, id=item, answers={"back": (word, "")})
