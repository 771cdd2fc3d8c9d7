"""Helpers for tests of dreams without a model: material from plain text, changes written out."""

from datetime import date, timedelta

from desktop_app.dreams.card_dream import dreamt
from desktop_app.dreams.evidence import proved
from desktop_app.dreams.material import DreamDraft, Material
from desktop_app.dreams.proposal import Change
from desktop_app.notebook.bullets import Add, Edit, MemoryFile, Replace
from desktop_app.notebook.source import DayText

TODAY = date(2026, 11, 21)


def material(memory: str | bytes, *days: str, rejected: frozenset[str] = frozenset()) -> Material:
    """MEMORY.md and the texts of consecutive days, the last of them today."""
    data = memory if isinstance(memory, bytes) else memory.encode()
    texts = []
    for back, text in enumerate(reversed(days)):
        day = TODAY - timedelta(days=back)
        texts.append(DayText(day, f"memory/{day.isoformat()}.md", text))
    return Material(MemoryFile(data), tuple(texts), (), rejected)


def dream(memory: str | bytes, *days: str, rejected: frozenset[str] = frozenset()) -> DreamDraft:
    """One dream over these days; a day may be given as bare lines."""
    return dreamt(
        material(memory, *map(as_day, days), rejected=rejected),
        lambda step: None,
    )


def proposed(given: Material) -> tuple[Change, ...]:
    """The changes of one dream as a person sees them: proved."""
    return proved(dreamt(given, lambda step: None), given, TODAY)


def as_day(text: str) -> str:
    """Lines as the bullets of a day, unless they have Markdown of their own."""
    if text.startswith(("#", "-", "---")):
        return text
    return "".join(f"- {line}\n" for line in text.split("\n") if line)


def applied(memory: str | bytes, draft: DreamDraft) -> bytes:
    """MEMORY.md with the changes that are accepted beforehand."""
    data = memory if isinstance(memory, bytes) else memory.encode()
    file = MemoryFile(data)
    edits: list[Edit] = []
    for change in draft.changes:
        if not change.accepted:
            continue
        if change.kind == "added":
            edits.append(Add(change.heading, change.new or ""))
            continue
        bullets = [bullet for bullet in file.bullets if bullet.text == change.old[0]]
        bullet = min(bullets, key=lambda one: abs(one.line - change.line))
        edits.append(Replace(bullet, change.new or ""))
    return file.changed(edits)


def told(draft: DreamDraft) -> list[tuple[str, str | None]]:
    """Kind and new text of each change."""
    return [(change.kind, change.new) for change in draft.changes]


def only(draft: DreamDraft) -> Change:
    """The one change of a draft."""
    assert len(draft.changes) == 1, told(draft)
    return draft.changes[0]
