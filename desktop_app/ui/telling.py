"""What is said in a window: problems, mistakes, an update, who dreams, trouble with the files, what
agents wrote, and what would be lost if it closed now.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from desktop_app import release
from desktop_app.errors import Problem
from desktop_app.notebook.history import A_COMMAND
from desktop_app.notebook.storage.contain import GONE
from desktop_app.ui.parts.delayed import delayed
from desktop_app.ui.parts.folders import tilde
from desktop_app.ui.parts.notices import Banner
from desktop_app.words import counted, listed, together, tr

if TYPE_CHECKING:
    from datetime import date

    from desktop_app.memory import Memory
    from desktop_app.memory.agents import AgentWork
    from desktop_app.ui.open_notebook import OpenNotebook


class Telling:
    """Says mistakes and updates once."""

    def __init__(self, one: "OpenNotebook") -> None:
        self._one, self._window = one, one.window
        self._bug_told = self._update_told = False

    def tell(self, problem: Problem) -> None:
        self._window.say_problem(problem.message, problem.hint)

    def tell_bug(self, error: BaseException) -> None:
        """Say once that a mistake of ours was logged."""
        self.tell_update()
        if not (self._bug_told or self._update_told):
            self._bug_told = True
            log = tilde(str(self._one.places.data / "log"))
            self._window.say_problem(
                tr("Nightstand made a mistake (%1).", type(error).__name__),
                tr("Your notes are safe. Details are in %1", log),
            )

    def tell_update(self) -> None:
        """Say once that the program's files are others than it was started from."""
        problem = release.replaced()
        if problem and not self._update_told:
            self._update_told = True
            self.tell(problem)

    def tell_engine(self) -> None:
        from desktop_app.ui.models.model_words import engine_words, welcome_words

        get, first = self._one.settings.get, self._one.opening.page
        chosen = get("dreams.engine"), get("dreams.model"), self._one.server.sight
        engine = engine_words(*chosen)
        self._window.status.show_engine(engine.words, engine.tone, engine.more)
        if first is not None:
            first.show_models(welcome_words(*chosen))


EVERY_MS = 5 * 60 * 1000
"""How often the files are looked at even when no event came."""
_STATE_MS = 400  # between two looks at how near the index is; that asks no disk
_CHECKED_AFTER = 6  # looks of the clock: half an hour


