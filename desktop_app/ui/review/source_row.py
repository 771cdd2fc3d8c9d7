"""From [20 Nov · 09:12] “quote”: the lines of the notes that something rests on.

Knows places and quotes, not what rests on them.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app import dates
from desktop_app.notebook.layout import Layout
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Chip
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.inspector import QuotedLine
from desktop_app.ui.parts.labels import breakable, text
from desktop_app.words import cut, tr

MOST, BESIDE = 4, 3  # quotes that are shown, and places beside each of them
LONGEST = 300  # characters of a quote
_TAIL = 220
Open = Callable[[str, int], None]


@dataclass(frozen=True)
class Names:
    """How places are called: `days` are the paths that are days, `times` when a line was noted.

    `memory` is the path of MEMORY.md; every other one is of the notes.
    """

    today: date
    days: Mapping[str, date] = field(default_factory=dict)
    times: Mapping[tuple[str, int], str] = field(default_factory=dict)
    memory: str = Layout().memory

    def of(self, path: str, line: int) -> str:
        """20 Nov · 09:12, 20 Nov · line 6, or MEMORY.md · line 9."""
        day = self.days.get(path)
        name = dates.short(day, self.today) if day else path.rpartition("/")[2]
        time = self.times.get((path, line)) or tr("line %1").replace("%1", f"{line:,}")
        return f"{name} · {time}"


def grouped(
    sources: Sequence[QuotedLine], known: Collection[str] = ()
) -> list[tuple[str, list[QuotedLine]]]:
    """Each quote once with the places that say it.

    What is `known` is not said again: such places stand alone, and only where there are no others.
    """
    groups: dict[str, list[QuotedLine]] = {}
    for source in sources:
        quote = "" if source.quote in known else source.quote
        groups.setdefault(quote, []).append(source)
    if len(groups) > 1:
        groups.pop("", None)
    return list(groups.items())


def source_rows(
    sources: Sequence[QuotedLine],
    names: Names,
    open_it: Open,
    known: Collection[str] = (),
    caption: str = "",
) -> QWidget:
    """The rows; a chip opens its line. `caption` stands before them in place of `From`."""
    widget = QWidget()
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(theme().px(6))
    groups = grouped(sources, known)
    for n, (quote, places) in enumerate(groups[:MOST]):
        column.addLayout(_row(quote, places, names, open_it, caption or tr("From"), n))
    left = len(groups) - MOST
    if left > 0:
        column.addWidget(text(_more(left), "meta", "text2"))
    return widget


def captioned(caption: str, places: Sequence[QuotedLine], names: Names, open_it: Open) -> QWidget:
    """MEMORY.md says [MEMORY.md · line 9]: a caption, and chips for where it says so."""
    widget = QWidget()
    flow = Flow(widget)
    flow.setSpacing(theme().px(8))
    flow.addWidget(_beside_chips(caption, "caption", "text3"))
    _add_chips(flow, places, names, open_it)
    return widget


def chip_of(place: QuotedLine, names: Names, open_it: Open) -> Chip:
    """A chip that opens its line."""
    chip = Chip(names.of(place.path, place.line))
    opens = tr("Open %1 at line %2").replace("%1", place.path)
    chip.setToolTip(opens.replace("%2", str(place.line)))
    chip.clicked.connect(lambda _checked=False: open_it(place.path, place.line))
    return chip


def _row(
    quote: str, places: Sequence[QuotedLine], names: Names, open_it: Open, caption: str, number: int
) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(theme().px(8))
    word = _beside_chips(caption)
    if number:  # the rows below the first stand under it, without saying it again
        word.ensurePolished()
        word.setFixedWidth(word.sizeHint().width())
        word.clear()
    row.addWidget(word, 0, Qt.AlignmentFlag.AlignTop)
    beside = QWidget()
    flow = Flow(beside, theme().px(_TAIL) if quote else 0)
    flow.setSpacing(theme().px(8))
    _add_chips(flow, places, names, open_it)
    if quote:
        label = text(f"“{breakable(cut(quote, LONGEST))}”", "meta", "text2", wrap=True)
        # The first line of a long quote stands level with the chip.
        label.setContentsMargins(0, theme().px(4), 0, 0)
        flow.addWidget(label)
    row.addWidget(beside, 1)
    return row


def _add_chips(flow: Flow, places: Sequence[QuotedLine], names: Names, open_it: Open) -> None:
    for place in places[:BESIDE]:
        flow.addWidget(chip_of(place, names, open_it))
    if len(places) > BESIDE:
        flow.addWidget(_beside_chips(_more(len(places) - BESIDE)))


def _beside_chips(words: str, role: str = "meta", token: str = "text2") -> QLabel:
    label = text(words, role, token)
    label.setFixedHeight(theme().px(24))
    return label


def _more(count: int) -> str:
    return tr("and %1 more").replace("%1", str(count))
