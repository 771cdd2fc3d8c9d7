"""What stands below the lines of a change: warnings, the reason, and where it comes from.

Knows a Change and its words, decides nothing.
"""

from collections.abc import Iterator

from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.dreams.proposal import Change, Support
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.sign import signed
from desktop_app.ui.review.change_words import asks, forgets
from desktop_app.ui.review.doubt_strip import doubt_strip, strip
from desktop_app.ui.review.doubting import doubts_of, quoted, verdict_of
from desktop_app.ui.review.source_row import Names, Open, grouped, source_rows
from desktop_app.words import as_sentence, tr


def change_notes(change: Change, names: Names, open_it: Open, *, gone: bool) -> Iterator[QWidget]:
    """From the top; `gone`: the bullet was edited or pinned since the dream."""
    pinned = is_pinned(change, names)
    if gone:
        yield _strip("pin", "info", _pinned()) if pinned else _strip("warn", "warn", _gone())
    if doubtful := doubt_strip(change, names, open_it):
        yield doubtful
    if forgets(change):
        yield _strip("trash", "info", tr("Your notes ask to forget this."))
    elif pinned and not gone:
        yield signed("pin", reason_of(change))
    elif reason := reason_of(change):
        yield text(reason, "meta", "text2", wrap=True)
    yield from _sources(change, names, open_it)


def is_pinned(change: Change, names: Names) -> bool:
    """Whether a line of memory that it would change, or would stand beside, is pinned."""
    beside = (one.quote for one in change.sources if one.path == names.memory)
    lines = change.old or beside
    firsts = {one.split("\n", 1)[0] for one in names.pinned}
    return any(line.split("\n", 1)[0] in firsts for line in lines)


def reason_of(change: Change) -> str:
    """Why it is proposed, as a sentence; "" where a warning has said it already."""
    if quoted(change):
        return tr("This is your note's own sentence.")
    if change.proposed is not None:
        if any(source.quote == change.proposed for source in change.sources):
            return tr("In your own words.")
        return tr("In your own words. The dream proposed: “%1”").replace("%1", change.proposed)
    if verdict_of(change) == Support.UNSUPPORTED:
        return ""
    reason = change.reason or _reason(change)
    if reason.endswith((".", "!", "?", "。", "！", "？")):
        return f"{reason[:1].upper()}{reason[1:]}"
    return as_sentence(reason)


def _reason(change: Change) -> str:
    """That the notes say it, where an engine gave no reason."""
    places = {source.path for source in change.sources}
    if len(places) < 2:
        return tr("your notes say so")
    return tr("said in %1 notes").replace("%1", str(len(places)))


def _sources(change: Change, names: Names, open_it: Open) -> Iterator[QWidget]:
    # A quote that was not found there would only mislead.
    unsaid = {one.quote for one in change.sources if not one.sha}
    known = {*change.old, *unsaid}
    shown = [] if asks(change) else list(change.sources)  # its lines have their chips beside them
    quoted = {(one.nearest.path, one.nearest.line) for one in doubts_of(change) if one.nearest}
    shown = [one for one in shown if (one.path, one.line) not in quoted]
    if shown and grouped(shown, known):
        missing = verdict_of(change) == Support.UNSUPPORTED and bool(unsaid)
        caption = tr("It points at") if missing else ""
        yield source_rows(shown, names, open_it, known, caption)


def _strip(icon: str, tone: str, words: str) -> QWidget:
    body = QVBoxLayout()
    body.addWidget(text(words, "meta", "", wrap=True))
    return strip(icon, tone, body)


def _pinned() -> str:
    return tr(
        "This line of MEMORY.md is pinned, so the change cannot be applied. Unpin the line on the "
        "Memory page first, or reject the change."
    )


def _gone() -> str:
    return tr(
        "This line of MEMORY.md was edited after the dream, so the change cannot be "
        "applied any more. The next dream looks at it anew."
    )