class Lookout(QObject):
    """Looks at the notebook's files, now and then and when asked, from `follow` until `stop`.

    What changed is told by the notebook. This says what no change says: that there is trouble, that
    it has passed, that notes were lost, that a second text of one lies beside it, how near the
    index is, and that a new day has begun. Now and then it has the index compared with the notes.
    """

    again = Signal()  # trouble has passed, or a new day has begun
    woke = Signal()  # somebody is back at the window

    def __init__(self, one: "OpenNotebook") -> None:
        super().__init__(one.window)
        self._one, self._banner, self._jobs = one, one.window.banner, one.jobs
        self._memory: Memory | None = None
        self._today: date | None = None
        self._trouble_told = ""  # the trouble that the banner tells, as it does
        self._fresh: object = None
        self._loss_told = ""  # the paths that were lost, as it was told
        self._copies: dict[str, str] = {}
        self._notices: list[str] = []
        self._looks = 0  # since the index was compared
        self._clock = QTimer(self, interval=EVERY_MS)
        self._clock.timeout.connect(self._look_by_clock)
        self._state = QTimer(self, interval=_STATE_MS)
        self._state.timeout.connect(self._tell_freshness)
        app = cast("QGuiApplication", QGuiApplication.instance())
        app.applicationStateChanged.connect(self._woke)

    def follow(self, memory: "Memory") -> None:
        self._memory, self._today, self._trouble_told = memory, memory.today(), ""
        self._fresh, self._loss_told, self._copies = None, "", {}
        self._notices = []
        self._tell_notices(memory)
        self._looks = _CHECKED_AFTER  # once the first look is done
        self._clock.start()
        self._state.start()

    def look(self) -> None:
        if (memory := self._memory) is not None:
            done = lambda _: self._looked(memory)
            self._jobs.call("look", memory.index.refresh, done, self._trouble)

    def remind(self) -> None:
        """Say again what was lost, as somebody asks for it."""
        self._loss_told = ""
        self._tell_loss()

    def stop(self) -> None:
        self._clock.stop()
        self._state.stop()

    def _look_by_clock(self) -> None:
        self._looks += 1
        self.look()

    def _check_when_due(self, memory: "Memory") -> None:
        """Compares the index with the notes: once after the start, then every half hour. Then what
        a tier lost is read again, and what belongs elsewhere moves; a tier that is away now waits
        for the next time."""

        def keep_tiers(_mended: object) -> None:
            from desktop_app.tiers.places import moves  # not before the first paint

            may = moves(self._one.settings.get)
            keep = lambda: memory.tiers.keep(moves=may)
            self._jobs.call("tiers.keep", keep, lambda _: None, lambda _: None)

        if self._looks >= _CHECKED_AFTER:
            self._looks = 0
            # Not under the name of a search or a look, which would void it; what it mends is told
            # by the notebook.
            self._jobs.call("index.check", memory.index.mend, keep_tiers, self._trouble)

    def _tell_freshness(self) -> None:
        if self._memory is None:
            return
        if (today := self._memory.today()) != self._today:
            self._today = today
            self.again.emit()
        fresh = self._memory.index.freshness
        if fresh != self._fresh:
            self._fresh = fresh
            self._one.window.status.index.say("" if fresh.fresh else fresh.title)

    def _tell_loss(self) -> None:
        """Says once what was lost, and offers to let go of it; takes it back when it is back."""
        loss = self._memory.index.freshness.loss if self._memory else None
        lost = " ".join(loss.paths) if loss else ""
        if loss and lost != self._loss_told:
            hint = tr("Is a disk missing, or a sync program at work? History may have the texts.")
            self._banner.say(f"{loss.in_words}.", hint, tr("Drop from search"), act=self._let_go)
        elif not loss and self._banner.act == self._let_go:
            self._banner.clear()
        self._loss_told = lost

    def _tell_copies(self, copies: dict[str, str]) -> None:
        new = [path for path in copies if path not in self._copies]
        self._copies = copies
        if not new or self._banner.words:
            return
        sentence = tr("A sync program left %1 conflict copies.", len(new))
        if len(new) == 1:
            sentence = tr("%1 is a conflict copy of a note, left by a sync program.", new[0])
        look = lambda: self._one.window.open(copies[new[0]] or new[0])
        hint = tr("Choose what stays; the copy goes then.")
        self._banner.say(sentence, hint, tr("Open"), act=look)

    def _tell_notices(self, memory: "Memory") -> None:
        new = [notice for notice in memory.notices if notice not in self._notices]
        for notice in new:
            self._banner.say(notice)
        self._notices += new

    def _let_go(self) -> None:
        if (memory := self._memory) is not None:
            self._jobs.do(memory.index.accept_loss, lambda _: None, self._trouble)

    def _looked(self, memory: "Memory") -> None:
        self._tell_freshness()
        self._tell_loss()
        self._check_when_due(memory)
        self._tell_notices(memory)
        self._jobs.call("look.copies", memory.files.copies, self._tell_copies, lambda _: None)
        told, shown = self._trouble_told, self._banner.words
        if self._banner.act != self._let_go and (told or shown):
            if told == shown or shown.startswith(GONE):  # a page may have met it before we did
                self._banner.clear()
            self._trouble_told = ""
            self.again.emit()

    def _trouble(self, problem: Problem) -> None:
        self._banner.say(problem.message, problem.hint)
        self._trouble_told = self._banner.words

    def _woke(self, state: Qt.ApplicationState) -> None:
        if state == Qt.ApplicationState.ApplicationActive:
            self.look()
            self.woke.emit()


