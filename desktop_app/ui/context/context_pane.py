"""The left of the context page: the question, the budget, and the pieces in and out of the prompt.

Knows what is typed and chosen; putting a prompt together is the page's business.
"""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QStandardItem
from PySide6.QtWidgets import QSlider

from desktop_app.sessions.levels.level import LEVEL_WORDS
from desktop_app.sessions.prompt import MemoryPrompt, PieceWhy, PromptPiece
from desktop_app.ui.parts.asking_pane import AskingPane, row_item
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.rows import ASIDE, DETAIL, ICON, ICON_TOKEN, THING, TITLE
from desktop_app.words import counted, tr

BUDGETS = (512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768)
"""Tokens. Smaller and larger ones are for the command line."""

_WHY = {
    PieceWhy.MEMORY: tr("always wanted"),
    PieceWhy.TODAY: tr("today"),
    PieceWhy.YESTERDAY: tr("yesterday"),
    PieceWhy.QUESTION: tr("found for the question"),
}


class ContextPane(AskingPane):
    """Says `asked` at every key, and `moved` when the budget is another."""

    moved = Signal()
    opened = Signal(str, int)  # the place of the piece that was chosen

    def __init__(self) -> None:
        super().__init__(
            tr("What a model reads"),
            tr("What the model is asked"),
            tr("A question to the model"),
            tr("What may be in the prompt"),
        )
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, len(BUDGETS) - 1)
        self.slider.setPageStep(1)
        self.slider.setAccessibleName(tr("How many tokens memory may take"))
        self.slider.setToolTip(self.slider.accessibleName())
        self.slider.valueChanged.connect(lambda _value: self.moved.emit())
        self.tally = text("", "meta", "text2", wrap=True)
        self.rows.clicked.connect(lambda _index: self._open())
        self.rows.entered.connect(self._open)
        self.add(self.slider, self.tally)

    @property
    def budget(self) -> int:
        """Tokens, as chosen."""
        return BUDGETS[self.slider.value()]

    def choose(self, budget: int) -> None:
        """Moves the slider, and says nothing."""
        self.slider.blockSignals(True)
        self.slider.setValue(BUDGETS.index(budget))
        self.slider.blockSignals(False)

    def show_prompt(self, prompt: MemoryPrompt, every: Sequence[PromptPiece]) -> None:
        """The pieces in the order of the text, those inside and those left out."""
        inside = {(piece.path, piece.line): piece for piece in prompt.inside}
        self.put(_row(piece, inside.get((piece.path, piece.line))) for piece in every)
        words = tr("About {tokens} of {budget} tokens").format(
            tokens=f"{prompt.tokens:,}", budget=f"{prompt.budget:,}"
        )
        if left_out := len(prompt.left_out):
            words += " · " + counted("{count} piece left out", "{count} pieces left out", left_out)
        self.tally.setText(words)

    def _open(self) -> None:
        piece = self.thing()
        if isinstance(piece, PromptPiece):
            self.opened.emit(piece.path, piece.line)


def _row(piece: PromptPiece, inside: PromptPiece | None) -> QStandardItem:
    place = tr("{path}, line {line}").format(path=piece.path, line=piece.line)
    why = " · ".join([*_told(piece, inside), place, *(_why(piece) if inside else ())])
    words = piece.text.strip()
    values = {
        TITLE: words.split("\n")[0].lstrip("-*+ "),
        DETAIL: why,
        ASIDE: f"{(inside or piece).tokens:,}",
        ICON: "check" if inside else "minus",
        ICON_TOKEN: "ok" if inside else "text3",
        THING: piece,
    }
    return row_item(values, f"{words[:200]}. {why}", words[:500])


def _told(piece: PromptPiece, inside: PromptPiece | None) -> Iterator[str]:
    """How much of a piece is in the prompt, and how surely it answers."""
    if inside is None:
        yield tr("left out: no room for it")
    elif inside.level is not None:
        yield LEVEL_WORDS[inside.level] if inside.text else tr("told already")
    if piece.relevance is not None:
        yield tr("{percent} % sure").format(percent=round(100 * piece.relevance))


def _why(piece: PromptPiece) -> Iterator[str]:
    yield _WHY[piece.why]
    if piece.rank is not None and piece.why is not PieceWhy.QUESTION:
        yield _WHY[PieceWhy.QUESTION]
