"""What goes on while nobody looks: dreams by themselves, and what waits for a decision.

The status bar and notifications tell of every dream, also of one that somebody asked for.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from desktop_app.ui.frame.notifier import Notifier
from desktop_app.words import filled, tr

if TYPE_CHECKING:
    from desktop_app.dreams.decisions import Needs
    from desktop_app.dreams.dream import Outcome
    from desktop_app.dreams.runs import DreamRun
    from desktop_app.memory import Memory
    from desktop_app.memory.schedule import ScheduledDream, ScheduleState
    from desktop_app.ui.dreams_page import DreamsPage
    from desktop_app.ui.open_notebook import OpenNotebook
    from desktop_app.ui.settings_page import SettingsPage

JOB = "nightly"
EVERY_MS = 60 * 1000


class Background(QObject):
    """Asks each minute whether a dream is due, from `follow` until `stop`, and tells of dreams."""

    def __init__(self, one: "OpenNotebook") -> None:
        super().__init__(one.window)
        self._one, self._window, self._jobs = one, one.window, one.jobs
        self._get = one.settings.get
        self._memory: Memory | None = None
        self._follows = False  # what waits of the open notebook
        self._newest: list[DreamRun] | None = None  # the newest dream, as it was last seen
        self._was_paused = True  # or not known, or the person did it
        self._scheduled = False  # the system starts dreams of this notebook
        self.notifier = Notifier(self._window)
        self.notifier.clicked.connect(self._clicked)
        self._clock = QTimer(self, interval=EVERY_MS)
        self._clock.timeout.connect(self.look)
        self._window.left.connect(self._look_for_talks_of)

    def connect_dreams(self, page: "DreamsPage") -> None:
        """Tell of the dreams that somebody asks for there."""
        status = self._window.status
        page.list.waiting.connect(self._show_waiting)
        page.schedule_asked.connect(self._lead_to_nightly)
        page.work.dreamt.connect(self._tell_dreamt)
        page.work.began.connect(lambda: status.show_dreaming(""))
        page.work.stepped.connect(status.show_dreaming)
        page.work.ended.connect(self._end_dream)

    def connect_settings(self, page: "SettingsPage") -> None:
        page.scheduled.connect(self._look_for_unit)
        page.pause_asked.connect(self.pause)
        page.kept.connect(lambda key: self.tell() if key.startswith("dreams.") else None)
        self.tell()

    def show_notebook(self, memory: "Memory") -> None:
        self._memory, self._follows, self._newest = memory, False, None

    def follow(self) -> None:
        """Begin to ask whether a dream of the open notebook is due."""
        if self._memory is not None:
            self._jobs.cancel(JOB)
            self._follows = self._was_paused = True
            self._clock.start()
            self.look()
            self._look_for_unit()
            self.count()
            self._look_for_talks_of("conversation")

    def stop(self) -> None:
        self._clock.stop()
        self.notifier.stop()

    # -- what is there ----------------------------------------------------------------------------

    def count(self) -> None:
        """Show how much waits, which the page of dreams tells by itself once it is made; and how
        many days no dream has read."""
        if (memory := self._memory) is not None:
            if not self._window.is_made("dreams"):
                waits = lambda: memory.needs(anew=True)
                self._jobs.call("waiting", waits, self._show_waiting, alone=True)
            show = lambda found: self._one.memory_page.show_undreamt(*found)
            look = lambda: memory.dreams.undreamt(self._get("dreams.days") or None)
            self._jobs.call("undreamt", look, show, lambda _: None)

    def look_again(self) -> None:
        """Somebody is back: an agent or a command may have proposed something meanwhile."""
        if self._follows:  # the first page comes first
            if self._window.is_made("dreams"):
                self._one.dreams_page.show_again()
            self.count()

    def _look_for_talks_of(self, page: str) -> None:
        if (memory := self._memory) is not None and page == "conversation":
            look = lambda: any(memory.talks.transcripts.all())
            self._jobs.call("talks.there", look, self._window.show_coming, lambda _: None)

    def _look_for_unit(self) -> None:
        if (memory := self._memory) is not None:

            def found(scheduled: bool) -> None:
                self._scheduled = scheduled
                self.look()

            self._jobs.call("scheduled", lambda: _is_scheduled(memory), found)

    # -- dreams by themselves ---------------------------------------------------------------------

    def is_dreaming(self) -> bool:
        """Whether a dream runs, by hand or by itself, or it is asked whether one is to."""
        by_hand = self._window.is_made("dreams") and self._one.dreams_page.work.running
        return by_hand or self._jobs.running(JOB)

    def pause(self, paused: bool) -> None:
        if (memory := self._memory) is not None:
            self._was_paused = True  # the person knows it: no alarm
            work = memory.schedule.pause if paused else memory.schedule.resume
            self._jobs.do(work, lambda _: self.look(), self._one.tell)

    def look(self) -> None:
        """Ask now whether a dream is due, and whether one was made elsewhere."""
        self._ask(self._show_and_start)
        if (memory := self._memory) is not None:
            newest = lambda: memory.dreams.runs(1)
            self._jobs.call("dreams.newest", newest, self._follow_newest, lambda _: None)

    def _follow_newest(self, newest: "list[DreamRun]") -> None:
        before, self._newest = self._newest, newest
        if before is not None and before != newest:
            self.look_again()

    def tell(self) -> None:
        """Say how it stands now; none begins, as the person may still be choosing."""
        self._ask(self._show)

    def _ask(self, show: "Callable[[ScheduleState], None]") -> None:
        memory, get = self._memory, self._get
        if memory is not None and self._follows and not self._jobs.running(JOB):
            state = lambda: memory.schedule.state(get)
            self._jobs.call("nightly.state", state, show, lambda _: None)

    def _show(self, state: "ScheduleState") -> None:
        words = state.next_told
        if state.next_at is not None and not self._scheduled:
            words = tr("%1, while Nightstand is open", words)
        self._window.status.show_next(words, state.paused)
        if self._window.is_made("settings"):
            self._one.settings_page.show_state(state)
        if state.paused and not self._was_paused:  # and the person did not ask for it
            self._window.toast(state.told, tr("Open Settings"), self._lead_to_nightly)
            self.notifier.notify(tr("Dreams are paused"), state.told, page="")
        self._was_paused = bool(state.paused)

    def _show_and_start(self, state: "ScheduleState") -> None:
        from desktop_app.dreams.schedule import ScheduleKind  # after the first picture

        self._show(state)
        due = state.why is None and state.schedule.kind != ScheduleKind.OFF
        if due and not self._jobs.running(JOB):
            self._window.save_all()  # what is typed: a dream may begin
            self._jobs.do(lambda: None, lambda _: self._start())

    def _start(self) -> None:
        memory = self._memory
        if memory is None or self._jobs.running(JOB):
            return
        unsaved, get = bool(self._one.parting.unkept()), self._get

        async def work(report: Callable[[str], None]) -> "ScheduledDream":
            from desktop_app.dreams.engine_choice import engine_of  # long to load

            engine = engine_of(get)
            if engine.asks:
                await asyncio.to_thread(lambda: memory.models.ollama)  # its library loads slowly
            return await memory.schedule.run_if_due(
                get, unsaved=unsaved, engine=engine, report=report
            )

        self._jobs.start(
            JOB,
            work,
            done=lambda dream: self._done(memory, dream),
            failed=lambda _: self._end_dream(),  # the page that reads the notebook says why
            cancelled=self._end_dream,
            step=self._window.status.show_dreaming,
        )

    def _done(self, memory: "Memory", dream: "ScheduledDream") -> None:
        self._end_dream()
        if memory is self._memory and dream.outcome is not None:
            self._show_nightly(dream)
            self.look()
        else:
            self.tell()  # why it was put off

    # -- what is told -----------------------------------------------------------------------------

    def _clicked(self, page: str) -> None:
        self._window.come_up()
        if page and self._memory is not None:
            self._window.show_page(page)

    def _end_dream(self) -> None:
        self._window.status.show_dreaming(None)
        self.count()
        self._one.parting.withdraw()

    def _show_waiting(self, needs: "Needs") -> None:
        told = needs.words if needs.count else ""
        self._window.status.show_dream(told)
        self._window.rail.buttons["dreams"].show_waiting(needs.count, told)

    def _show_nightly(self, dream: "ScheduledDream") -> None:
        """A dream by itself has ended: it is told, also to somebody who comes back later."""
        self.look_again()
        sentence = tr("Automatic dream: %1")
        if dream.verdict.missed:
            sentence = tr("A missed dream was caught up: %1")
        words, written = filled(sentence, dream.told), dream.applied
        if written is not None:
            name = written.proposal.id
            self._window.toast(words, tr("Undo"), lambda: self._one.dreams_page.undo(name))
        else:
            look = lambda: self._one.dreams_page.show_waiting()
            self._window.toast(words, tr("To decide"), look)
        self.notifier.notify(tr("Nightstand has dreamt"), dream.told)

    def _tell_dreamt(self, outcome: "Outcome") -> None:
        from desktop_app.dreams.decisions import needs_of

        words = needs_of([outcome.proposal] if outcome.proposal else []).words
        self.notifier.notify(tr("Nightstand has dreamt"), words)

    def _lead_to_nightly(self) -> None:
        self._one.settings_page.lead_to("dreams")


def _is_scheduled(memory: "Memory") -> bool:
    """Whether the system starts dreams of this notebook. Blocks: run it in a thread."""
    from desktop_app.system import here

    return here.is_scheduled(here.dream_start(memory.root, memory.id, memory.name))
