"""The questions of one dream of a mind: its prompt, filled with what the mind is shown. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from desktop_app.dreams.consolidator.answer import Fault
from desktop_app.dreams.consolidator.marks import harmless
from desktop_app.dreams.consolidator.prompt import Prompt
from desktop_app.dreams.consolidator.shown import DreamPart, Shown
from desktop_app.dreams.engine_choice import AnswerForm
from desktop_app.dreams.material import PROMPTS, Material
from desktop_app.models.model import ModelMessage
from desktop_app.notebook.lines import length_of


@dataclass(frozen=True)
class MindQuestion:
    """What all questions of one dream have in common."""

    material: Material
    shown: Shown
    form: AnswerForm
    fence: str

    @property
    def prompt(self) -> Prompt:
        """The prompt for this form of answer."""
        return Prompt(PROMPTS[self.form], self.material.language)

    def frame(self) -> tuple[str, ...]:
        """All that a call says beside the statements, to know its size."""
        empty = DreamPart((), ())
        return (*self.longest(empty), self.prompt.fill("Near"))

    def longest(self, part: DreamPart) -> tuple[str, ...]:
        """The texts of a call about a part, with all that they may have to say."""
        faults = self.prompt.faults
        fault = Fault(max(faults, key=lambda name: len(faults[name])))
        strict = self.form != AnswerForm.NUMBERS  # the answer has words of the mind's own
        return tuple(one.content for one in self.messages(part, fault, strict=strict))

    def messages(
        self, part: DreamPart, fault: Fault | None = None, *, strict: bool = False
    ) -> tuple[ModelMessage, ...]:
        """The messages about one part; with `fault`, once more. A `strict` answer is JSON."""
        return self.prompt.messages(
            "Join" if part.drafts else "Notes",
            fault,
            "Form" if strict else "",
            fence=self.fence,
            memory="\n".join(self._memory(part)),
            notes="\n".join(self._notes(part)),
            missing=self._missing(),
            drafts="\n".join(part.drafts),
            today=self.material.today.isoformat(),
            size=self._size(),
            refused=self._refused(),
            part=self._part(part),
        )

    def _memory(self, part: DreamPart) -> Iterator[str]:
        rows = [(one.bullet.line if one.bullet else 0, one.above, one.row) for one in part.memory]
        rows += [(one.heading.line, "", one.row) for one in part.headings]
        before = ""
        for _, above, row in sorted(rows, key=lambda one: one[0]):
            if above != before and (above or row.startswith("M")):
                yield f"({above or '-'})"
            before = above
            yield row
        if not part.whole or not rows:
            yield self.prompt.fill("Empty" if part.whole else "Near")

    def _notes(self, part: DreamPart) -> Iterator[str]:
        day: date | None = None
        under: tuple[str, ...] = ()
        for number, note in enumerate(part.notes, start=1):
            if note.day != day:
                if day is not None:
                    yield ""
                day, under = note.day, ()
            if note.under != under:
                under = note.under
                yield f"({harmless(' / '.join(under))})" if under else "(-)"
            yield f"{number} {note.text}" if self.form == AnswerForm.NUMBERS else note.row

    def _part(self, part: DreamPart) -> str:
        is_part = not part.drafts and len(part.notes) < len(self.shown.notes)
        return self.prompt.fill("Part") if is_part and self.prompt.has("Part") else ""

    def _missing(self) -> str:
        spans: list[list[date]] = []
        for day in sorted(self.material.missing):
            if spans and day - spans[-1][-1] == timedelta(days=1):
                spans[-1].append(day)
            else:
                spans.append([day])
        ends = (dict.fromkeys(map(date.isoformat, (span[0], span[-1]))) for span in spans)
        days = ", ".join(map(" – ".join, ends))
        return self.prompt.fill("Missing", days=days) if days else ""

    def _size(self) -> str:
        """How large memory is, and how large it may be; "" where the prompt does not say it."""
        if not self.prompt.has("Size"):
            return ""
        limits = self.material.limits
        length = length_of(self.material.memory.data)
        said = [
            self.prompt.fill("Size", lines=f"{length.lines}", characters=f"{length.characters}")
        ]
        if limits.characters:
            said.append(self.prompt.fill("Most characters", most=f"{limits.characters}"))
        if limits.lines:
            said.append(self.prompt.fill("Most lines", most=f"{limits.lines}"))
        return " ".join(said)

    def _refused(self) -> str:
        if not self.material.refused or not self.prompt.has("Refused"):
            return ""
        lines = "\n".join(f"- {harmless(' '.join(one.split()))}" for one in self.material.refused)
        return self.prompt.fill("Refused", fence=self.fence, lines=lines)
