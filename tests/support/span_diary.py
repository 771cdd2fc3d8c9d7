"""A diary of a week or a month as a model might have told it: each line of the days, quoted."""

from desktop_app.memory import Memory
from desktop_app.notebook.diaries import DiarySource
from desktop_app.notebook.span_diaries import SpanDiary, SpanLine, SpanSection
from desktop_app.notebook.spans import SpanKind, span_around


def span_diary(memory: Memory, kind: SpanKind) -> SpanDiary:
    """Of the week or month that today is in."""
    span = span_around(kind, memory.today())
    lines = []
    for head in memory.days.heads():
        if span.holds(head.date):
            for n, text in enumerate(memory.files.read(head.path).text.split("\n"), 1):
                quote = text.removeprefix("- ").strip()
                if quote and not quote.startswith("#"):
                    lines.append(SpanLine(quote, (DiarySource(head.path, n, quote),)))
    path = memory.layout.span_diary(span.name)
    meta = f"{span.first} – {span.last} · small"
    return SpanDiary(span, path, meta, "Told", (SpanSection("In short", tuple(lines)),))
