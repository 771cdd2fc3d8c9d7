"""Context: the very prompt that memory gives to a model, for a question and a budget of tokens.

Knows its parts and memory's question, not how pieces are chosen.
"""

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSlider

from desktop_app.jobs import Jobs
from desktop_app.memory import Changed, Memory
from desktop_app.sessions.levels.level import LEVEL_WORDS
from desktop_app.sessions.levels.prompt_plan import architected
from desktop_app.sessions.prompt import USUAL_BUDGET, PieceWhy, PromptMaterial, PromptPiece
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.asking_pane import AskingPane
from desktop_app.ui.parts.boxes import Pile, stacked
from desktop_app.ui.parts.delayed import delayed
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import EmptyState
from desktop_app.ui.parts.rows import RowWords, ThingRows
from desktop_app.ui.plans import CONTEXT
from desktop_app.ui.writing.editor import Editor
from desktop_app.words import counted, spoken, tr

BUDGETS = (512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768)
"""Tokens. Smaller and larger ones are for the command line."""

_REST = 250  # milliseconds without a key, then the question is asked
_WHY = {
    PieceWhy.MEMORY: tr("always wanted"),
    PieceWhy.TODAY: tr("today"),
    PieceWhy.YESTERDAY: tr("yesterday"),
    PieceWhy.QUESTION: tr("found for the question"),
}


def _row(row: tuple[PromptPiece, PromptPiece | None]) -> RowWords:
    piece, inside = row
    words, why = piece.text.strip(), " · ".join(_told(piece, inside))
    title, tokens = words.split("\n")[0].lstrip("-*+ "), f"{(inside or piece).tokens:,}"
    icon, token = ("check", "ok") if inside else ("minus", "text3")
    said = spoken(words[:200], why)
    return RowWords(title, why, tokens, icon, token, said=said, tip=words[:500])


def _told(piece: PromptPiece, inside: PromptPiece | None) -> Iterator[str]:
    """How much of a piece is in the prompt, how surely it answers, where it stands, and why."""
    if inside is None:
        yield tr("left out: no room for it")
    elif inside.level is not None:
        yield LEVEL_WORDS[inside.level] if inside.text else tr("told already")
    if piece.relevance is not None:
        yield tr("{percent} % sure").format(percent=round(100 * piece.relevance))
    yield tr("{path}, line {line}").format(path=piece.path, line=piece.line)
    if inside is not None:
        yield _WHY[piece.why]
        if piece.rank is not None and piece.why is not PieceWhy.QUESTION:
            yield _WHY[PieceWhy.QUESTION]


class ContextPage(Page):
    """Rehearses what a model would read of this notebook: for a question and a budget, the pieces
    in and out of the prompt beside it."""

    plan = CONTEXT

    def __init__(self, jobs: Jobs, actions: Actions) -> None:
        super().__init__(jobs, actions)
        self.material: PromptMaterial | None = None
        self._soon = delayed(self, _REST, self._gather)
        self.pane = AskingPane(
            tr("What a model reads"),
            tr("What the model is asked"),
            tr("A question to the model"),
            ThingRows(tr("What may be in the prompt"), _row),
        )
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, len(BUDGETS) - 1)
        self.slider.setPageStep(1)
        self.slider.setAccessibleName(tr("How many tokens memory may take"))
        self.slider.setToolTip(self.slider.accessibleName())
        self.slider.setValue(BUDGETS.index(USUAL_BUDGET))
        self.slider.valueChanged.connect(self._draw)
        self.tally = text("", "meta", "text2", wrap=True)
        self.pane.add(self.slider, self.tally)
        self.pane.asked.connect(self._soon.start)
        self.pane.rows.clicked.connect(self._open)
        self.pane.rows.entered.connect(self._open)
        self.header = Header(actions, self.title, tr("The part of a prompt that memory gives"))
        self.view = Editor(tr("The prompt"))
        self.view.setAccessibleDescription("")
        self.view.setTabChangesFocus(True)
        self.empty = EmptyState(self.name, "")
        self._stack = Pile(self.empty, self.view)
        stacked(self, self.header, self._stack, grows=self._stack)
        self.setFocusProxy(self.view)

    def show_notebook(self, memory: Memory) -> None:
        super().show_notebook(memory)
        self.material = None
        self._gather()

    def show_changed(self, changed: Changed) -> None:
        if self.isVisible():
            self._soon.start()

    def entered(self) -> None:
        self._gather()
        self.focus_search()

    def come(self) -> None:
        """Comes to the front, from wherever the person is, with the keyboard in the question."""
        super().come()
        self.focus_search()

    @property
    def budget(self) -> int:
        """Tokens, as chosen."""
        return BUDGETS[self.slider.value()]

    def _open(self) -> None:
        if self.pane.rows.thing is not None:
            piece, _inside = self.pane.rows.thing
            self.opened.emit(piece.path, piece.line)

    def _gather(self) -> None:
        question = self.pane.query
        self.look_up("context", lambda memory: memory.context.material(question), self._gathered)

    def _gathered(self, material: PromptMaterial) -> None:
        self.material = material
        self.told.emit("", "")
        self._draw()

    def _draw(self) -> None:
        """The text, and its pieces in their order, those inside and those left out."""
        if self.material is None:
            return
        prompt = architected(self.material, self.budget)
        inside = {(piece.path, piece.line): piece for piece in prompt.inside}
        self.pane.rows.rows.show(
            [(piece, inside.get((piece.path, piece.line))) for piece in self.material.pieces]
        )
        words = tr("About {tokens} of {budget} tokens").format(
            tokens=f"{prompt.tokens:,}", budget=f"{prompt.budget:,}"
        )
        if out := len(prompt.left_out):
            words += " · " + counted("{count} piece left out", "{count} pieces left out", out)
        self.tally.setText(words)
        nothing = tr("There are no notes yet that a model could read.")
        too_small = tr("This budget has no room for any note.")
        self.empty.say(too_small if self.material.pieces else nothing)
        self._stack.setCurrentWidget(self.view if prompt.text else self.empty)
        if prompt.text != self.view.text():
            self.view.load(prompt.text, fixed=True)
