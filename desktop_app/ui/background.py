"""What goes on while nobody looks: dreams by themselves, and the program without its window.

The status bar, the tray and notifications tell of every dream, also of one that somebody asked for.
"""

import asyncio
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QObject, QSocketNotifier, QTimer, Signal
from PySide6.QtWidgets import QSystemTrayIcon, QWidget

from desktop_app.dreams.schedule.plan import ScheduleKind
from desktop_app.errors import Problem
from desktop_app.system import notification
from desktop_app.system.bus import NoAnswer
from desktop_app.ui.look.icons import app_icon
from desktop_app.ui.parts import desktop
from desktop_app.ui.parts.settings import KeptSettings
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.begun import Outcome
    from desktop_app.dreams.deciding import Needs
    from desktop_app.errors import Problem
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.schedule import Computer, ScheduledDream, ScheduleState
    from desktop_app.ui.dreams_page import DreamsPage
    from desktop_app.ui.frame.staying import Staying
    from desktop_app.ui.memory_page import MemoryPage
    from desktop_app.ui.parts.settings import KeptSettings
    from desktop_app.ui.settings_page import SettingsPage
    from desktop_app.ui.window import Window


class Background(QObject):
    """Wires the notifier, staying and nightly dreams to the window and to the open notebook."""

    dream_ended = Signal()
    stated = Signal()  # whether dreams by themselves are paused, perhaps as before

    def __init__(
        self,
        window: "Window",
        jobs: "Jobs",
        settings: "KeptSettings",
        staying: "Staying",
        unsaved: Callable[[], bool],
        others: "Callable[[], Sequence[Background]]",
    ) -> None:
        """`unsaved` says whether text is typed that no disk has; `others` are those of the
        program's other windows."""
        super().__init__(window)
        self._window, self._jobs, self._settings = window, jobs, settings
        self._memory: Memory | None = None
        self._follows = False  # what waits of the open notebook
        self.staying, self._others = staying, others
        self.paused = False  # dreams by themselves
        self._scheduled = False  # the system starts dreams of this notebook
        self.notifier = Notifier(window, jobs)
        self.nightly = Nightly(
            jobs, settings, window, computer=_computer, unsaved=unsaved,
            stays=lambda: staying.tray.stays or self._scheduled,
            busy=lambda: any(other.is_dreaming() for other in others()),
        )  # fmt: skip
        self.notifier.clicked.connect(self._clicked)
        nightly, status = self.nightly, window.status
        nightly.told.connect(status.show_next)
        nightly.flush_asked.connect(window.save_all)
        nightly.stepped.connect(status.show_dreaming)
        nightly.ended.connect(self._end_dream)
        nightly.dreamt.connect(self._show_nightly)
        nightly.stated.connect(self._show_schedule)
        nightly.alarmed.connect(self._tell_alarm)
        window.left.connect(lambda name: self.look_for_talks() if name == "conversation" else None)
        status.next_pressed.connect(self._lead_to_nightly)

    def connect_dreams(self, page: "DreamsPage") -> None:
        """Tell of the dreams that somebody asks for there."""
        page.waiting.connect(self._show_waiting)
        page.nightly_offer.taken.connect(self.nightly.tell)
        page.nightly_offer.taken.connect(self._tell_taken)
        page.work.asked.connect(lambda _: self.staying.come_up_if_hidden(self._window))
        page.work.dreamt.connect(self._tell_dreamt)
        page.work.began.connect(lambda: self._window.status.show_dreaming(""))
        page.work.stepped.connect(self._window.status.show_dreaming)
        page.work.ended.connect(self._end_dream)

    def connect_settings(self, page: "SettingsPage") -> None:
        """Follow what is chosen there."""
        page.scheduled.connect(self._look_for_unit)
        page.pause_asked.connect(self.pause)
        page.kept.connect(self._follow_setting)
        self.nightly.tell()

    def _follow_setting(self, key: str) -> None:
        if key == "window.stay":
            self.staying.tray.follow()
        elif key.startswith("dreams."):
            self.nightly.tell()

    def show_notebook(self, memory: "Memory") -> None:
        """Another notebook is open."""
        self._memory, self._follows = memory, False

    def follow(self) -> None:
        """Begin to ask whether a dream of the open notebook is due."""
        if self._memory is not None:
            self._follows = True
            self.nightly.follow(self._memory)
            self._look_for_unit()
            self.count_waiting()
            self.count_days()
            self.look_for_talks()

    def count_waiting(self) -> None:
        """Show how much waits; once the page of dreams is made, it tells by itself."""
        memory = self._memory
        if memory is not None and not self._window.is_made("dreams"):
            self._jobs.call("waiting", memory.inbox.needs, self._show_waiting)

    def look_again(self) -> None:
        """Somebody is back: an agent or a command may have proposed something meanwhile."""
        if not self._follows:  # the first page comes first
            return
        if self._memory is not None and self._window.is_made("dreams"):
            self._dreams_page.show_again()
        self.count_waiting()

    def count_days(self) -> None:
        """Show on the page of memory how many days no dream has read."""
        if (memory := self._memory) is not None:
            page = cast("MemoryPage", self._window.made("memory"))
            show = lambda found: page.show_undreamt(*found)  # noqa: E731
            self._jobs.call("undreamt", memory.dreams.undreamt, show, lambda _: None)

    def look_for_talks(self) -> None:
        """Show the place of conversations once there is one."""
        if (memory := self._memory) is not None:
            there = lambda found: self._window.show_in_rail("conversation", bool(found))  # noqa: E731
            self._jobs.call("talks.there", memory.talks.listed, there, lambda _: None)

    def is_dreaming(self) -> bool:
        """Whether a dream runs, by hand or by itself."""
        by_hand = self._window.is_made("dreams") and self._dreams_page.work.running
        return by_hand or self.nightly.running

    def stop(self) -> None:
        """The window closes."""
        self.nightly.stop()
        self.notifier.stop()

    @property
    def _dreams_page(self) -> "DreamsPage":
        return cast("DreamsPage", self._window.made("dreams"))

    @property
    def _settings_page(self) -> "SettingsPage":
        return cast("SettingsPage", self._window.made("settings"))

    def _clicked(self, page: str) -> None:
        """Somebody clicked a notification: the window comes in front of all else."""
        self.staying.come_up(self._window)
        if page and self._memory is not None:
            self._window.show_page(page)

    def _end_dream(self) -> None:
        self._window.status.show_dreaming(None)
        self.count_waiting()
        self.count_days()
        self.dream_ended.emit()

    def _show_waiting(self, needs: "Needs") -> None:
        told = needs.words if needs.count else ""
        self._window.status.show_dream(told)
        self._window.rail.buttons["dreams"].show_waiting(needs.count, told)

    def _show_nightly(self, dream: "ScheduledDream") -> None:
        """A dream by itself has ended: it is told, also to somebody who comes back later."""
        from desktop_app.dreams.runs import DreamCause

        if self._window.is_made("dreams"):
            self._dreams_page.show_again()
        else:
            self.count_waiting()
        sentence = tr("Automatic dream: %1")
        if dream.cause == DreamCause.CAUGHT_UP:
            sentence = tr("A missed dream was caught up: %1")
        words, written = sentence.replace("%1", dream.told), dream.applied
        if written is not None:
            name = written.proposal.id
            self._window.toast(words, tr("Undo"), lambda: self._dreams_page.work.undo(name))
        else:
            self._window.toast(words, tr("Look"), lambda: self._dreams_page.show_waiting())
        self._notify(tr("Nightstand has dreamt"), dream.told)

    def _tell_dreamt(self, outcome: "Outcome") -> None:
        """A dream that somebody asked for has ended, perhaps while the window is hidden."""
        from desktop_app.dreams.deciding import needs_of

        words = tr("Nothing needs your decision.")
        if outcome.proposal is not None:
            words = needs_of([outcome.proposal]).words
        self._notify(tr("Nightstand has dreamt"), words)

    def pause(self, paused: bool) -> None:
        """Have dreams by themselves pause, or go on."""
        if (memory := self._memory) is not None:
            work = memory.schedule.pause if paused else memory.schedule.resume
            self.nightly.person_paused()
            self._jobs.do(work, lambda _: self.nightly.look(), self._tell)

    def _show_schedule(self, state: "ScheduleState") -> None:
        """How it stands with dreams by themselves."""
        self.paused = bool(state.paused)
        self.stated.emit()
        if self._window.is_made("settings"):
            self._settings_page.show_state(state)

    def _tell_alarm(self, words: str) -> None:
        """Dreams by themselves pause, and nobody asked for it."""
        self._window.toast(words, tr("Look"), self._lead_to_nightly)
        self._notify(tr("Dreams are paused"), words, page="")

    def _notify(self, title: str, words: str, page: str = "dreams") -> None:
        """Says which notebook it is where several are open."""
        named = self._others() and self._memory is not None
        self.notifier.notify(title, f"{self._memory.name}: {words}" if named else words, page)

    def _tell_taken(self) -> None:
        """The person wants dreams by themselves: where more can be chosen."""
        words = tr("Automatic dreams are on.")
        self._window.toast(words, tr("Settings"), self._lead_to_nightly)

    def _lead_to_nightly(self) -> None:
        self._settings_page.lead_to_dreams()

    def _look_for_unit(self) -> None:
        """See whether the system starts dreams of this notebook, as the status bar says so."""
        if (memory := self._memory) is not None:
            get = self._settings.get
            self._jobs.call("scheduled", lambda: _is_scheduled(memory, get), self._found_unit)

    def _found_unit(self, scheduled: bool) -> None:
        self._scheduled = scheduled
        self.nightly.look()

    def _tell(self, problem: "Problem") -> None:
        self._window.say_problem(problem.message, problem.hint)


