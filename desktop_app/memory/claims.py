"""Claims, checked against lines of an open notebook or texts from elsewhere."""

from collections.abc import Collection, Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING

from desktop_app.clock import Clock
from desktop_app.dreams.proposal import Support
from desktop_app.errors import Problem, WrongUse
from desktop_app.memory.files import Files
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.lines import split
from desktop_app.notebook.passage import place_of
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.grounding import Evidence, Verdict

_MOST = 500_000  # characters that are read in a minute or two


class Claims:
    """Says whether a sentence is supported."""

    def __init__(self, layout: Layout, clock: Clock, files: Files) -> None:
        self._layout = layout
        self._clock = clock
        self._files = files

    def check(
        self,
        claim: str,
        against: Collection[str] = (),
        *,
        texts: Sequence[str] | None = None,
        day: date | None = None,
        strict: bool = False,
    ) -> "Verdict":
        """How far lines of the notebook support a sentence, or, where they are given, `texts`.

        `against` are places: `PATH`, `PATH:LINE` or `PATH:FROM-TO`. `day` is when the sentence and
        the texts were written; without it the newest day of the lines, else today. `strict` proves
        it clause by clause, as a line that a mind proposes. Raises WrongUse when there is nothing
        to check against, Problem when there is no claim, no such line or too much to read.
        """
        from desktop_app.dreams.grounding import Evidence, Verdict, check  # long to load
        from desktop_app.dreams.proof import Cited, prove_sentence

        if not claim.strip():
            raise Problem(tr("There is no claim to check."), tr("Write the sentence in question."))
        if texts is not None:
            sources = [Evidence(text, day=day) for text in texts]
        else:
            sources = [line for place in against for line in self._lines(place)]
        _check_size(sources)
        days = [line.day for line in sources if line.day]
        written = day or max(days, default=self._clock.now().date())
        verdict = check(claim, sources, written)
        if strict and verdict.verdict == Support.SUPPORTED:
            cited = [Cited(one.text, day=one.day) for one in sources]
            proof = prove_sentence(claim, cited, written)
            return Verdict(proof.verdict, proof.doubts)
        return verdict

    def _lines(self, named: str) -> "Iterator[Evidence]":
        """The lines of a place that say something: those of one statement together, a row behind
        its header; where no statement stands, each line as it is."""
        from desktop_app.dreams.grounding import Evidence
        from desktop_app.notebook.statements.day_text import DayText
        from desktop_app.notebook.statements.markdown import StatementForm
        from desktop_app.notebook.statements.reader import statements

        place = place_of(named)
        path, last = place.path, place.last
        first = 1 if place.first is None else place.first
        if last is not None and last < first:
            raise Problem(
                tr("{named} ends before it begins.").format(named=named),
                tr("Write {path}:{last}-{first}.").format(path=path, last=last, first=first),
            )
        count = None if place.first is None else (last or first) - first + 1
        lines = self._files.lines(path, first, count)
        if not lines.count:
            raise Problem(
                tr("{path} has no line {first}.").format(path=path, first=first),
                tr("Lines count from 1."),
            )
        day, text = self._layout.date_of(path), self._files.read(path).text
        every, last = split(text), first + lines.count - 1
        said: dict[tuple[int, ...], str] = {}
        for one in statements(DayText(day or date.min, path, text)):
            on = tuple(dict.fromkeys(piece.line for piece in one.pieces))
            if first <= on[-1] and on[0] <= last:
                together = " ".join(every[n - 1].strip() for n in on)
                said[on] = one.text if one.form == StatementForm.ROW else together
        if not said:
            said = {(n,): every[n - 1].rstrip("\r\n") for n in range(first, last + 1)}
        for on, words in said.items():
            if words.strip():
                yield Evidence(words, path, on[-1], day)


def _check_size(sources: "Sequence[Evidence]") -> None:
    if not sources:
        raise WrongUse(
            tr("check needs lines to check against."),
            tr("Name some: --against memory/2026-11-20.md:6"),
        )
    size = sum(len(line.text) for line in sources)
    if size > _MOST:
        first = next((line.path for line in sources if line.path), "memory/2026-11-20.md")
        message = tr("{size:,} characters are too much to check against: {most:,} are the most.")
        raise Problem(
            message.format(size=size, most=_MOST),
            tr("Name the lines that are meant: --against {first}:1-200").format(first=first),
        )
