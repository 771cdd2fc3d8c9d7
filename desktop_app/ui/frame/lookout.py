"""Looks at the notebook's files, now and then and when asked. Opens none of them itself.

What changed is told by the notebook. This says what no change says: that there is trouble, that it
has passed, that notes were lost, that a second text of one lies beside it, how near the index is,
and that a new day has begun. Now and then it has the index compared with the notes.
"""

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from desktop_app.notebook.storage.contain import GONE
from desktop_app.ui.parts.notices import Banner
from desktop_app.words import tr

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from desktop_app.errors import Problem
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory

EVERY_MS = 5 * 60 * 1000
"""How often the files are looked at even when no event came."""
_STATE_MS = 400  # between two looks at how near the index is; that asks no disk
_CHECKED_AFTER = 6  # looks of the clock: half an hour


class Lookout(QObject):
    """Looks for one window, from `follow` until `stop`; also when the window is woken."""

    freshness = Signal(object)  # a Freshness, when it is another one than before
    behind = Signal(str)  # the same in words; "" where search knows all there is
    again = Signal()  # trouble has passed, or a new day has begun
    woke = Signal()  # somebody is back at the window

    def __init__(self, banner: Banner, jobs: "Jobs", moves: "Callable[[], bool]") -> None:
        """`moves` says whether older notes may leave the index."""
        super().__init__(banner)
        self._moves = moves
        self._banner, self._jobs = banner, jobs
        self._memory: Memory | None = None
        self._today: date | None = None
        self._trouble_told = ""  # the trouble that the banner tells, as it does
        self._clock = QTimer(self, interval=EVERY_MS)
        self._clock.timeout.connect(self._look_by_clock)
        self._state = QTimer(self, interval=_STATE_MS)
        self._state.timeout.connect(self._tell_freshness)
        self._fresh: object = None
        self._lost = self._loss_told = ""  # the banner's words of a loss; for which they were told
        self._copies: tuple[str, ...] = ()
        self._notices: list[str] = []
        self._looks = 0  # since the index was compared
        banner.acted.connect(self._act)
        cast("QGuiApplication", QGuiApplication.instance()).applicationStateChanged.connect(
            self._woke
        )

    def follow(self, memory: "Memory") -> None:
        """Another notebook is open; the first look is asked for by the caller."""
        self._memory, self._today, self._trouble_told = memory, memory.today(), ""
        self._fresh, self._lost, self._loss_told, self._copies = None, "", "", ()
        self._notices = []
        self._tell_notices(memory)
        self._looks = _CHECKED_AFTER  # once the first look is done
        self._clock.start()
        self._state.start()

    def look(self) -> None:
        """Look now."""
        if self._memory is not None:
            self._jobs.call(
                "look", self._memory.index.refresh, lambda _: self._looked(), self._trouble
            )

    def remind(self) -> None:
        """Say again what was lost, as somebody asks for it."""
        self._loss_told = ""
        self._tell_loss()

    def stop(self) -> None:
        """Look no more."""
        self._clock.stop()
        self._state.stop()

    def _look_by_clock(self) -> None:
        self._looks += 1
        self.look()

    def _check_when_due(self) -> None:
        """Compares the index with the notes: once after the start, then every half hour."""
        memory = self._memory
        if memory is None or self._looks < _CHECKED_AFTER:
            return
        self._looks = 0
        # Not under the name of a search or a look, which would void it; what it mends is told by
        # the notebook.
        look = lambda _: self._keep_tiers(memory)  # noqa: E731
        self._jobs.call("index.check", memory.index.mend, look, self._trouble)

    def _keep_tiers(self, memory: "Memory") -> None:
        """What a tier lost is read again, and what belongs elsewhere moves; a tier that is away now
        waits for the next time."""
        moves = self._moves()
        keep = lambda: memory.tiers.keep(moves=moves)  # noqa: E731
        self._jobs.call("tiers.keep", keep, lambda _: None, lambda _: None)

    def _tell_freshness(self) -> None:
        if self._memory is None:
            return
        if (today := self._memory.today()) != self._today:
            self._today = today
            self.again.emit()
        fresh = self._memory.index.freshness
        if fresh != self._fresh:
            self._fresh = fresh
            self.behind.emit("" if fresh.fresh else fresh.title)
            self.freshness.emit(fresh)

    def _tell_loss(self) -> None:
        """Says once what was lost, and offers to let go of it; takes it back when it is back."""
        loss = self._memory.index.freshness.loss if self._memory else None
        lost = " ".join(loss.paths) if loss else ""
        if loss and lost != self._loss_told:
            self._banner.say(*loss.told, tr("Let them go"))
            self._lost = self._banner.words
        elif not loss and self._lost and self._banner.words == self._lost:
            self._banner.clear()
        self._loss_told = lost

    def _tell_copies(self, copies: tuple[str, ...]) -> None:
        """Says once that a sync program left a second text beside a note."""
        new = [path for path in copies if path not in self._copies]
        self._copies = copies
        if not new or self._banner.words:
            return
        if len(new) == 1:
            sentence = tr("%1 is a second text of a note, left by a sync program.")
            sentence = sentence.replace("%1", new[0])
        else:
            sentence = tr("A sync program left second texts of %1 notes.")
            sentence = sentence.replace("%1", str(len(new)))
        self._banner.say(sentence, tr("Take from it what you miss, then delete it."))

    def _tell_notices(self, memory: "Memory") -> None:
        """Says once what was found damaged and set aside since the notebook was opened."""
        new = [notice for notice in memory.notices if notice not in self._notices]
        for notice in new:
            self._banner.say(notice)
        self._notices += new

    def _act(self) -> None:
        memory = self._memory
        if memory is not None and self._lost and self._banner.words == self._lost:
            self._banner.clear()
            self._lost = ""
            self._jobs.do(memory.index.accept_loss, lambda _: None, self._trouble)

    def _looked(self) -> None:
        self._tell_freshness()
        self._tell_loss()
        self._check_when_due()
        if (memory := self._memory) is not None:
            self._tell_notices(memory)
            self._jobs.call("look.copies", memory.files.copies, self._tell_copies, lambda _: None)
        if self._lost and self._banner.words == self._lost:
            return
        trouble = self._trouble_told or self._banner.words  # another page may have told it first
        if not trouble:
            return
        shown = self._banner.words
        # A page may have met it before we did.
        if self._trouble_told == shown or shown.startswith(GONE):
            self._banner.clear()
        self._trouble_told = ""
        self.again.emit()

    def _trouble(self, problem: "Problem") -> None:
        self._banner.say(problem.message, problem.hint)
        self._trouble_told = self._banner.words

    def _woke(self, state: Qt.ApplicationState) -> None:
        if state == Qt.ApplicationState.ApplicationActive:
            self.look()
            self.woke.emit()
