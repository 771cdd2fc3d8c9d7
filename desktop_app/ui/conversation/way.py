"""A way in which conversations come in, as a card; and what such cards have in common."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QLayout, QVBoxLayout, QWidget

from desktop_app.dreams.flush import FlushDraft
from desktop_app.dreams.proposal import Why
from desktop_app.errors import Problem
from desktop_app.language.gate.masked import without_secrets
from desktop_app.ui.conversation.words import lines, written_by
from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import sized, stacked
from desktop_app.ui.parts.controls import Button, CheckBox, IconButton
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.folders import first_file
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import section, surface, text
from desktop_app.ui.parts.notices import Banner
from desktop_app.ui.parts.running import Running
from desktop_app.ui.parts.scrolled_column import ScrolledColumn
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs, Report
    from desktop_app.memory import Memory

A = TypeVar("A")
ADD, IMPORT = "add", "import"
WAYS = (
    (ADD, tr("Paste or open a conversation…"), "conversation"),
    (IMPORT, tr("Import from another program…"), "folder-plus"),
)
"""The ways in which conversations come in, beside talking here: words and an icon for each."""
_WIDTH = 720
_MOST = 50  # lines that were left out, with a box of their own


class WayCard(QFrame):
    """Header, banner, steps of which one is shown, what is under way, and a way back."""

    closed = Signal()  # the conversations are to be shown again
    opened = Signal(str, int)
    toasted = Signal(str, str, object)
    about_to_write = Signal()  # what is typed elsewhere is to be saved first
    stepped = Signal(str)  # what is under way, in words

    result: "WayResult"

    def __init__(self, jobs: "Jobs", header: Header, job: str, running: Running) -> None:
        super().__init__()
        self._jobs, self._job = jobs, job
        self._memory: Memory | None = None
        self._steps: tuple[QWidget, ...] = ()
        self.header, self.running = header, running
        self.setProperty("surface", "doc")
        self.setProperty("tabs", "place")
        self.setAcceptDrops(True)
        self.close_button = IconButton("cross", tr("Back to the conversations"))
        self.close_button.clicked.connect(self.closed)
        header.add(self.close_button)
        self.banner = Banner()
        scroll = ScrolledColumn()
        self.column = sized(scroll.column, (24, 20, 24, 20), 12)
        sized(scroll.middle, most=_WIDTH)
        stacked(self, header, scroll, grows=scroll)
        self.stepped.connect(running.say)
        running.cancel_asked.connect(self.cancel)

    @property
    def busy(self) -> bool:
        return self._jobs.running(self._job)

    @property
    def step(self) -> QWidget:
        return next(step for step in self._steps if not step.isHidden())

    def ask(self) -> None:
        """Comes to the front: where it was left."""
        self.take_focus()

    def take_focus(self) -> None:
        self.first.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def first(self) -> QWidget:
        """Where the keyboard goes in the step that is shown."""
        raise NotImplementedError

    def leave(self) -> None:
        """Another page comes to the front: what is under way goes on."""

    def unkept(self) -> list[str]:
        """What was typed here and could be kept on no disk, by name."""
        return []

    def cancel(self) -> None:
        """What is under way stops; nothing is left half."""
        self._jobs.cancel(self._job)

    def set_steps(self, *steps: QWidget) -> None:
        self._steps = steps
        self.column.addWidget(self.banner)
        for step in steps:
            self.column.addWidget(step, 1)
        self.column.addWidget(self.running)
        self.show_step(steps[0])

    def show_step(self, step: QWidget) -> None:
        for each in self._steps:
            each.setVisible(each is step)
        self.go_on()

    def go_on(self) -> None:
        """The keyboard goes to what comes next."""
        if self.isVisible():
            self.take_focus()

    def begin_anew(self) -> None:
        """The first step, where something else is given."""
        self.banner.clear()
        self.show_step(self._steps[0])

    def show_running(self, running: bool) -> None:
        """While something is under way there is nothing to choose."""
        self.running.show_running(running)
        if running:
            self.go_on()

    def start(
        self, work: "Callable[[Memory, Report], Awaitable[A]]", done: Callable[[A], None]
    ) -> None:
        """Something long begins, unless something is under way. Nothing is said of it once another
        notebook is open."""
        memory = self._memory
        if memory is None or self.busy:
            return

        def end(then: Callable[..., None], *told: object) -> None:
            if memory is self._memory:
                self.show_running(False)
                then(*told)

        self.banner.clear()
        self.show_running(True)
        self._jobs.start(
            self._job,
            lambda report: work(memory, report),
            done=lambda answer: end(done, answer),
            failed=lambda problem: end(self.tell, problem),
            cancelled=lambda: end(self.say, tr("Cancelled. Nothing was written.")),
            step=self.stepped.emit,
        )

    def write(
        self,
        work: "Callable[[Memory], A]",
        done: Callable[[A], None],
        failed: Callable[[Problem], None],
    ) -> None:
        """Something is written, or taken back, once what is typed is saved."""
        if (memory := self._memory) is not None:
            self.banner.clear()
            self.about_to_write.emit()
            answered = lambda answer: done(answer) if memory is self._memory else None  # noqa: E731
            self._jobs.do(lambda: work(memory), answered, failed)

    def refused(self, problem: Problem) -> None:
        """It could not be taken back."""
        self.result.undo_button.setEnabled(True)
        self.tell(problem)

    def tell(self, problem: Problem) -> None:
        """Says what went wrong: here, and from another page by a toast."""
        self.banner.say(problem.message, problem.hint)
        self._tell_end(problem.message)

    def say(self, words: str) -> None:
        """Says how it ended, in the same way."""
        self.banner.say(words, tone="info")
        self._tell_end(words)

    def _tell_end(self, words: str) -> None:
        if self.isVisible():
            self.go_on()
        else:
            self.toasted.emit(words, "", None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if first_file(event.mimeData()):
            event.acceptProposedAction()


class Spaced(QWidget):
    """Parts below one another with a gap of so many pixels at zoom 1."""

    card: QFrame

    def __init__(
        self, gap: int, *parts: QWidget | QLayout | None, grows: QWidget | None = None
    ) -> None:
        super().__init__()
        self.box = sized(stacked(self, *parts, grows=grows), gap=gap)

    def new_card(self, name: str) -> QGridLayout:
        """A card for lines in the place of the one before, the second part."""
        self.box.removeWidget(self.card)
        self.card.deleteLater()
        self.card, grid = lines_card(name)
        self.box.insertWidget(1, self.card)
        return grid


def buttons(*each: Button) -> QWidget:
    """Buttons in a row, or in several where there is no room."""
    room = QWidget()
    row = sized(Flow(room), gap=8)
    for button in each:
        row.addWidget(button)
    return room


class WayResult(Spaced):
    """What became of it: a sentence, more of it, lines perhaps, and what can be done now."""

    def __init__(self, open_words: str, another_words: str) -> None:
        self._icon = "check"
        self._sign = QLabel()
        self.title = text("", "section", wrap=True)
        self.detail = text("", "meta", "text2", wrap=True)
        self.lines: list[QLabel] = []
        self.card = surface("card")
        self.card.hide()
        self.open_button = Button(open_words, "primary")
        self.undo_button = Button(tr("Undo"), "plain", "undo")
        self.again_button = Button(tr("Back to the messages"))
        self.another_button = Button(another_words, "quiet")
        self._every = (self.open_button, self.undo_button, self.again_button, self.another_button)
        head = QGridLayout()
        head.setColumnStretch(1, 1)
        head.setVerticalSpacing(2)
        head.addWidget(self._sign, 0, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.title, 0, 1)
        head.addWidget(self.detail, 1, 1)
        super().__init__(16, head, self.card, buttons(*self._every), None)
        theme().followed_by(self._draw)

    def say(self, icon: str, title: str, detail: str, *shown: Button, words: str = "") -> None:
        """Shows this with the buttons `shown`; `words` are the lines that were written."""
        self._icon = icon
        self.title.setText(title)
        self.detail.setText(detail)
        self.detail.setVisible(bool(detail))
        for button in self._every:
            button.setVisible(button in shown)
        self.undo_button.setEnabled(True)
        grid = self.new_card(tr("Lines that were added"))
        self.lines = []
        for line in filter(str.strip, words.split("\n")):
            label = text(line.removeprefix("- "), "chat", wrap=True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            row = len(self.lines)
            if line.startswith("- "):
                grid.addWidget(text("•", "chat", "text3"), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(label, row, 1)
            self.lines.append(label)
        self.card.setVisible(bool(self.lines))
        self._draw()

    @property
    def first(self) -> Button:
        return next(button for button in self._every if not button.isHidden())

    def _draw(self) -> None:
        token = "ok" if self._icon == "check" else "text2"
        self._sign.setPixmap(pixmap(self._icon, token, 22, self.devicePixelRatioF()))


class LineChoice(Spaced):
    """What would be added of a conversation: each line can be left out, or taken in."""

    def __init__(self) -> None:
        self._day = ""
        self._lines: list[str] = []
        self.rows: list[LineBox] = []
        self.detail = text("", "meta", "text2", wrap=True)
        self.card = surface("card")
        self.add_button = Button("", "primary")
        self.back_button = Button(tr("Back to the messages"))
        head = QVBoxLayout()
        head.setSpacing(2)
        head.addWidget(text(tr("What would be added"), "section", wrap=True))
        head.addWidget(self.detail)
        super().__init__(16, head, self.card, buttons(self.add_button, self.back_button), None)

    @property
    def chosen(self) -> str:
        """The text of what is ticked, as the draft has it; what was left out comes last."""
        drafted = iter([row for row in self.rows if not row.unsafe])
        kept = [line for line in self._lines if not line.strip() or next(drafted).box.isChecked()]
        unsafe = [row.line for row in self.rows if row.unsafe and row.box.isChecked()]
        return "\n".join([*kept, *unsafe]).strip("\n")

    def show_draft(self, draft: FlushDraft, model: str, day: str = "") -> None:
        """Shows this one, for today or another `day`; `model` is who was asked, "" for nobody."""
        self._day, self._lines = day, draft.text.split("\n") if draft.text else []
        self.detail.setText(written_by(draft, model) if draft.text else draft.reason)
        grid = self.new_card(tr("Lines to choose from"))
        self.rows = []
        for line in filter(str.strip, self._lines):
            self._add_row(grid, line.removeprefix("- "), line)
        if draft.left_out:
            grid.addWidget(section(tr("Left out")), grid.rowCount(), 0, 1, 2)
        for each in draft.left_out[:_MOST]:
            shown = without_secrets(each.text.removeprefix("- "))
            order, secret = tr("It gives an order to an agent."), tr("It looks like a secret.")
            why = order if each.why == Why.ORDER else secret
            self._add_row(grid, f"{shown}\n{why}", each.text, unsafe=True)
        if more := len(draft.left_out[_MOST:]):
            words = tr("And %1 more").replace("%1", lines(more))
            grid.addWidget(text(words, "meta", "text2"), grid.rowCount(), 1)
        self._count()

    def set_busy(self, busy: bool) -> None:
        self.card.setEnabled(not busy)
        self.back_button.setEnabled(not busy)
        self._count()
        self.add_button.setEnabled(self.add_button.isEnabled() and not busy)

    def _add_row(self, grid: QGridLayout, words: str, line: str, *, unsafe: bool = False) -> None:
        row, at = LineBox(words, line, unsafe), grid.rowCount()
        row.box.toggled.connect(self._count)
        for part in (row.box, row.label):
            part.installEventFilter(self)
        grid.addWidget(row.box, at, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(row.label, at, 1)
        self.rows.append(row)

    def _count(self) -> None:
        count = sum(row.box.isChecked() for row in self.rows)
        words = tr("Add %1 to %2") if self._day else tr("Add %1 to today")
        self.add_button.setText(words.replace("%2", self._day).replace("%1", lines(count)))
        self.add_button.setEnabled(count > 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click on the words is one on the box; Up and Down go from box to box, Enter adds."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonRelease:
            for row in self.rows:
                if row.label is watched and event.button() == Qt.MouseButton.LeftButton:
                    row.box.toggle()
        boxes = [row.box for row in self.rows]
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Up.value: -1, Qt.Key.Key_Down.value: 1}.get(event.key())
            if watched in boxes and step:
                at = boxes.index(watched) + step
                boxes[max(0, min(at, len(boxes) - 1))].setFocus(Qt.FocusReason.TabFocusReason)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.add_button.click()
                return True
        return super().eventFilter(watched, event)


class LineBox:
    """A line of the draft, or one that was left out, and the box that takes it in."""

    def __init__(self, words: str, line: str, unsafe: bool) -> None:
        self.line, self.unsafe = line, unsafe
        self.box = CheckBox(words.replace("\n", ", "))
        self.box.setChecked(not unsafe)
        self.label = text(words, "chat", "text2" if unsafe else "text", wrap=True)


def lines_card(name: str) -> tuple[QFrame, QGridLayout]:
    """A card for lines, with a narrow column for what stands before each; for screen readers it has
    this `name`."""
    card, px = surface("card"), theme().px
    card.setAccessibleName(name)
    grid = QGridLayout(card)
    grid.setContentsMargins(px(16), px(14), px(16), px(14))
    grid.setHorizontalSpacing(px(10))
    grid.setVerticalSpacing(px(8))
    grid.setColumnStretch(1, 1)
    return card, grid
