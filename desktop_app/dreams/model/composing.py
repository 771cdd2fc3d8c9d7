"""The messages of a dream's calls. Knows prompts and numbered lines, asks nobody."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta

from desktop_app.dreams.dreamer import Material
from desktop_app.dreams.model.asking.faults import Fault
from desktop_app.dreams.model.proving.judging import Judged
from desktop_app.dreams.model.reading.marks import harmless
from desktop_app.dreams.model.reading.material import suspect
from desktop_app.dreams.model.reading.planning import NotesPart
from desktop_app.dreams.model.reading.prompts import Prompt
from desktop_app.models.model import ModelMessage, PromptRole

Messages = tuple[ModelMessage, ...]


def frame(prompt: Prompt, fence: str, missing: Sequence[date]) -> tuple[str, ...]:
    """All that a call says beside the lines themselves, to know its size."""
    empty = prompt.fill(
        "Notes", fence=fence, memory="", notes="", missing=_missing(prompt, missing)
    )
    longest = max((prompt.fill("Again", fault=fault) for fault in prompt.faults()), key=len)
    return prompt.fill("Rules", fence=fence), empty, longest, prompt.fill("Near"), _form(prompt)


def dreaming(
    part: NotesPart,
    material: Material,
    prompt: Prompt,
    fence: str,
    fault: Fault | None = None,
    *,
    numbered: bool = False,
    strict: bool = False,
) -> Messages:
    """The messages that ask for a dream over one part; with `fault`, once more. The lines are
    `numbered` where the answer only names numbers; an answer in words is `strict` as JSON.
    """
    text = prompt.fill(
        "Notes",
        fence=fence,
        memory="\n".join(_memory(part, material, prompt)),
        notes="\n".join(_notes(part, numbered)),
        missing=_missing(prompt, material.missing),
    )
    rules, user = _messages(prompt.fill("Rules", fence=fence), text, prompt, fault)
    form = f"\n\n{_form(prompt)}" if strict else ""
    return rules, ModelMessage(PromptRole.USER, user.content + form)


def rewording(
    claims: Sequence[Judged], prompt: Prompt, fence: str, fault: Fault | None = None
) -> Messages:
    """The messages that ask for other words where the sources do not say a line."""
    text_of_claims = "\n\n".join(
        _claim(n, claim, prompt) for n, claim in enumerate(claims, start=1)
    )
    text = prompt.fill("Wording", fence=fence, claims=text_of_claims)
    return _messages(prompt.fill("Wording rules", fence=fence), text, prompt, fault)


def _form(prompt: Prompt) -> str:
    """How to write an answer in words as JSON; "" where answers are numbers."""
    return prompt.fill("Form") if prompt.has("Form") else ""


def titles(material: Material) -> tuple[str, ...]:
    """The headings of memory's sections that may be shown, each with its mark."""
    return tuple(f"## {title}" for _, title in _headings(material))


def _messages(
    rules: str, asked: str, prompt: Prompt, fault: Fault | None
) -> tuple[ModelMessage, ModelMessage]:
    if fault is not None:
        # At the end, so that a server may go on from what it has read already.
        asked = f"{asked}\n\n{prompt.fill('Again', fault=prompt.fault(fault))}"
    return ModelMessage(PromptRole.SYSTEM, rules), ModelMessage(PromptRole.USER, asked)


def _memory(part: NotesPart, material: Material, prompt: Prompt) -> Iterator[str]:
    rows = [(line.bullet.line, line.row) for line in part.memory]
    rows += [(line, f"## {title}") for line, title in _headings(material)]
    yield from (row for _, row in sorted(rows))
    if not part.whole:
        yield prompt.fill("Near")
    elif not rows:
        yield prompt.fill("Empty")


def _headings(material: Material) -> list[tuple[int, str]]:
    """All headings but the file's own title."""
    headings = material.memory.headings
    deeper = any(heading.level > 1 for heading in headings) or len(headings) == 1
    return [
        (heading.line, harmless(heading.title))
        for heading in headings
        if heading.title and not (deeper and heading.level == 1) and not suspect(heading.title)
    ]


def _notes(part: NotesPart, numbered: bool) -> Iterator[str]:
    day = None
    for number, note in enumerate(part.notes, start=1):
        if note.day != day:
            if day is not None:
                yield ""
            day = note.day
        yield f"{number} {note.text}" if numbered else note.row


def _missing(prompt: Prompt, missing: Iterable[date]) -> str:
    days = sorted(missing)
    return prompt.fill("Missing", days=", ".join(_spans(days))) if days else ""


def _spans(days: Sequence[date]) -> Iterator[str]:
    start = 0
    for n, day in enumerate(days):
        if n + 1 == len(days) or days[n + 1] - day != timedelta(days=1):
            first = days[start].isoformat()
            yield first if start == n else f"{first} – {day.isoformat()}"
            start = n + 1


def _claim(number: int, claim: Judged, prompt: Prompt) -> str:
    words = [word for doubt in claim.doubts for word in doubt.words]
    old_lines, notes = claim.claim.old, claim.claim.notes
    return prompt.fill(
        "Claim",
        number=str(number),
        text=harmless(" ".join(claim.claim.text.split())),
        words=", ".join(dict.fromkeys(words)) or claim.reason,
        sources="\n".join([*(old.row for old in old_lines), *(note.row for note in notes)]),
    )
