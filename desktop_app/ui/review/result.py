"""What comes of a review: the strip that counts and applies, and MEMORY.md as it would be.

Knows states and two texts, no proposal.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QFrame

from desktop_app.dreams.decisions import Needs
from desktop_app.dreams.proposal import Proposal
from desktop_app.notebook.text.compare import regions
from desktop_app.ui.parts.boxes import Turning, in_row, sized, stacked
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.labels import rule, text
from desktop_app.ui.review.change_words import Standing, State, changes
from desktop_app.ui.review.rows import ReviewRow
from desktop_app.ui.writing.note_view import NoteView
from desktop_app.words import counted, filled, remarked, tr

_KEYS = tr("J K move · A accept · R reject · E edit")
_TIED = "\u00a0"


class ReviewFooter(QFrame):
    """Counts, the keys in words, and buttons; always in sight, however far one has scrolled."""

    def __init__(
        self, apply: Callable[[], object], discard: SignalInstance, go_on: Callable[[], object]
    ) -> None:
        super().__init__()
        self._apply, self._discard = apply, discard
        self.setProperty("surface", "win")
        self.tally = text("", "ui", "text", wrap=True)
        self.keys = text(_KEYS, "meta", "text2", wrap=True)
        following = remarked(tr("The next undecided line"), "N")
        self.next = IconButton("chevron-down", following, act=go_on)
        self.discard = Button(tr("Discard dream"), act=discard)
        self.apply = Button("", "primary", act=self._press)
        self._taken, self._done, self._applying = 0, False, False
        buttons = Turning(self.next, self.discard, self.apply)
        words = stacked(None, self.tally, self.keys)
        in_row(words, buttons, grows=words, within=self, margins=(20, 9, 20, 9), gap=12)

    def count(self, parts: Iterable[tuple[str, int]]) -> None:
        """Each wording with its number; a line breaks between two counts, not inside one."""
        told = (filled(words, n).replace(" ", _TIED) for words, n in parts)
        self.tally.setText(f"{_TIED}· ".join(told))

    def show_count(self, states: Sequence[str], needs: Needs) -> None:
        """The states of a dream's changes, and what needs a person."""
        self.keys.show()
        left, taken = needs.decision, states.count(State.ACCEPTED) + states.count(State.BOTH)
        self._taken, self._done = taken, bool(states) and {*states} <= {State.REJECTED, State.GONE}
        words = tr("Apply %1", changes(taken))
        if taken and left:
            stays = counted("{count} stays undecided", "{count} stay undecided", left)
            words = f"{tr('Apply {count}').format(count=taken)} · {stays}"
        tip = remarked(tr("Writes what is accepted. What is undecided waits on."), "Ctrl+Enter")
        if self._done:
            words = tr("Done")
            tip = remarked(
                tr("All is rejected: the dream ends, and MEMORY.md stays as it is."), "Ctrl+Enter"
            )
        self.apply.setText(words)
        self.apply.setToolTip(tip)
        for part in (self.apply, self.discard):  # they are of a dream
            part.setVisible(bool(states))
        self.next.setEnabled(left > 0)
        self._allow()
        told = (
            (tr("%1 accepted"), taken, bool(states)),
            (tr("%1 rejected"), states.count(State.REJECTED), False),
            (tr("%1 undecided"), left, False),
            (tr("%1 edited since"), states.count(State.GONE), False),
        )
        self.count((words, n) for words, n, always in told if n or always)

    def show_conflict(self, places: Sequence[ReviewRow], path: str, ready: bool) -> None:
        words = {name: told for row in places for name, (told, _) in row.answers.items()}
        every = [row.state for row in places]
        self.next.setEnabled("" in every)
        self._done = False
        self.discard.hide()
        self.apply.show()
        self.apply.setEnabled(ready)
        self.apply.setText(tr("Apply to %1", path.rpartition("/")[2]))
        self.apply.setToolTip(remarked(tr("Writes the answers into the file."), "Ctrl+Enter"))
        self.keys.hide()  # each button says its own
        told = [(f"%1 {one}", every.count(name)) for name, one in words.items() if name in every]
        if "" in every:
            told.append((tr("%1 undecided"), every.count("")))
        self.count(told)

    def show_applying(self, applying: bool) -> None:
        """While changes are written, nothing can be pressed, whatever is counted meanwhile."""
        self._applying = applying
        self._allow()

    def _allow(self) -> None:
        self.apply.setEnabled((self._taken > 0 or self._done) and not self._applying)

    def _press(self) -> None:
        (self._discard.emit if self._done else self._apply)()


class ResultView(QFrame):
    """Shows the outcome; the first line that is new begins in sight."""

    def __init__(self, led: Callable[[Any], object]) -> None:
        super().__init__()
        self.sentence = text("", "meta", "text2", wrap=True)
        self.reader = NoteView(tr("MEMORY.md with the accepted changes"), led)
        head = sized(in_row(self.sentence, grows=self.sentence), (20, 10, 20, 10))
        stacked(self, head, rule(), self.reader, grows=self.reader)

    def show_result(self, standing: Standing, proposal: Proposal) -> None:
        taken = sum(one.accepted and one.n not in standing.gone for one in proposal.changes)
        old, new = standing.before.split("\n"), standing.after.split("\n")
        parts = [part for part in regions(old, new) if not part.same]
        come = [n + 1 for part in parts for n in range(part.j, part.j_end) if new[n].strip()]
        words = tr("Nothing is accepted: MEMORY.md would stay as it is.")
        if taken:
            words = tr("MEMORY.md with %1. All else stays as it is.", changes(taken))
        self.sentence.setText(words)
        self.reader.show_text(standing.after, standing.names.layout.memory)
        self.reader.editor.fresh = frozenset(come)
        self.reader.editor.viewport().update()
        self.reader.editor.go_to(come[0] if come else 1)