def _computer() -> "Computer":
    """What the system tells of this computer."""
    from desktop_app.memory.schedule import Computer
    from desktop_app.system.idle import idle_seconds
    from desktop_app.system.power import on_mains

    return Computer(on_mains, idle_seconds)


def _is_scheduled(memory: "Memory", get: Callable[[str], Any]) -> bool:
    """Whether the system starts dreams of this notebook. Blocks: run it in a thread."""
    from desktop_app.dreams.schedule.plan import schedule_of
    from desktop_app.system import here

    at = schedule_of(get).at
    return here.is_scheduled(here.dream_start(memory.root, memory.id, memory.name, at))


JOB = "nightly"
EVERY_MS = 60 * 1000


class Nightly(QObject):
    """Dreams by themselves of one notebook at a time, from `follow` until `stop`."""

    told = Signal(str, str)  # when the next dream comes in a few words, "" where none does; and why
    stated = Signal(object)  # a ScheduleState
    alarmed = Signal(str)  # they pause from now on, and the person did not ask for it: why
    flush_asked = Signal()  # what is typed is to be saved: a dream may begin
    stepped = Signal(str)  # a step of the dream that runs
    ended = Signal()  # it has ended, however
    dreamt = Signal(object)  # a ScheduledDream that began

    def __init__(
        self,
        jobs: "Jobs",
        settings: KeptSettings,
        parent: QObject,
        *,
        computer: "Callable[[], Computer]",
        unsaved: Callable[[], bool],
        stays: Callable[[], bool] = lambda: False,
        busy: Callable[[], bool] = lambda: False,
    ) -> None:
        """`computer` makes what asks the system, `unsaved` says whether text is typed that no disk
        has; `stays`: dreams begin also when the window is closed; `busy`: another notebook
        of this program dreams, and this one waits for the next minute."""
        super().__init__(parent)
        self._jobs, self._settings = jobs, settings
        self._computer, self._unsaved, self._stays = computer, unsaved, stays
        self._busy = busy
        self._memory: Memory | None = None
        self._was_paused = True  # or not known
        self._clock = QTimer(self, interval=EVERY_MS)
        self._clock.timeout.connect(self.look)

    @property
    def running(self) -> bool:
        """Whether a dream by itself runs, or it is asked whether one is to."""
        return self._jobs.running(JOB)

    def follow(self, memory: "Memory") -> None:
        """Another notebook is open."""
        self._jobs.cancel(JOB)
        self._memory = memory
        self._was_paused = True
        self._clock.start()
        self.look()

    def stop(self) -> None:
        """Ask no more."""
        self._clock.stop()

    def look(self) -> None:
        """Ask now."""
        self._ask(self._show_and_start)

    def tell(self) -> None:
        """Say how it stands now; none begins, as the person may still be choosing."""
        self._ask(self._show)

    def _ask(self, show: "Callable[[ScheduleState], None]") -> None:
        memory = self._memory
        if memory is not None and not self.running:
            get = self._settings.get
            self._jobs.call(
                "nightly.state", lambda: memory.schedule.state(get), show, lambda _: None
            )

    def _show(self, state: "ScheduleState") -> None:
        words = state.next_told
        if state.next_at is not None and not self._stays():
            words = tr("%1, while Nightstand is open").replace("%1", words)
        self.told.emit(words, state.paused)
        self.stated.emit(state)
        if state.paused and not self._was_paused:
            self.alarmed.emit(state.told)
        self._was_paused = bool(state.paused)

    def person_paused(self) -> None:
        """The person knows it: no alarm is to be told."""
        self._was_paused = True

    def _show_and_start(self, state: "ScheduleState") -> None:
        self._show(state)
        busy = self.running or self._busy()
        if state.why is None and state.schedule.kind != ScheduleKind.OFF and not busy:
            self.flush_asked.emit()
            self._jobs.do(lambda: None, lambda _: self._start())

    def _start(self) -> None:
        memory = self._memory
        if memory is None or self.running or self._busy():
            return
        unsaved, get = self._unsaved(), self._settings.get

        async def work(report: Callable[[str], None]) -> "ScheduledDream":
            from desktop_app.dreams.engines import engine_of  # long to load

            engine, computer = engine_of(get), self._computer()
            if engine.asks:
                await asyncio.to_thread(lambda: memory.models.ollama)  # its library loads slowly
            return await memory.schedule.run_if_due(
                get, computer=computer, unsaved=unsaved, engine=engine, report=report
            )

        self._jobs.start(
            JOB,
            work,
            done=lambda dream: self._done(memory, dream),
            failed=self._failed,
            cancelled=self.ended.emit,
            step=self.stepped.emit,
        )

    def _done(self, memory: "Memory", dream: "ScheduledDream") -> None:
        self.ended.emit()
        if memory is self._memory and dream.cause is not None:
            self.dreamt.emit(dream)
            self.look()
        else:
            self.tell()  # why it was put off

    def _failed(self, problem: "Problem") -> None:
        """The notebook's own data could not be read; the page that reads it says so too."""
        self.ended.emit()


