"""Claims, checked against lines of an open notebook or texts from elsewhere."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from desktop_app.errors import Problem, WrongUse
from desktop_app.memory.room import Room
from desktop_app.notebook.lines import split
from desktop_app.notebook.passage import no_line, place_of
from desktop_app.notebook.source import DayText, Source, line_sha
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.proof import Cited, Proof

_MOST = 500_000  # characters that are read in a minute or two


class Claims(Room):
    """Says whether a sentence is supported."""

    def check(
        self,
        claim: str,
        against: Collection[str] = (),
        *,
        texts: Sequence[str] | None = None,
        day: date | None = None,
    ) -> "Proof":
        """How far lines of the notebook support a sentence, or, where they are given, `texts`.

        `against` are places: `PATH`, `PATH:LINE` or `PATH:FROM-TO`. `day` is when the sentence and
        the texts were written; without it the newest day of the lines, else today. Raises WrongUse
        when there is nothing to check against, Problem when there is no claim, no such line or too
        much to read.
        """
        from desktop_app.dreams.proof import prove_sentence  # long to load

        if not claim.strip():
            raise Problem(tr("There is no sentence to check."), tr("Write one."))
        if texts is not None:
            cited = [_of_text(text, "", 0, day) for text in texts]
        else:
            cited = [one for place in against for one in self._lines(place)]
        if not cited:
            raise WrongUse(
                tr("The command does not say what to compare with."),
                tr("Name lines: --against memory/2026-11-20.md:6"),
            )
        paths = (one.source.path for one in cited if one.source)
        _check_size(sum(len(one.text) for one in cited), next(filter(None, paths), ""))
        days = [one.day for one in cited if one.day]
        return prove_sentence(claim, cited, day or max(days, default=self._clock.now().date()))

    def _lines(self, named: str) -> "Iterator[Cited]":
        """The statements of a place; where none stands, each line as it is."""
        from desktop_app.dreams.evidence import as_cited
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
            raise no_line(path, first)
        path = lines.path
        _check_size(len(lines.text), path)  # before its statements are read
        day, text = self._notebook.layout.date_of(path), self._files.read(path).text
        last = first + lines.count - 1
        said = [
            as_cited(one)
            for one in statements(DayText(day or date.min, path, text))
            if any(first <= piece.line <= last for piece in one.pieces)
        ]
        yield from (replace(one, day=day) for one in said)
        for n, line in enumerate(() if said else split(text)[first - 1 : last], first):
            if line.strip():
                yield _of_text(line.strip(), path, n, day)


def _of_text(text: str, path: str, line: int, day: date | None) -> "Cited":
    from desktop_app.dreams.proof import Cited

    return Cited(text, day=day, source=Source(path, line, text, line_sha(text)))


def _check_size(size: int, path: str) -> None:
    if size > _MOST:
        message = tr("{size:,} characters are too much to check against: {most:,} are the most.")
        raise Problem(
            message.format(size=size, most=_MOST),
            tr("Name some of its lines: --against {first}:1-200").format(
                first=path or "memory/2026-11-20.md"
            ),
        )
