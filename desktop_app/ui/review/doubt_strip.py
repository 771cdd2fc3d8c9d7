"""The amber strip of a change that its sources do not carry: why, and what the notes say instead.

Knows a Change and its doubts, decides nothing; no score is shown, only words.
"""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.dreams.proposal import Change, Doubt, Support
from desktop_app.language.doubts import DoubtKind
from desktop_app.notebook.source import Source
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import breakable, text
from desktop_app.ui.parts.sign import Sign
from desktop_app.ui.review.change_words import HELD, state_of
from desktop_app.ui.review.doubting import doubts_of, spoken, verdict_of
from desktop_app.ui.review.source_row import Names, Open, chip_of, quoted_line
from desktop_app.words import listed, tr

_TAIL = 200  # pixels of a quote beside its chip


def doubt_strip(change: Change, names: Names, open_it: Open) -> QWidget | None:
    """One sentence for each doubt, with the line of the notes that comes closest; None for none."""
    doubts = doubts_of(change)
    verdict = verdict_of(change)
    if verdict == Support.SUPPORTED and not doubts:
        return None
    body = QVBoxLayout()
    body.setSpacing(theme().px(6))
    body.addWidget(text(_head(change, verdict), "strong" if doubts else "meta", "", wrap=True))
    shown: set[tuple[str, int]] = set()
    for message, doubt in _sentences(doubts):
        body.addWidget(text(breakable(message), "meta", "", wrap=True))
        nearest = doubt.nearest
        if nearest is not None and (nearest.path, nearest.line) not in shown:
            shown.add((nearest.path, nearest.line))
            body.addWidget(_nearest(spoken(nearest), names, open_it))
    sign = "partly" if verdict == Support.PARTLY else "warn"
    return strip(sign, "warn", body)


def strip(icon: str, tone: str, body: QVBoxLayout) -> QFrame:
    """A coloured ground with a sign at its left; `tone` as of a banner."""
    frame = QFrame()
    frame.setProperty("kind", "banner")
    frame.setProperty("tone", tone)
    row = QHBoxLayout(frame)
    row.setContentsMargins(theme().px(10), theme().px(8), theme().px(12), theme().px(8))
    row.setSpacing(theme().px(9))
    sign = Sign(icon, {"warn": "warn", "info": "accent"}[tone])
    row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
    row.addLayout(body, 1)
    return frame


def _sentences(doubts: Sequence[Doubt]) -> Iterator[tuple[str, Doubt]]:
    """What is said of each doubt; words that the notes do not have share one sentence."""
    plain = [
        one for one in doubts if one.kind == DoubtKind.WORDS and one.words and one.span != (0, 0)
    ]
    plain = [one for one in plain if ";" not in one.message and ":" not in one.message]
    together = plain if len(plain) > 1 else []
    for doubt in doubts:
        if doubt not in together:
            yield doubt.message, doubt
        elif doubt is together[0]:
            words = listed(f"“{one.words[0]}”" for one in together)
            yield tr("Not in the notes: %1.").replace("%1", words), doubt


def _nearest(nearest: Source, names: Names, open_it: Open) -> QWidget:
    widget = QWidget()
    flow = Flow(widget, theme().px(_TAIL))
    flow.setSpacing(theme().px(8))
    flow.addWidget(chip_of(nearest, names, open_it))
    flow.addWidget(quoted_line(nearest.quote, ""))
    return widget


def _head(change: Change, verdict: str) -> str:
    held = state_of(change) == HELD
    if verdict == Support.UNSUPPORTED and not doubts_of(change):
        words = tr("No source found for this line. A dream may only use what you wrote, %1")
    elif verdict == Support.UNSUPPORTED:
        words = tr("Your notes do not say this, %1")
    elif verdict == Support.PARTLY:
        words = tr("Only partly supported by your notes.")
        return words if doubts_of(change) else f"{words} {tr('Compare it with its source.')}"
    else:
        return tr("Compare this with your notes.")
    end = tr("so it is held back until you say otherwise.")
    if not held:
        end = (
            tr("and you have accepted it all the same.")
            if change.accepted
            else tr("and it stays out of MEMORY.md.")
        )
    return words.replace("%1", end)