class Parting(QObject):
    """`allows` says whether closing loses nothing, or asks; `agreed` is the answer that it may."""

    agreed = Signal()

    def __init__(self, one: "OpenNotebook") -> None:
        super().__init__(one.window)
        self._one, self._banner = one, one.window.banner
        self.hurried = False  # the system wants the end: nobody is asked about a dream
        self._may = False

    def allows(self) -> bool:
        """Whether the window may close; if not, the person was asked."""
        if self._may:
            return True
        if unkept := self.unkept():
            words = tr("This could not be saved and is in this window only: %1.", listed(unkept))
            hint = tr("Make room on the disk and close again, or it is lost.")
            word = tr("Close and lose it")
        elif not self._one.background.is_dreaming() or self.hurried or self._asks:
            return True  # where it was asked, it is closed once more
        else:
            words = tr("A dream is running, and it stops when the window closes.")
            hint, word = tr("Nothing is written then."), tr("Stop it and close")
        self._banner.say(words, hint, word, act=self._agree)
        return False

    def unkept(self) -> list[str]:
        """The names of what was typed and is on no disk."""
        beside = [name for part in self._one.typed_in for name in part.unkept()]
        return [name for page in self._one.window.pages for name in page.unkept()] + beside

    def withdraw(self) -> None:
        if self._asks and not self.unkept():
            self._banner.clear()

    @property
    def _asks(self) -> bool:
        return self._banner.isVisible() and self._banner.act == self._agree

    def _agree(self) -> None:
        self._may = True
        self.agreed.emit()


_AGAIN_MS = 2000


class AgentLine(Banner):
    """Hidden while there is nothing to say. What was seen is remembered, so that work of the night
    is told in the morning."""

    def __init__(self, one: "OpenNotebook") -> None:
        super().__init__("sparkle")
        self._one, self._jobs = one, one.jobs
        self._works: tuple[AgentWork, ...] = ()
        self._memory: Memory | None = None
        self._seen: int | None = None  # not known yet
        self._had: dict[str, bytes] = {}
        # What an agent wants in MEMORY.md is proposed after it stands in the day.
        self._again = delayed(self, _AGAIN_MS, lambda: one.background.look_again())
        self.dismissed.connect(self._keep_seen)

    def follow(self, memory: "Memory") -> None:
        self._memory, self._had = memory, {}
        self._tell(())
        seen = self._one.state.get(f"agents.{memory.id}")
        self._seen = seen if isinstance(seen, int) else None
        self.look()

    def look(self) -> None:
        memory, seen, had = self._memory, self._seen, dict(self._had)
        if memory is not None and seen is None:
            self._jobs.call("agents", memory.agents.newest, self._begin)
        elif memory is not None:
            works = lambda: memory.agents.works(seen, had)
            self._jobs.call("agents", works, self._tell, lambda _: None)

    def _begin(self, newest: int) -> None:
        self._see(newest)
        self.look()

    def _tell(self, works: "Sequence[AgentWork]") -> None:
        """What agents wrote, in place of what it said before; without works it hides."""
        new = words_of(works)
        self._works = tuple(works)
        if not new:
            self.clear()
        elif new != self.words:
            self.say(new, "", tr("Review"), "info", tr("Undo"), act=self._review,
                act_other=self._undo)  # fmt: skip
            self._again.start()

    def _keep_seen(self) -> None:
        if self._works:
            self._had |= {work.path: work.after for work in self._works}
            self._see(max(work.version for work in self._works))

    def _see(self, version: int) -> None:
        self._seen = version
        if self._memory is not None:
            self._one.state.set(f"agents.{self._memory.id}", version)

    def _review(self) -> None:
        first = self._works[0]
        self._keep_seen()
        self._one.window.open(first.path, first.line)

    def _undo(self) -> None:
        memory, works = self._memory, self._works
        self._keep_seen()
        if memory is not None:
            self._jobs.do(
                lambda: memory.agents.take_back(works),
                lambda _: self._one.window.toast(tr("Undone.")),
                self._one.tell,
            )


def words_of(works: "Sequence[AgentWork]") -> str:
    """claude-code remembered 2 things. codex remembered 1 thing."""
    counts: dict[str, int] = {}
    for work in works:
        counts[work.client] = counts.get(work.client, 0) + work.lines
    told = (
        counted(
            "{client} remembered {count} thing.",
            "{client} remembered {count} things.",
            lines,
            client=tr("A command") if client == A_COMMAND else client,
        )
        for client, lines in counts.items()
    )
    return together(*told)
