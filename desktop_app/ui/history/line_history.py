"""History of this line: the wordings of a bullet of MEMORY.md as rows. Knows no widget."""

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from desktop_app import dates
from desktop_app.notebook.source import Source
from desktop_app.ui.history.comparison import PUT_BACK, SEE
from desktop_app.ui.review.rows import Differing, ReviewRow, RowForm
from desktop_app.words import as_sentence, counted, cut, together, tr

if TYPE_CHECKING:
    from desktop_app.dreams.life import Life
    from desktop_app.notebook.layout import Layout

_MOST = 30  # steps shown


def life_rows(life: "Life", now: datetime, layout: "Layout") -> Iterator[ReviewRow]:
    """The newest step first; what is not known is said."""
    from desktop_app.dreams.life import LifeKind, step_in_words  # long to load

    today, steps = now.date(), [None, *life.steps]
    for before, step in [*zip(steps, life.steps, strict=False)][: -_MOST - 1 : -1]:
        day = dates.plain(step.date, today) if step.date else ""
        when = dates.when(step.at, now) if step.at is not None else day
        said, answers = step_in_words(step), {}
        if step.kind == LifeKind.FIRST and life.since is not None:
            begins = tr("The history begins on %1.", dates.plain(life.since.date(), today))
            said = together(as_sentence(said), begins)
        has_words = step.kind not in (LifeKind.GONE, LifeKind.BACK)
        if step.version and has_words and (life.is_gone or step.text != life.wording):
            place = tr("To its place or its section")
            tip = place if life.is_gone else tr("In place of its present wording")
            answers[PUT_BACK] = tr("Put back"), tip
        if step.version:
            answers[SEE] = tr("See it then"), tr("The whole text as it was then")
        old = before.text if before and step.kind == LifeKind.REWORDED else None
        words = (
            Differing(step.text, None) if step.kind == LifeKind.GONE else Differing(old, step.text)
        )
        yield ReviewRow(
            RowForm.ASK,
            cut(step.text),
            item=words,
            id=step,
            asks=when if step.kind != LifeKind.FIRST else tr("First version"),
            reason=said,
            answers=answers,
            sources=tuple(
                Source(one.path, one.line, one.quote)
                for one in step.sources
                if one.path != layout.memory
            ),
        )
    left, notes = len(life.steps) - _MOST, []
    if left > 0:
        notes.append(counted("and {count} earlier step", "and {count} earlier steps", left))
    if life.unread:
        notes.append(
            counted(
                "{count} version is damaged and tells nothing.",
                "{count} versions are damaged and tell nothing.",
                life.unread,
            )
        )
    if life.since is None:
        notes.append(tr("There is no history of MEMORY.md; only diaries tell of it."))
    yield from (ReviewRow(RowForm.NOTE, words) for words in notes)