class Notifier(QObject):
    """`notify` says something while the window is not in front; `clicked` is the answer to it, with
    the name of the page that it leads to.
    """

    clicked = Signal(str)

    def __init__(self, window: QWidget, jobs: "Jobs") -> None:
        super().__init__(window)
        self._window, self._jobs = window, jobs
        self._icon: QSystemTrayIcon | None = None
        self._shown: notification.Notification | None = None
        self._ear: QSocketNotifier | None = None
        self._page = ""

    def notify(self, title: str, text: str, page: str = "dreams") -> bool:
        """Say it, unless the person looks at the window; returns whether it is said.

        A click leads to the `page` of this name; "" is whatever page is in front.
        """
        if self._in_front():
            return False
        self._page = page
        if sys.platform == "linux":
            self._jobs.call(
                "notify",
                lambda: _say(title, text, tr("Review") if page else tr("Open")),
                self._listen,
                lambda _: self._by_icon(title, text),
                alone=True,
            )
        else:
            self._by_icon(title, text)
        return True

    def stop(self) -> None:
        """Hear of nothing any more."""
        if self._ear is not None:
            self._ear.setEnabled(False)
            self._ear = None
        if self._shown is not None:
            self._shown.close()
            self._shown = None
        if self._icon is not None:
            self._icon.hide()

    def _in_front(self) -> bool:
        return self._window.isVisible() and self._window.isActiveWindow()

    def _listen(self, shown: notification.Notification) -> None:
        self.stop()
        self._shown = shown
        ear = QSocketNotifier(shown.connection.sock.fileno(), QSocketNotifier.Type.Read, self)
        ear.activated.connect(self._hear)
        self._ear = ear

    def _hear(self) -> None:
        if self._shown is None:
            return
        heard = notification.hear(self._shown)
        if heard.token:
            os.environ["XDG_ACTIVATION_TOKEN"] = heard.token  # Qt takes it when a window comes up
        if heard.clicked:
            self._click()
        if heard.clicked or heard.gone:
            self.stop()

    def _click(self) -> None:
        self.clicked.emit(self._page)

    def _by_icon(self, title: str, text: str) -> None:
        """From an icon that stands in the tray for as long as the program runs or is looked at."""
        if not desktop.has_tray():
            return
        if self._icon is None:
            self._icon = QSystemTrayIcon(app_icon(), self)
            self._icon.messageClicked.connect(self._click)
            self._icon.messageClicked.connect(self._icon.hide)
        self._icon.show()
        self._icon.showMessage(title, text, app_icon())


def _say(title: str, text: str, word: str) -> notification.Notification:
    try:
        return notification.say(title, text, word)
    except NoAnswer as error:
        raise Problem(str(error)) from error
